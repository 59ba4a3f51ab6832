/** What a database adapter promises. The adapters in `adapters/` keep it; nothing else in `lib` knows a driver. */
import type { Kind } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Statement } from './write-set.ts'

export type Row = Record<string, any>

/** What the statements of a set gave, by their names. */
export type Written = Record<string, Row>

/** What `config.db` is: a description that opens connections when the CMS starts. */
export interface DatabaseAdapter {
  readonly name: string
  /** Shown on the status page and by `doctor`; never a password. */
  readonly description: string
  readonly dialect: Dialect
  /** How many milliseconds a transaction may be held. @default 10000 */
  readonly holdLimit?: number
  open(opening: { log: Log; readonly?: boolean }): Promise<Connections>
  /** The same kind of database in another file, where it is kept in one. */
  inFile?(filename: string): DatabaseAdapter
}

/** A statement that is compiled once for its shape. */
export interface Query {
  readonly sql: string
  /** The same statement with the dialect's `timeCheck` in it, where there is one. */
  readonly checked?: string
}

/** `quick`: shapes whose statements have been short so far. `slow`: all others. */
export type Lane = 'quick' | 'slow'

/** A statement was stopped because its time was up. */
export class StatementTimeout extends Error {
  constructor(limit: number) {
    super(`the statement was stopped after ${limit} ms`)
  }
}

/** The database ended a held transaction because of another one: nothing of it was saved, and it may be run again. */
export class TransactionConflict extends GalleyError {
  constructor(cause: unknown) {
    super(
      'TRANSACTION',
      'The database rolled the transaction back because of another one that changed the same rows; run it again, or let `retries` do so',
      {
        cause,
      },
    )
  }
}

export interface TimedRows {
  rows: Row[]
  /** How many milliseconds the statement itself took, without waiting for a connection. */
  took: number
}

export interface ReadOptions {
  /** Only the primary may answer, never a replica. */
  fresh?: boolean
  /** The statement is short however large its table is. One connection is reserved for such statements. */
  bounded?: boolean
  /** The statement goes through much data: it never runs inside the event loop. */
  takesLong?: boolean
}

export interface Connections {
  /** One statement that changes nothing, without a time limit; the least busy reader or a replica answers it. */
  read(sql: string, values: readonly unknown[], options?: ReadOptions): Promise<Row[]>
  /**
   * One statement that changes nothing, stopped with `StatementTimeout` after `limit` milliseconds. Where the database can stop
   * it sooner, it is also stopped with the reason of `gone` once that is aborted. Stopping it never touches another statement.
   */
  limited(query: Query, values: readonly unknown[], lane: Lane, limit: number, gone?: AbortSignal): Promise<TimedRows>
  /** How many statements `limited` takes at once in each lane; the store never asks for more. */
  readonly lanes: Readonly<Record<Lane, number>>
  /** How many bounded statements of callers run at once; the store never asks for more. */
  readonly bounded: number
  /** The query plan of a statement as text, without any values. */
  explain(query: Query, parameters: number): Promise<string>
  /**
   * Runs statements in a transaction of their own: all or none. Several callers may share one commit. The work may run again
   * where another transaction was in its way, so it does nothing but ask its connection.
   */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** One statement that is a transaction by itself. */
  single(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** A set as one statement, a transaction in one round trip; nothing where the database can't take it so. */
  together(statements: readonly Statement[]): Promise<Written> | undefined
  /** A transaction that its caller holds open across calls. Rejects with `TransactionConflict` where another one was in its way. */
  hold<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** A transaction that changes tables. `takesLong`: much is written, even where the database is still small. */
  alter<T>(work: (connection: Connection) => Promise<T>, options: { takesLong: boolean }): Promise<T>
  /** Reads that all see the database as it was at one moment, while others write on. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Runs one statement. Code that reads in the same way inside and outside of transactions takes this. */
export type Ask = (sql: string, values: readonly unknown[]) => Promise<Row[]>

/** A connection inside a transaction. */
export interface Connection {
  all(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface ConcurrentIndexing {
  /** How large the rows of a table are, as `bytes`. */
  size(table: string): string
  /** The indexes that are there: `index`, whether it `isWhole`, and whether somebody is at it (`isBeingMade`). */
  readonly indexes: string
  /** Until the transaction ends nobody else begins or drops an index of this table; others go on reading and writing. */
  lockIndexes(table: string): string
}

/** The few answers in which databases differ. SQL comes with `?` for values; `native` turns it into the driver's own. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  native(sql: string): string
  /** A quoted, qualified table. */
  table(name: string): string
  /** The bare name that the catalogue knows a table by. */
  bare(name: string): string
  quote(name: string): string
  columnType(kind: Kind): string
  identity: string
  /** A value as the driver binds it. */
  bind(kind: Kind, value: unknown): unknown
  /** Text contains, ignoring case, on any script: an expression with one `?`, and the value for it. */
  contains(expression: string): string
  containing(text: string): string
  /** The expression's value stands in a list bound as one value. */
  within(expression: string, kind: Kind): string
  list(kind: Kind, values: readonly unknown[]): unknown
  /** The elements of a JSON list as a table with a column `value`. */
  each(expression: string, alias: string): string
  /** A key of a JSON object, as JSON; and a JSON value as a scalar. */
  key(expression: string, key: string): string
  scalar(expression: string, kind: Kind): string
  /** True where a JSON column holds no rows. */
  emptyList(expression: string): string
  /** `NULLS FIRST` and the like, where the database would do otherwise: empty values sort lowest. */
  nulls(direction: 'asc' | 'desc'): string
  /** Rows of integers from one bound JSON list of lists: `(a, b)` … as a table. */
  rows(alias: string, columns: readonly { name: string; kind: Kind }[]): string
  /** Which unique index refused a write, by its name or its columns. */
  uniqueClash(error: unknown): { index?: string; columns?: string[] } | undefined
  /** Whether a text was too long for an index; absent where an index takes any. */
  isTooLong?(error: unknown): boolean
  /** Whether a statement named a table or column that is not there. */
  isOutdated(error: unknown): boolean
  /** Statements that are asked for once, when the store opens. */
  readonly setup: readonly string[]
  /** Takes a lock of this name until the transaction ends; nothing where there is one writer anyhow. */
  lock(name: string): string | undefined
  /**
   * A statement after which the transaction waits only a short time for the lock of a table, and whether an error says that it
   * waited in vain. Absent where a waiting writer keeps no reader away.
   */
  readonly shortWaits?: { sql: string; isOver(error: unknown): boolean }
  /** How indexes are made while others go on writing, outside of any transaction. Absent where there is one writer anyhow. */
  readonly concurrent?: ConcurrentIndexing
  /** Behind a select: keeps its rows from others until the transaction ends. */
  forUpdate: string
  /** The tables and columns that exist, by table. */
  readonly catalogue: string
  /** A condition that is true, and stops the statement once its time is up; takes the id of the row at hand. Absent where the driver stops statements from outside. */
  timeCheck?(id: string): string
  /** From how many skipped rows on a page is cheaper when ids are found first and rows fetched late. */
  readonly lateFrom: number
  /** The last id that a table gave, also where its row is gone; and how to go on from such a one. */
  lastId(table: string): string
  goOnFrom(table: string, id: number): string[]
  /** Counts rows without a scan: statements that keep the count of a table. */
  counting(table: string): string[]
  /** Ends that. */
  notCounting(table: string): string[]
  /** Such a count as a scalar expression; null where none is kept. */
  counted(table: string): string
  /** Where counts are kept as changes: adds them up. Asked for now and then. */
  readonly foldCounts: string | undefined
  /** Notes in a table, under a number, the id of each row that is made or gets another value in the column, if one is given; and ends that. */
  noting(table: string, column: string | undefined, notes: string, n: number): string[]
  notNoting(table: string, n: number): string[]
}
