/** The indexes of an entity's table. Each serves filters by its first columns, and lists that are sorted by the next one. */
import type { Entity, Field } from '../../schema/model.ts'
import { type Column, columnsOf, localeOf, SCOPE, SYSTEM, storedAt, withoutLocale } from './columns.ts'
import { type IndexSpec, index, sorting } from './index-spec.ts'

/** Documents with the same value follow each other by creation: the default order, and what breaks ties in a sort. */
const BY_CREATION = ['created_at', 'id']

/**
 * The indexes of the schema and those that features add. `leading`: a column for which visitors' lists always ask for the same value. Each
 * order gets a second index, behind that column.
 */
export function indexesOf(entity: Entity, added: readonly IndexSpec[] = [], leading?: string): IndexSpec[] {
  const { slug } = entity
  if (entity.kind === 'global') return [index(slug, [SCOPE], 'one row a scope', true), ...added]
  const columns = columnsOf(entity)
  const orders = [
    sorting(slug, BY_CREATION, 'the default order'),
    ...columns.flatMap((column) => [...asReadersSee(entity, column), ...sortedBy(slug, column)]),
    ...declaredIn(entity),
    ...added.filter(({ sorts }) => sorts),
  ]
  return distinct([
    ...columns.flatMap((column) => uniqueBy(entity, column)),
    sorting(slug, ['updated_at', 'id'], 'lists sorted by their last change'),
    ...orders,
    ...added,
    ...(leading === undefined ? [] : orders.filter(({ columns: [first] }) => first !== leading).map((one) => behind(slug, leading, one))),
  ])
}

function sortedBy(slug: string, { name, field }: Column): IndexSpec[] {
  const isRelation = field.to !== undefined && !field.hasMany
  if (!isRelation && !field.index) return []
  return [sorting(slug, [name, ...BY_CREATION], isRelation ? 'a relation: filters by it, where used' : 'requested by the schema')]
}

/** Readers of another locale see the values of the default one in place of empty ones. */
function asReadersSee(entity: Entity, { name, field, kind }: Column): IndexSpec[] {
  const fallback = defaultOf(entity, name, field)
  if (fallback === undefined || !(field.unique || field.index || field.uniqueWithin !== undefined)) return []
  return [
    asVisible(entity.slug, sorting(entity.slug, [name, ...BY_CREATION], 'as readers of this locale see it'), {
      [name]: { kind, fallback },
    }),
  ]
}

/** What `indexes` declares; with localized fields, one index for each locale. */
function declaredIn(entity: Entity): IndexSpec[] {
  const declared = (entity.options['indexes'] ?? []) as readonly (readonly string[])[]
  return declared.flatMap((paths) => {
    const at = paths.map((path) => columnsAt(entity, path.replace(/^-/, '')))
    const descending = paths.map((path) => path.startsWith('-'))
    const locales = Math.max(...at.map((columns) => columns.length))
    return Array.from({ length: locales }, (_, n) => {
      const columns = at.map((all) => (all.length === 1 ? all[0]! : all[n]!))
      return declaredIndex(entity, columns, descending)
    })
  })
}

function declaredIndex(entity: Entity, columns: readonly (Column | string)[], isDescending: readonly boolean[]): IndexSpec {
  const names = columns.map((column) => (typeof column === 'string' ? column : column.name))
  const ties = BY_CREATION.filter((name) => !names.includes(name) && !names.includes('id'))
  const isMixed = new Set(isDescending).size > 1
  const descending = [...names.filter((_, n) => isDescending[n]), ...(isDescending.at(-1) ? ties : [])]
  const visible = Object.fromEntries(
    columns.flatMap((column) => {
      const fallback = typeof column === 'string' ? undefined : defaultOf(entity, column.name, column.field)
      return typeof column === 'string' || fallback === undefined ? [] : [[column.name, { kind: column.kind, fallback }]]
    }),
  )
  const spec = sorting(entity.slug, [...names, ...ties], 'requested by the schema', isMixed ? descending : [])
  return Object.keys(visible).length > 0 ? asVisible(entity.slug, spec, visible) : spec
}

const asVisible = (slug: string, spec: IndexSpec, visible: NonNullable<IndexSpec['visible']>): IndexSpec => ({
  ...spec,
  name: nameOf(slug, spec.columns, visible),
  visible,
})

/** The columns that hold the values at a path, one for each locale; or the name of a column that every row has. */
function columnsAt(entity: Entity, path: string): (Column | string)[] {
  const system = Object.hasOwn(SYSTEM, path) ? SYSTEM[path] : undefined
  return system ? [system.column] : columnsOf(entity).filter(({ name }) => withoutLocale(name) === path.replaceAll('.', '$'))
}

function behind(slug: string, leading: string, one: IndexSpec): IndexSpec {
  const columns = [leading, ...one.columns]
  return { ...one, name: nameOf(slug, columns, one.visible), columns, why: `${one.why}, in visitors' lists` }
}

const nameOf = (slug: string, columns: readonly string[], visible: IndexSpec['visible']): string =>
  index(slug, visible ? [...columns.filter((name) => !BY_CREATION.includes(name)), 'seen'] : columns, '').name

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
