/** Which attributes of a stored node or mark the editor can use, by the list of kinds. Others are kept, but have no effect here.
 * Tested by test/admin-components/stored-text.test.ts.
 */
import { type AttributeKind, MARKS, NODES } from '../../../lib/rich-text/kinds.ts'
import { MOST_CELLS } from '../../../lib/rich-text/limits.ts'

/** A node without one of these shows nothing, so it opens as a box. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  image: ['media'],
  file: ['media'],
  embed: ['url'],
  contentBlock: ['blockType'],
  mention: ['collection', 'id'],
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0
const isText = (value: unknown): boolean => typeof value === 'string'

const FITS: Readonly<Record<AttributeKind, (value: unknown) => boolean>> = {
  text: isText,
  address: isText,
  slug: isText,
  flag: (value) => typeof value === 'boolean',
  count: isCount,
  number: (value) => value === 0 || isCount(value),
  span: (value) => isCount(value) && Number(value) <= MOST_CELLS,
  id: isCount,
  widths: (value) => Array.isArray(value) && value.length <= MOST_CELLS && value.every((one) => one === null || one === 0 || isCount(one)),
}

export function isUsable(type: string, name: string, value: unknown): boolean {
  const kind = (Object.hasOwn(NODES, type) ? NODES[type] : MARKS[type])?.attributes?.[name]
  if (!kind || value === null) return !kind || !isNeeded(type, name)
  return FITS[kind](value)
}

export function isComplete(type: string, attrs: Readonly<Record<string, unknown>>): boolean {
  const needed = Object.hasOwn(NEEDED, type) ? NEEDED[type] : undefined
  return !needed?.some((name) => !isUsable(type, name, attrs[name]))
}

const isNeeded = (type: string, name: string): boolean => Object.hasOwn(NEEDED, type) && (NEEDED[type] ?? []).includes(name)
