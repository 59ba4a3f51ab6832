/** Makes links and mentions in stored rich text follow renamed collections: live, pending, and in versions. Tested by test/migrations/renamed-in-texts.test.ts. */
import { attrsOf, everyNode, isNode, marksOf } from '../rich-text/nodes.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import { hasText, type Outline } from '../store/outline.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { type Carrying, carryIn, placesOf } from './carry.ts'
import { columnOutline } from './changes.ts'
import { blockIn } from './inside.ts'
import type { Rename } from './slugs.ts'

/** `tables`: the tables as they are after all changes. */
export async function renameInTexts(
  renames: readonly Rename[],
  tables: readonly TableSpec[],
  connection: Connection,
  dialect: Dialect,
): Promise<void> {
  const nameNow = namesNow(renames)
  if (nameNow.size === 0) return
  const catalogue = await connection.all(dialect.catalogue)
  const [only] = nameNow.size === 1 ? [...nameNow.keys()] : []
  for (const { name: table, columns } of tables)
    for (const column of columns) {
      const holds = columnOutline(column)
      if (!hasText(holds) || !isThere(table, column, catalogue, dialect)) continue
      const carrying: Carrying = {
        table,
        columns: [{ name: column.name, kind: 'json' }],
        holding: only === undefined ? '"collection":' : `"collection":"${only}"`,
        carry: (values) => renamedIn(values[column.name], holds, nameNow),
      }
      for (const place of placesOf(carrying, dialect, catalogue)) await carryIn(place, carrying, connection, dialect, catalogue)
    }
}

/** The last name of each collection, although names may be swapped. */
function namesNow(renames: readonly Rename[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const were = new Map<string, string>()
  for (const { from, to } of renames) {
    const first = were.get(from) ?? from
    were.delete(from)
    were.set(to, first)
    names.set(first, to)
  }
  return new Map([...names].filter(([from, to]) => from !== to))
}

const isThere = (table: string, { name }: ColumnSpec, catalogue: readonly Row[], { bare }: Dialect): boolean =>
  catalogue.some((row) => row['table'] === bare(table) && row['column'] === name)

/** Changes the values in place, and returns how many links and mentions it changed. */
function renamedIn(value: unknown, { text, fields, blocks }: Outline, nameNow: ReadonlyMap<string, string>): number {
  if (text) return renamedInText(value, text, nameNow)
  let sum = 0
  for (const one of Array.isArray(value) ? value : [value]) {
    if (!isNode(one)) continue
    const inside = blocks ? (blockIn({ blocks }, one)?.fields ?? []) : (fields ?? [])
    for (const field of inside) sum += renamedIn(one[field.name], field, nameNow)
  }
  return sum
}

function renamedInText(value: unknown, text: NonNullable<Outline['text']>, nameNow: ReadonlyMap<string, string>): number {
  let sum = 0
  for (const { node } of everyNode(value)) {
    for (const one of [node, ...marksOf(node)]) {
      const attrs = attrsOf(one)
      const name = one['type'] === 'mention' || one['type'] === 'link' ? nameNow.get(String(attrs['collection'])) : undefined
      if (name === undefined) continue
      attrs['collection'] = name
      sum++
    }
    const block = node['type'] === 'contentBlock' ? blockIn(text, attrsOf(node)) : undefined
    for (const field of block?.fields ?? []) sum += renamedIn(attrsOf(node)[field.name], field, nameNow)
  }
  return sum
}
