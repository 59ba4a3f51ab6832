/** Limits on all values from outside: how deeply they nest, which keys are allowed, which text can be stored. Tested by test/http/body-limits.test.ts. */
import { messages } from '../schema/messages.ts'
import { isNotInJson, kindOf, lostInJson } from '../schema/plain-object.ts'
import { type Because, because } from '../schema/reasons.ts'
import { badRequest, GalleyError } from './errors.ts'

/** Levels of nested objects and lists, including the outermost. Code behind this check may recurse through a whole value. */
export const MAX_NESTING = 100

/** Per object. A hundred thousand different keys cost several times as much as the same bytes in values. */
const MAX_KEYS = 10_000

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const tooManyKeys = () => badRequest(`An object has more than ${MAX_KEYS} keys`)
export const tooDeep = () => badRequest(`The data is nested deeper than ${MAX_NESTING} levels`)

/** Keys that could reach an object's prototype. */
export function refuseKey(key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw badRequest(`The key '${key}' is not allowed`)
}

/** Refuses a value that is nested too deeply or contains a forbidden key. */
export function refuseShape(value: unknown, depth = 1): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  if (depth > MAX_NESTING) throw tooDeep()
  if (Array.isArray(value)) for (const one of value) refuseShape(one, depth + 1)
  else {
    const keys = Object.keys(value)
    if (keys.length > MAX_KEYS) throw tooManyKeys()
    for (const key of keys) {
      refuseKey(key)
      refuseShape((value as Record<string, unknown>)[key], depth + 1)
    }
  }
}

/** Whether a value is larger than this many bytes of JSON. Counting stops there, so a huge value costs no more than an allowed one. */
export function isLargerThan(bytes: number, value: unknown): boolean {
  return bytesLeft(bytes, value, 1) < 0
}

/** Counts the shortest form, without escapes and with `1e9` for a billion, so that a text of allowed size still passes once parsed. */
function bytesLeft(left: number, value: unknown, depth: number): number {
  if (typeof value === 'string') return left - Buffer.byteLength(value) - 2
  if (typeof value === 'number') return left - Math.min(String(value).length, 3)
  if (typeof value !== 'object' || value === null || value instanceof Date) return left - String(value).length
  if (depth > MAX_NESTING) throw tooDeep()
  let rest = left - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index++) rest = bytesLeft(rest - 1, value[index], depth + 1)
    return Math.min(rest, left - 2)
  }
  for (const key in value) {
    if (rest < 0) break
    rest = bytesLeft(rest - Buffer.byteLength(key) - 4, (value as Record<string, unknown>)[key], depth + 1)
  }
  return Math.min(rest, left - 2)
}

const [QUOTE, BACKSLASH, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]

/** Counts brackets and keys before parsing: refusing the parsed value later would cost more. */
export function refuseCostlyJson(text: string): void {
  let depth = 0
  const keys = new Uint32Array(MAX_NESTING + 1)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_NESTING) throw tooDeep()
      keys[depth] = 0
    } else if (code === COLON) {
      // biome-ignore lint/style/noNonNullAssertion: there is a number for each depth up to MAX_NESTING
      if (++keys[depth]! > MAX_KEYS) throw tooManyKeys()
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
}

/** The problem with a text, if any: Postgres can't store NUL, and lone surrogates are not valid Unicode. */
function wrongText(text: string): Because | undefined {
  if (text.includes('\0')) return because('nul')
  return text.isWellFormed() ? undefined : because('lone-surrogate')
}

type Wrong = Because & { field: string }

/** Paths are built while returning, since most values are valid. */
const under = (key: string | number, { field, ...why }: Wrong): Wrong => ({
  field: field === '' ? String(key) : `${key}.${field}`,
  ...why,
})

/** The first invalid text, keys included, in a value whose depth was checked. */
export function wrongTextIn(value: unknown): Wrong | undefined {
  if (typeof value === 'string') {
    const wrong = wrongText(value)
    return wrong && { field: '', ...wrong }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const one = value[index]
      if (typeof one === 'number') continue
      const wrong = wrongTextIn(one)
      if (wrong) return under(index, wrong)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const wrongKey = wrongText(key)
    if (wrongKey) return { field: '', ...wrongKey }
    const wrong = wrongTextIn((value as Record<string, unknown>)[key])
    if (wrong) return under(key, wrong)
  }
  return undefined
}

/** The problem with a number, if any: whole numbers beyond ±(2^53 − 1) are inexact in JavaScript, and infinity has no JSON. */
export function wrongNumber(value: number): Because | undefined {
  if (Number.isNaN(value)) return because('wrong-type', { type: 'number' }, messages.mustBe('a number, not NaN'))
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? because('not-exact') : undefined
}

/** The first value that JSON can't represent, or not exactly, in one whose depth was checked. */
export function wrongJsonIn(value: unknown): Wrong | undefined {
  if (typeof value !== 'object' || value === null) {
    const wrong = wrongScalar(value)
    return wrong && { field: '', ...wrong }
  }
  const problem = value instanceof Date ? wrongDate(value) : lostInJson(value)
  if (problem !== undefined) return { field: '', ...because('wrong-type', { type: 'object' }, problem) }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const wrong = wrongJsonIn(value[index])
      if (wrong) return under(index, wrong)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const one = (value as Record<string, unknown>)[key]
    const wrong = one === undefined ? undefined : wrongJsonIn(one)
    if (wrong) return under(key, wrong)
  }
  return undefined
}

function wrongScalar(value: unknown): Because | undefined {
  if (typeof value === 'number') return wrongNumber(value)
  if (typeof value === 'bigint') return because('wrong-type', { type: 'number' }, messages.bigInt)
  return isNotInJson(value)
    ? because('wrong-type', { type: 'object' }, messages.mustBe(`a value that JSON has, not ${kindOf(value)}`))
    : undefined
}

const wrongDate = (date: Date): string | undefined => (Number.isNaN(date.getTime()) ? messages.mustBe('a valid date') : undefined)

/** Refuses text that can't be stored, with one error per field. */
export function refuseWrongTexts(body: Record<string, unknown>): void {
  const refusals = Object.entries(body).flatMap(([key, value]) => wrongTextIn({ [key]: value }) ?? [])
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
}
