/** The tables of a plan that the database has already, created by the application: the migration would be refused. */
import { GalleyError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import type { SchemaChange } from './changes.ts'

export async function takenTables(changes: readonly SchemaChange[], store: Store): Promise<string[]> {
  const freed = new Set<string>()
  const names = changes.flatMap((change) => {
    if (change.do === 'renameTable') freed.add(change.from)
    if (change.do === 'drop' && change.column === undefined) freed.add(change.table)
    return change.do === 'createTable' && !freed.has(change.table.name) ? [change.table.name] : []
  })
  const areThere = await Promise.all(names.map((name) => isThere(name, store)))
  return names.filter((_, index) => areThere[index])
}

/** Asks for the table itself, because databases differ in whether its name may have other letter case. */
async function isThere(name: string, store: Store): Promise<boolean> {
  try {
    await store.read(`select 1 from ${store.dialect.table(name)} where 1 = 0`)
    return true
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'MIGRATION') return false
    throw error
  }
}
