/** The content that every contender serves: posts with a body of 3 KB, three of four published, their authors, ten categories. Uses the built package, as people do. */
import { type Config, createCms } from 'galley'
import { postgres } from 'galley/postgres'
import { sqlite } from 'galley/sqlite'
import { shapeStamp } from '../../lib/store/layout-stamp.ts'
import { wholeOf } from '../../schema/model.ts'

export const AUTHORS = 100
/** What a product may be tagged with; it has two of them. */
export const TAGS = Array.from({ length: 500 }, (_, n) => `tag${n}`)
/** How many products share a caption. */
export const SHARED = 10
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
        slug: 'products',
        access: { read: () => true },
        fields: [
          { name: 'name', index: 'contains' },
          { name: 'tags', type: 'select', hasMany: true, options: TAGS, index: true },
          {
            name: 'variants',
            type: 'array',
            fields: [
              { name: 'code', index: true },
              { name: 'price', type: 'number' },
            ],
          },
          { name: 'sections', type: 'blocks', blocks: [{ slug: 'picture', fields: [{ name: 'caption', index: true }] }] },
          { name: 'body', type: 'richText' },
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

const SYLLABLES = ['ba', 'cor', 'den', 'fi', 'gal', 'hum', 'jo', 'kel', 'lo', 'min', 'nu', 'pra', 'quo', 'ris', 'sta', 'tem', 'vu', 'wen']
const wordOf = (n: number) => [0, 1, 2].map((at) => SYLLABLES[Math.floor(n / SYLLABLES.length ** at) % SYLLABLES.length]).join('')

/** Three of some thousand words. */
export const nameOf = (n: number): string => [n * 7919, n * 104_729, n * 1_299_709].map(wordOf).join(' ')

/** Every fourth post is a draft. */
export const isPublished = (n: number): boolean => n % 4 !== 0

/** A collection's columns, and the values in them of the document with this number. */
const ROWS: Record<string, (n: number, most: number) => Record<string, unknown>> = {
  posts: (n) => ({
    status: isPublished(n) ? 'published' : 'draft',
    title: `Post number ${n}`,
    slug: `post-number-${n}`,
    category: CATEGORIES[n % 10],
    publishedAt: new Date(Date.UTC(2021, 0, 1) + ((n * 7919) % 1_000_003) * 60_000).toISOString(),
    views: (n * 31) % 10_000,
    featured: n % 3 === 0,
    author: 1 + (n % AUTHORS),
    body: JSON.stringify(body(n)),
  }),
  products: (n, most) => ({
    name: nameOf(n),
    tags: JSON.stringify([TAGS[n % TAGS.length], TAGS[(n * 7919 + 1) % TAGS.length]]),
    variants: JSON.stringify([1, 2, 3].map((size) => ({ id: `${n}-${size}`, code: `K${n}-${size}`, price: size * 10 }))),
    sections: JSON.stringify([{ id: `${n}`, blockType: 'picture', caption: `Caption ${n % Math.ceil(most / SHARED)}` }]),
    body: JSON.stringify(body(n)),
  }),
}

/** Fills the tables straight, many rows a statement. */
export async function fill(where: string, documents: number): Promise<void> {
  const cms = await createCms(config(where))
  const { store } = cms.engine
  for (let n = 1; n <= AUTHORS; n++)
    await cms.create('authors', { name: `Author ${n}`, bio: 'Writes about engines and presses. '.repeat(3) })
  for (const [slug, rowOf] of Object.entries(ROWS))
    for (let from = 1; from <= documents; from += 1000) {
      const numbers = Array.from({ length: Math.min(1000, documents - from + 1) }, (_, index) => from + index)
      await insert(
        store,
        slug,
        numbers.map((n) => ({ ...system(n), $shape: shapeStamp(wholeOf(cms.engine.entity(slug))), ...rowOf(n, documents) })),
      )
    }
  // As in the first minute of a process, after which the planner has its statistics.
  await cms.runJobs()
  await cms.stop()
}

function system(n: number): Record<string, unknown> {
  const at = new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString()
  return { created_at: at, updated_at: at, $rev: 1 }
}

type Store = Awaited<ReturnType<typeof createCms>>['engine']['store']

async function insert(store: Store, slug: string, rows: Record<string, unknown>[]): Promise<void> {
  const { dialect } = store
  const names = Object.keys(rows[0]!)
  const columns = names.map((name) => `"${name}"`).join(', ')
  await store.exclusively(async (connection) => {
    for (let at = 0; at < rows.length; at += 50) {
      const chunk = rows.slice(at, at + 50)
      const marks = chunk.map(() => `(${names.map(() => '?').join(', ')})`).join(', ')
      const values = chunk
        .flatMap((row) => Object.values(row))
        .map((value) => (typeof value === 'boolean' ? dialect.bind('boolean', value) : value))
      await connection.all(dialect.native(`insert into ${dialect.table(slug)} (${columns}) values ${marks}`), values)
    }
  })
}
