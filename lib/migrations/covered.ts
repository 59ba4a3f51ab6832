/** Finds migration files that a database already covers through other files: files are written for one kind of database. Tested by test/store/copy.test.ts. */
import { GalleyError } from '../errors.ts'
import { type Applied, isParked, type MigrationFile, type SchemaChange } from './changes.ts'
import { changesBetween } from './plan.ts'

/** All files up to the newest one that would change nothing. */
export function coveredFiles<T extends Pick<MigrationFile, 'after'>>(applied: Applied, files: readonly T[]): T[] {
  return files.slice(0, files.findLastIndex(({ after }) => isCovered(applied, after)) + 1)
}

/** Ignores later additions: tables, columns, nested fields and totals that the file does not know. */
function isCovered(applied: Applied, after: Applied): boolean {
  const wanted = after.tables
    .filter(({ name }) => !isParked(after, name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !isParked(after, table.name, name)) }))
  const isLater = (change: SchemaChange) =>
    change.do === 'count' ||
    change.do === 'collect' ||
    (change.do === 'park' && !isParked(after, change.table, change.column)) ||
    (change.do === 'parkInside' && !isParked(after, change.table, change.column, change.inside))
  try {
    return changesBetween(applied, wanted).every(isLater)
  } catch (error) {
    if (error instanceof GalleyError) return false
    throw error
  }
}
