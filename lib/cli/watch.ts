/** `galley dev`: restarts the server on changes. A new process tries each change and takes over if it starts; if not, the old one stays.
 * While the change needs a migration, the new process waits for it.
 * Tested by test/cli/dev.test.ts.
 */
import { spawn } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import type { CliCommand, Session } from './command.ts'
import { configFile } from './find-config.ts'
import type { PendingMigration } from './once-migrated.ts'
import { TYPES } from './types-place.ts'
import { eachChange } from './watched-files.ts'
import { portOf } from './whole-number.ts'

export const dev: CliCommand = {
  usage: 'dev',
  description: 'Start the server and restart it when the schema or the configuration changes; same as serve --watch',
  options: [
    ['-p, --port <port>', 'the port to listen on (default: $PORT or 3000)'],
    ['--host <address>', 'the address to listen on (default: all)'],
  ],
  run: (session, options) => watching(session, options),
}

/** The message of a process that can't listen where it should. */
export interface CannotListen {
  cannotListen: true
}

/** Runs until a signal ends it, or nothing that changes could help. */
export async function watching(session: Session, { port, host, trustProxy }: Record<string, string | true | undefined>): Promise<void> {
  portOf(port as string | undefined)
  // Otherwise it would watch whatever folder this is, and wait forever.
  configFile(configArguments()[1])
  const named = Object.entries({ port, host, 'trust-proxy': trustProxy }).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  )
  cluster.setupPrimary({ args: [...configArguments(), 'serve', ...named] })
  const ending = new AbortController()
  const shift = new Shift(session, () => ending.abort())
  shift.begin()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort())
  for await (const file of eachChange(ending.signal)) shift.begin(file)
  await shift.end()
}

/** One process serves while the next one starts, and takes over when it is ready. */
class Shift {
  readonly #session: Session
  #serving: Worker | undefined
  #next: Worker | undefined
  #isOver = false
  #isHopeless = false
  #lastProblem = ''
  readonly #giveUp: () => void

  constructor(session: Session, giveUp: () => void) {
    this.#session = session
    this.#giveUp = giveUp
  }

  begin(changed?: string): void {
    if (this.#isOver) return
    if (changed !== undefined) this.#session.say(pc.dim(`\n${changed} has changed`))
    this.#next?.process.kill('SIGKILL')
    const next = cluster.fork({ NODE_ENV: process.env['NODE_ENV'] ?? 'development' })
    this.#next = next
    next.once('listening', () => void this.#takeOver(next))
    next.on('message', (said: PendingMigration | CannotListen) =>
      'cannotListen' in said ? this.#despair(next) : void this.#await(next, said),
    )
    next.once('exit', (code) => {
      if (this.#next !== next || this.#isOver) return
      this.#next = undefined
      if (this.#isHopeless) this.#giveUp()
      else if (code !== 0)
        this.#session.say(this.#serving ? pc.yellow('The previous version keeps running') : pc.yellow('Waiting for a change'))
    })
  }

  /** Ends with the first process, which says why: no change of a file would help. */
  #despair(first: Worker): void {
    if (this.#serving) return
    this.#isHopeless = true
    process.exitCode = 1
    if (first.isDead()) this.#giveUp()
  }

  /** The types are those of the new schema, because the code is being adapted to it. */
  async #await(next: Worker, { pendingMigration }: PendingMigration): Promise<void> {
    if (this.#next !== next) return
    const now = this.#serving ? 'The previous version keeps running; the' : 'The'
    this.#session.say(`${pc.red(pendingMigration)}\n${pc.yellow(`${now} new one starts as soon as the migration has run`)}`)
    await this.#writeTypes(next)
  }

  async #takeOver(next: Worker): Promise<void> {
    const before = this.#serving
    this.#serving = next
    if (this.#next === next) this.#next = undefined
    before?.process.kill('SIGTERM')
    await this.#writeTypes(next)
  }

  /** Writes types only if the project has them, or uses TypeScript. Prints a problem once, until it changes. */
  async #writeTypes(of: Worker): Promise<void> {
    if (![TYPES, `src/${TYPES}`, 'tsconfig.json'].some((file) => existsSync(file))) return
    // biome-ignore lint/style/noNonNullAssertion: galley always runs from a script
    const child = spawn(process.execPath, [process.argv[1]!, ...configArguments(), 'types'], { stdio: ['ignore', 'ignore', 'pipe'] })
    let problem = ''
    child.stderr.on('data', (chunk) => (problem += chunk))
    await new Promise((resolve) => child.once('close', resolve))
    // A newer change prints its own problems.
    if ((this.#next ?? of) === of && problem !== '' && problem !== this.#lastProblem)
      this.#session.say(pc.yellow(`The types were not written. ${problem.trim()}`))
    this.#lastProblem = problem
  }

  async end(): Promise<void> {
    this.#isOver = true
    const all = [this.#serving, this.#next].filter((one) => one !== undefined).filter((one) => !one.isDead())
    const gone = all.map((one) => new Promise((resolve) => one.once('exit', resolve)))
    for (const one of all) one.process.kill('SIGTERM')
    await Promise.all(gone)
  }
}

/** The `--config` argument, as it was given. */
function configArguments(): string[] {
  const at = process.argv.findIndex((word) => word === '-c' || word === '--config')
  return at < 0 ? [] : ['--config', ...process.argv.slice(at + 1, at + 2)]
}
