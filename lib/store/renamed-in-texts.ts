/** Reads blocks in stored rich text by the current names of their types and fields, until a migration has rewritten them.
 * Tested by test/store/renamed-in-texts.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { type Block, blockOfStored, type Field, hasRows, isGroup, isRichText, type RichTextField } from '../../schema/model.ts'
import { atOnce, type SlicedWork } from '../pace.ts'
import { isNode } from '../rich-text/nodes.ts'
import { type AttributeChange, withAttributes } from '../rich-text/pointers.ts'
import { rowKeys } from './keys.ts'

/** Whether the blocks of a text may be stored under former names. */
export const isRenamedInText = derived((field: Field): boolean => isRichText(field) && field.richText.blocks.some(isRenamedBlock)) as (
  field: Field,
) => field is RichTextField

const isRenamedBlock = ({ renamedFrom, fields }: Block): boolean => renamedFrom !== undefined || fields.some(isRenamed)

const isRenamed: (field: Field) => boolean = derived(
  (field: Field): boolean =>
    field.renamedFrom !== undefined ||
    isRenamedInText(field) ||
    (field.fields ?? []).some(isRenamed) ||
    (field.blocks ?? []).some(isRenamedBlock),
)

export function textNow({ richText: { blocks } }: RichTextField, text: unknown): SlicedWork<unknown> {
  const change: AttributeChange = (attrs, of) => (of['type'] === 'contentBlock' ? blockNow(blocks, attrs) : attrs)
  return withAttributes(text, change)
}

/** `attrs`: of a block in a text, or a row of blocks inside one. */
function blockNow(blocks: readonly Block[], attrs: Values): Values {
  const block = blockOfStored(blocks, attrs)
  if (!block || !isRenamedBlock(block)) return attrs
  return { ...valuesNow(block.fields, attrs), blockType: block.slug }
}

type Values = Record<string, unknown>

function valuesNow(fields: readonly Field[], values: Values): Values {
  const { former } = rowKeys(fields)
  const entries = Object.entries(values).map(([key, value]) => {
    const current = former.get(key)
    const name = current === undefined || Object.hasOwn(values, current) ? key : current
    const field = fields.find((one) => one.name === name)
    return [name, field && isRenamed(field) ? valueNow(field, value) : value]
  })
  return Object.fromEntries(entries)
}

function valueNow(field: Field, value: unknown): unknown {
  if (isRichText(field)) return atOnce(textNow(field, value))
  if (isGroup(field)) return isNode(value) ? valuesNow(field.fields, value) : value
  if (!hasRows(field) || !Array.isArray(value)) return value
  const { fields, blocks = [] } = field
  return value.map((row) => (!isNode(row) ? row : fields ? valuesNow(fields, row) : blockNow(blocks, row)))
}
