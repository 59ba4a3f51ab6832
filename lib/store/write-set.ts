/** A change as data: what must hold, what is written, what seals it. No user code runs between its statements. */

export interface Statement {
  /** With `?` for values. */
  sql: string
  values: readonly unknown[]
  /** An insert that gives no row, may fail no other way than the database itself makes it, and mentions others by `Ref` alone. */
  plain?: true
  /** Names its first row, so that later statements can refer to it. */
  as?: string
  /** How many rows it must give, or none at all: then the whole set is undone. */
  expect?: { rows: number; otherwise: () => Error }
}

/** A value that an earlier statement of the set gives. */
export class Ref {
  readonly of: string
  readonly column: string
  constructor(of: string, column: string) {
    this.of = of
    this.column = column
  }
}

export interface WriteSet {
  /** Locks and asserts, before anything is written. */
  guards: Statement[]
  /** In list order. */
  writes: Statement[]
  /** Last before the commit. */
  seals: Statement[]
}

/** A set to be sent, of which parts may be absent. */
export type Writing = { readonly [Part in keyof WriteSet]?: readonly Statement[] }

export const writeSet = (): WriteSet => ({ guards: [], writes: [], seals: [] })

export const statementsOf = ({ guards = [], writes = [], seals = [] }: Writing): Statement[] => [...guards, ...writes, ...seals]
