/** The totals that the database itself keeps of a collection: of all rows, and by status and trash. Tested by test/store/tally.test.ts. */
import type { Dialect, RowGroups } from './contract.ts'

/** The columns that divide the rows of a table into groups, each with a total of its own. */
export interface Tally {
  /** A group for each of its values. */
  leading?: string
  /** Rows with a value in it are in the trash, so they are in other groups. */
  trash?: string
}

/** The totals with keys from one to another, both included. */
export type KeptTotal = readonly [from: string, to: string]

/** Sorts after every letter that a status may have. */
const LAST = '~'

export const totalOfAll = (table: string): KeptTotal => [table, table]

/** The total of the rows with one value in the leading column, or with any. */
export function totalOfGroup(table: string, isInTrash: boolean, leading?: string): KeptTotal {
  const groups = `${table}/${isInTrash ? 'trash' : 'live'}/`
  return leading === undefined ? [groups, groups + LAST] : [groups + leading, groups + leading]
}

export const columnsOfTally = ({ leading, trash }: Tally): string[] => [leading, trash].filter((name) => name !== undefined)

/** The groups in SQL. */
export function groupsBy(tally: Tally, table: string, { quote }: Dialect): RowGroups {
  const { leading, trash } = tally
  const place = (isInTrash: boolean) => `'${totalOfGroup(table, isInTrash)[0]}'`
  const filled = (column: string) => `coalesce(${column}, '')`
  return {
    columns: columnsOfTally(tally),
    key: (row) => {
      const of = (name: string) => filled(row + quote(name))
      const at = trash === undefined ? place(false) : `case when ${of(trash)} = '' then ${place(false)} else ${place(true)} end`
      return leading === undefined ? at : `${at} || ${of(leading)}`
    },
  }
}
