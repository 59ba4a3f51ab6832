/** A row that was copied to be pasted elsewhere. This browser keeps it, so that it can go to another document or tab.
 * Tested by test/admin-components/everyday.test.ts.
 */
import { recall, remember } from '../app/app.ts'
import type { Field } from '../app/schema.ts'
import { fieldsOfRow } from '../document/map-fields.ts'
import type { Values } from '../document/values.ts'

const NAME = 'row'

export const takeRow = (field: Field, row: Values): void => remember(NAME, JSON.stringify({ shape: shapeOf(field, row), row }))

/** The row that was copied last, if this field has such rows. */
export function takenRow(field: Field): Values | undefined {
  try {
    const { shape, row } = JSON.parse(recall(NAME) ?? '') as { shape: string; row: Values }
    return shape === shapeOf(field, row) ? row : undefined
  } catch {
    return undefined
  }
}

/** Rows of the same kind have the same fields, and the same rows inside. */
function shapeOf(field: Field, row: Values): string {
  const kind = field.blocks?.some(({ slug }) => slug === row['blockType']) ? row['blockType'] : field.blocks ? undefined : ''
  const names = (fields: readonly Field[]): string[] =>
    fields.map(({ name, type, hasMany, to = '', fields: inner = [], blocks = [] }) =>
      [name, type, hasMany === true, to, ...names(inner), ...blocks.flatMap(({ slug, fields }) => [slug, ...names(fields)])].join(),
    )
  return JSON.stringify([kind, names(kind === undefined ? [] : fieldsOfRow(field, row))])
}
