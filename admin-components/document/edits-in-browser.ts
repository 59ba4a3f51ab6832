/** Stores unsaved edits in localStorage, separately per API, user, document, language and visit. It is independent of the form.
 * Tested by test/admin-components/kept-how-long.test.ts.
 */
import type { User } from '../app/schema.ts'
import type { Originals } from './copied-rows.ts'
import type { FirstAttempts } from './first-save.ts'
import { areRows, type RowsInEveryLocale } from './known-rows.ts'
import type { Texts } from './unsaid.ts'
import { isTree, type Values } from './values.ts'

const EDITS = 'galley:edit'
/** The values before the change have an entry of their own: they stay the same while a long text is typed, and so are written once. */
const BEFORE = 'galley:before'
/** Stored next to field values; field names cannot begin with `$`. */
const TEXTS = '$texts'
const ORIGINALS = '$originals'
const ROWS = '$rows'
const FIRST = '$first'
const AT = '$at'
const EXPIRES_AFTER = 30 * 24 * 3_600_000

/** The document that the edits belong to, and their author: other users of the same browser don't see them. */
export interface EditsOwner {
  api: string
  user: User['id'] | undefined
  slug: string
  /** Undefined for a new document. */
  id: number | undefined
}

export interface Edits {
  values: Values
  /** The values of the same fields before the change. */
  before: Values
  /** Inputs that are not valid values yet. */
  texts: Texts
  /** The originals of copied rows. */
  originals: Originals
  /** The rows in these values, in every language. */
  rows: RowsInEveryLocale
  /** For a new document: its first save may still be unanswered. */
  first?: FirstAttempts | undefined
}

export interface StoredEdits extends Edits {
  key: string
  locale: string
  /** The time they were last kept; 0 if unknown. */
  at: number
}

/** The ids of external users, and URLs, may contain colons. */
const keyOf = (...parts: readonly (string | number)[]): string => [EDITS, ...parts.map(encodeURIComponent)].join(':')

const partsOf = ({ api, user, slug, id }: EditsOwner) => [api, user ?? '', slug, id ?? 'new'] as const

export const editsKey = (owner: EditsOwner, locale: string | undefined, visit: string): string =>
  keyOf(...partsOf(owner), locale ?? '', visit)

// biome-ignore lint/style/noNonNullAssertion: all keys come from `keyOf`, which joins several parts
const localeIn = (key: string): string => decodeURIComponent(key.split(':').at(-2)!)

const beforeKey = (key: string): string => BEFORE + key.slice(EDITS.length)

/** In every language, the oldest first. */
export function storedEditsOf(owner: EditsOwner): StoredEdits[] {
  return keysFrom(keyOf(...partsOf(owner), ''))
    .flatMap((key) => readEdits(key) ?? [])
    .sort((a, b) => a.at - b.at)
}

/** Removes old edits. Those of unknown age are dated now. */
export function expireEdits(): void {
  for (const key of keysFrom(`${EDITS}:`)) {
    const stored = readEdits(key)
    if (stored?.at === 0) writeEdits(key, stored)
    else if (stored && Date.now() - stored.at > EXPIRES_AFTER) removeEdits(key)
  }
  const kept = keysFrom(`${EDITS}:`).map(beforeKey)
  for (const key of keysFrom(`${BEFORE}:`)) if (!kept.includes(key)) localStorage.removeItem(key)
}

const keysFrom = (start: string): string[] => allKeys().filter((key) => key.startsWith(start))

function allKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Undefined unless the entry has the expected shape: anything on this origin may write there. */
export function readEdits(key: string): StoredEdits | undefined {
  try {
    const [stored, before] = [readEntry(key), readEntry(beforeKey(key))]
    if (!isObject(stored)) return undefined
    const { [TEXTS]: texts, [ORIGINALS]: originals, [ROWS]: rows, [FIRST]: first, [AT]: at, ...values } = stored
    return {
      key,
      locale: localeIn(key),
      at: typeof at === 'number' ? at : 0,
      before: isObject(before) ? before : {},
      texts: isObject(texts) ? onlyOf(texts, isText) : {},
      originals: isObject(originals) ? onlyOf(originals, (id) => typeof id === 'string') : {},
      rows: areRows(rows) ? rows : {},
      ...(isAttempts(first) && { first }),
      values,
    }
  } catch {
    return undefined
  }
}

const readEntry = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')

const isObject = (value: unknown): value is Values => isTree(value) && !Array.isArray(value)

const onlyOf = (entries: Values, isRight: (value: unknown, key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(entries).filter(([key, value]) => isRight(value, key)))

const isText = (half: unknown, place: string): boolean =>
  isObject(half) && typeof half['why'] === 'string' && typeof half['text'] === 'string' && isPlace(place)

function isPlace(text: string): boolean {
  try {
    const place: unknown = JSON.parse(text)
    return Array.isArray(place) && typeof place[0] === 'string' && place.every((step) => typeof step === 'string' || isObject(step))
  } catch {
    return false
  }
}

const isAttempts = (first: unknown): first is FirstAttempts =>
  isObject(first) && typeof first['key'] === 'string' && Array.isArray(first['sent']) && first['sent'].every(isObject)

/** `written`: the values before the change as they were written last. */
export function writeEdits(key: string, { values, before, texts, originals, rows, first }: Edits, written?: Values): void {
  const stored = { ...values, [TEXTS]: texts, [ORIGINALS]: originals, [ROWS]: rows, [FIRST]: first, [AT]: Date.now() }
  try {
    if (isWritten(key, stored)) return
    if (!hasSameParts(before, written) || !Object.hasOwn(localStorage, beforeKey(key)))
      localStorage.setItem(beforeKey(key), JSON.stringify(before))
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // The storage is full. The warning before leaving the page still protects the edits.
  }
}

/** Edits that are stored already keep the time of the last change. */
function isWritten(key: string, stored: Values): boolean {
  const start = JSON.stringify({ ...stored, [AT]: 0 }).slice(0, -'0}'.length)
  const written = localStorage.getItem(key) ?? ''
  return written.startsWith(start) && /^[1-9]\d*\}$/.test(written.slice(start.length)) && Object.hasOwn(localStorage, beforeKey(key))
}

function hasSameParts(before: Values, written: Values = {}): boolean {
  const names = Object.keys(before)
  return names.length === Object.keys(written).length && names.every((name) => before[name] === written[name])
}

export function removeEdits(key: string): void {
  try {
    localStorage.removeItem(key)
    localStorage.removeItem(beforeKey(key))
  } catch {
    // Without storage there is nothing to remove.
  }
}
