/** Derives the tables that a model needs, as plain data that can be stored, compared and printed. */
import { type Entity, type Field, type Kind, type Model, wholeOf } from '../../schema/model.ts'
import {
  type Column,
  columnsOf,
  isList,
  localeOf,
  REFERENCES,
  REV,
  SCOPE,
  SHAPE,
  storedAt,
  withDefaultLocale,
  withoutLocale,
} from './columns.ts'
import { type Outline, outlineOf } from './outline.ts'

export interface TableSpec {
  name: string
  /** The former name, if it was renamed. */
  was?: string
  /** Names that it had in this database. */
  formerly?: readonly string[]
  /** The `renamedFrom` names of earlier schemas. */
  said?: readonly string[]
  columns: ColumnSpec[]
  indexes: IndexSpec[]
  /** Whether a row count is maintained. */
  counted?: boolean
}

export interface ColumnSpec {
  name: string
  kind: Kind | 'identity'
  /** The default of an internal column; content is never NOT NULL, so that an older process can still insert. */
  filled?: string
  /** The value that existing rows get when the column is added. */
  initially?: string
  /** It hides rows. */
  hides?: boolean
  /** Its field was added by a feature. */
  ofFeature?: boolean
  /** Rows with a value in it are in the trash. */
  trashes?: boolean
  /** Former names, the likeliest first. */
  was?: readonly string[]
  /** Names that it had in this database. */
  formerly?: readonly string[]
  /** The `renamedFrom` names of earlier schemas. */
  said?: readonly string[]
  list?: boolean
  /** The structure of its JSON, the target of a relation, whether texts are points in time. Unknown in databases of older versions. */
  holds?: Outline
  /** How slugs are stored in it, so that a rename can update them. */
  slugs?: Slugs
  /** How field names are stored in it, so that a rename can update them. */
  fields?: FieldNames
}

/**
 * How a column stores slugs. `owner`: the slug that the row belongs to; the row is deleted when the slug's table is dropped, or when
 * another collection or global takes the slug. `mention`: a slug that the row only mentions. `keys`: JSON with slugs as keys of the objects
 * at these paths. `words`: text with slugs at these positions between its spaces; with `owner`, the row belongs to the first one.
 */
export type Slugs = 'owner' | 'mention' | { keys: readonly string[] } | { words: readonly number[]; owner?: true }

/**
 * How a column stores field names. `keys`: JSON with the top-level fields of each slug as keys below these paths. `query`: the query string
 * of a list, whose collection is named in the given column.
 */
export type FieldNames = { keys: readonly string[] } | { query: string }

export interface IndexSpec {
  name: string
  columns: string[]
  unique?: boolean
  /** Why it exists. */
  why: string
  /** Restricts the index to rows in which this column is empty. */
  where?: { column: string; kind: Kind }
  /** It is being created, or was left unfinished. */
  isBegun?: boolean
  /** Indexes the first column as readers see it, with the fallback's values in place of empty ones. */
  visible?: { kind: Kind; fallback: string }
}

export const IDENTITY = { name: 'id', kind: 'identity' } as const satisfies ColumnSpec

/** What features add to the table of an entity: columns, or properties of a field's column. */
export type Additions = (entity: Entity) => { columns: readonly ColumnSpec[]; indexes: readonly IndexSpec[] }

export function tablesOf(model: Model, additions: Additions = () => ({ columns: [], indexes: [] }), defaultLocale?: string): TableSpec[] {
  return [...model.entities.values()].map((entity) => tableOf(wholeOf(entity), additions(entity), defaultLocale)).concat(references)
}

function tableOf(entity: Entity, added: ReturnType<Additions>, defaultLocale: string | undefined): TableSpec {
  const collection = entity.kind === 'collection'
  const own: ColumnSpec[] = [
    IDENTITY,
    ...(collection ? [] : [{ name: SCOPE, kind: 'text' as const, filled: "''" }]),
    { name: 'created_at', kind: 'text', filled: "''" },
    { name: 'updated_at', kind: 'text', filled: "''" },
    { name: REV, kind: 'id', filled: '1' },
    { name: SHAPE, kind: 'text', filled: "''" },
  ]
  const former = ({ name, was }: Column) => withDefaultLocale(name, was, defaultLocale)
  const isDeclared = ({ field }: Column) => Object.hasOwn(entity.document['properties'] ?? {}, field.path.split('.')[0]!)
  const columns = columnsOf(entity).map((column) => ({
    name: column.name,
    kind: column.kind,
    ...(isList(column.field) && { list: true }),
    holds: outlineOf(column.field, defaultLocale),
    ...(!isDeclared(column) && { ofFeature: true }),
    ...(former(column).length > 0 && { was: former(column) }),
  }))
  const names = new Set(columns.map((column) => column.name))
  const was = entity.options['renamedFrom'] as string | undefined
  return {
    name: entity.slug,
    ...(was !== undefined && { was }),
    columns: [
      ...own,
      ...added.columns.filter((one) => !names.has(one.name)),
      ...columns.map((one) => ({ ...one, ...added.columns.find((more) => more.name === one.name) })),
    ],
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
  for (const { name, field, kind } of columnsOf(entity)) {
    if (field.unique) list.push(index(slug, [name], 'unique', true))
    if (field.uniqueWithin !== undefined) {
      const within = columnBeside(entity, field, field.uniqueWithin)
      list.push(index(slug, [within.name, name], 'unique within', true), uniqueWhereEmpty(slug, name, within))
    }
    const first = defaultOf(entity, name, field)
    if (first !== undefined && (field.unique || field.index || field.uniqueWithin !== undefined))
      list.push({
        ...index(slug, [name, 'seen'], 'as readers of this locale see it'),
        columns: [name, 'created_at', 'id'],
        visible: { kind, fallback: first },
      })
    if (field.to !== undefined && !field.hasMany)
      list.push(index(slug, [name, 'created_at', 'id'], 'a relation: filters by it, where used'))
    else if (field.index && !field.unique) list.push(index(slug, [name, 'created_at', 'id'], 'asked for by the schema'))
  }
  return list
}

/** The column of a field next to another one: in the same group, and the same locale. */
function columnBeside(entity: Entity, field: Field, name: string): Column {
  const parent = storedAt(field).replace(/[^.]*$/, '')
  return columnsOf(entity).find((column) => column.field.path === parent + name)!
}

/** Databases treat two empty values as different, but documents without a value must be unique among each other too. */
function uniqueWhereEmpty(slug: string, name: string, within: Column): IndexSpec {
  return {
    ...index(slug, [name, within.name, 'empty'], `unique among those without '${within.name}'`, true),
    columns: [name],
    where: { column: within.name, kind: within.kind },
  }
}

/** The default locale's column, whose values fill the empty ones of this column. */
function defaultOf(entity: Entity, name: string, field: Field): string | undefined {
  if (localeOf(name) === undefined || field.wasPlain) return undefined
  return columnsOf(entity).find((column) => column.field.wasPlain && withoutLocale(column.name) === withoutLocale(name))?.name
}

/** Names are truncated and hashed, because Postgres allows only 63 bytes. */
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
    { name: 'entity', kind: 'text', slugs: 'owner' },
    { name: 'source', kind: 'id' },
    { name: 'path', kind: 'text' },
    { name: 'target_entity', kind: 'text', slugs: 'owner' },
    { name: 'target', kind: 'id' },
  ],
  indexes: [
    index(REFERENCES, ['entity', 'path', 'target', 'source'], 'filters by a relation that holds several'),
    index(REFERENCES, ['entity', 'source', 'path'], 'the references of one document'),
    index(REFERENCES, ['target_entity', 'target'], 'where a document is used'),
  ],
}
