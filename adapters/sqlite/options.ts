/** What `sqlite()` is given. */
export interface SqliteOptions {
  /** The file; `:memory:` for one that is gone at the end: a file in a private temporary folder. */
  filename: string
  /** The driver. @default 'sqlite3' */
  client?: 'sqlite3' | 'better-sqlite3'
  /** `FULL`: an acknowledged write survives a power cut. @default 'FULL' */
  synchronous?: 'FULL' | 'NORMAL'
  /** Put before the name of each table. @default '' */
  tablePrefix?: string
  /** How many milliseconds `cms.transaction` may hold the writer before it is rolled back, at most a day. @default 10000 */
  holdLimit?: number
}
