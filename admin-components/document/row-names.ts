/** Names for rows, since most have none of their own: the row number, the block type and the first text. Tested by test/admin-components/conflicts.test.ts. */
import type { Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { typeOf, types } from '../fields/types.ts'
import { humanized } from '../texts/texts.ts'
import { fieldsOfRow } from './map-fields.ts'
import type { Values } from './values.ts'

const LONGEST = 80

/** The first text or option in the row. */
export function summaryOf(host: CmsElement, field: Field, row: Values): string {
  for (const one of fieldsOfRow(field, row)) {
    const type = typeOf(one)
    const value = row[one.name]
    const isNaming = (type.isText || one.options || type === types.richText) && !one.hasMany && (value ?? '') !== ''
    const text = isNaming ? type.text(host, one, value) : ''
    if (text !== '') return text.slice(0, LONGEST)
  }
  return ''
}

export function kindOf({ app }: CmsElement, { blocks }: Field, row: Values): string | undefined {
  const block = blocks?.find(({ slug }) => slug === row['blockType'])
  return block && app.label(block.label, humanized(block.slug))
}

/** `Row 2 (Quote: To be or not to be)` */
export function nameOfRow(host: CmsElement, field: Field, row: Values, index: number): string {
  const number = host.t('rows.row', { number: index + 1 })
  const naming = [kindOf(host, field, row), summaryOf(host, field, row)].filter(Boolean).join(': ')
  return naming === '' ? number : `${number} (${naming})`
}
