/** Explains errors about missing tables: a migration is pending, or ran while this process was running. Tested by test/migrations/old-process.test.ts. */
import { GalleyError } from '../errors.ts'
import type { Connections, Dialect } from './contract.ts'

export function explained(connections: Connections, dialect: Dialect): Connections {
  const named = (error: unknown): never => {
    throw dialect.isOutdated(error) ? outdated(error as Error) : error
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

const outdated = (cause: Error) =>
  new GalleyError(
    'MIGRATION',
    `The database has different tables than this process expects: ${cause.message.split('\n')[0]}. If a migration has run since the process started, restart it with the new schema. If one is pending, run:\n  npx galley migrate`,
    { cause },
  )
