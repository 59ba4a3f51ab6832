/** The forms of an entity with localized fields: one locale, with or without the default locale as a fallback, or all locales.
 * Tested by test/schema/field-set.test.ts.
 */

import { type Condition, childrenOf, type Entity, everyField, type Field, type FieldType, type Forms } from './model.ts'

export interface Locales {
  locales: readonly string[]
  defaultLocale: string
}

/** The form of the default locale, which gives access to the others; the entity itself if nothing is localized. */
export function localized(entity: Entity, { locales, defaultLocale }: Locales, group: FieldType): Entity {
  if (![...everyField(entity.fields)].some((field) => field.localized)) return entity
  const known = new Map<string, Entity>()
  const make = (form: string, fields: readonly Field[]): Entity => {
    const made = Object.freeze({ ...entity, fields: Object.freeze(fields), form, forms })
    known.set(form, made)
    return made
  }
  const forms: Forms = {
    get whole() {
      return known.get(WHOLE) ?? make(WHOLE, wholeFields(entity.fields, locales, defaultLocale, group))
    },
    in(locale, fallback) {
      const from = fallback && locale !== defaultLocale ? defaultLocale : undefined
      const form = from === undefined ? locale : `${locale}+${from}`
      return known.get(form) ?? make(form, fieldsIn(entity.fields, { locales, defaultLocale }, locale, from))
    },
  }
  return forms.in(defaultLocale, false)
}

const WHOLE = 'all'

/** Whether a name could be a BCP 47 locale: `th`, `pt-BR`. */
export const looksLikeLocale = (name: string): boolean => /^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(name)

/** The path that stores a field's values in one locale: `title__th`, `seo.title__th`. */
const storedIn = (field: Field, locale: string) => `${field.path}__${locale}`

function fieldsIn(fields: readonly Field[], all: Locales, locale: string, from: string | undefined): Field[] {
  const { locales, defaultLocale } = all
  return fields.map((field) => {
    if (!field.localized) return withInside(field, (inside) => fieldsIn(inside, all, locale, from))
    return Object.freeze({
      ...moved(field, field.path, storedIn(field, locale)),
      wasPlain: locale === defaultLocale,
      ...(from !== undefined && { fallback: storedIn(field, from) }),
      locales: locales.map((one) => oneLocale(field, one, false)),
    })
  })
}

/** The field with other fields inside its group, rows or blocks; the field itself if nothing in it is localized. */
function withInside(field: Field, change: (fields: readonly Field[]) => Field[]): Field {
  if (![...everyField(childrenOf(field))].some((one) => one.localized)) return field
  return Object.freeze({
    ...field,
    ...(field.fields && { fields: change(field.fields) }),
    ...(field.blocks && { blocks: field.blocks.map((block) => ({ ...block, fields: change(block.fields) })) }),
  })
}

/** Turns a localized field into a group of its locales, so that everything about groups applies to it. */
function wholeFields(fields: readonly Field[], locales: readonly string[], defaultLocale: string, group: FieldType): Field[] {
  const names = new Set(fields.filter((field) => field.localized).map((field) => field.name))
  const beside = (name: string | undefined, locale: string) => (name !== undefined && names.has(name) ? `${name}.${locale}` : name)
  return fields.map((field) => {
    if (!field.localized) {
      const whole = withInside(field, (inside) => wholeFields(inside, locales, defaultLocale, group))
      const from = beside(field.from, defaultLocale)
      if (field.condition === undefined && from === field.from) return whole
      const condition = field.condition && conditionOn(field.condition, names, defaultLocale)
      return Object.freeze({ ...whole, ...(condition && { condition }), from })
    }
    const { declaration, name, path, label, help, description, access, hidden, admin } = field
    const condition = field.condition && conditionOn(field.condition, names, defaultLocale)
    const inside = locales.map((locale) => {
      const { condition: _, ...one } = oneLocale(field, locale, locale === defaultLocale && field.required)
      return Object.freeze({
        ...one,
        wasPlain: locale === defaultLocale,
        from: beside(field.from, locale),
        uniqueWithin: beside(field.uniqueWithin, locale),
      })
    })
    return Object.freeze<Field>({
      ...EMPTY,
      declaration,
      name,
      path,
      type: group,
      label,
      help,
      description,
      access,
      hidden,
      condition,
      admin,
      perLocale: true,
      fields: inside,
    })
  })
}

/** A condition on localized fields checks their values in the default locale. */
function conditionOn(condition: Condition, names: ReadonlySet<string>, locale: string): Condition {
  const inside = (list: Condition[]) => list.map((one) => conditionOn(one, names, locale))
  const { field, and, or, not } = condition
  return {
    ...condition,
    ...(field !== undefined && names.has(field) && { field: `${field}.${locale}` }),
    ...(and && { and: inside(and) }),
    ...(or && { or: inside(or) }),
    ...(not && { not: conditionOn(not, names, locale) }),
  }
}

const oneLocale = (field: Field, locale: string, required: boolean): Field =>
  Object.freeze({ ...moved(field, `${field.path}.${locale}`, storedIn(field, locale)), name: locale, required, localized: false })

/** The field and everything inside it, moved to another path. */
function moved(field: Field, path: string, stored: string): Field {
  const inside = (one: Field, within: string) => moved(one, `${path}.${within}${one.name}`, `${stored}.${within}${one.name}`)
  return Object.freeze({
    ...field,
    path,
    stored,
    ...(field.fields && { fields: field.fields.map((one) => inside(one, '')) }),
    ...(field.blocks && {
      blocks: field.blocks.map((block) => ({ ...block, fields: block.fields.map((one) => inside(one, `${block.slug}.`)) })),
    }),
  })
}

const EMPTY = {
  required: false,
  localized: false,
  writeOnly: false,
  hasMany: false,
  unique: false,
  index: false,
  indexedParts: false,
  integer: false,
  customOptions: {},
}
