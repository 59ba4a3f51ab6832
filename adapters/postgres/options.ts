/** The options of `postgres()`. Tested by test/store/store.test.ts. */
export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database` */
  url: string
  /** URLs of replicas that answer reads. @default [] */
  replicas?: readonly string[]
  /** The schema that holds the tables, separate from the host's own. @default 'cms' */
  schema?: string
  /** The maximum number of connections. @default { max: 10 } */
  pool?: { min?: number; max?: number }
  /** A prefix for the name of each table. @default '' */
  tablePrefix?: string
  /** How many milliseconds `cms.transaction` may be held before it is rolled back, at most a day. @default 10000 */
  holdLimit?: number
  /** `false` behind poolers that don't support prepared statements. @default true */
  prepare?: boolean
}
