/** Explains errors about missing tables and other content: a migration is pending, or ran while this process was running. Tested by test/migrations/old-process.test.ts. */
import { GalleyError } from '../errors.ts'
import type { Connections, Dialect } from './contract.ts'

export function explained(connections: Connections, dialect: Dialect): Connections {
  const named = (error: unknown): never => {
    throw dialect.isOutdated(error) ? outdated((error as Error).message.split('\n')[0], error) : error
  }
  return {
    ...connections,
    read: (...given) => connections.read(...given).catch(named),
    limited: (...given) => connections.limited(...given).catch(named),
    write: (work) => connections.write(work).catch(named),
    single: (...given) => connections.single(...given).catch(named),
    together: (statements) => connections.together(statements)?.catch(named),
    hold: (work) => connections.hold(work).catch(named),
  }
}

/** Parses what a column of JSON holds. The parser's own message would quote the content. */
export function parseStored(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw outdated('a column that held JSON holds something else')
  }
}

const outdated = (reason: string | undefined, cause?: unknown) =>
  new GalleyError(
    'MIGRATION',
    `The database has different tables than this process expects: ${reason}. If a migration has run since the process started, restart it with the new schema. If one is pending, run:\n  npx galley migrate`,
    { cause },
  )
