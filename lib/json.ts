/** JSON of long values: built in pieces, yielding to other requests in between. */
import { Pace } from './pace.ts'

/** Roughly what takes a few milliseconds. */
const PIECE = 100_000

/** Values returned by hooks may contain themselves. */
const DEEPEST = 100

/** Same text as `JSON.stringify`; a promise only if the value is long. `characters`: its approximate length, if known. */
export function jsonOf(value: object, characters = charactersOf(value, PIECE)): string | Promise<string> {
  return characters <= PIECE ? JSON.stringify(value) : inPieces(value, new Pace(), 0)
}

/** The approximate length of the value as JSON. Stops counting beyond `enough`. */
export function charactersOf(value: unknown, enough = Number.POSITIVE_INFINITY, depth = 0): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return 4
  let characters = 2
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && characters <= enough; index++)
      characters += charactersOf(value[index], enough - characters, depth + 1) + 1
  } else
    for (const key in value) {
      characters += key.length + 4 + charactersOf((value as Record<string, unknown>)[key], enough - characters, depth + 1)
      if (characters > enough) break
    }
  return characters
}

/** Whether two values have the same JSON, regardless of the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isPlain(one) || !isPlain(other)) return JSON.stringify(one) === JSON.stringify(other)
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other) && isSameList(one, other)
  const [members, others] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
  for (const key of Object.keys(members)) if (!isSameJson(members[key], Object.hasOwn(others, key) ? others[key] : undefined)) return false
  for (const key of Object.keys(others)) if (others[key] !== undefined && !Object.hasOwn(members, key)) return false
  return true
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (!isSameJson(one[at], other[at])) return false
  return true
}

async function inPieces(value: object, pace: Pace, depth: number): Promise<string> {
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  const members = value as Record<PropertyKey, unknown>
  const keyAt = (index: number): PropertyKey => keys?.[index] ?? index
  const pieces: string[] = []
  let [from, characters] = [0, 0]
  const printUntil = (end: number) => {
    const few = keys ? Object.fromEntries(keys.slice(from, end).map((key) => [key, members[key]])) : (value as unknown[]).slice(from, end)
    const text = JSON.stringify(few)
    if (text.length > 2) pieces.push(text.slice(1, -1))
    from = end
    characters = 0
    return pace.rest()
  }
  const count = keys ? keys.length : (value as unknown[]).length
  for (let index = 0; index < count; index++) {
    const one = members[keyAt(index)]
    const length = charactersOf(one, PIECE)
    characters += length
    if (length > PIECE && depth < DEEPEST && isPlain(one)) {
      await printUntil(index)
      const text = await inPieces(one, pace, depth + 1)
      pieces.push(keys ? `${JSON.stringify(keys[index])}:${text}` : text)
      from = index + 1
    } else if (characters > PIECE) await printUntil(index + 1)
  }
  await printUntil(count)
  return keys ? `{${pieces.join()}}` : `[${pieces.join()}]`
}

/** Whether its JSON consists of that of its members. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function') return false
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
