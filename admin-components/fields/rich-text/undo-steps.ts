/** What one undo reverts: a word while typing, however fast; otherwise a single action, such as a paste or a mark.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { Extension } from '@tiptap/core'
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

let sessions = 0

/** For the meta key `composition`: changes of one session are undone together, such as what is typed into one input. */
export const newSession = (): number => -++sessions

type Act = 'typing' | 'erasing' | 'other'

export const UndoSteps = Extension.create<object, { last: Act | undefined }>({
  name: 'undoSteps',
  addStorage: () => ({ last: undefined }),
  dispatchTransaction({ transaction, next }) {
    if (transaction.docChanged && !isHistoryTransaction(transaction) && transaction.getMeta('composition') === undefined) {
      const act = actOf(transaction)
      if (act === 'other' || act !== this.storage.last || beginsWord(transaction)) closeHistory(transaction)
      this.storage.last = act
    }
    next(transaction)
  },
})

function actOf({ steps: [step, second] }: Transaction): Act {
  if (second || !(step instanceof ReplaceStep)) return 'other'
  const { content } = step.slice
  if (content.size === 0) return step.to - step.from === 1 ? 'erasing' : 'other'
  return step.from === step.to && content.childCount === 1 && content.firstChild?.isText ? 'typing' : 'other'
}

function beginsWord({ steps: [step], before }: Transaction): boolean {
  if (!(step instanceof ReplaceStep) || /^\s/.test(step.slice.content.firstChild?.text ?? ' ')) return false
  const { parentOffset, parent } = before.resolve(step.from)
  return parentOffset > 0 && /\s/.test(parent.textBetween(parentOffset - 1, parentOffset, ' ', ' '))
}
