/** Maps a field to its columns. A document is one row: groups are flattened to their leaves; rows and rich text are JSON. */
import { derived } from '../../schema/derived.ts'
import {
  type Entity,
  everyField,
  type Field,
  isGroup,
  isRelation,
  isRichText,
  type Kind,
  type RelationField,
  type RichTextField,
} from '../../schema/model.ts'

export interface Column {
  name: string
  /** Names that may still hold its values, because the field was renamed or has been localized since. */
  was: readonly string[]
  /** The column whose values fill its empty ones. */
  fallback?: string
  kind: Kind
  field: Field
}

export const SCOPE = '$scope'
export const REV = '$rev'
export const SHAPE = '$shape'

/** The prefix of names that values get when a migration gives their name to others. */
export const OLD = '$old'

export const isMadeWay = (name: string): boolean => name.startsWith(OLD)

/** The table of internal rows that record which document points to which. */
export const REFERENCES = '$references'

/** Prefix for the reference paths of pending drafts: filters ignore them, 'where used' does not. */
export const ASIDE = '$pending.'

export const columnsOf = derived((entity: Entity): readonly Column[] => Object.freeze(entity.fields.flatMap(leaves)))

/** The columns of one field: several for a group, none for a field that is never stored. */
export const leaves = derived((field: Field): readonly Column[] => {
  if (field.writeOnly) return []
  if (isGroup(field)) return field.fields.flatMap(leaves).map((column) => ({ ...column, was: formerlyIn(field, column) }))
  const name = columnName(field)
  const fallback = fallbackOf(field)
  return [
    {
      name,
      kind: kindOf(field),
      field,
      was: formerNames(name, field),
      ...(fallback !== undefined && { fallback }),
    },
  ]
})

/** Other names that may hold the values of a field instead of the given one. */
export function formerNames(name: string, { renamedFrom, wasPlain }: Field): string[] {
  const names = renamedFrom === undefined ? [] : [renamed(name, renamedFrom)]
  return wasPlain ? [...names, ...[name, ...names].map(withoutLocale)] : names
}

/** A renamed group renames everything in it. */
function formerlyIn(group: Field, { name, was }: Pick<Column, 'name' | 'was'>): readonly string[] {
  if (group.renamedFrom === undefined) return was
  const inside = `${columnName(group)}$`
  const before = `${renamed(columnName(group), group.renamedFrom)}$`
  return [...was, ...[...was, name].filter((one) => one.startsWith(inside)).map((one) => before + one.slice(inside.length))]
}

/** Adds the names of a formerly localized field, which takes over the values of the default locale. */
export function withDefaultLocale(name: string, was: readonly string[], defaultLocale: string | undefined): readonly string[] {
  if (defaultLocale === undefined || localeOf(name) !== undefined) return was
  return [...[name, ...was].map((one) => `${one}__${defaultLocale}`), ...was]
}

/** `seo$title__th` → `seo$heading__th`. A path starts at the top level: `seo.heading`, `.heading`. */
function renamed(name: string, former: string): string {
  const within = former.includes('.') ? '' : name.slice(0, name.lastIndexOf('$') + 1)
  const locale = localeOf(name)
  return within + former.replace(/^\./, '').replaceAll('.', '$') + (locale === undefined ? '' : `__${locale}`)
}

/** The locale whose values a column holds; field names cannot contain `__`. */
export function localeOf(column: string): string | undefined {
  const at = column.indexOf('__')
  return at < 0 ? undefined : column.slice(at + 2)
}

/** The column without its locale: its name before the field was localized. */
export function withoutLocale(column: string): string {
  const at = column.indexOf('__')
  return at < 0 ? column : column.slice(0, at)
}

/** The path of a field without the locale of any part. */
export const withoutLocales = (path: string): string => path.split('.').map(withoutLocale).join('.')

/** `seo.title` → `seo$title`. Field names cannot contain `$`, so internal columns never clash with them. */
export const columnName = (field: Field): string => storedAt(field).replaceAll('.', '$')

/** The column whose values fill the empty ones of a field. */
export const fallbackOf = (field: Field): string | undefined => field.fallback?.replaceAll('.', '$')

/** The path where the values of a field are stored. */
export const storedAt = (field: Field): string => field.stored ?? field.path

export const kindOf = (field: Field): Kind => (field.hasMany ? 'json' : field.type.kind)

/** Whether the empty value is `[]` rather than null: for several values, and for rows. */
export const isList = (field: Field): boolean => field.hasMany || field.blocks !== undefined || field.type.name === 'array'

/** Relations that don't fit in one column: to several documents, or inside rows. They are stored in `$references`. */
export const referenceFields = derived((entity: Entity): readonly RelationField[] => {
  const top = new Set(columnsOf(entity).map((column) => column.field))
  return [...everyField(entity.fields)].filter(isRelation).filter((field) => field.hasMany || !top.has(field))
})

/** Fields whose targets are in `$references`: those relations, and rich text. */
export const pointingFields = derived((entity: Entity): readonly (RelationField | RichTextField)[] => [
  ...referenceFields(entity),
  ...[...everyField(entity.fields)].filter(isRichText),
])

/** System columns of every collection's rows, keyed by the path that users know. */
export const SYSTEM: Readonly<Record<string, { column: string; kind: Kind }>> = {
  id: { column: 'id', kind: 'id' },
  createdAt: { column: 'created_at', kind: 'text' },
  updatedAt: { column: 'updated_at', kind: 'text' },
}

const NEVER_EMPTY: ReadonlySet<string> = new Set(Object.values(SYSTEM).map(({ column }) => column))

export const isNeverEmpty = (column: string): boolean => NEVER_EMPTY.has(column)
