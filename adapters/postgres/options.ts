/** What `postgres()` accepts. Tested by test/adapter-options.test.ts. */
import type { OptionProblem } from '../../lib/option-problems.ts'
import { closed, flag, milliseconds, text, texts } from '../../lib/option-schemas.ts'
import type { JsonSchema } from '../../schema/document.ts'

const A_URL = "a URL such as 'postgres://user:password@localhost:5432/cms'"

const fields: Record<keyof PostgresOptions, JsonSchema> = {
  url: { ...text, description: A_URL },
  replicas: texts,
  schema: text,
  pool: closed({ min: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 1 } }),
  tablePrefix: { type: 'string' },
  holdLimit: milliseconds,
  prepare: flag,
}
export const postgresSchema: JsonSchema = { ...closed(fields, ['url']), description: 'an object such as { url: process.env.DATABASE_URL }' }

const PROTOCOLS = ['postgres:', 'postgresql:']

/** Finds addresses of other databases, and those that are not URLs: a `#`, `/` or `@` in a password ends the part that it is in. */
export function wrongUrls({ url, replicas = [] }: PostgresOptions): OptionProblem[] {
  const all = [['url', url], ...replicas.map((one, index) => [`replicas[${index}]`, one] as const)] as const
  return all.flatMap(([at, one]) => {
    const { hash, pathname, protocol } = URL.canParse(one) ? new URL(one) : { hash: '@', pathname: '', protocol: 'postgres:' }
    if (!PROTOCOLS.includes(protocol)) return [{ at, says: `must be ${A_URL}, not one that begins with '${protocol}//'` }]
    return `${hash}${pathname}`.includes('@')
      ? [{ at, says: `must be ${A_URL}; in a password, write # as %23, / as %2F and @ as %40` }]
      : []
  })
}

/** The options of `postgres()`. */
export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`; with `?sslmode=verify-full`, over TLS. */
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
