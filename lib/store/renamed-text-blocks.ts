/** Reads blocks in stored rich text by the current slugs of their types. Tested by test/migrations/renamed-in-texts.test.ts. */
import { derived } from '../../schema/derived.ts'
import { blockOfStored, type Field, isRichText, type RichTextField } from '../../schema/model.ts'
import { atOnce } from '../pace.ts'
import { type AttributeChange, withAttributes } from '../rich-text/pointers.ts'

/** Whether the blocks of a text, or those of the texts in them, may be stored under a former slug. */
export const followsBlocks = derived(
  (field: Field): boolean =>
    isRichText(field) && field.richText.blocks.some(({ renamedFrom, fields }) => renamedFrom !== undefined || fields.some(followsBlocks)),
) as (field: Field) => field is RichTextField

export function withBlocksNow({ richText: { blocks } }: RichTextField, text: unknown): unknown {
  const change: AttributeChange = (attrs, of) => {
    const block = of['type'] === 'contentBlock' ? blockOfStored(blocks, attrs) : undefined
    if (!block) return attrs
    const now = block.slug === attrs['blockType'] ? attrs : { ...attrs, blockType: block.slug }
    const texts = block.fields.filter(followsBlocks).filter(({ name }) => Object.hasOwn(attrs, name))
    return texts.length === 0 ? now : { ...now, ...Object.fromEntries(texts.map((one) => [one.name, withBlocksNow(one, attrs[one.name])])) }
  }
  return atOnce(withAttributes(text, change))
}
