/** Whether the attributes of a node or mark have the values that galley expects. Tested by test/rich-text/check.test.ts. */
import type { AttributeKind } from './kinds.ts'
import { MOST_CELLS } from './limits.ts'

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0
const isText = (value: unknown): boolean => typeof value === 'string'

/** `message`: what the value must be. */
const KINDS: Readonly<Record<AttributeKind, { takes(value: unknown): boolean; message: string }>> = {
  text: { takes: isText, message: 'must be a string' },
  flag: { takes: (value) => typeof value === 'boolean', message: 'must be true or false' },
  count: { takes: isCount, message: 'must be a whole number of at least 1' },
  number: { takes: (value) => value === 0 || isCount(value), message: 'must be a whole number of at least 0' },
  span: { takes: (value) => isCount(value) && Number(value) <= MOST_CELLS, message: `must be a whole number from 1 to ${MOST_CELLS}` },
  id: { takes: isCount, message: 'must be an id' },
  slug: { takes: isText, message: 'must be a slug' },
  address: { takes: isText, message: 'must be a URL' },
  widths: {
    takes: (value) =>
      Array.isArray(value) && value.length <= MOST_CELLS && value.every((one) => one === null || (Number.isFinite(one) && one >= 0)),
    message: `must be a list of at most ${MOST_CELLS} widths`,
  },
}

/** `null` means that an attribute is absent. Attributes that galley doesn't know are left alone. */
export function wrongAttributes(
  attrs: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, AttributeKind>>,
): { name: string; message: string }[] {
  return Object.entries(known).flatMap(([name, kind]) => {
    const value = Object.hasOwn(attrs, name) ? attrs[name] : null
    const { takes, message } = KINDS[kind]
    return value === null || value === undefined || takes(value) ? [] : [{ name, message }]
  })
}
