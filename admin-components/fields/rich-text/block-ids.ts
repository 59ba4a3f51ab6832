/** Gives a copy of a content block its own id, however it gets into the text: pasted, dropped or duplicated. A block that moves keeps its id.
 * Tested by test/admin-components/copied-blocks.test.ts.
 */
import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { ALL } from './stored.ts'
import { hostOf } from './text-host.ts'

export const BlockIds = Extension.create({
  name: 'blockIds',
  addProseMirrorPlugins() {
    const { editor } = this
    return [ownIds((row) => hostOf(editor).copyOfBlock(row))]
  },
})

/** What comes from the server stays as it is. */
export const ownIds = (copyOf: (row: Row) => Row): Plugin =>
  new Plugin({
    appendTransaction(transactions, before, after) {
      if (!transactions.some((one) => !one.getMeta('preventUpdate') && hasNewBlock(one))) return null
      const { tr } = after
      for (const { at, row } of copiesIn(transactions, before, after)) tr.setNodeAttribute(at, ALL, copyOf(row))
      return tr.docChanged ? tr : null
    },
  })

type Row = Readonly<Record<string, unknown>>

interface Block {
  at: number
  row: Row
}

function hasNewBlock({ steps }: Transaction): boolean {
  return steps.some((step) => {
    let isFound = false
    if (step instanceof ReplaceStep)
      step.slice.content.descendants((node) => {
        isFound ||= isBlock(node)
        return !isFound && !node.isTextblock
      })
    return isFound
  })
}

const isBlock = ({ type }: Node): boolean => type.name === 'contentBlock'

/** The new ones among the blocks that share an id. If all of them are new, the first one keeps it. */
function copiesIn(transactions: readonly Transaction[], before: EditorState, { doc }: EditorState): Block[] {
  const ranges = getChangedRanges(combineTransactionSteps(before.doc, [...transactions])).map(({ newRange }) => newRange)
  const isNew = ({ at }: Block) => ranges.some(({ from, to }) => at >= from && at < to)
  return [...blocksById(doc).values()].flatMap((same) => {
    const original = same.find((one) => !isNew(one)) ?? same[0]
    return same.filter((one) => one !== original && isNew(one))
  })
}

function blocksById(doc: Node): Map<unknown, Block[]> {
  const found = new Map<unknown, Block[]>()
  doc.descendants((node, at) => {
    const row: Row | undefined = isBlock(node) ? node.attrs[ALL] : undefined
    if (row?.['id']) found.set(row['id'], [...(found.get(row['id']) ?? []), { at, row }])
    return !node.isTextblock
  })
  return found
}
