/** What `postgres()` is given. */
export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database` */
  url: string
  /** Addresses of replicas that answer reads. @default [] */
  replicas?: readonly string[]
  /** The schema that holds the tables, so that those of the host are safe. @default 'cms' */
  schema?: string
  /** How many connections at most. @default { max: 10 } */
  pool?: { min?: number; max?: number }
  /** Put before the name of each table. @default '' */
  tablePrefix?: string
  /** How many milliseconds `cms.transaction` may be held before it is rolled back, at most a day. @default 10000 */
  holdLimit?: number
  /** `false` behind poolers that can't keep prepared statements. @default true */
  prepare?: boolean
}
