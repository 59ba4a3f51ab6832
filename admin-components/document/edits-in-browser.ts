/** Unsaved edits in the browser's storage. Each visit to a document has its own, in one language. It knows no form. */
import type { Originals } from './copied-rows.ts'
import type { Texts } from './unsaid.ts'
import type { Values } from './values.ts'

const EDITS = 'galley:edit'
/** Next to the values of fields; no field has such names. */
const BEFORE = '$before'
const TEXTS = '$texts'
const ORIGINALS = '$originals'
const AT = '$at'

export interface Edits {
  values: Values
  /** What the same fields said before they were changed. */
  before: Values
  /** What is not a value yet. */
  texts: Texts
  /** Of rows that were copied. */
  originals: Originals
}

export interface Kept extends Edits {
  key: string
  locale: string
  /** When they were kept last. */
  at: number
}

const keyOf = (...parts: readonly (string | number)[]): string => [EDITS, ...parts].join(':')

export const editsKey = (slug: string, id: number | undefined, locale: string | undefined, visit: string): string =>
  keyOf(slug, id ?? 'new', locale ?? '', visit)

/** In every language, the oldest first. */
export function keptOf(slug: string, id: number | undefined): Kept[] {
  const start = keyOf(slug, id ?? 'new', '')
  return allKeys()
    .filter((key) => key.startsWith(start))
    .flatMap((key) => readEdits(key) ?? [])
    .sort((a, b) => a.at - b.at)
}

function allKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

export function readEdits(key: string): Kept | undefined {
  try {
    const {
      [BEFORE]: before = {},
      [TEXTS]: texts = {},
      [ORIGINALS]: originals = {},
      [AT]: at = 0,
      ...values
    } = JSON.parse(localStorage.getItem(key)!)
    return { key, locale: key.split(':')[4]!, at, before, texts, originals, values }
  } catch {
    return undefined
  }
}

export function writeEdits(key: string, { values, before, texts, originals }: Edits): void {
  const kept = { ...values, [BEFORE]: before, [TEXTS]: texts, [ORIGINALS]: originals, [AT]: Date.now() }
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // No room: the guard before leaving is still there.
  }
}

export const removeEdits = (key: string): void => localStorage.removeItem(key)
