/** Names for rows, since most have none of their own: the row number, the block type and the first text. Tested by test/admin-components/conflicts.test.ts. */
import type { Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { typeOf } from '../fields/types.ts'
import { humanized } from '../texts/texts.ts'
import { fieldsOfRow } from './map-fields.ts'
import type { Values } from './values.ts'

/** The first text or option in the row. */
export function summaryOf(field: Field, row: Values): string {
  const naming = fieldsOfRow(field, row).find(
    (one) => (typeOf(one).isText || one.options) && typeof row[one.name] === 'string' && row[one.name] !== '',
  )
  return naming ? String(row[naming.name]).slice(0, 80) : ''
}

export function kindOf({ app }: CmsElement, { blocks }: Field, row: Values): string | undefined {
  const block = blocks?.find(({ slug }) => slug === row['blockType'])
  return block && app.label(block.label, humanized(block.slug))
}

/** `Row 2 (Quote: To be or not to be)` */
export function nameOfRow(host: CmsElement, field: Field, row: Values, index: number): string {
  const number = host.t('rows.row', { number: index + 1 })
  const naming = [kindOf(host, field, row), summaryOf(field, row)].filter(Boolean).join(': ')
  return naming === '' ? number : `${number} (${naming})`
}
