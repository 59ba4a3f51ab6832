/** Converts exported values whose fields were localized differently: a map of locales where we hold one value, and the reverse. */

import { looksLikeLocale } from '../../../schema/forms.ts'
import { type Field, fieldsOfRow, type GroupField, isGroup, isPerLocale } from '../../../schema/model.ts'
import { ValidationError } from '../../errors.ts'
import type { Doc } from '../../store/document.ts'
import { type Omit, omission } from './omissions.ts'

export interface Languages {
  /** The configured locales and their default; undefined without localization. */
  known?: { locales: readonly string[]; defaultLocale: string }
  /** The locale whose values go into fields that are not localized. @default the default locale */
  taken?: string
  /** Values are table cells: anything but text is JSON in them. */
  isTable: boolean
}

/** The same values in the form that our fields take. Values that don't fit are reported as left out. */
export function inOurLocales(fields: readonly Field[], values: Doc, languages: Languages, omit: Omit): Doc {
  const made: Doc = { ...values }
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name) || isEmpty(values[field.name])) continue
    made[field.name] = valueIn(field, values[field.name], languages, omit)
  }
  return made
}

function valueIn(field: Field, given: unknown, languages: Languages, omit: Omit): unknown {
  const map = mapIn(field, given, languages)
  // biome-ignore lint/style/noNonNullAssertion: without localization, no field is per locale
  if (isPerLocale(field)) return map ? known(field, map, omit) : { [languages.known!.defaultLocale]: given }
  if (map) return taken(field, map, languages, omit)
  if (!field.fields && !field.blocks) return given
  const value = languages.isTable ? (jsonIn(given) ?? given) : given
  if (isGroup(field)) return isObject(value) ? inOurLocales(field.fields, value, languages, omit) : value
  if (!Array.isArray(value)) return value
  return value.map((row) => (isObject(row) ? inOurLocales(fieldsOfRow(field, row), row, languages, omit) : row))
}

/** The values in locales that are configured here. */
function known({ name, fields }: GroupField, map: Doc, omit: Omit): Doc {
  const isKnown = (locale: string) => fields.some((field) => field.name === locale)
  for (const [locale, value] of Object.entries(map))
    if (!isKnown(locale) && !isEmpty(value))
      omit(omission(`value of '${name}' in ${locale}`, `(no locale here): ${JSON.stringify(value)}`, `values of '${name}' in ${locale}`))
  return Object.fromEntries(Object.entries(map).filter(([locale]) => isKnown(locale)))
}

/** The one value for a field that is not localized here. */
function taken({ name, path, localized }: Field, map: Doc, { known, taken }: Languages, omit: Omit): unknown {
  const locales = Object.keys(map)
  const all = locales.join(', ')
  if (localized) throw new ValidationError(`holds a value for each of ${all}: import the file with --locale all`, path)
  const one = taken ?? known?.defaultLocale ?? (locales.length === 1 ? locales[0] : undefined)
  if (one === undefined)
    throw new ValidationError(
      `holds a value for each of ${all}, and is not localized here: say whose to take, such as --locale ${locales[0]}`,
      path,
    )
  for (const other of locales)
    if (other !== one && !isEmpty(map[other]))
      omit(
        omission(
          `value of '${name}' in ${other}`,
          `(it is not localized here): ${JSON.stringify(map[other])}`,
          `values of '${name}' in ${other}`,
        ),
      )
  return map[one] ?? null
}

/** A value per locale, if it can't be anything else. */
function mapIn(field: Field, given: unknown, { known, taken, isTable }: Languages): Doc | undefined {
  if (field.type.name === 'json' && !field.perLocale) return undefined
  if (isGroup(field) && !field.perLocale) return undefined
  const isSaid = (locale: string) => known?.locales.includes(locale) === true || locale === taken
  const map = isTable && typeof given === 'string' ? jsonIn(given) : given
  if (!isObject(map)) return undefined
  const names = Object.keys(map)
  if (names.length === 0 || !names.every((name) => looksLikeLocale(name) || isSaid(name))) return undefined
  if (names.some(isSaid)) return map
  // A referenced document has an id; a cell may hold text that looks like JSON.
  return known || names.includes('id') || (isTable && names.length < 2) ? undefined : map
}

function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Doc => typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
