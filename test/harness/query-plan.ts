/** How the database runs a list, and numbers for the many rows that make a difference. */
import type { Handle } from '../../lib/local/handle.ts'
import type { Dialect } from '../../lib/store/contract.ts'

/** The plan of a list of documents. */
export const planOf = (cms: Handle, slug: string, where: object, locale?: string): Promise<string> =>
  statementPlan(cms, () => cms.find(slug, { where, limit: 5, ...(locale && { locale }) } as never))

/** The plan of the first statement that a call runs. */
export async function statementPlan(cms: Handle, call: () => Promise<unknown>): Promise<string> {
  const { store } = cms.engine
  const query = store.query.bind(store)
  const statements: { sql: string; values: readonly unknown[] }[] = []
  store.query = (given, values, ...more) => {
    statements.push({ sql: given.sql, values })
    return query(given, values, ...more)
  }
  await call().finally(() => {
    store.query = query
  })
  const { sql, values } = statements[0]!
  const explain = store.dialect.name === 'sqlite' ? 'explain query plan' : 'explain'
  const rows = await store.exclusively((connection) => connection.all(`${explain} ${sql}`, values))
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n')
}

/** A table `s` of the numbers `n` from 1. */
export const numbersTo = (most: number, { name }: Dialect): string =>
  name === 'sqlite'
    ? `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${most}) select n from s) s`
    : `generate_series(1, ${most}) s(n)`
