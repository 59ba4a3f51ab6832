/** Rebuilds the rows of `$references` that a column produces, after its values were converted. */
import { attrsOf, everyNode } from '../rich-text/nodes.ts'
import { textTargets } from '../rich-text/pointers.ts'
import { ASIDE, REFERENCES } from '../store/columns.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import type { Pointer } from '../store/documents.ts'
import { hasRelation, type Outline } from '../store/outline.ts'
import { PENDING } from '../store/snapshots.ts'
import type { ColumnSpec } from '../store/tables.ts'
import { documentsIn } from './carry.ts'
import { type Applied, columnOutline } from './changes.ts'
import { forgetPath } from './ddl.ts'
import { blockIn, holdersOf, isBlock, nameIn, pathOf } from './inside.ts'

export async function refreshReferences(
  table: string,
  column: ColumnSpec,
  holds: Outline,
  connection: Connection,
  dialect: Dialect,
  catalogue: readonly Row[],
): Promise<void> {
  for (const sql of forgetPath(table, pathOf(column.name), dialect)) await connection.all(sql)
  if (!hasRelation(holds)) return
  const ask = (sql: string, values: readonly unknown[]) => connection.all(sql, values)
  // A relation to a single document is found through its own column.
  if (holds.to === undefined || holds.list)
    for await (const documents of documentsIn({ table, columns: [column] }, undefined, ask, dialect))
      for (const { id, values } of documents)
        await refer(table, id, pointersIn(values[column.name], holds, pathOf(column.name)), '', connection, dialect)
  if (!catalogue.some((row) => row['table'] === dialect.bare(table) && row['column'] === PENDING)) return
  for await (const documents of documentsIn({ table, columns: [], aside: PENDING }, undefined, ask, dialect))
    for (const { id, values } of documents)
      await refer(table, id, pointersIn(values[column.name], holds, pathOf(column.name)), ASIDE, connection, dialect)
}

/** The documents that the values of a table's columns point to, including parked fields inside rows. */
export function pointersOf({ tables, parked }: Applied, name: string, values: Readonly<Record<string, unknown>>): Pointer[] {
  const columns = tables.find((table) => table.name === name)?.columns ?? []
  return Object.entries(values).flatMap(([column, value]) => {
    const spec = columns.find((one) => one.name === column)
    const away = parked.filter((one) => one.table === name && one.column === column)
    return [
      ...(spec ? pointersIn(value, columnOutline(spec), pathOf(column)) : []),
      ...away.flatMap(({ inside, held }) =>
        inside === undefined || !held
          ? []
          : holdersOf(value, inside).flatMap((object) =>
              pointersIn(isBlock(inside) ? object : object[nameIn(inside)], held, pathOf(column, inside)),
            ),
      ),
    ]
  })
}

function pointersIn(value: unknown, holds: Outline, start: string): Pointer[] {
  const found = new Map<string, Pointer>()
  // biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
  const walk = (here: any, { to, fields, blocks, text }: Outline, path: string) => {
    if (text) return walkText(here, text, path)
    for (const one of Array.isArray(here) ? here : [here]) {
      if (to !== undefined && typeof one === 'number') point(path, to, one)
      const block = blocks?.find(({ name }) => name === one?.blockType)
      const at = block ? `${path}.${block.name}` : path
      for (const field of block?.fields ?? fields ?? []) walk(one?.[field.name], field, `${at}.${field.name}`)
    }
  }
  /** Everything inside a text is referenced at its own path. */
  const walkText = (here: unknown, text: NonNullable<Outline['text']>, path: string) => {
    for (const { collection, id } of textTargets(here)) point(path, collection, id)
    for (const { node } of everyNode(here)) {
      const attrs = attrsOf(node)
      const block = node['type'] === 'contentBlock' && blockIn(text, attrs)
      for (const field of block ? block.fields : [])
        for (const pointer of pointersIn(attrs[field.name], field, path)) point(path, pointer.to, pointer.target)
    }
  }
  const point = (path: string, to: string, target: number) => found.set(`${path} ${to} ${target}`, { path, to, target })
  walk(value, holds, start)
  return [...found.values()]
}

async function refer(entity: string, id: number, pointers: readonly Pointer[], prefix: string, connection: Connection, dialect: Dialect) {
  const { native, table, quote: q } = dialect
  const columns = ['entity', 'source', 'path', 'target_entity', 'target'].map(q).join(', ')
  const sql = native(`insert into ${table(REFERENCES)} (${columns}) values (?, ?, ?, ?, ?)`)
  for (const { path, to, target } of pointers) await connection.all(sql, [entity, id, prefix + path, to, target])
}
