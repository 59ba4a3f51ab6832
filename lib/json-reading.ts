/** Reads long JSON in pieces, yielding to other requests in between. Tested by test/json.test.ts. */
import { Pace, type SlicedWork } from './pace.ts'

/** Characters: roughly what takes a few milliseconds. */
const PIECE = 100_000

/** Same result as `JSON.parse` for an object; a promise only if the text is long. */
export function parsedObject(text: string): Record<string, unknown> | Promise<Record<string, unknown>> {
  return text.length <= PIECE ? JSON.parse(text) : (new Pace().through(parsed(text)) as Promise<Record<string, unknown>>)
}

function* parsed(text: string): SlicedWork<unknown> {
  const begin = text.length <= PIECE ? -1 : text.search(/\S/)
  if (text[begin] === '{') return yield* parsedMembers(text, begin)
  if (text[begin] === '[') return yield* parsedEntries(text, begin)
  return JSON.parse(text)
}

function* parsedMembers(text: string, begin: number): SlicedWork<Record<string, unknown>> {
  const members: [string, unknown][] = []
  for (const { from, to, isLong } of pieces(text, begin)) {
    if (isLong) {
      const key = text.indexOf('"', from)
      const colon = text.indexOf(':', endOfText(text, key))
      members.push([JSON.parse(text.slice(from, colon)), yield* parsed(text.slice(colon + 1, to))])
    } else for (const member of Object.entries(JSON.parse(`{${text.slice(from, to)}}`))) members.push(member)
    yield
  }
  return Object.fromEntries(members)
}

function* parsedEntries(text: string, begin: number): SlicedWork<unknown[]> {
  const entries: unknown[] = []
  for (const { from, to, isLong } of pieces(text, begin)) {
    if (isLong) entries.push(yield* parsed(text.slice(from, to)))
    else for (const entry of JSON.parse(`[${text.slice(from, to)}]`)) entries.push(entry)
    yield
  }
  return entries
}

interface Piece {
  from: number
  to: number
  /** It is a single member, which is cut in turn. */
  isLong: boolean
}

/** Cuts what an object or list contains into single long members and groups of short ones. */
function* pieces(text: string, begin: number): Generator<Piece> {
  let [from, next] = [begin + 1, begin + 1]
  for (const end of endsOfMembers(text, begin)) {
    const isLong = end - next > PIECE && text.slice(next, end).trim() !== ''
    if (isLong && next > from) yield { from, to: next - 1, isLong: false }
    if (isLong) yield { from: next, to: end, isLong }
    else if (end - from > PIECE) yield { from, to: end, isLong }
    if (isLong || end - from > PIECE) from = end + 1
    next = end + 1
  }
  if (next > from) yield { from, to: next - 1, isLong: false }
}

const [QUOTE, COMMA] = [0x22, 0x2c]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** The positions of the commas between the members of an object or list, and of its end. */
function* endsOfMembers(text: string, begin: number): Generator<number> {
  let depth = 0
  for (let at = begin; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfText(text, at)
    else if (OPENING.includes(code)) depth++
    else if (code === COMMA && depth === 1) yield at
    else if (CLOSING.includes(code) && --depth === 0) return yield at
  }
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let escapes = 0
    while (json[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
}
