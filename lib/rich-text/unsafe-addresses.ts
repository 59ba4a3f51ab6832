/** Finds unsafe URLs at any depth of a text, whatever its shape, so a site that renders it need not check again. Tested by test/rich-text/unsafe-addresses.test.ts. */
import { isSafeAddress, protocolOf } from './addresses.ts'

/** Attributes that hold URLs, also with a prefix such as `xlink:`. */
const ADDRESS = /(?:^|:|^xlink)(?:href|src|url|poster|formaction|cite|background|longdesc)$/i
/** Those that hold several, separated by white space. */
const ADDRESSES = /(?:^|:|^xlink)(?:srcset|ping)$/i
/** URLs in HTML, but arbitrary data in custom nodes: only text with a dangerous protocol is refused. */
const PERHAPS = /^(?:action|data)$/i
const RUNNING = ['javascript', 'vbscript', 'data']

/** What a string at a place counts as. `values`: those of a block, whose names mean nothing here. */
type Meaning = 'other' | 'address' | 'addresses' | 'perhaps' | 'values'

interface Place {
  value: unknown
  path: string
  meaning: Meaning
  /** The fields of the block whose attributes these are. */
  fields?: readonly { name: string }[]
}

type Blocks = readonly { slug: string; fields?: readonly { name: string }[] }[]

/** Values between two stopping points. */
const AT_A_TIME = 1000

/** The paths of unsafe URLs. The fields of `blocks` are checked by their own types; only texts among them are searched. */
export function* unsafeAddresses(text: unknown, blocks: Blocks = []): Generator<void, string[]> {
  const found: string[] = []
  const waiting: Place[] = [{ value: text, path: '', meaning: 'other' }]
  let visited = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    visited += 1
    if (visited % AT_A_TIME === 0) yield
    if (typeof place.value === 'string') {
      if (isUnsafe(place.value, place.meaning)) found.push(place.path)
    } else for (const inside of placesIn(place, blocks)) waiting.push(inside)
  }
  return found
}

/** The values directly inside, the last one first. Strings that can't be URLs are left out. */
function placesIn({ value, path, meaning, fields }: Place, blocks: Blocks): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const isText = (value as { type?: unknown }).type === 'doc'
  const outer = meaning === 'values' && isText ? 'other' : meaning
  const places: Place[] = []
  for (const [key, inner] of Object.entries(value).reverse()) {
    const one = fields?.some(({ name }) => name === key) ? 'values' : meaningOf(key, outer, Array.isArray(value))
    const isPlain = typeof inner === 'string' && (one === 'other' || one === 'values')
    if (isPlain || (typeof inner !== 'string' && typeof inner !== 'object')) continue
    const known = key === 'attrs' ? fieldsOf(value, inner, blocks) : undefined
    places.push({ value: inner, path: `${path}.${key}`, meaning: one, ...(known && { fields: known }) })
  }
  return places
}

/** A list or an object in place of a URL would become text when rendered. */
function meaningOf(key: string, outer: Meaning, isList: boolean): Meaning {
  if (outer === 'address' || outer === 'addresses' || outer === 'values' || (outer === 'perhaps' && isList)) return outer
  if (ADDRESS.test(key)) return 'address'
  if (ADDRESSES.test(key)) return 'addresses'
  return PERHAPS.test(key) ? 'perhaps' : 'other'
}

function fieldsOf(node: object, attrs: unknown, blocks: Blocks): readonly { name: string }[] | undefined {
  if ((node as { type?: unknown }).type !== 'contentBlock' || typeof attrs !== 'object' || attrs === null) return undefined
  const { blockType } = attrs as { blockType?: unknown }
  return blocks.find(({ slug }) => slug === blockType)?.fields
}

function isUnsafe(text: string, meaning: Meaning): boolean {
  if (meaning === 'perhaps') return RUNNING.includes(protocolOf(text) ?? '')
  return !(meaning === 'addresses' ? text.split(/\s+/) : [text]).every(isSafeAddress)
}
