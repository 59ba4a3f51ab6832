/** The changes that lead from one set of tables to another, as data, and how risky each is. */
import type { Kind } from '../../schema/model.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import type { Outline } from '../store/outline.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import type { Tally } from '../store/tally.ts'
import type { Rename } from './slugs.ts'

/**
 * `safe`: applied automatically in development. `slow`: reads every row. `careful`: moves values, needs confirmation. `losing`: drops
 * values.
 */
export type Risk = 'safe' | 'slow' | 'careful' | 'losing'

/** A path in a column's JSON, without the column name: `.k`, `[video]`, `[video].url`. */
export type InnerPath = string

export type SchemaChange = Planned & InBatches

/** Where values are stored: in live rows, or in pending drafts or versions. */
export type Whereabouts = 'live' | 'drafts' | 'versions'

interface InBatches {
  /** Runs while others keep writing: for the first time, or again because an earlier attempt did not finish. */
  inBatches?: 'first' | 'again'
  /** The places whose values were converted before the plan. */
  converted?: readonly Whereabouts[]
}

type Planned =
  /** `gaveTo`: the name that the values formerly stored here have now. */
  | { do: 'createTable'; table: TableSpec; gaveTo?: string }
  | { do: 'renameTable'; from: string; table: TableSpec }
  | { do: 'addColumn'; table: string; column: ColumnSpec; gaveTo?: string }
  /** `isParked`: the column stays parked under its new name. */
  | { do: 'renameColumn'; table: string; from: string; to: string; isParked?: true }
  | Convert
  /** Records that names which were swapped before must not be swapped again. */
  | { do: 'settle'; table?: string; names: readonly string[] }
  | { do: 'fill'; table: string; column: ColumnSpec }
  /** Fills empty values of a column with parked ones. */
  | { do: 'merge'; table: string; column: ColumnSpec; from: string; held: Outline }
  | Revert
  | { do: 'park'; table: string; column?: string; hides?: boolean }
  | { do: 'unpark'; table: string; column?: string }
  | { do: 'drop'; table: string; column?: string }
  | AddIndex
  | { do: 'dropIndex'; table: string; index: string }
  /** Counts all rows again, and keeps the totals of these groups from now on. */
  | { do: 'count'; table: string; tally?: Tally }
  /** Collects the documents that the texts of a column point to. */
  | { do: 'collect'; table: string; column: string }
  | PlannedInside

interface Convert {
  do: 'convert'
  table: string
  column: ColumnSpec
  from: Kind
  wasList: boolean
  parkedAs: string
  held?: Outline
  /** The column that already holds the converted values. */
  prepared?: string
}

/** Undoes a conversion: the earlier values come back into use, together with what was written since. */
interface Revert {
  do: 'revert'
  table: string
  column: ColumnSpec
  from: string
  written: Outline
  parkedAs: string
  /** Nothing was written since, so nothing is converted back. */
  isUnwritten?: true
}

export interface AddIndex {
  do: 'addIndex'
  table: string
  index: IndexSpec
  clashes?: string
  /** Runs while others keep writing: for the first time, or again because an earlier attempt did not finish. */
  concurrently?: 'first' | 'again'
}

/** A change inside a column's JSON. */
export type InsideChange = PlannedInside & InBatches

type PlannedInside =
  | { do: 'addInside'; table: string; column: string; inside: InnerPath; gaveTo?: string }
  | { do: 'renameInside'; table: string; column: string; inside: InnerPath; to: string }
  | { do: 'convertInside'; table: string; column: string; inside: InnerPath; held: Outline; holds: Outline; parkedAs: string }
  | { do: 'mergeInside'; table: string; column: string; inside: InnerPath; from: string; held: Outline; holds: Outline }
  | {
      do: 'revertInside'
      table: string
      column: string
      inside: InnerPath
      from: string
      held: Outline
      written: Outline
      parkedAs: string
      isUnwritten?: true
    }
  | { do: 'parkInside'; table: string; column: string; inside: InnerPath; held: Outline }
  | { do: 'unparkInside'; table: string; column: string; inside: InnerPath }
  | { do: 'dropInside'; table: string; column: string; inside: InnerPath }

/** The contents of a database: the tables as last applied, and parts that the schema doesn't name any more. */
export interface Applied {
  tables: TableSpec[]
  parked: Parked[]
  /** Former names of tables, in the order of the renames. */
  renames?: Rename[]
}

export interface Parked {
  table: string
  column?: string
  inside?: InnerPath
  /** The outline that the parked JSON had. */
  held?: Outline & { formerly?: readonly string[] }
  /** The name that these values had before they made way for others. */
  of?: string
  /** They made way for values of another name, which took over theirs. */
  gaveWay?: boolean
  /** The name that those other values came from. Unknown in databases of older versions. */
  replacedBy?: string
}

/** Parked values of a column, or of a field in it. */
export type ParkedColumn = Parked & { column: string }

export const isParked = (applied: Applied, table: string, column?: string, inside?: InnerPath): boolean =>
  applied.parked.some((one) => one.table === table && one.column === column && one.inside === inside)

/** The outline of a column's value, even if an older version last applied the database. */
export const columnOutline = ({ kind, list, holds }: ColumnSpec): Outline => holds ?? { kind: kind as Kind, ...(list && { list }) }

/** The outline that a column conversion starts from. */
export const heldBefore = ({ held, from, wasList }: Extract<SchemaChange, { do: 'convert' }>): Outline =>
  held ?? { kind: from, ...(wasList && { list: true }) }

export const isInside = (change: SchemaChange): change is InsideChange => change.do.endsWith('Inside')

const RISKS: Readonly<Record<SchemaChange['do'], Risk>> = {
  createTable: 'safe',
  renameTable: 'careful',
  addColumn: 'safe',
  renameColumn: 'careful',
  convert: 'careful',
  settle: 'safe',
  fill: 'safe',
  merge: 'careful',
  revert: 'careful',
  park: 'safe',
  unpark: 'safe',
  drop: 'losing',
  addIndex: 'slow',
  dropIndex: 'safe',
  count: 'slow',
  collect: 'slow',
  addInside: 'safe',
  renameInside: 'careful',
  convertInside: 'careful',
  mergeInside: 'careful',
  revertInside: 'careful',
  parkInside: 'safe',
  unparkInside: 'safe',
  dropInside: 'losing',
}

export const riskOf = (change: SchemaChange): Risk => (change.do === 'park' && change.hides ? 'careful' : RISKS[change.do])

/** Ignores what may change between two looks: the size of a table, and whether anything was written since a conversion. */
export const isSamePlan = (one: readonly SchemaChange[], other: readonly SchemaChange[]): boolean => {
  const text = (changes: readonly SchemaChange[]) =>
    JSON.stringify(changes, (key, value) => (['concurrently', 'isUnwritten'].includes(key) ? undefined : value))
  return text(one) === text(other)
}

/** Whether another process dropped first what a change would drop. */
export function isDropped(change: SchemaChange, parked: readonly Parked[]): boolean {
  if (change.do !== 'drop' && change.do !== 'dropInside') return false
  const { table, column } = change
  const inside = change.do === 'dropInside' ? change.inside : undefined
  return !parked.some((one) => one.table === table && one.column === column && one.inside === inside)
}

/** A file in `migrations/`. */
export interface MigrationFile {
  name: string
  hash: string
  /** SQL statements, or changes that only code can make. */
  steps: (string | SchemaChange)[]
  after: Applied
  /** The code that may be missing from now on, such as `posts.access.read`. */
  withoutCode: readonly string[]
  /** The code that was there when the file was written; files of older versions don't know. */
  code?: readonly string[]
}
