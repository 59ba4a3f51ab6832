/** A change as data: guards, writes and seals. No user code runs between its statements. */

export interface Statement {
  kind: 'select' | 'insert' | 'update' | 'delete'
  /** Uses `?` for values; without its `returning`. */
  sql: string
  values: readonly unknown[]
  /** The columns that it returns of each written row, as SQL. */
  returning?: string
  /** The table of an insert that always adds one row, without regard to other rows. */
  into?: string
  /** Names its first row, so that later statements can refer to it. */
  as?: string
  /** A guard that locks nothing, so a database may ask it in the same statement as the writes. */
  isCheck?: true
  /** The exact number of rows it must return; otherwise the whole set is rolled back. */
  expect?: { rows: number; otherwise: () => Error }
}

/** A value that an earlier statement of the set returns. */
export class Ref {
  readonly of: string
  readonly column: string
  constructor(of: string, column: string) {
    this.of = of
    this.column = column
  }
}

export interface WriteSet {
  /** Locks and assertions, before anything is written. */
  guards: Statement[]
  /** Run in list order. */
  writes: Statement[]
  /** Run last, before the commit. */
  seals: Statement[]
}

/** A write set to run; any of its parts may be absent. */
export type Writing = { readonly [Part in keyof WriteSet]?: readonly Statement[] }

export const writeSet = (): WriteSet => ({ guards: [], writes: [], seals: [] })

export const sqlOf = ({ sql, returning }: Statement): string => (returning === undefined ? sql : `${sql} returning ${returning}`)

export const statementsOf = ({ guards = [], writes = [], seals = [] }: Writing): Statement[] => [...guards, ...writes, ...seals]
