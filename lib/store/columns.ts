/** A field → its columns. One document is one row: groups are flattened to their leaves, rows and rich text are JSON. */
import { derived } from '../../schema/derived.ts'
import { type Entity, everyField, type Field, isGroup, isRelation, type Kind, type RelationField } from '../../schema/model.ts'

export interface Column {
  name: string
  /** Names under which its values may still stand: the field was renamed, or is localized since. */
  was: readonly string[]
  /** The column whose values fill its empty ones. */
  fallback?: string
  kind: Kind
  field: Field
}

export const SCOPE = '$scope'
export const REV = '$rev'
export const SHAPE = '$shape'

/** The beginning of names that values take when a migration gives their own to others. */
export const OLD = '$old'

export const isMadeWay = (name: string): boolean => name.startsWith(OLD)

/** The table of internal rows that say which document points to which. */
export const REFERENCES = '$references'

/** Before the paths of references that a document set aside makes: filters never look at them, 'where used' does. */
export const ASIDE = '$pending.'

export const columnsOf = derived((entity: Entity): readonly Column[] => Object.freeze(entity.fields.flatMap(leaves)))

export function leaves(field: Field): Column[] {
  if (field.writeOnly) return []
  if (isGroup(field)) return field.fields.flatMap(leaves).map((column) => ({ ...column, was: formerlyIn(field, column) }))
  const name = columnName(field)
  return [
    {
      name,
      kind: kindOf(field),
      field,
      was: formerNames(name, field),
      ...(field.fallback !== undefined && { fallback: fallbackOf(field)! }),
    },
  ]
}

/** Names under which the values of a field may stand in place of the given one. */
export function formerNames(name: string, { renamedFrom, wasPlain }: Field): string[] {
  const names = renamedFrom === undefined ? [] : [renamed(name, renamedFrom)]
  return wasPlain ? [...names, ...[name, ...names].map(withoutLocale)] : names
}

/** A group takes everything in it along. */
function formerlyIn(group: Field, { name, was }: Pick<Column, 'name' | 'was'>): readonly string[] {
  if (group.renamedFrom === undefined) return was
  const inside = `${columnName(group)}$`
  const before = `${renamed(columnName(group), group.renamedFrom)}$`
  return [...was, ...[...was, name].filter((one) => one.startsWith(inside)).map((one) => before + one.slice(inside.length))]
}

/** Also those of a field that is localized no more: it takes the words of the default locale. */
export function withDefaultLocale(name: string, was: readonly string[], defaultLocale: string | undefined): readonly string[] {
  if (defaultLocale === undefined || localeOf(name) !== undefined) return was
  return [...[name, ...was].map((one) => `${one}__${defaultLocale}`), ...was]
}

/** `seo$title__th` → `seo$heading__th`. A path counts from the top: `seo.heading`, `.heading`. */
function renamed(name: string, former: string): string {
  const within = former.includes('.') ? '' : name.slice(0, name.lastIndexOf('$') + 1)
  const locale = localeOf(name)
  return within + former.replace(/^\./, '').replaceAll('.', '$') + (locale === undefined ? '' : `__${locale}`)
}

/** The locale whose values a column holds; field names can't hold `__`. */
export function localeOf(column: string): string | undefined {
  const at = column.indexOf('__')
  return at < 0 ? undefined : column.slice(at + 2)
}

/** The column without its locale: what it was called before the field was localized. */
export const withoutLocale = (column: string): string => column.split('__')[0]!

/** `seo.title` → `seo$title`; what field names can't hold keeps our own columns apart. */
export const columnName = (field: Field): string => storedAt(field).replaceAll('.', '$')

/** The column whose values fill the empty ones of a field. */
export const fallbackOf = (field: Field): string | undefined => field.fallback?.replaceAll('.', '$')

/** Where the values of a field stand, as a path. */
export const storedAt = (field: Field): string => field.stored ?? field.path

export const kindOf = (field: Field): Kind => (field.hasMany ? 'json' : field.type.kind)

/** Empty is `[]` and never null: several values, rows. */
export const isList = (field: Field): boolean => field.hasMany || field.blocks !== undefined || field.type.name === 'array'

/** Relations that one column can't hold: several of them, or inside rows. They stand in `$references`. */
export function* referenceFields(entity: Entity): Generator<RelationField> {
  const top = new Set(columnsOf(entity).map((column) => column.field))
  for (const field of everyField(entity.fields)) if (isRelation(field) && (field.hasMany || !top.has(field))) yield field
}

/** System columns every collection's row has, by the path that people know them by. */
export const SYSTEM: Readonly<Record<string, { column: string; kind: Kind }>> = {
  id: { column: 'id', kind: 'id' },
  createdAt: { column: 'created_at', kind: 'text' },
  updatedAt: { column: 'updated_at', kind: 'text' },
}
