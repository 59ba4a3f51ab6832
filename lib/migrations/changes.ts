/** The changes that lead from one set of tables to another, as data, and how much each risks. */
import type { Kind } from '../../schema/model.ts'
import type { Outline } from '../store/outline.ts'
import type { ColumnSpec, IndexSpec, TableSpec } from '../store/tables.ts'
import type { Rename } from './slugs.ts'

/** `safe`: applied by itself in development. `slow`: reads every row. `careful`: moves values, wants a person's word. `losing`: drops values. */
export type Risk = 'safe' | 'slow' | 'careful' | 'losing'

/** A place in the JSON of a column, behind its name: `.k`, `[video]`, `[video].url`. */
export type Inside = string

export type Change = Planned & InBatches

/** Where values are: in the rows that everybody reads, or in documents set aside. */
export type Whereabouts = 'live' | 'drafts' | 'versions'

interface InBatches {
  /** Made while others go on writing: for the first time, or because an earlier attempt was not finished. */
  inBatches?: 'first' | 'again'
  /** The values that were converted before the plan. */
  converted?: readonly Whereabouts[]
}

type Planned =
  /** `gaveTo`: the name that the values have which stood there until now. */
  | { do: 'createTable'; table: TableSpec; gaveTo?: string }
  | { do: 'renameTable'; from: string; table: TableSpec }
  | { do: 'addColumn'; table: string; column: ColumnSpec; gaveTo?: string }
  /** `isParked`: the column stays parked under its new name. */
  | { do: 'renameColumn'; table: string; from: string; to: string; isParked?: true }
  | Convert
  /** Says that names which changed places before do not do so again. */
  | { do: 'settle'; table?: string; names: readonly string[] }
  | { do: 'fill'; table: string; column: ColumnSpec }
  /** Shows parked values where those of a column are empty. */
  | { do: 'merge'; table: string; column: ColumnSpec; from: string; held: Outline }
  /** Takes a conversion back: the values from before are in use again, with what was written since. */
  | { do: 'revert'; table: string; column: ColumnSpec; from: string; written: Outline; parkedAs: string }
  | { do: 'park'; table: string; column?: string; hides?: boolean }
  | { do: 'unpark'; table: string; column?: string }
  | { do: 'drop'; table: string; column?: string }
  | AddIndex
  | { do: 'dropIndex'; table: string; index: string }
  | PlannedInside

interface Convert {
  do: 'convert'
  table: string
  column: ColumnSpec
  from: Kind
  wasList: boolean
  parkedAs: string
  held?: Outline
  /** The column that holds the converted values already. */
  prepared?: string
}

export interface AddIndex {
  do: 'addIndex'
  table: string
  index: IndexSpec
  clashes?: string
  /** Made while others go on writing: for the first time, or because an earlier attempt was not finished. */
  concurrently?: 'first' | 'again'
}

/** What changes inside the JSON of a column. */
export type InsideChange = PlannedInside & InBatches

type PlannedInside =
  | { do: 'addInside'; table: string; column: string; inside: Inside; gaveTo?: string }
  | { do: 'renameInside'; table: string; column: string; inside: Inside; to: string }
  | { do: 'convertInside'; table: string; column: string; inside: Inside; held: Outline; holds: Outline; parkedAs: string }
  | { do: 'mergeInside'; table: string; column: string; inside: Inside; from: string; held: Outline; holds: Outline }
  | { do: 'revertInside'; table: string; column: string; inside: Inside; from: string; held: Outline; written: Outline; parkedAs: string }
  | { do: 'parkInside'; table: string; column: string; inside: Inside; held: Outline }
  | { do: 'unparkInside'; table: string; column: string; inside: Inside }
  | { do: 'dropInside'; table: string; column: string; inside: Inside }

/** What a database holds: the tables as they were last applied, and what no schema names any more. */
export interface Applied {
  tables: TableSpec[]
  parked: Parked[]
  /** What tables were called before, in the order in which they were renamed. */
  renames?: Rename[]
}

export interface Parked {
  table: string
  column?: string
  inside?: Inside
  /** What stood inside the JSON. */
  held?: Outline & { formerly?: readonly string[] }
  /** The name whose values these were, before they made way for others. */
  of?: string
  /** They made way for those of another name, which took theirs. */
  gaveWay?: boolean
  /** The name from which those came. Unknown in databases of older versions. */
  replacedBy?: string
}

export const isParked = (applied: Applied, table: string, column?: string, inside?: Inside): boolean =>
  applied.parked.some((one) => one.table === table && one.column === column && one.inside === inside)

/** What one value of a column is, also where the database was last applied by an older version. */
export const heldIn = ({ kind, list, holds }: ColumnSpec): Outline => holds ?? { kind: kind as Kind, ...(list && { list }) }

/** What a conversion of a column starts from. */
export const heldBefore = ({ held, from, wasList }: Extract<Change, { do: 'convert' }>): Outline =>
  held ?? { kind: from, ...(wasList && { list: true }) }

export const isInside = (change: Change): change is InsideChange => change.do.endsWith('Inside')

const RISKS: Readonly<Record<Change['do'], Risk>> = {
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
  addInside: 'safe',
  renameInside: 'careful',
  convertInside: 'careful',
  mergeInside: 'careful',
  revertInside: 'careful',
  parkInside: 'safe',
  unparkInside: 'safe',
  dropInside: 'losing',
}

export const riskOf = (change: Change): Risk => (change.do === 'park' && change.hides ? 'careful' : RISKS[change.do])

/** A file of `migrations/`. */
export interface MigrationFile {
  name: string
  hash: string
  /** Statements, or what of a change only code can do. */
  steps: (string | Change)[]
  after: Applied
}
