/** Derives the tables that a model needs, as plain data that can be stored, compared and printed. */

import { type Entity, type Kind, type Model, wholeOf } from '../../schema/model.ts'
import { type Column, columnsOf, isList, REFERENCES, REV, SCOPE, SHAPE, withDefaultLocale } from './columns.ts'
import { topOf } from './document.ts'
import { indexesOf } from './entity-indexes.ts'
import { type IndexSpec, index } from './index-spec.ts'
import { type Outline, outlineOf } from './outline.ts'
import type { Tally } from './tally.ts'

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
  /** The groups whose totals are maintained as well. */
  tally?: Tally
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

export const IDENTITY = { name: 'id', kind: 'identity' } as const satisfies ColumnSpec

/** What features add to the table of an entity. */
export interface Addition {
  /** Columns, or properties of a field's column. */
  columns: readonly ColumnSpec[]
  /** All indexes, instead of those that the schema alone needs. */
  indexes?: readonly IndexSpec[]
  tally?: Tally | undefined
}

export type Additions = (entity: Entity) => Addition

export function tablesOf(model: Model, additions: Additions = () => ({ columns: [] }), defaultLocale?: string): TableSpec[] {
  return [...model.entities.values()].map((entity) => tableOf(wholeOf(entity), additions(entity), defaultLocale)).concat(references)
}

function tableOf(entity: Entity, added: Addition, defaultLocale: string | undefined): TableSpec {
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
  const isDeclared = ({ field }: Column) => Object.hasOwn(entity.document['properties'] ?? {}, topOf(field.path))
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
    indexes: [...(added.indexes ?? indexesOf(entity))],
    ...(collection && { counted: true }),
    ...(added.tally && { tally: added.tally }),
  }
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
