/** The model → the tables it needs, as plain data that can be kept, compared and printed. */
import type { Kind } from '../../schema/field-types.ts'
import type { Entity, Model } from '../../schema/model.ts'
import { columnsOf, isList, REFERENCES, REV, SCOPE, SHAPE } from './columns.ts'

export interface TableSpec {
  name: string
  /** The former name, when it was renamed. */
  was?: string
  columns: ColumnSpec[]
  indexes: IndexSpec[]
  /** Its rows are counted as they come and go. */
  counted?: boolean
}

export interface ColumnSpec {
  name: string
  kind: Kind | 'identity'
  /** For our own columns alone; content is never NOT NULL, so that an older process can still insert. */
  filled?: string
  was?: string
  list?: boolean
}

export interface IndexSpec {
  name: string
  columns: string[]
  unique?: boolean
  /** Why it exists. */
  why: string
}

export const IDENTITY: ColumnSpec = { name: 'id', kind: 'identity' }

/** What features add to the table of an entity. */
export type Additions = (entity: Entity) => { columns: readonly ColumnSpec[]; indexes: readonly IndexSpec[] }

export function tablesOf(model: Model, additions: Additions = () => ({ columns: [], indexes: [] })): TableSpec[] {
  return [...model.entities.values()].map((entity) => tableOf(entity, additions(entity))).concat(references)
}

function tableOf(entity: Entity, added: ReturnType<Additions>): TableSpec {
  const collection = entity.kind === 'collection'
  const own: ColumnSpec[] = [
    IDENTITY,
    ...(collection ? [] : [{ name: SCOPE, kind: 'text' as const, filled: "''" }]),
    { name: 'created_at', kind: 'text', filled: "''" },
    { name: 'updated_at', kind: 'text', filled: "''" },
    { name: REV, kind: 'id', filled: '1' },
    { name: SHAPE, kind: 'text', filled: "''" },
  ]
  const columns = columnsOf(entity).map((column) => ({
    name: column.name,
    kind: column.kind,
    ...(isList(column.field) && { list: true }),
    ...(column.was !== undefined && { was: column.was }),
  }))
  const was = entity.options['renamedFrom'] as string | undefined
  return {
    name: entity.slug,
    ...(was !== undefined && { was }),
    columns: [...own, ...added.columns, ...columns],
    indexes: [...(collection ? indexesOf(entity) : [index(entity.slug, [SCOPE], 'one row a scope', true)]), ...added.indexes],
    ...(collection && { counted: true }),
  }
}

function indexesOf(entity: Entity): IndexSpec[] {
  const { slug } = entity
  const list = [
    index(slug, ['created_at', 'id'], 'the default order'),
    index(slug, ['updated_at', 'id'], 'lists sorted by their last change'),
  ]
  for (const { name, field } of columnsOf(entity)) {
    if (field.unique) list.push(index(slug, [name], 'unique', true))
    if (field.uniqueWithin !== undefined) list.push(index(slug, [name.replace(/[^$]*$/, field.uniqueWithin), name], 'unique within', true))
    if (field.to !== undefined && !field.hasMany)
      list.push(index(slug, [name, 'created_at', 'id'], 'a relation: filters by it, where used'))
    else if (field.index && !field.unique) list.push(index(slug, [name, 'created_at', 'id'], 'asked for by the schema'))
  }
  return list
}

/** Names are cut and hashed, since Postgres keeps 63 bytes. */
export function index(table: string, columns: string[], why: string, unique = false): IndexSpec {
  const name = `${table}$$${columns.join('$$')}`
  const short = Buffer.byteLength(name) <= 55 ? name : `${name.slice(0, 40)}$${hash(name)}`
  return { name: short, columns, why, ...(unique && { unique }) }
}

function hash(text: string): string {
  let value = 5381
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 33) ^ text.charCodeAt(at)) >>> 0
  return value.toString(36)
}

const references: TableSpec = {
  name: REFERENCES,
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text' },
    { name: 'source', kind: 'id' },
    { name: 'path', kind: 'text' },
    { name: 'target_entity', kind: 'text' },
    { name: 'target', kind: 'id' },
  ],
  indexes: [
    index(REFERENCES, ['entity', 'path', 'target', 'source'], 'filters by a relation that holds several'),
    index(REFERENCES, ['entity', 'source', 'path'], 'the references of one document'),
    index(REFERENCES, ['target_entity', 'target'], 'where a document is used'),
  ],
}
