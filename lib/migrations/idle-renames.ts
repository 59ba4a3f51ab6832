/** Finds `renamedFrom` names that nothing in use has: what they are written on starts empty, and the user should know.
 * Tested by test/migrations/lacking.test.ts.
 */
import { didYouMean } from '../../schema/nearest.ts'
import { withoutLocale } from '../store/columns.ts'
import type { Applied, SchemaChange } from './changes.ts'

export interface IdleRename {
  table: string
  field?: string
  words: string
}

/** `plan`: the changes from the applied tables to the wanted ones. A table or column that it creates has found no former one. */
export function idleRenames({ tables, parked }: Applied, plan: readonly SchemaChange[]): IdleRename[] {
  // A new database has no former names.
  if (tables.length === 0) return []
  const leaving = (table?: string) => [
    ...plan.flatMap((change) => (change.do === 'park' && isOf(change, table) ? nameOf(change) : [])),
    ...parked.flatMap((one) => (one.inside === undefined && isOf(one, table) ? nameOf(one) : [])),
  ]
  const formerTable = (table: string) => {
    const renamed = plan.find((one) => one.do === 'renameTable' && one.table.name === table)
    return renamed?.do === 'renameTable' ? renamed.from : table
  }
  /** A field that is there, or gets its values in this plan, may still be added in a form that is new, such as one more locale. */
  const hasValues = (table: string, field: string) => {
    const before = tables.find(({ name }) => name === formerTable(table))
    const moved = plan.flatMap((one) => (one.do === 'renameColumn' && one.table === table ? [one.to] : []))
    return [...(before?.columns.map(({ name }) => name) ?? []), ...moved].some((name) => spelled(name) === field)
  }
  /** Parked by an earlier migration. */
  const isAway = (table: string, field?: string) =>
    parked.some((one) => one.table === table && one.inside === undefined && (one.column && spelled(one.column)) === field)
  const idle = plan.flatMap((change): IdleRename[] => {
    if (change.do === 'createTable') {
      const { name, was } = change.table
      if (was === undefined) return []
      const back = `to take its documents, first put '${was}' back into the schema, and run 'npx galley migrate'`
      return [
        {
          table: name,
          words: inWords(`'${name}'`, was, isAway(was) ? `which is parked, so it starts empty; ${back}` : missing(was, leaving())),
        },
      ]
    }
    if (change.do !== 'addColumn') return []
    const field = spelled(change.column.name)
    const former = change.column.was?.map(spelled).find((one) => lastOf(one) !== lastOf(field))
    if (former === undefined || hasValues(change.table, field)) return []
    const why = isAway(formerTable(change.table), former) ? PARKED : missing(former, leaving(change.table))
    return [{ table: change.table, field, words: inWords(`'${field}' of '${change.table}'`, former, why) }]
  })
  // A localized field is added once for each locale.
  return [...new Map(idle.map((one) => [one.words, one])).values()]
}

interface Leaving {
  table: string
  column?: string
}

/** `table`: where a column leaves; without it, a table leaves. */
const isOf = (one: Leaving, table: string | undefined): boolean =>
  table === undefined ? one.column === undefined : one.column !== undefined && one.table === table

const nameOf = ({ table, column }: Leaving): string => (column === undefined ? table : spelled(column))

const spelled = (column: string): string => withoutLocale(column).replaceAll('$', '.')

/** A field in a renamed group keeps its name; whether the group has a former name says nothing about new fields in it. */
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const inWords = (what: string, former: string, why: string): string => `${what} says renamedFrom '${former}', ${why}`

const PARKED =
  "which is parked, so it starts empty; to fill it with the parked values, remove 'renamedFrom', run 'npx galley migrate', and add it again"

const missing = (former: string, leaving: readonly string[]): string =>
  `which this database doesn't have, so it starts empty${hint(didYouMean(former, leaving))}`

const hint = (meant: string): string => (meant === '' ? '' : `; ${meant}`)
