/** A command of the CLI, and what it is given: the project it works on when it asks for it, and a place to speak. */
import type { Model } from '../../schema/model.ts'
import type { Handle } from '../local/handle.ts'
import type { Log } from '../log.ts'
import type { Options } from '../options.ts'

export interface CliCommand {
  /** `migrate:create <name>` */
  usage: string
  description: string
  options?: readonly (readonly [flags: string, description: string])[]
  run(session: Session, options: Record<string, any>, ...args: string[]): Promise<void>
}

export interface Session {
  project(): Promise<Project>
  say(line?: string): void
  /** Says what failed and makes the exit code 1. */
  fail(line: string): void
}

export interface Project {
  /** That of the configuration. */
  file: string
  /** The folder that relative paths start from. */
  folder: string
  config: Options
  /** The model of its content types, without opening the database. */
  model(): Promise<Model>
  /** `migrate: false` leaves the tables alone, and no feature starts. */
  open(opening?: { migrate?: boolean; log?: Log }): Promise<Handle>
}
