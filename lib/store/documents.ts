/** Turns documents into rows: what the insert, update and delete of one document write. Tested by test/store/store.test.ts. */
import type { Knex } from 'knex'
import { type Entity, everyField, type Field, isRelation, isRichText, type RelationField, type RichTextField } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import { holdsMore, withBeyond } from './beyond.ts'
import { builderFor } from './builder.ts'
import {
  ASIDE,
  type Column,
  columnsOf,
  isList,
  leaves,
  pointingFields,
  REFERENCES,
  REV,
  referenceFields,
  SCOPE,
  SHAPE,
  storedAt,
} from './columns.ts'
import type { Dialect, Row } from './contract.ts'
import { type Doc, type Meta, valueAt } from './document.ts'
import { MORE, shapeStamp } from './layout-stamp.ts'
import { mayPoint, textPointers } from './text-pointers.ts'
import { Ref, type Statement } from './write-set.ts'

/** A row of `$references`, without the document that it belongs to. */
export interface Pointer {
  path: string
  to: string
  target: number
}

export class Documents {
  readonly dialect: Dialect
  readonly #knex: Knex
  readonly #inserts = new WeakMap<Entity, Map<string, Compiled>>()
  readonly #updates = new WeakMap<Entity, Map<string, Compiled>>()

  constructor(dialect: Dialect) {
    this.dialect = dialect
    this.#knex = builderFor(dialect)
  }

  /** `own`: values of columns that features own. */
  insert(entity: Entity, doc: Doc, at: string, own: Readonly<Record<string, unknown>> = {}, scope?: string): RowStatement {
    const columns = columnsOf(entity)
    const system = {
      ...(scope !== undefined && { [SCOPE]: scope }),
      created_at: at,
      updated_at: at,
      [REV]: 1,
      [SHAPE]: stampFor(entity, columns, doc),
      ...own,
    }
    const kept = this.#inserts.get(entity) ?? new Map<string, Compiled>()
    this.#inserts.set(entity, kept)
    const key = Object.keys(own).join()
    let compiled = kept.get(key)
    if (!compiled) {
      const names = [...Object.keys(system), ...columns.map((column) => column.name)]
      compiled = ordered(this.#builder(entity).insert(this.#slots(names)), '')
      kept.set(key, compiled)
    }
    const row = this.#encoded(system, columns, doc)
    return {
      kind: 'insert',
      sql: compiled.sql,
      values: inOrder(row, compiled),
      row,
      into: this.dialect.table(entity.slug),
      returning: this.dialect.quote('id'),
      as: 'document',
    }
  }

  /** Writes the columns of these top-level fields, and those given by name, if the row still has this revision. */
  update(entity: Entity, meta: Meta, doc: Doc, fields: readonly Field[], given: Readonly<Record<string, unknown>>): RowStatement {
    const columns = fields.flatMap(leaves)
    const stamp = stampFor(entity, columns, doc)
    const system = { ...given, ...(columns.length > 0 && meta.shape !== stamp && { [SHAPE]: stamp }) }
    const compiled = this.#updateSql(entity, columns, Object.keys(system))
    const row = this.#encoded(system, columns, doc)
    return {
      kind: 'update',
      sql: compiled.sql,
      values: [...inOrder(row, compiled), meta.id, meta.rev],
      row,
      returning: this.dialect.quote('id'),
      expect: { rows: 1, otherwise: stale },
    }
  }

  #encoded(system: Readonly<Row>, columns: readonly Column[], doc: Doc): Row {
    const row: Row = { ...system }
    for (const column of columns) row[column.name] = this.encode(column, doc)
    return row
  }

  #updateSql(entity: Entity, columns: readonly Column[], system: string[]): Compiled {
    const kept = this.#updates.get(entity) ?? new Map<string, Compiled>()
    this.#updates.set(entity, kept)
    const key = [...system, ...columns.map((column) => column.name)].join()
    let compiled = kept.get(key)
    if (!compiled) {
      const q = (name: string) => this.dialect.quote(name)
      const set = {
        ...this.#slots([...system, ...columns.map((column) => column.name)]),
        [REV]: this.#knex.raw(`${q(REV)} + 1`),
      }
      compiled = ordered(this.#builder(entity).update(set), ` where ${q('id')} = ? and ${q(REV)} = ?`)
      if (kept.size < 500) kept.set(key, compiled)
    }
    return compiled
  }

  /** One placeholder per value, because Knex orders columns in its own way. */
  #slots(names: readonly string[]): Record<string, Knex.Raw> {
    return Object.fromEntries(names.map((name) => [name, this.#knex.raw('?', [name])]))
  }

  remove(entity: Entity, meta: Meta): Statement {
    const q = (name: string) => this.dialect.quote(name)
    return {
      kind: 'delete',
      sql: `delete from ${this.dialect.table(entity.slug)} where ${q('id')} = ? and ${q(REV)} = ?`,
      values: [meta.id, meta.rev],
      returning: q('id'),
      expect: { rows: 1, otherwise: stale },
    }
  }

  /** Replaces the rows of `$references` for a pending draft; only deletes them if the draft is gone. `before`: the stored draft, as JSON. */
  setAside(entity: Entity, id: number, doc: Doc | undefined, before: unknown): Statement[] {
    const points = (field: RichTextField) => mayPoint(before) || (doc !== undefined && pointsNow(entity, field, doc))
    const relations = [...everyField(entity.fields)].filter(isPointing).filter((field) => !isRichText(field) || points(field))
    if (doc && relations.length === 0) return []
    const mine = doc ? this.#isAmong(relations, ASIDE) : `${this.dialect.quote('path')} like '${ASIDE}%'`
    const gone = this.#deleteReferences(entity, id, mine)
    return doc ? [gone, ...this.#refer(entity, id, doc, relations, ASIDE)] : [gone]
  }

  /** Replaces the rows of `$references` that the model doesn't know, for these columns. `prefix`: for the paths of a pending draft. */
  referBeyond(entity: Entity, id: number, columns: readonly string[], pointers: readonly Pointer[], prefix: string): Statement[] {
    if (columns.length === 0) return []
    const relations = [...everyField(entity.fields)].filter(isPointing)
    const known = new Set(relations.map(storedAt))
    const path = this.dialect.quote('path')
    const tops = columns.map((column) => prefix + column.replaceAll('$', '.'))
    const inside = tops.flatMap((top) => [`${path} = '${top}'`, `substr(${path}, 1, ${top.length + 1}) = '${top}.'`])
    const mine = `(${inside.join(' or ')})${relations.length === 0 ? '' : ` and not ${this.#isAmong(relations, prefix)}`}`
    const rows = pointers.filter((pointer) => !known.has(pointer.path)).map(({ path, to, target }) => [prefix + path, to, target])
    return [this.#deleteReferences(entity, id, mine), ...this.#point(entity, id, rows)]
  }

  /** Deletes the references of one document that meet a condition. */
  #deleteReferences(entity: Entity, id: number, condition: string): Statement {
    const q = (name: string) => this.dialect.quote(name)
    const sql = `delete from ${this.dialect.table(REFERENCES)} where ${q('entity')} = ? and ${q('source')} = ? and ${condition}`
    return { kind: 'delete', sql, values: [entity.slug, id] }
  }

  #isAmong(relations: readonly Field[], prefix: string): string {
    return `${this.dialect.quote('path')} in (${relations.map((field) => `'${prefix}${storedAt(field)}'`).join(', ')})`
  }

  /** Replaces the rows of `$references` that these fields produce. `before`: the stored row; texts that never pointed anywhere need no statement. */
  references(entity: Entity, id: number | Ref, doc: Doc, fields: readonly Field[] | 'all' | 'none', before?: Row): Statement[] {
    if (fields === 'none') return this.#forget(entity, id as number, undefined)
    const mine = pointingFields(entity)
    const given = fields === 'all' ? mine : mine.filter((field) => fields.some((top) => top.name === field.path.split('.')[0]))
    const touched = before
      ? given.filter((field) => !isRichText(field) || pointed(entity, field, before) || pointsNow(entity, field, doc))
      : given
    return [...(id instanceof Ref ? [] : this.#forget(entity, id, touched)), ...this.#refer(entity, id, doc, touched, '')]
  }

  /** The documents referenced at a path of `$references`; if there are none, those at the path of its fallback. */
  targetsAt(entity: Entity, { path, fallback }: { path: string; fallback?: string }, doc: Doc): number[] {
    const at = (one: string) => referenceFields(entity).filter((field) => storedAt(field) === one)
    const found = at(path).flatMap((field) => targetsOf(entity, field, doc))
    return found.length > 0 || fallback === undefined ? found : this.targetsAt(entity, { path: fallback }, doc)
  }

  /** Deletes all references of a document, or those of some fields. */
  #forget(entity: Entity, id: number, fields: readonly Field[] | undefined): Statement[] {
    if (fields?.length === 0) return []
    const q = (name: string) => this.dialect.quote(name)
    const paths = fields ? ` and ${q('path')} in (${fields.map((field) => `'${storedAt(field)}'`).join(', ')})` : ''
    const sql = `delete from ${this.dialect.table(REFERENCES)} where ${q('entity')} = '${entity.slug}' and ${q('source')} = ?${paths}`
    return [{ kind: 'delete', sql, values: [id] }]
  }

  #refer(entity: Entity, id: number | Ref, doc: Doc, fields: readonly Pointing[], prefix: string): Statement[] {
    const rows = fields.flatMap((field) => pointersOf(entity, field, doc).map(([to, target]) => [prefix + storedAt(field), to, target]))
    return this.#point(entity, id, rows)
  }

  /** `rows`: the path, slug and id of each reference. */
  #point(entity: Entity, id: number | Ref, rows: readonly (readonly (string | number)[])[]): Statement[] {
    if (rows.length === 0) return []
    const q = (name: string) => this.dialect.quote(name)
    const list = this.dialect.rows('r', [
      { name: 'path', kind: 'text' },
      { name: 'target_entity', kind: 'text' },
      { name: 'target', kind: 'id' },
    ])
    const columns = ['entity', 'source', 'path', 'target_entity', 'target'].map(q).join(', ')
    const source = `cast(? as ${this.dialect.columnType('id')})`
    const sql = `insert into ${this.dialect.table(REFERENCES)} (${columns}) select '${entity.slug}', ${source}, ${q('path')}, ${q('target_entity')}, ${q('target')} from ${list}`
    return [{ kind: 'insert', sql, values: [id, JSON.stringify(rows)] }]
  }

  encode(column: Column, doc: Doc): unknown {
    const value = valueAt(doc, column.field)
    if (column.kind === 'json') {
      if (value === undefined || value === null) return isList(column.field) ? '[]' : null
      return JSON.stringify(withBeyond(column.field, value, true))
    }
    if (value === undefined || value === null || (value === '' && (column.field.unique || column.field.uniqueWithin))) return null
    return this.dialect.bind(column.kind, value)
  }

  #builder(entity: Entity) {
    return this.#knex(this.#knex.raw(this.dialect.table(entity.slug)) as unknown as string)
  }
}

/** A statement that writes a row, with the columns that it writes. */
export interface RowStatement extends Statement {
  readonly row: Readonly<Row>
}

/** SQL compiled once, and the column of each placeholder. */
interface Compiled {
  sql: string
  order: readonly string[]
}

const inOrder = (row: Readonly<Row>, { order }: Compiled): unknown[] => order.map((name) => row[name])

function ordered(query: Knex.QueryBuilder, end: string): Compiled {
  const { sql, bindings } = query.toSQL()
  return { sql: sql + end, order: bindings as string[] }
}

const stale = () => new GalleyError('STALE', [{ message: 'has changed since it was read' }])

/** The shape stamp to store with a document's columns. */
const stampFor = (entity: Entity, columns: readonly Column[], doc: Doc): string =>
  columns.some(({ field, kind }) => kind === 'json' && holdsMore(field, valueAt(doc, field))) ? MORE : shapeStamp(entity)

type Pointing = RelationField | RichTextField

const isPointing = (field: Field): field is Pointing => isRelation(field) || isRichText(field)

/** Whether the text, or the rows around it, may have pointed somewhere in a stored row. */
const pointed = (entity: Entity, { path }: Field, row: Row): boolean =>
  columnsOf(entity).some(({ name, field }) => (field.path === path || path.startsWith(`${field.path}.`)) && mayPoint(row[name]))

const pointsNow = (entity: Entity, field: RichTextField, doc: Doc): boolean => pointersOf(entity, field, doc).length > 0

/** The slug and id of each document that a field of the document points to. */
function pointersOf(entity: Entity, field: Pointing, doc: Doc): [to: string, target: number][] {
  if (!isRichText(field)) return targetsOf(entity, field, doc).map((target) => [field.to, target])
  const found = new Map<string, [string, number]>()
  for (const text of valuesOf(entity, field, doc))
    for (const { collection, id } of textPointers(field, text)) found.set(`${collection} ${id}`, [collection, id])
  return [...found.values()]
}

/** Every id that a relation of the document points to. */
const targetsOf = (entity: Entity, field: Field, doc: Doc): number[] => [
  ...new Set(valuesOf(entity, field, doc).flatMap((value) => [value].flat().filter((id): id is number => typeof id === 'number'))),
]

/** The values of a field, which may be inside rows. */
function valuesOf(entity: Entity, field: Field, doc: Doc): unknown[] {
  const found: unknown[] = []
  const walk = (fields: readonly Field[], value: Doc | undefined) => {
    for (const one of fields) {
      if (!field.path.startsWith(one.path)) continue
      const inner = value?.[one.name]
      if (one === field) found.push(inner)
      if (one.fields) for (const row of Array.isArray(inner) ? inner : [inner]) walk(one.fields, row)
      for (const block of one.blocks ?? []) for (const row of inner ?? []) if (row?.blockType === block.slug) walk(block.fields, row)
    }
  }
  walk(entity.fields, doc)
  return found
}
