/** The filters that a list offers: its fields, those of rows and of related documents, and the properties of every document.
 * Tested by test/admin-components/filters.test.ts.
 */
import type { App } from '../app/app.ts'
import type { Entity, Field } from '../app/schema.ts'
import { isGroup, isRelation } from '../document/map-fields.ts'
import type { FieldType } from '../fields/field-type.ts'
import { OF_CHOICE, OF_ORDER } from '../fields/operators.ts'
import { typeOf } from '../fields/types.ts'
import { humanized, type Key } from '../texts/texts.ts'
import { knowsInvited } from './invited.ts'
import type { Comparison } from './where.ts'

export interface Filterable {
  path: string
  /** `Author › Name`. */
  name: string
  /** The field that it is listed below: the group or rows that hold it, or the relation that leads to it. */
  within?: string
  /** Inside of a group or rows of a related document: not offered, but still read from addresses and saved views. */
  isDeep?: boolean
  field?: Field
  comparisons: readonly Comparison[]
  input: FieldType['filterInput'] | 'status'
}

const OF_DATES: readonly Comparison[] = ['last', 'next', 'ago', 'ahead', 'on', 'gt', 'gte', 'lt', 'lte', 'exists']

export function filterable(app: App, entity: Entity): Filterable[] {
  const has = (name: string) => entity.fields.some((field) => field.name === name)
  const ofAll = (path: string, key: Key, comparisons: readonly Comparison[], input: Filterable['input']): Filterable[] =>
    has(path) ? [] : [{ path, name: app.t(key), comparisons, input }]
  return [
    ...fieldsOf(app, entity.fields),
    ...(entity.drafts ? ofAll('status', 'column.status', OF_CHOICE, 'status') : []),
    ...(entity.drafts ? ofAll('pending', 'column.pending', ['equals'], 'yesNo') : []),
    ...(knowsInvited(app, entity) ? ofAll('invited', 'users.isInvited', ['equals'], 'yesNo') : []),
    ...ofAll('createdAt', 'column.createdAt', OF_DATES, 'date'),
    ...ofAll('updatedAt', 'column.updatedAt', OF_DATES, 'date'),
    ...ofAll('id', 'column.id', OF_ORDER, 'number'),
    ...entity.fields.flatMap((field) => throughOf(app, field)),
  ]
}

function fieldsOf(app: App, fields: readonly Field[], above = '', within?: string): Filterable[] {
  return fields.flatMap((field): Filterable[] => {
    if (field.writeOnly || field.varies) return []
    const name = above + app.label(field.label, humanized(field.name))
    const inside = field.fields ? fieldsOf(app, field.fields, `${name} › `, within ?? name) : []
    if (isGroup(field)) return inside
    const { operators, filterInput } = typeOf(field)
    const comparisons = filterInput === 'date' ? OF_DATES : operators(field)
    const own = { path: field.path, name, field, comparisons, input: filterInput, ...(within !== undefined && { within }) }
    return comparisons.length > 0 ? [own, ...inside] : inside
  })
}

/** The fields of the documents that a relation points to. */
function throughOf(app: App, field: Field): Filterable[] {
  const target = isRelation(field) && !field.varies ? app.collection(field.to ?? 'media') : undefined
  if (!target) return []
  const through = app.label(field.label, humanized(field.name))
  const names = target.fields.filter(({ admin }) => admin?.column !== false)
  const found = fieldsOf(app, names, `${through} › `, through)
  return found.map((one) => ({ ...one, path: `${field.path}.${one.path}`, isDeep: !names.includes(one.field as Field) }))
}
