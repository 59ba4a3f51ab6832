/** Finds unsafe URLs at any depth of a text, whatever its shape, so a site that renders it need not check again. Tested by test/rich-text/unsafe-addresses.test.ts. */
import { isSafeAddress, protocolOf } from './addresses.ts'

/** Attributes that hold URLs, also with a prefix such as `xlink:`. */
const ADDRESS = /(?:^|:|^xlink)(?:href|src|url|poster|formaction|cite|background|longdesc)$/i
/** Those that hold several, separated by white space. */
const ADDRESSES = /(?:^|:|^xlink)(?:srcset|ping)$/i
/** URLs in HTML, but arbitrary data in custom nodes: only text with a dangerous protocol is refused. */
const PERHAPS = /^(?:action|data)$/i
const RUNNING = ['javascript', 'vbscript', 'data']
/** What nearly every node consists of. */
const PLAIN: ReadonlySet<string> = new Set(['type', 'text', 'content', 'marks', 'attrs'])

/** What a string at a place counts as. `values`: those of a block, whose names mean nothing here. */
type Meaning = 'other' | 'address' | 'addresses' | 'perhaps' | 'values'

interface Place {
  value: unknown
  /** The place around it, and its key there. */
  parent?: Place
  key: string
  meaning: Meaning
  /** The fields of the block whose attributes these are. */
  fields?: readonly { name: string }[] | undefined
}

type Blocks = readonly { slug: string; fields?: readonly { name: string }[] }[]

/** Values between two stopping points. */
const AT_A_TIME = 1000

/** The paths of unsafe URLs. The fields of `blocks` are checked by their own types; only texts among them are searched. */
export function* unsafeAddresses(text: unknown, blocks: Blocks = []): Generator<void, string[]> {
  const found: string[] = []
  const waiting: Place[] = [{ value: text, key: '', meaning: 'other' }]
  let visited = 0
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    visited += 1
    if (visited % AT_A_TIME === 0) yield
    if (typeof place.value === 'string') {
      if (isUnsafe(place.value, place.meaning)) found.push(pathOf(place))
    } else addPlacesIn(place, blocks, waiting)
  }
  return found
}

/** Adds the values directly inside, the last one first. Those that can't be or hold URLs are left out. */
function addPlacesIn(parent: Place, blocks: Blocks, places: Place[]): void {
  const { value, meaning, fields } = parent
  if (typeof value !== 'object' || value === null) return
  const isText = (value as { type?: unknown }).type === 'doc'
  const outer = meaning === 'values' && isText ? 'other' : meaning
  const isList = Array.isArray(value)
  const keys = Object.keys(value)
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at] as string
    const inner = (value as Record<string, unknown>)[key]
    if (typeof inner !== 'string' && typeof inner !== 'object') continue
    const one = fields?.some(({ name }) => name === key) ? 'values' : meaningOf(key, outer, isList)
    if (typeof inner === 'string' && (one === 'other' || one === 'values')) continue
    const known = key === 'attrs' ? fieldsOf(value, inner, blocks) : undefined
    places.push({ value: inner, parent, key, meaning: one, fields: known })
  }
}

/** Only few places are unsafe, so their paths are built afterwards. */
const pathOf = ({ parent, key }: Place): string => (parent ? `${pathOf(parent)}.${key}` : '')

/** A list or an object in place of a URL would become text when rendered. */
function meaningOf(key: string, outer: Meaning, isList: boolean): Meaning {
  if (outer === 'address' || outer === 'addresses' || outer === 'values' || (outer === 'perhaps' && isList)) return outer
  // The keys of a list are numbers.
  if (isList || PLAIN.has(key)) return 'other'
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
