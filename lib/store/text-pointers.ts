/** The documents that a rich text points to, by its own nodes and by the relations in its blocks. Tested by test/features/rich-text-references.test.ts. */
import { type Field, fieldsOfRow, hasRows, isGroup, isRelation, isRichText, type RichTextField } from '../../schema/model.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { textTargets } from '../rich-text/pointers.ts'
import { blocksIn } from './texts.ts'

export function* textPointers(field: RichTextField, text: unknown): Generator<RichTextTarget> {
  yield* textTargets(text)
  for (const { block, attrs } of blocksIn(field, text)) yield* pointersAmong(block.fields, attrs)
}

// biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
function* pointersAmong(fields: readonly Field[], values: any): Generator<RichTextTarget> {
  for (const field of fields) {
    const value = values?.[field.name]
    if (isRelation(field)) {
      for (const id of [value].flat()) if (typeof id === 'number') yield { collection: field.to, id }
    } else if (isRichText(field)) yield* textPointers(field, value)
    else if (isGroup(field)) yield* pointersAmong(field.fields, value)
    else if (hasRows(field) && Array.isArray(value)) for (const row of value) yield* pointersAmong(fieldsOfRow(field, row), row)
  }
}

/** Without the quotation mark in front, of which JSON is so full that a search for it takes four times as long. */
const POINTING = ['media":', 'collection":', 'Block"']

/** Whether a stored text may point to anything. Most texts don't, and finding that out is much cheaper than parsing them. */
export function mayPoint(json: unknown): boolean {
  const text = typeof json === 'string' ? json : JSON.stringify(json ?? null)
  return POINTING.some((key) => text.includes(key))
}
