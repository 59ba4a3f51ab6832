/** Says when a text has become too large to be saved, while it is written and not only when it is sent. Tested by test/admin-components/long-texts.test.ts. */
import { MOST_BYTES } from '../../../lib/rich-text/limits.ts'
import type { CmsElement } from '../../element.ts'
import { bytes } from '../../texts/texts.ts'
import type { Editing } from '../editing.ts'

const encoder = new TextEncoder()
/** A block doesn't change: one that differs is another object. So typing measures only the block that is typed into. */
const known = new WeakMap<object, number>()

/** Blocks saving as long as the text is too large. */
export function limitSize({ host, form, path }: Editing, value: unknown): void {
  const size = sizeOf(value)
  const why = size > MOST_BYTES ? tooLarge(host, size) : undefined
  if (form.halfWritten.reasonAt(path) !== why) form.cannotSay(path, why)
}

const tooLarge = (host: CmsElement, size: number): string =>
  host.t('text.tooLarge', { size: bytes(size, host.app.language), most: bytes(MOST_BYTES, host.app.language) })

/** Blocks that are measured in one go. */
const AT_ONCE = 20

/** Measures an opened text bit by bit, so that its first letter doesn't have to. */
export function measureSoon(value: unknown): void {
  const blocks = blocksOf(value)
  let at = 0
  const some = () => {
    for (const block of blocks.slice(at, at + AT_ONCE)) sizeOfBlock(block)
    at += AT_ONCE
    if (at < blocks.length) setTimeout(some)
  }
  setTimeout(some)
}

export const sizeOf = (value: unknown): number => blocksOf(value).reduce<number>((sum, block) => sum + sizeOfBlock(block) + 1, 0)

function blocksOf(value: unknown): readonly unknown[] {
  const blocks: unknown = (value as { content?: unknown } | null)?.content
  return Array.isArray(blocks) ? blocks : []
}

/** A stored text may hold anything, such as a number in place of a block. */
function sizeOfBlock(block: unknown): number {
  const size = known.get(block as object) ?? encoder.encode(JSON.stringify(block)).length
  if (typeof block === 'object' && block !== null) known.set(block, size)
  return size
}
