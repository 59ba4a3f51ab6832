/** Refuses arguments that no function of `galley/rich-text` could mean, in one sentence. Tested by test/rich-text/arguments.test.ts. */
import { unknownOption } from '../../schema/nearest.ts'
import { kindOf } from '../../schema/plain-object.ts'

const A_TEXT = 'must be the value of a rich text field'

/** A stored value of any shape is fine: pages keep working, whatever a field held before it was a rich text. */
export function checkDocument(name: string, doc: unknown): void {
  if (['function', 'symbol', 'bigint'].includes(typeof doc)) throw wrong(name, 'text', `${A_TEXT}, not ${kindOf(doc)}`)
  if (typeof doc !== 'object' || doc === null) return
  const { then, type, content } = doc as Record<string, unknown>
  if (typeof then === 'function') throw wrong(name, 'text', `${A_TEXT}, not ${kindOf(doc)}; write await in front of it`)
  if (type !== undefined || content !== undefined) return
  const inside = Object.entries(doc).find(([, value]) => (value as { type?: unknown } | null | undefined)?.type === 'doc')
  if (inside && !Array.isArray(doc)) throw wrong(name, 'text', `${A_TEXT}, not an object that holds one; pass its '${inside[0]}'`)
}

/** Sources are often empty. */
export function checkSource(name: string, what: string, source: unknown): void {
  if (source === undefined || source === null || typeof source === 'string') return
  throw wrong(name, what, `must be a text, not ${kindOf(source)}`)
}

export function checkVisitor(name: string, visitor: unknown): void {
  if (typeof visitor !== 'function') throw wrong(name, 'visitor', `must be a function, not ${kindOf(visitor)}`)
}

/** A list or a date, for example, becomes words. */
export function checkWords(value: unknown): void {
  const isWordless =
    typeof value === 'function' || typeof value === 'symbol' || (typeof value === 'object' && value !== null && hasNoWords(value))
  if (isWordless) throw wrong('escapeHTML', 'text', `must be a text or a number, not ${kindOf(value)}`)
}

const hasNoWords = (value: { toString?: unknown }): boolean => value.toString === undefined || value.toString === Object.prototype.toString

interface Kind {
  is(value: unknown): boolean
  must: string
}

const FUNCTION: Kind = { is: (value) => typeof value === 'function', must: 'a function' }
const TEXT: Kind = { is: (value) => typeof value === 'string', must: 'a text' }
const ADDRESS: Kind = { is: (value) => typeof value === 'string' || value instanceof URL, must: 'an address' }
const NUMBER: Kind = { is: Number.isFinite, must: 'a number' }
const FLAG: Kind = { is: (value) => typeof value === 'boolean', must: 'true or false' }
const LIST: Kind = { is: Array.isArray, must: 'a list' }
const DIRECTION: Kind = { is: (value) => value === 'ltr' || value === 'rtl', must: "'ltr' or 'rtl'" }

/** One object of options may be for several of these functions, such as the HTML and its outline. */
const PRINTING: Readonly<Record<string, Kind>> = {
  block: FUNCTION,
  link: FUNCTION,
  mention: FUNCTION,
  image: FUNCTION,
  sizes: TEXT,
  embeds: LIST,
  dir: DIRECTION,
  headingOffset: NUMBER,
  idPrefix: TEXT,
}

const READING: Readonly<Record<string, Kind>> = {
  image: FUNCTION,
  features: LIST,
  headings: LIST,
  embeds: LIST,
  baseURL: ADDRESS,
  blankLines: FLAG,
  omitted: FUNCTION,
}

export const checkPrinting = (name: string, options: unknown): void => checkOptions(name, options, PRINTING)
export const checkReading = (name: string, options: unknown): void => checkOptions(name, options, READING)

function checkOptions(name: string, options: unknown, known: Readonly<Record<string, Kind>>): void {
  // Most calls of `map` come with the index.
  const advice = typeof options === 'number' ? `; in map, write (value) => ${name}(value)` : ''
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw wrong(name, 'options', `must be an object, not ${kindOf(options)}${advice}`)
  for (const [option, value] of Object.entries(options)) {
    const kind = Object.hasOwn(known, option) ? known[option] : undefined
    if (!kind) throw new TypeError(`${name}: ${unknownOption(option, Object.keys(known))}`)
    if (value !== undefined && !kind.is(value))
      throw wrong(name, `option '${option}'`, `must be ${kind.must}, not ${typeof value === 'number' ? value : kindOf(value)}`)
  }
}

const wrong = (name: string, what: string, must: string): TypeError => new TypeError(`${name}: the ${what} ${must}`)
