/** A CLI command and the session it receives: output, and the project, which is loaded on request. */
import type { Model } from '../../schema/model.ts'
import type { Handle } from '../local/handle.ts'
import type { Log } from '../log.ts'
import type { Options } from '../options.ts'

export interface CliCommand {
  /** Such as `migrate:create <name>`. */
  usage: string
  description: string
  options?: readonly (readonly [flags: string, description: string])[]
  // biome-ignore lint/suspicious/noExplicitAny: the types of flags differ between commands
  run(session: Session, options: Record<string, any>, ...args: string[]): Promise<void>
}

export interface Session {
  project(): Promise<Project>
  say(line?: string): void
  /** Prints what failed and sets the exit code to 1. */
  fail(line: string): void
}

export interface Project {
  /** The configuration file. */
  file: string
  /** The folder that relative paths start from. */
  folder: string
  config: Options
  /** The model of its content types, without opening the database. */
  model(): Promise<Model>
  /** `migrate: false` leaves the tables unchanged and starts no feature. */
  open(opening?: { migrate?: boolean; log?: Log }): Promise<Handle>
}
