/** Finds migration files whose changes a database has already: through files for another kind of database, or because development made them
 * when the schema changed. Tested by test/store/copy.test.ts.
 */
import { GalleyError } from '../errors.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Applied, isParked, type MigrationFile, type SchemaChange } from './changes.ts'
import { NOTHING } from './model-table.ts'
import { changesBetween } from './plan.ts'
import { inUse } from './undo.ts'

/** All files up to the newest one that would change nothing. */
export function coveredFiles<T extends Pick<MigrationFile, 'after'>>(applied: Applied, files: readonly T[]): T[] {
  return files.slice(0, files.findLastIndex(({ after }) => isCovered(applied, after)) + 1)
}

/** Those that development has made. What follows them and changes no table was written by hand, and is still to run. `last`: the newest applied file. */
export function madeFiles<T extends Pick<MigrationFile, 'after'>>(applied: Applied, waiting: readonly T[], last: T | undefined): T[] {
  const files = coveredFiles(applied, waiting)
  const before = (at: number): Applied => (at === 0 ? last : files[at - 1])?.after ?? NOTHING
  return files.slice(0, files.findLastIndex(({ after }, at) => changesTo(inUse(after), before(at))?.length !== 0) + 1)
}

/** Ignores later additions: tables, columns, nested fields and totals that the file does not know. */
function isCovered(applied: Applied, after: Applied): boolean {
  const isLater = (change: SchemaChange) =>
    change.do === 'count' ||
    change.do === 'collect' ||
    (change.do === 'park' && !isParked(after, change.table, change.column)) ||
    (change.do === 'parkInside' && !isParked(after, change.table, change.column, change.inside))
  return changesTo(inUse(after), applied)?.every(isLater) ?? false
}

/** Undefined if the one doesn't lead to the other. */
export function changesTo(wanted: readonly TableSpec[], before: Applied): SchemaChange[] | undefined {
  try {
    return changesBetween(before, wanted)
  } catch (error) {
    if (error instanceof GalleyError) return undefined
    throw error
  }
}
