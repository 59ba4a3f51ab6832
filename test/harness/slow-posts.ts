/** Posts in such numbers that a filter without an index takes a while: the filter, and what fills the table. */
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'

export const posts: NonNullable<Config['collections']> = [
  {
    slug: 'posts',
    access: { read: () => true, create: () => true, update: () => true },
    fields: [
      { name: 'title' },
      { name: 'code', index: true },
      { name: 'after', type: 'relationship', to: 'posts' },
      { name: 'body', type: 'textarea' },
    ],
  },
]

/** Matches nothing, and looks at every body for it. */
export const SLOW = { body: { like: 'zz' } }
export const SLOW_QUERY = 'where[body][like]=zz'

export async function fillPosts({ engine: { store } }: Handle, count: number): Promise<void> {
  const series =
    store.dialect.name === 'sqlite'
      ? `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s`
      : `select generate_series(1, ${count}) n`
  const body = store.dialect.name === 'sqlite' ? "replace(hex(zeroblob(400)), '00', 'ab')" : "repeat('ab', 400)"
  const table = store.dialect.table('posts')
  await store.exclusively((connection) =>
    connection.all(
      `insert into ${table} (created_at, updated_at, title, code, after, body) select '2026-01-01T00:00:00.000Z', '2026', 'T' || n, 'c' || (n % 100), 1 + n % 10, ${body} from (${series}) as s`,
    ),
  )
}
