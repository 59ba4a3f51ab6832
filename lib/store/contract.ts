/** What a database adapter promises. The adapters in `adapters/` keep it; nothing else in `lib` knows a driver. */
import type { Kind } from '../../schema/field-types.ts'
import type { Log } from '../log.ts'
import type { Statement, Written } from './write-set.ts'

export type Row = Record<string, any>

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

export interface Connections {
  /** One statement that changes nothing; a replica or any reader may answer it. `fresh`: only the primary may. */
  read(sql: string, values: readonly unknown[], fresh?: boolean): Promise<Row[]>
  /** Runs statements in a transaction of their own: all or none. Several callers may share one commit. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** One statement that is a transaction by itself. */
  single(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** A set as one statement, a transaction in one round trip; nothing where the database can't take it so. */
  together(statements: readonly Statement[]): Promise<Written> | undefined
  /** A transaction that its caller holds open across calls. */
  hold<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** A transaction that changes tables. */
  alter<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Reads that all see the database as it was at one moment, while others write on. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A connection inside a transaction. */
export interface Connection {
  all(sql: string, values?: readonly unknown[]): Promise<Row[]>
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
  /** Statements that are asked for once, when the store opens. */
  readonly setup: readonly string[]
  /** Takes a lock of this name until the transaction ends; nothing where there is one writer anyhow. */
  lock(name: string): string | undefined
  /** The tables and columns that exist, by table. */
  readonly catalogue: string
  /** From how many skipped rows on a page is cheaper when ids are found first and rows fetched late. */
  readonly lateFrom: number
  /** The last id that a table gave, also where its row is gone; and how to go on from such a one. */
  lastId(table: string): string
  goOnFrom(table: string, id: number): string[]
  /** Counts rows without a scan: statements that keep the count of a table. */
  counting(table: string): string[]
  /** Such a count as a scalar expression; null where none is kept. */
  counted(table: string): string
  /** Where counts are kept as changes: adds them up. Asked for now and then. */
  readonly foldCounts: string | undefined
}
