/** The admin's texts: by key, in two languages, with placeholders and plural forms. */
import { en } from './en.ts'
import type { enActions } from './en-actions.ts'
import type { enCompare } from './en-compare.ts'
import type { enConflict } from './en-conflict.ts'
import type { enHome } from './en-home.ts'
import type { enList } from './en-list.ts'
import type { enMedia } from './en-media.ts'
import type { enRefusals } from './en-refusals.ts'
import type { enReports } from './en-reports.ts'
import type { enRichText } from './en-rich-text.ts'
import type { enSystem } from './en-system.ts'
import type { enWriting } from './en-writing.ts'
import { formatOf } from './formats.ts'
import type { Text } from './text.ts'

/** `en`, `th`, or the code of a language that the site adds. */
export type Language = string
/** The texts of parts that load later. */
type Late = typeof enActions &
  typeof enCompare &
  typeof enConflict &
  typeof enHome &
  typeof enList &
  typeof enMedia &
  typeof enRefusals &
  typeof enReports &
  typeof enRichText &
  typeof enSystem &
  typeof enWriting
export type Key = keyof typeof en | keyof Late
/** The texts of a language. What it lacks is shown in English. */
export type Catalogue = Readonly<Partial<Record<Key, Text>>>
export type Values = Readonly<Record<string, string | number>>

/** English is always included; other languages are loaded when they are selected. */
export const english: Catalogue = en

const late: Record<'en' | 'th', Partial<Record<Key, Text>>> = { en: {}, th: {} }

/** For parts of the admin that load later and bring texts of their own. */
export function addTexts(more: Readonly<Record<'en' | 'th', Catalogue>>): void {
  Object.assign(late.en, more.en)
  Object.assign(late.th, more.th)
}

export const textOf = (key: Key, texts: Catalogue, language: Language): Text =>
  texts[key] ?? (language === 'th' ? late.th[key] : undefined) ?? english[key] ?? late.en[key] ?? key

/** In English, whatever the language of the admin: many know a command by its English name. */
export const inEnglish = (key: Key, values?: Values): string => write(textOf(key, english, 'en'), 'en', values)

/** Fills in the placeholders of a text; `count` selects the plural form. */
export function write(text: Text, language: Language, values: Values = {}): string {
  const chosen = typeof text === 'string' ? text : (text[formOf(language, Number(values['count']))] ?? text.other)
  return chosen.replace(/\{(\w+)\}/g, (place, name: string, at: number) => {
    const value = values[name]
    if (value === undefined) return place
    if (typeof value === 'number') return formatOf(Intl.NumberFormat, language).format(value)
    if (language === 'th') return apart(chosen.slice(0, at), value, chosen.slice(at + place.length))
    return RIGHT_TO_LEFT.test(chosen + value) ? `\u2068${value}\u2069` : value
  })
}

/** English among words that run from right to left: its full stop, its numbers and the places in it would change sides. */
export const fromLeft = (english: string): string =>
  /^\P{Letter}|\P{Letter}$|[{\u2068]/u.test(english) ? `\u2066${english}\u2069` : english

/** Thai is written without spaces, but not up to a word in another script. */
const apart = (before: string, value: string, after: string): string =>
  (/[\u0e00-\u0e7f]$/.test(before) && /^\w/.test(value) ? ' ' : '') +
  value +
  (/\w$/.test(value) && /^[\u0e00-\u0e7f]/.test(after) ? ' ' : '')

/** Hebrew, Arabic and their neighbours. A text and the value in it then keep each their own direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

const formOf = (language: Language, count: number): Intl.LDMLPluralRule => formatOf(Intl.PluralRules, language).select(count)

/** Written in capitals wherever they stand. */
const ACRONYMS = /\b(api|css|csv|cta|faq|html|http|id|isbn|iso|json|pdf|rss|seo|sku|sms|sql|svg|url|utc|uuid|vat|xml)(s?)\b/gi

/** `metaTitle` → `Meta title`, `seo` → `SEO`. */
export function humanized(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(ACRONYMS, (_, letters: string, s: string) => letters.toUpperCase() + s)
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `5 minutes ago`; `5 min. ago` where it is one of many in a column. */
export function ago(iso: string, language: Language, style: 'long' | 'short' = 'long'): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return formatOf(Intl.RelativeTimeFormat, language, { numeric: 'auto', style }).format(Math.round(seconds / size), unit)
}

export const onDate = (iso: string, language: Language): string =>
  formatOf(Intl.DateTimeFormat, language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** `Europe/Berlin (GMT+2)`: the zone of the person at the browser, as its clocks are at that time. */
export function zoneAt(iso: string, language: Language): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const parts = formatOf(Intl.DateTimeFormat, language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date(iso))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value
  return timeZone === 'UTC' || offset === undefined ? timeZone : `${timeZone} (${offset})`
}

/** For what people in other zones agree on. */
export const onDateInZone = (iso: string, language: Language): string => `${onDate(iso, language)}, ${zoneAt(iso, language)}`

/** Tells apart what happened within a minute. */
export const atSecond = (iso: string, language: Language): string =>
  formatOf(Intl.DateTimeFormat, language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))

export function bytes(size: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  const step = size > 0 ? Math.min(Math.floor(Math.log10(size) / 3), 3) : 0
  // biome-ignore lint/style/noNonNullAssertion: `step` is between 0 and 3
  const unit = units[step]!
  return formatOf(Intl.NumberFormat, language, {
    style: 'unit',
    unit,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(size / 1000 ** step)
}
