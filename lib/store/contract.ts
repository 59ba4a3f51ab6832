/** The contract of a database adapter. The adapters in `adapters/` implement it; nothing else in `lib` knows a driver. */
import type { Kind } from '../../schema/model.ts'
import type { CheckedAdapter } from '../checked-adapter.ts'
import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Statement } from './write-set.ts'

// biome-ignore lint/suspicious/noExplicitAny: the columns depend on the query, and so do their types
export type Row = Record<string, any>

/** The rows that the statements of a set returned, by statement name. */
export type ReturnedRows = Record<string, Row>

/** The type of `config.db`: a description that opens connections when the CMS starts. */
export interface DatabaseAdapter extends CheckedAdapter {
  readonly name: string
  /** Shown on the status page and by `doctor`; never contains a password. */
  readonly description: string
  readonly dialect: Dialect
  /** The longest time a transaction may be held, in milliseconds. @default 10000 */
  readonly holdLimit?: number
  open(opening: { log: Log; readonly?: boolean }): Promise<Connections>
  /** The path of its file, if it is stored in one. */
  readonly file?: string
  /** The same kind of database in another file, if it is stored in a file. */
  inFile?(filename: string): DatabaseAdapter
}

/** The groups of a table's rows whose totals are kept in addition to the total of all. */
export interface RowGroups {
  /** A row's group follows from these columns alone. */
  readonly columns: readonly string[]
  /** An SQL expression: the key of a row's group, which begins with the table's name and a `/`. `row`: what precedes each column. */
  key(row: string): string
}

/** A statement that is compiled once per shape. */
export interface Query {
  readonly sql: string
  /** The same statement with the dialect's `timeCheck`, if there is one. */
  readonly checked?: string
  /** If it reads a single row by its id: the same for several rows. */
  readonly many?: RowsById
}

/** A statement with a list of ids in place of one. */
export interface RowsById {
  readonly sql: string
  /** The index of the id, or of the list, among the values. */
  readonly at: number
}

/** `quick`: shapes whose statements have been short so far. `slow`: all others. */
export type QueryCost = 'quick' | 'slow'

/** A statement was stopped because its time ran out. */
export class StatementTimeout extends Error {
  constructor(limit: number) {
    super(`the statement was stopped after ${limit} ms`)
  }
}

/** The database aborted a held transaction because of a conflict: nothing was saved, and it may be retried. */
export class TransactionConflict extends GalleyError {
  constructor(cause: unknown) {
    super(
      'TRANSACTION',
      'The database rolled the transaction back because another one changed the same rows; run it again, or set `retries`',
      {
        cause,
      },
    )
  }
}

export interface TimedRows {
  rows: Row[]
  /** The duration of the statement itself in milliseconds, without the wait for a connection. */
  took: number
}

export interface StatementOptions {
  /** Only the primary may answer, never a replica. */
  fresh?: boolean
  /** The statement is short however large its table is. One connection is reserved for such statements. */
  bounded?: boolean
  /** The statement processes a lot of data, so it must never run on the event loop. */
  takesLong?: boolean
}

/** The open connections of a database adapter. */
export interface Connections {
  /** Runs a read-only statement without a time limit on the least busy reader or a replica. */
  read(sql: string, values: readonly unknown[], options?: StatementOptions): Promise<Row[]>
  /**
   * Runs a read-only statement, stopped with `StatementTimeout` after `limit` milliseconds. If the database can stop it sooner, aborting
   * `gone` stops it with the abort reason. Stopping it never affects another statement.
   */
  limited(query: Query, values: readonly unknown[], cost: QueryCost, limit: number, disconnected?: AbortSignal): Promise<TimedRows>
  /** How many statements `limited` accepts at once per cost; the store never exceeds it. */
  readonly capacity: Readonly<Record<QueryCost, number>>
  /** How many bounded statements of callers run at once; the store never exceeds it. */
  readonly bounded: number
  /** Whether a statement is a trip to another thread or server, so that short ones at the same time should share it. */
  readonly isAway: boolean
  /** The query plan of a statement as text, without any values. */
  explain(query: Query, parameters: number): Promise<string>
  /**
   * Runs statements in their own transaction: all or none. Several callers may share one commit. The work may run again after a conflict
   * with another transaction, so it must do nothing but use its connection.
   */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Runs one statement as its own transaction. */
  single(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Runs a set as a single statement, a transaction in one round trip; undefined if the database can't express it that way. */
  together(statements: readonly Statement[]): Promise<ReturnedRows> | undefined
  /** A transaction that the caller holds open across calls. Rejects with `TransactionConflict` on a conflict with another one. */
  hold<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** A transaction that changes tables. `takesLong`: it writes a lot of data, even if the database is still small. */
  alter<T>(work: (connection: Connection) => Promise<T>, options: { takesLong: boolean }): Promise<T>
  /** Reads from a single point in time, while others keep writing. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * The state of the database that reads see: two equal stamps mean that no process committed anything in between. Absent or
   * undefined if the database can't tell, such as with replicas.
   */
  stamp?(): Promise<string | undefined>
  close(): Promise<void>
}

/** Runs one statement. For code that reads the same way inside and outside of transactions. */
export type Ask = (sql: string, values: readonly unknown[]) => Promise<Row[]>

/** A connection inside a transaction. */
export interface Connection {
  all(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface ConcurrentIndexing {
  /** SQL for the size of a table's rows, as `bytes`. */
  size(table: string): string
  /** Lists the existing indexes: `index`, whether it `isWhole`, and whether it is currently being created (`isBeingMade`). */
  readonly indexes: string
  /** Keeps others from creating or dropping an index of this table until the transaction ends; reads and writes continue. */
  lockIndexes(table: string): string
}

export interface DatabaseFile {
  /** Statements whose rows say `ok`, or what is damaged, as `found`. The second one is faster and finds less. */
  readonly check: string
  readonly quickCheck: string
  /** Moves everything into the file itself, with nothing left in files next to it. Its row says `busy` if it couldn't. */
  readonly settle: string
}

/** An index of parts of a text, by its name; `text` is the SQL expression of the text, with what precedes each column. */
export interface PartsIndex {
  readonly name: string
  readonly table: string
  /** The text depends on these columns. */
  readonly columns: readonly string[]
  text(row: string): string
}

export interface PartsIndexing {
  /** A query whose row says why such indexes are not `possible` in this database; absent if they always are. */
  readonly obstacle?: string
  /** The statements that create it; the last one creates the index itself. */
  create(index: PartsIndex, concurrently: boolean): string[]
  drop(name: string): string[]
  /** A condition with one `?` that the index answers, on the text or the id of a row; `inTime`: the time check of rows that it finds. */
  condition(index: string, text: string, id: string, inTime: (id: string) => string): string
  /** The value of that condition; undefined if the text is too short for the index. */
  containing(text: string): string | undefined
  /** Whether the condition finds no row without the text. */
  readonly isExact: boolean
}

/** The parts of a select of values, each of which exists. */
export interface ValuesInside {
  readonly value: string
  readonly from: string
  readonly where: string
}

/** An index of the values inside a column of JSON, by its name. `json` and `values` get what precedes each column. */
export interface InsideIndex {
  readonly name: string
  readonly table: string
  /** The values depend on these columns. */
  readonly columns: readonly string[]
  readonly kind: Kind
  json(row: string): string
  /** The values inside a JSON expression. */
  values(json: string): ValuesInside
}

export interface InsideIndexing {
  /** How the index reads values: those of another type than expected are left out, not refused. */
  readonly reading: Partial<Pick<Dialect, 'each' | 'scalar'>>
  /** The statements that create it; the last one creates the index itself. */
  create(index: InsideIndex, concurrently: boolean): string[]
  drop(name: string): string[]
  /** A condition with one `?`, a list of values: whether one of them is in the JSON of the row with this id. */
  condition(index: string, json: string, kind: Kind, id: string, inTime: (id: string) => string): string
}

/** A unique index, by its name or its columns. */
export type UniqueIndex = { index: string; columns?: undefined } | { index?: undefined; columns: string[] }

/** Everything that differs between databases. SQL uses `?` for values; `native` converts it to the driver's placeholders. */
export interface Dialect {
  /** Part of the names of its migration files. Nothing else depends on it: what databases do differently is below. */
  readonly name: 'sqlite' | 'postgres'
  /** The Knex client that prints statements in this dialect. */
  readonly knexClient: string
  /** The literal of a condition that never holds. */
  readonly never: string
  /** Every statement is a round trip, so one that writes many rows is faster than many that write one. */
  readonly isRemote: boolean
  /** After a failed statement, a transaction can only continue from a savepoint. */
  readonly needsSavepoints: boolean
  /** For databases that are a single file. */
  readonly file?: DatabaseFile
  native(sql: string): string
  /** A quoted, qualified table name. */
  table(name: string): string
  /** The unqualified name of a table in the catalogue. */
  bare(name: string): string
  quote(name: string): string
  columnType(kind: Kind): string
  identity: string
  /** Converts a value to what the driver binds. */
  bind(kind: Kind, value: unknown): unknown
  /** Case-insensitive substring match in any script: an expression with one `?`, and the value for it. */
  contains(expression: string): string
  containing(text: string): string
  /** Indexes that find rows by parts of a text. */
  readonly parts: PartsIndexing
  /** Indexes that find rows by the values inside lists, rows and blocks. */
  readonly inside: InsideIndexing
  /** Whether the expression's value is in a list that is bound as one value. */
  within(expression: string, kind: Kind): string
  list(kind: Kind, values: readonly unknown[]): unknown
  /** The elements of a JSON list as a table with a column `value`. */
  each(expression: string, alias: string): string
  /** A key of a JSON object, as JSON; and a JSON value as a scalar. */
  key(expression: string, key: string): string
  scalar(expression: string, kind: Kind): string
  /** A JSON object in which one key has another value, given as SQL; everything else in it stays the same text. */
  withKey(expression: string, key: string, kind: Kind, value: string): string
  /** True if a JSON column holds no rows. */
  emptyList(expression: string): string
  /** `NULLS FIRST` or similar, if the database's default differs: empty values sort lowest. */
  nulls(direction: 'asc' | 'desc'): string
  /** Rows from one bound JSON list of lists, `(a, b)` …, as a table. */
  rows(alias: string, columns: readonly { name: string; kind: Kind }[]): string
  /** Which unique index refused a write, by its name or its columns. */
  uniqueClash(error: unknown): UniqueIndex | undefined
  /** Whether a text was too long for an index; absent if an index accepts any length. */
  isTooLong?(error: unknown): boolean
  /** Whether a statement named a table or column that does not exist. */
  isOutdated(error: unknown): boolean
  /** Statements to run once when the store opens. */
  readonly setup: readonly string[]
  /** Takes a named lock until the transaction ends; undefined if there is only one writer anyway. */
  lock(name: string): string | undefined
  /**
   * A statement after which the transaction waits only briefly for a table lock, and whether an error means that this wait timed out.
   * Absent if a waiting writer does not block readers.
   */
  readonly shortWaits?: { sql: string; isOver(error: unknown): boolean }
  /** How to create indexes while others keep writing, outside of any transaction. Absent if there is only one writer anyway. */
  readonly concurrent?: ConcurrentIndexing
  /** Appended to a select: locks its rows until the transaction ends. */
  forUpdate: string
  /** Lists the existing tables and columns, by table. */
  readonly catalogue: string
  /**
   * A condition that is always true, but stops the statement once its time runs out; takes the id of the current row. Absent if the driver
   * can stop statements itself.
   */
  timeCheck?(id: string): string
  /** The number of skipped rows from which a page is cheaper if it finds the ids first and fetches the rows afterwards. */
  readonly lateFrom: number
  /** The last id that a table assigned, even if that row is gone; and how to continue from a given id. */
  lastId(table: string): string
  goOnFrom(table: string, id: number): string[]
  /** Statements that start counting the rows of a table, in groups as well if there are any, so that counts need no scan. */
  counting(table: string, groups?: RowGroups): string[]
  /** Statements that stop counting. */
  notCounting(table: string): string[]
  /** The sum of the totals with keys between two bound ones, as a scalar expression; null if there are none. */
  readonly keptTotal: string
  /** If counts are kept as changes: adds them up. Run from time to time. */
  readonly foldCounts: string | undefined
  /** Statements that bring the planner's statistics up to date, where rows have changed enough since the last time. */
  readonly refreshStatistics: readonly string[]
  /**
   * Statements that record, under a number, the id of each row that is inserted or changes in the given column, if any; and that stop it.
   */
  noting(table: string, column: string | undefined, notes: string, n: number): string[]
  notNoting(table: string, n: number): string[]
}
