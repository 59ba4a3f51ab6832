/** Updates stored slugs when a collection or global is renamed, in every column that declares `slugs`. */
import { isMadeWay } from '../store/columns.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import type { ColumnSpec, Slugs, TableSpec } from '../store/tables.ts'

const BATCH = 500

/** The old and new slug of a collection or global. */
export interface Rename {
  from: string
  to: string
}

/** A slug gets a new meaning; without `to`, a new collection or global takes a slug that was used before. */
export interface SlugChange {
  from: string
  to?: string
  /** What happened, worded for users. */
  words: string
}

interface Place {
  table: string
  column: ColumnSpec
  slugs: Slugs
}

/** Our own tables have no slug; a displaced table has its name in place of one. */
export const isSlug = (table: string): boolean => !table.startsWith('$') || isMadeWay(table)

/** The columns of these tables that contain slugs and exist now. */
export function placesIn(tables: readonly TableSpec[], catalogue: readonly Row[], { bare }: Dialect): Place[] {
  const there = new Set(catalogue.map((row) => `${row['table']}.${row['column']}`))
  return tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.slugs !== undefined && there.has(`${bare(name)}.${column.name}`) ? [{ table: name, column, slugs: column.slugs }] : [],
    ),
  )
}

export async function moveSlug(rename: Rename, places: readonly Place[], connection: Connection, dialect: Dialect): Promise<void> {
  const { table, quote: q, native } = dialect
  for (const place of places) {
    const { column, slugs } = place
    if (typeof slugs === 'object') await rewrite(place, connection, dialect, (value) => moved(value, slugs, rename))
    else
      await connection.all(native(`update ${table(place.table)} set ${q(column.name)} = ? where ${q(column.name)} = ?`), [
        rename.to,
        rename.from,
      ])
  }
}

/** Deletes what is left of a dropped collection or global, or of an earlier one whose name a new one takes. */
export async function forgetSlug(slug: string, places: readonly Place[], connection: Connection, dialect: Dialect): Promise<void> {
  const { table, quote: q, native } = dialect
  for (const place of places) {
    const { column, slugs } = place
    if (slugs === 'owner') await connection.all(native(`delete from ${table(place.table)} where ${q(column.name)} = ?`), [slug])
    if (typeof slugs === 'object' && 'words' in slugs && slugs.owner)
      await connection.all(native(`delete from ${table(place.table)} where ${q(column.name)} = ? or substr(${q(column.name)}, 1, ?) = ?`), [
        slug,
        slug.length + 1,
        `${slug} `,
      ])
    if (typeof slugs === 'object' && 'keys' in slugs)
      await rewrite(place, connection, dialect, (value) => withKeys(value, slugs.keys, (key) => (key === slug ? undefined : key)))
  }
}

/** `only`: restricts this to rows with the given value in another column. */
export async function rewrite(
  { table: of, column: { name, kind } }: Pick<Place, 'table' | 'column'>,
  connection: Connection,
  { table, quote: q, native, bind }: Dialect,
  change: (value: string) => string,
  only?: { column: string; value: string },
): Promise<void> {
  const page = native(
    `select ${q('id')} as "id", ${q(name)} as "value" from ${table(of)} where ${q('id')} > ? and ${q(name)} is not null${only ? ` and ${q(only.column)} = ?` : ''} order by ${q('id')} limit ${BATCH}`,
  )
  for (let last = 0; ; ) {
    const rows = await connection.all(page, [last, ...(only ? [only.value] : [])])
    for (const { id, value } of rows) {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const now = change(text)
      if (now !== text)
        await connection.all(native(`update ${table(of)} set ${q(name)} = ? where ${q('id')} = ?`), [
          bind(kind === 'identity' ? 'id' : kind, now),
          id,
        ])
    }
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end['id']
  }
}

function moved(value: string, slugs: Exclude<Slugs, string>, { from, to }: Rename): string {
  const now = (slug: string) => (slug === from ? to : slug)
  if ('keys' in slugs) return withKeys(value, slugs.keys, now)
  return value
    .split(' ')
    .map((word, index) => (slugs.words.includes(index) ? now(word) : word))
    .join(' ')
}

/** Renames keys in the objects at these paths; a key without a new name is removed with its value. */
function withKeys(text: string, paths: readonly string[], keyFor: (key: string) => string | undefined): string {
  let isChanged = false
  const renamed = (value: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const now = keyFor(key)
        isChanged ||= now !== key
        return now === undefined ? [] : [[now, inner]]
      }),
    )
  const within = (value: unknown, path: readonly string[]): unknown => {
    if (!isObject(value)) return value
    const [part, ...rest] = path
    return part === undefined ? renamed(value) : part in value ? { ...value, [part]: within(value[part], rest) } : value
  }
  const value = paths.reduce<unknown>((all, path) => within(all, path.split('.')), JSON.parse(text))
  return isChanged ? JSON.stringify(value) : text
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
