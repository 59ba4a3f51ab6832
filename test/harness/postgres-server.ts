/** A real Postgres for the tests: `PG_URL`, else one on the machine, else the one from the npm registry. None is a failure, never a skip. */
import { PostgresProcess } from './postgres-process.ts'

let stop = () => {}
/** Kept in the environment: a test file may see another instance of this module than mocha does, or stand in another process. */
const known = () => process.env['PG_URL']

export function postgresUrl(): string {
  const url = known()
  if (!url) throw new Error('Postgres is not started')
  return url
}

/** Once for the whole run, before files are given to the processes that run them side by side. */
export async function mochaGlobalSetup(): Promise<void> {
  if (!known()) await start()
}

export const mochaGlobalTeardown = (): void => stop()

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
  const server = await PostgresProcess.make()
  stop = () => server.remove()
  process.once('exit', () => stop())
  await server.start()
  process.env['PG_URL'] = server.url
}
