/** What a command is given: the configuration when it asks for it, and a place to speak. */
import type { Found } from './find-config.ts'

export interface Session {
  config(): Promise<Found>
  say(line?: string): void
  /** Says what failed and makes the exit code 1. */
  fail(line: string): void
}

export interface CliCommand {
  /** `migrate:create <name>` */
  usage: string
  description: string
  options?: readonly (readonly [flags: string, description: string])[]
  run(session: Session, options: Record<string, any>, ...args: string[]): Promise<void>
}
