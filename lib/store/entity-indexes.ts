/** The indexes of an entity's table. Each serves filters by its first columns, and lists that are sorted by the next one. */
import type { Entity, Field, Kind } from '../../schema/model.ts'
import { type Column, columnsOf, localeOf, SCOPE, SYSTEM, storedAt, withoutLocale } from './columns.ts'
import { type IndexSpec, index, indexInside, indexOfParts, sorting } from './index-spec.ts'
import { indexedIn } from './indexed-inside.ts'

/** Of documents with the same value, the newest comes first in a list, in either direction of the sort. */
const NEWEST = ['created_at', 'id']

/** A column to sort by, and the values that readers see in place of empty ones. */
interface Sorted {
  name: string
  isDescending: boolean
  visible?: { kind: Kind; fallback: string }
}

/**
 * The indexes of the schema and those that features add. `leading`: a column for which visitors' lists always ask for the same value. Each
 * order gets a second index, behind that column.
 */
export function indexesOf(entity: Entity, added: readonly IndexSpec[] = [], leading?: string): IndexSpec[] {
  const { slug } = entity
  if (entity.kind === 'global') return [index(slug, [SCOPE], 'one row a scope', true), ...added]
  const columns = columnsOf(entity)
  const orders = [
    sorting(slug, NEWEST, 'the default order'),
    ...columns.flatMap((column) => sortedBy(entity, column)),
    ...declaredIn(entity),
    // What a feature shows in place of a column is not for visitors.
    ...added.filter(({ sorts, visible }) => sorts && !visible),
  ]
  return distinct([
    ...columns.flatMap((column) => uniqueBy(entity, column)),
    ...columns.flatMap((column) => partsIn(entity, column)),
    ...columns.flatMap((column) => valuesIn(entity, column)),
    sorting(slug, ['updated_at', 'id'], 'lists sorted by their last change'),
    ...orders,
    ...added,
    ...(leading === undefined ? [] : orders.filter(({ columns: [first] }) => first !== leading).map((one) => behind(slug, leading, one))),
  ])
}

/** Texts are usually listed from A to Z, everything else with the greatest first. */
function sortedBy(entity: Entity, { name, field, kind }: Column): IndexSpec[] {
  const { slug } = entity
  const isRelation = field.to !== undefined && !field.hasMany
  const by = { name, isDescending: !field.type.text || field.options !== undefined }
  const fallback = defaultOf(entity, name, field)
  const isSeen = fallback !== undefined && kind !== 'json' && (field.unique || field.index || field.uniqueWithin !== undefined)
  return [
    ...(isSeen ? [inOrder(slug, [{ ...by, visible: { kind, fallback } }], 'as readers of this locale see it')] : []),
    ...(isRelation ? [inOrder(slug, [by], 'a relation: filters by it, where used')] : []),
    ...(field.index && !isRelation && kind !== 'json' ? [inOrder(slug, [by], 'requested by the schema')] : []),
  ]
}

/** Indexes of parts of a column's texts: of those stored in it, and of those that readers see. */
function partsIn(entity: Entity, { name, field, kind }: Column): IndexSpec[] {
  const fallback = field.indexedParts ? defaultOf(entity, name, field) : undefined
  return [
    ...(field.indexedParts ? [indexOfParts(entity.slug, name)] : []),
    ...(fallback === undefined ? [] : [indexOfParts(entity.slug, name, { [name]: { kind, fallback } })]),
  ]
}

/** Indexes of the values inside a column: of those stored in it, and of those that readers see. */
function valuesIn(entity: Entity, { name, field, kind }: Column): IndexSpec[] {
  const inside = kind === 'json' ? indexedIn(field) : []
  const fallback = inside.length > 0 ? defaultOf(entity, name, field) : undefined
  return inside.flatMap((one) => [
    indexInside(entity.slug, name, one),
    ...(fallback === undefined ? [] : [indexInside(entity.slug, name, one, { [name]: { kind, fallback } })]),
  ])
}

/** What `indexes` declares; with localized fields, one index for each locale. */
function declaredIn(entity: Entity): IndexSpec[] {
  const declared = (entity.options['indexes'] ?? []) as readonly (readonly string[])[]
  return declared.flatMap((paths) => {
    const parts = paths.map((path) => ({ columns: columnsAt(entity, path.replace(/^-/, '')), isDescending: path.startsWith('-') }))
    const locales = Math.max(...parts.map(({ columns }) => columns.length))
    return Array.from({ length: locales }, (_, locale) => {
      // biome-ignore lint/style/noNonNullAssertion: the schema was checked, so each path names a column
      const sorted = parts.map(({ columns, isDescending }): Sorted => ({ ...(columns[locale] ?? columns[0]!), isDescending }))
      return inOrder(entity.slug, sorted, 'requested by the schema')
    })
  })
}

function inOrder(slug: string, sorted: readonly Sorted[], why: string): IndexSpec {
  const names = sorted.map(({ name }) => name)
  const ties = names.includes('id') ? [] : NEWEST.filter((name) => !names.includes(name))
  const descending = [...sorted.flatMap(({ name, isDescending }) => (isDescending ? name : [])), ...ties]
  const columns = [...names, ...ties]
  // Read backwards, an index in ascending order is one in descending order.
  const sorts = descending.length === columns.length ? [] : descending
  const visible = Object.fromEntries(sorted.flatMap(({ name, visible }) => (visible ? [[name, visible]] : [])))
  const spec = { ...sorting(slug, columns, why, sorts), ...(Object.keys(visible).length > 0 && { visible }) }
  return { ...spec, name: nameOf(slug, spec) }
}

function behind(slug: string, leading: string, one: IndexSpec): IndexSpec {
  const spec = { ...one, columns: [leading, ...one.columns], why: `${one.why}, in visitors' lists` }
  return { ...spec, name: nameOf(slug, spec) }
}

/** Indexes of the same columns may differ in their direction, and in whose values they hold. */
function nameOf(slug: string, { columns, sorts = [], visible }: IndexSpec): string {
  const marked = columns.map((name) => (sorts.length === 0 || sorts.includes(name) ? name : `+${name}`))
  return index(slug, [...marked, ...(visible ? ['seen'] : [])], '').name
}

/** The columns that hold the values at a path as readers see them, one for each locale. */
function columnsAt(entity: Entity, path: string): Omit<Sorted, 'isDescending'>[] {
  const system = Object.hasOwn(SYSTEM, path) ? SYSTEM[path] : undefined
  if (system) return [{ name: system.column }]
  const columns = columnsOf(entity).filter(({ name }) => withoutLocale(name) === path.replaceAll('.', '$'))
  return columns.map(({ name, field, kind }) => {
    const fallback = defaultOf(entity, name, field)
    return { name, ...(fallback !== undefined && { visible: { kind, fallback } }) }
  })
}

const distinct = (list: readonly IndexSpec[]): IndexSpec[] => [...new Map(list.map((one) => [one.name, one])).values()]

function uniqueBy(entity: Entity, { name, field }: Column): IndexSpec[] {
  const { slug } = entity
  if (field.uniqueWithin === undefined) return field.unique ? [index(slug, [name], 'unique', true)] : []
  const within = columnBeside(entity, field, field.uniqueWithin)
  return [
    ...(field.unique ? [index(slug, [name], 'unique', true)] : []),
    index(slug, [within.name, name], 'unique within', true),
    uniqueWhereEmpty(slug, name, within),
  ]
}

/** The column of a field next to another one: in the same group, and the same locale. */
function columnBeside(entity: Entity, field: Field, name: string): Column {
  const at = storedAt(field)
  const parent = at.slice(0, at.lastIndexOf('.') + 1)
  // biome-ignore lint/style/noNonNullAssertion: the schema was checked, so there is a field of this name
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
