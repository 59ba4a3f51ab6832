/** Finds the rich texts in the values of a document: in groups, rows, blocks, and in the blocks of other texts. Tested by test/features/rich-text-check.test.ts. */
import { derived } from '../../schema/derived.ts'
import { type Block, childrenOf, type Field, fieldsOfRow, hasRows, isGroup, isRichText, type RichTextField } from '../../schema/model.ts'
import { attrsOf, everyNode } from '../rich-text/nodes.ts'
import type { Doc } from './document.ts'

export interface TextAt {
  field: RichTextField
  value: unknown
  path: string
}

export function* textsIn(fields: readonly Field[], doc: Doc | null | undefined, within = ''): Generator<TextAt> {
  for (const field of fields) {
    if (!holdsText(field)) continue
    const value = doc?.[field.name]
    const path = within + field.name
    if (isRichText(field)) {
      yield { field, value, path }
      for (const { block, attrs, path: at } of blocksIn(field, value)) yield* textsIn(block.fields, attrs, `${path}${at}.`)
    } else if (isGroup(field)) yield* textsIn(field.fields, value, `${path}.`)
    else if (hasRows(field) && Array.isArray(value))
      for (const [index, row] of value.entries()) yield* textsIn(fieldsOfRow(field, row), row, `${path}.${index}.`)
  }
}

/** Whether the field is a rich text, or contains one. */
export const holdsText: (field: Field) => boolean = derived((field: Field) => isRichText(field) || childrenOf(field).some(holdsText))

interface BlockAt {
  block: Block
  attrs: Doc
  /** The path of `attrs` below the field. */
  path: string
}

/** The blocks of a text whose types its field knows. */
export function* blocksIn(field: RichTextField, value: unknown): Generator<BlockAt> {
  const { blocks } = field.richText
  if (blocks.length === 0) return
  for (const { node, path } of everyNode(value)) {
    const attrs = attrsOf(node)
    const block = node['type'] === 'contentBlock' && blocks.find(({ slug }) => slug === attrs['blockType'])
    if (block) yield { block, attrs, path: `${path()}.attrs` }
  }
}
