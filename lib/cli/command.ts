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
  /** Has the option `--json`, which prints what `run` returns instead of sentences. */
  reports?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: the types of flags differ between commands
  run(session: Session, options: Record<string, any>, ...args: string[]): Promise<unknown>
}

/** The option of commands that report. */
export const JSON_OPTION = ['--json', 'print the result as JSON'] as const

export interface Session {
  project(): Promise<Project>
  /** Nothing is printed with `--json`. */
  say(line?: string): void
  /** Prints what failed and sets the exit code to 1; with `--json` it becomes one of the `problems`. */
  fail(line: string): void
  /** The same for one of several checks, with what to do about it. */
  failCheck(what: string, todo: string): void
  /** Shows on a terminal how far long work has come; without a count, removes the line. */
  progress(count?: number, what?: string): void
  /**
   * Aborted by Ctrl-C and SIGTERM. A command that reads it ends on its own, soon after; the exit code is then 130 or 143. Other commands end
   * at once.
   */
  readonly signal: AbortSignal
  /** Runs work that throws once `signal` is aborted. `outcome` says what an interruption leaves behind; the result is then undefined. */
  interruptible<T>(outcome: string, work: () => Promise<T>): Promise<T | undefined>
}

export interface Project {
  /** The configuration file. */
  file: string
  /** The folder that relative paths start from. */
  folder: string
  config: Options
  /** The model of its content types, without opening the database. */
  model(): Promise<Model>
  /** `migrate: false` leaves the tables unchanged and starts no feature. `ifMissing`: without it, the file of a database is created. */
  open(opening?: { migrate?: boolean; log?: Log; ifMissing?: MissingDatabase }): Promise<Handle>
}

/** Without the file of its database, a command refuses to run, or pretends that there is an empty one. */
export type MissingDatabase = 'refuse' | 'pretend'
