/** Unsaved edits in the browser's storage. Each person has their own at each API, and so has each visit to a document, in one language. It knows no form. */
import type { User } from '../desk/schema.ts'
import type { Originals } from './copied-rows.ts'
import type { FirstAttempts } from './first-save.ts'
import type { Texts } from './unsaid.ts'
import { isTree, type Values } from './values.ts'

const EDITS = 'galley:edit'
/** Next to the values of fields; no field has such names. */
const BEFORE = '$before'
const TEXTS = '$texts'
const ORIGINALS = '$originals'
const FIRST = '$first'
const AT = '$at'
const EXPIRES_AFTER = 30 * 24 * 3_600_000

/** The document that edits belong to, and who made them: nobody else who uses this browser sees them. */
export interface Whose {
  api: string
  user: User['id'] | undefined
  slug: string
  /** Nothing for a new document. */
  id: number | undefined
}

export interface Edits {
  values: Values
  /** What the same fields said before they were changed. */
  before: Values
  /** What is not a value yet. */
  texts: Texts
  /** Of rows that were copied. */
  originals: Originals
  /** Of a new document, whose first save may have no answer yet. */
  first?: FirstAttempts | undefined
}

export interface Kept extends Edits {
  key: string
  locale: string
  /** When they were kept last; 0 where nobody knows. */
  at: number
}

/** Ids of users from outside, and addresses, may hold colons. */
const keyOf = (...parts: readonly (string | number)[]): string => [EDITS, ...parts.map(encodeURIComponent)].join(':')

const partsOf = ({ api, user, slug, id }: Whose) => [api, user ?? '', slug, id ?? 'new'] as const

export const editsKey = (whose: Whose, locale: string | undefined, visit: string): string => keyOf(...partsOf(whose), locale ?? '', visit)

const localeIn = (key: string): string => decodeURIComponent(key.split(':').at(-2)!)

/** In every language, the oldest first. */
export function keptOf(whose: Whose): Kept[] {
  const start = keyOf(...partsOf(whose), '')
  return allKeys()
    .filter((key) => key.startsWith(start))
    .flatMap((key) => readEdits(key) ?? [])
    .sort((a, b) => a.at - b.at)
}

/** Edits that nobody came back to. Those of an unknown age begin to age now. */
export function expireEdits(): void {
  for (const key of allKeys().filter((key) => key.startsWith(`${EDITS}:`))) {
    const kept = readEdits(key)
    if (kept?.at === 0) writeEdits(key, kept)
    else if (kept && Date.now() - kept.at > EXPIRES_AFTER) removeEdits(key)
  }
}

function allKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Nothing where it is no edits: anything on this page's address may write there. */
export function readEdits(key: string): Kept | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key)!)
    if (!isObject(stored)) return undefined
    const { [BEFORE]: before, [TEXTS]: texts, [ORIGINALS]: originals, [FIRST]: first, [AT]: at, ...values } = stored
    return {
      key,
      locale: localeIn(key),
      at: typeof at === 'number' ? at : 0,
      before: isObject(before) ? before : {},
      texts: isObject(texts) ? onlyOf(texts, isText) : {},
      originals: isObject(originals) ? onlyOf(originals, (id) => typeof id === 'string') : {},
      ...(isAttempts(first) && { first }),
      values,
    }
  } catch {
    return undefined
  }
}

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

export function writeEdits(key: string, { values, before, texts, originals, first }: Edits): void {
  const kept = { ...values, [BEFORE]: before, [TEXTS]: texts, [ORIGINALS]: originals, [FIRST]: first, [AT]: Date.now() }
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // No room: the guard before leaving is still there.
  }
}

export function removeEdits(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}
