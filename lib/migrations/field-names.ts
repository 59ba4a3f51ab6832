/** Updates stored references to field names when fields are renamed, in every column that declares `fields`. */

import { isMadeWay, withoutLocale } from '../store/columns.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import { topOf } from '../store/document.ts'
import type { ColumnSpec, FieldNames, TableSpec } from '../store/tables.ts'
import type { SchemaChange } from './changes.ts'
import { innerStepsOf, renamedAt } from './inside.ts'
import { isPassing } from './moves.ts'
import { rewrite } from './slugs.ts'

/** The old and new path of a field. `leaves`: no other field remains below the first part of the old path. */
interface FieldRename {
  table: string
  from: string
  to: string
  leaves: boolean
}

interface Place {
  table: string
  column: ColumnSpec
  fields: FieldNames
}

/** The columns of these tables that reference fields and exist now. */
function placesIn(tables: readonly TableSpec[], catalogue: readonly Row[], { bare }: Dialect): Place[] {
  const there = new Set(catalogue.map((row) => `${row['table']}.${row['column']}`))
  return tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.fields !== undefined && there.has(`${bare(name)}.${column.name}`) ? [{ table: name, column, fields: column.fields }] : [],
    ),
  )
}

/** `catalogue`: as it is after the change. */
export async function moveFieldNames(
  change: SchemaChange,
  tables: readonly TableSpec[],
  catalogue: readonly Row[],
  connection: Connection,
  dialect: Dialect,
): Promise<void> {
  const rename = renameIn(change, catalogue, dialect)
  if (!rename || rename.from === rename.to) return
  for (const { table, column, fields } of placesIn(tables, catalogue, dialect))
    if ('query' in fields) {
      const only = { column: fields.query, value: rename.table }
      await rewrite({ table, column }, connection, dialect, (text) => inQuery(text, rename), only)
    } else await rewrite({ table, column }, connection, dialect, (text) => inGrants(text, fields.keys, rename))
}

function renameIn(change: SchemaChange, catalogue: readonly Row[], { bare }: Dialect): FieldRename | undefined {
  if (change.do === 'renameInside') {
    const { table, column, inside, to } = change
    return { table, from: fieldPath(column, inside), to: fieldPath(column, renamedAt(inside, to)), leaves: false }
  }
  // Parked values that are merged into another field keep their access restrictions.
  if (change.do === 'merge') return { table: change.table, from: fieldPath(change.from), to: fieldPath(change.column.name), leaves: false }
  if (change.do !== 'renameColumn') return undefined
  const [from, to] = [fieldPath(change.from), fieldPath(change.to)]
  const others = catalogue.filter((row) => row['table'] === bare(change.table)).map((row) => fieldPath(row['column']))
  return { table: change.table, from, to, leaves: !others.some((path) => topOf(path) === topOf(from)) }
}

/** Filters and permissions ignore locales and block types. A displaced column keeps its column name. */
function fieldPath(column: string, inside = ''): string {
  const top = isPassing(column) || isMadeWay(column) ? column : column.replaceAll('$', '.')
  const names = innerStepsOf(inside).flatMap(({ name, isBlock }) => (isBlock ? [] : [name]))
  return [...top.split('.'), ...names].map(withoutLocale).join('.')
}

const rank = (grant: unknown): number => ['read', 'hidden'].indexOf(grant as string)

/** Permissions name top-level fields: a field that moves into another one takes its restrictions with it. */
function inGrants(text: string, paths: readonly string[], { table, from, to, leaves }: FieldRename): string {
  const all = JSON.parse(text)
  const [before, after] = [topOf(from), topOf(to)]
  if (before === after) return text
  let isChanged = false
  for (const path of paths) {
    // biome-ignore lint/suspicious/noExplicitAny: permissions are JSON, which may have any shape
    const grants = path.split('.').reduce<any>((one, part) => one?.[part], all)?.[table]
    const given = grants?.[before]
    if (given === undefined) continue
    isChanged = true
    if (rank(given) > rank(grants[after])) grants[after] = given
    if (leaves) delete grants[before]
  }
  return isChanged ? JSON.stringify(all) : text
}

/** The query string of a list: its sort order, filters and visible columns. */
function inQuery(text: string, { from, to, leaves }: FieldRename): string {
  const query = new URLSearchParams(text)
  const renamed = (path: string) => (path === from || path.startsWith(`${from}.`) ? to + path.slice(from.length) : path)
  const sort = query.get('sort')
  if (sort)
    query.set(
      'sort',
      sort
        .split(',')
        .map((one) => one.replace(/^(-?)(.*)$/, (_, mark, path) => mark + renamed(path)))
        .join(','),
    )
  const columns = query.get('columns')
  const [before, after] = [topOf(from), topOf(to)]
  if (columns && leaves)
    query.set(
      'columns',
      columns
        .split(',')
        .map((name) => (name === before ? after : name))
        .join(','),
    )
  const filter = query.get('filter')
  if (filter) query.set('filter', inFilter(filter, renamed))
  const now = query.toString()
  return now === new URLSearchParams(text).toString() ? text : now
}

function inFilter(text: string, renamed: (path: string) => string): string {
  try {
    return JSON.stringify(inGroup(JSON.parse(text), renamed))
  } catch {
    return text
  }
}

/** Conditions and groups of conditions, which may be nested. */
interface FilterGroup {
  tests: ({ field: string } | FilterGroup)[]
}

const inGroup = ({ tests, ...group }: FilterGroup, renamed: (path: string) => string): FilterGroup => ({
  ...group,
  tests: tests.map((one) => ('tests' in one ? inGroup(one, renamed) : { ...one, field: renamed(one.field) })),
})
