/** The content that every contender serves: posts with a body of 3 KB, three of four published, their authors, ten categories. Uses the built package, as people do. */
import { type Config, createCms } from 'galley'
import { postgres } from 'galley/postgres'
import { sqlite } from 'galley/sqlite'

export const AUTHORS = 100
export const CATEGORIES = ['art', 'books', 'code', 'food', 'games', 'music', 'news', 'photo', 'science', 'travel']

const silent = {
  info: () => undefined,
  warn: (line: string) => (/TOO_SLOW|reads (every|and sorts)/.test(line) ? undefined : console.error(line)),
  error: (line: string, facts?: object) => console.error(line, facts),
}

/** With access rules, as real ones have: a function, and a field that only admins read. */
export function config(where: string): Config {
  return {
    secret: 'a-secret-that-is-only-for-the-bench',
    db: adapter(where),
    log: silent,
    production: false,
    collections: [
      {
        slug: 'authors',
        access: { read: () => true },
        fields: [
          { name: 'name', required: true },
          { name: 'bio', type: 'textarea' },
        ],
      },
      {
        slug: 'posts',
        drafts: true,
        access: { read: () => true, create: 'anyone', update: 'anyone' },
        fields: [
          { name: 'title', required: true },
          { name: 'slug', type: 'slug', from: 'title' },
          { name: 'category', type: 'select', options: CATEGORIES, index: true },
          { name: 'publishedAt', type: 'date', index: true },
          { name: 'views', type: 'number', integer: true, index: true },
          { name: 'featured', type: 'boolean' },
          { name: 'author', type: 'relationship', to: 'authors' },
          { name: 'body', type: 'richText' },
          { name: 'notes', access: { read: ({ user }: any) => user?.role === 'admin' } },
        ],
      },
    ],
  }
}

export function adapter(where: string) {
  if (where.startsWith('postgres:')) return postgres({ url: where, schema: 'bench' })
  if (where.startsWith('better-sqlite3:'))
    return sqlite({ filename: where.slice('better-sqlite3:'.length), client: 'better-sqlite3', synchronous: 'NORMAL' })
  return sqlite({ filename: where, synchronous: 'NORMAL' })
}

export function body(seed: number): object {
  const paragraphs = Array.from({ length: 12 }, (_, index) => ({
    type: 'paragraph',
    content: [
      {
        type: 'text',
        text: `${seed}.${index} ${'The tray in which type is set, and proofs are pulled. '.repeat(4)}`.slice(0, 200),
      },
    ],
  }))
  return { type: 'doc', content: paragraphs }
}

const COLUMNS = [
  'created_at',
  'updated_at',
  '$rev',
  '$shape',
  'status',
  'title',
  'slug',
  'category',
  'publishedAt',
  'views',
  'featured',
  'author',
  'body',
]

/** Every fourth post is a draft. */
export const isPublished = (n: number): boolean => n % 4 !== 0

/** Fills the tables straight, a thousand rows a statement. */
export async function fill(where: string, posts: number): Promise<void> {
  const cms = await createCms(config(where))
  const { store } = cms.engine
  for (let n = 1; n <= AUTHORS; n++)
    await cms.create('authors', { name: `Author ${n}`, bio: 'Writes about engines and presses. '.repeat(3) })
  for (let from = 1; from <= posts; from += 1000) await insert(store, from, Math.min(from + 999, posts))
  await cms.stop()
}

async function insert(store: Awaited<ReturnType<typeof createCms>>['engine']['store'], from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
  const columns = COLUMNS.map((name) => `"${name}"`).join(', ')
  await store.exclusively(async (connection) => {
    for (let at = 0; at < rows.length; at += 50) {
      const chunk = rows.slice(at, at + 50)
      const marks = chunk.map(() => `(${COLUMNS.map(() => '?').join(', ')})`).join(', ')
      const values = chunk.flat().map((value) => (typeof value === 'boolean' ? store.dialect.bind('boolean', value) : value))
      await connection.all(store.dialect.native(`insert into ${store.dialect.table('posts')} (${columns}) values ${marks}`), values)
    }
  })
}

function row(n: number): unknown[] {
  const at = new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString()
  return [
    at,
    at,
    1,
    '',
    isPublished(n) ? 'published' : 'draft',
    `Post number ${n}`,
    `post-number-${n}`,
    CATEGORIES[n % 10],
    new Date(Date.UTC(2021, 0, 1) + ((n * 7919) % 1_000_003) * 60_000).toISOString(),
    (n * 31) % 10_000,
    n % 3 === 0,
    1 + (n % AUTHORS),
    JSON.stringify(body(n)),
  ]
}
