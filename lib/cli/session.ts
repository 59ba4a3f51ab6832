/** The session of a command: prints sentences, or one JSON document with `--json`, and reacts to Ctrl-C. Tested by test/cli/session.test.ts. */
import { constants } from 'node:os'
import pc from 'picocolors'
import { GalleyError, sentenceOfRefusal } from '../errors.ts'
import { consoleLog, type Log } from '../log.ts'
import type { Project, Session } from './command.ts'
import { messageOf } from './message-of.ts'

/** Milliseconds between two updates of the progress line. */
const A_MOMENT = 100

/** With `--json`, standard output holds nothing but the document. */
const toStandardError: Log = { ...consoleLog((_, line) => console.error(line)), info: () => undefined }

export class TerminalSession implements Session {
  readonly #found: () => Promise<Project>
  readonly #isJson: boolean
  readonly #problems: string[] = []
  #stopping: AbortController | undefined
  #exitCode = 0
  #begun = 0
  #shown = 0

  constructor(found: () => Promise<Project>, isJson: boolean) {
    this.#found = found
    this.#isJson = isJson
  }

  async project(): Promise<Project> {
    const project = await this.#found()
    if (!this.#isJson) return project
    return { ...project, open: (opening) => project.open({ ...opening, log: toStandardError }) }
  }

  readonly say = (line = ''): void => {
    if (!this.#isJson) console.log(line)
  }

  readonly fail = (line: string): void => this.#fail(line, line)

  readonly failCheck = (what: string, todo: string): void =>
    this.#fail([what, todo].filter(Boolean).join('; '), `✗ ${what}${todo ? `\n    ${todo}` : ''}`)

  #fail(problem: string, printed: string): void {
    if (this.#exitCode === 0) this.#exitCode = 1
    if (this.#isJson) this.#problems.push(problem)
    else console.error(pc.red(printed))
  }

  /** Prints why the command can't go on; with `--json`, each of its problems is one of the `problems`. */
  failWith(error: unknown): void {
    const [first, ...others] = this.#isJson && error instanceof GalleyError ? error.errors.map(sentenceOfRefusal) : [messageOf(error)]
    for (const line of [first ?? messageOf(error), ...others]) this.fail(line)
  }

  readonly progress = (count?: number, what = 'documents'): void => {
    const { stderr } = process
    if (this.#isJson || !stderr.isTTY) return
    if (count === undefined) {
      this.#begun = 0
      stderr.write('\r\x1b[K')
      return
    }
    const now = Date.now()
    this.#begun ||= now
    if (now - this.#shown < A_MOMENT) return
    this.#shown = now
    const rate = Math.round((count / Math.max(1, now - this.#begun)) * 1000)
    stderr.write(`\r\x1b[K${pc.dim(`${count} ${what}, ${rate} a second`)}`)
  }

  get signal(): AbortSignal {
    this.#stopping ??= this.#listen()
    return this.#stopping.signal
  }

  /** The first signal asks the command to end, the second one ends it at once. */
  #listen(): AbortController {
    const stopping = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (stopping.signal.aborted) process.exit(this.#exitCode)
        this.#exitCode = 128 + constants.signals[signal]
        stopping.abort(new Error('Interrupted'))
        if (process.stderr.isTTY) console.error(pc.dim('\nStopping after the current step. Press Ctrl-C again to stop at once'))
      })
    return stopping
  }

  async interruptible<T>(outcome: string, work: () => Promise<T>): Promise<T | undefined> {
    const { signal } = this
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted) throw error
      this.fail(`Interrupted. ${outcome}`)
      return undefined
    }
  }

  /** Prints the report, if it was asked for, and returns the exit code. */
  end(report?: unknown): number {
    if (this.#isJson)
      console.log(
        JSON.stringify({ ...(report as object | undefined), ...(this.#problems.length > 0 && { problems: this.#problems }) }, null, 2),
      )
    return this.#exitCode
  }
}
