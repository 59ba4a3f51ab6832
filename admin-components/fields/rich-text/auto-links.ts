/** URLs and email addresses that are typed become links once a space or a new line follows, those in pasted words at once. Punctuation around them stays outside.
 * Tested by test/admin-components/writing-links.test.ts.
 */
import { Extension, markPasteRule } from '@tiptap/core'
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import type { MarkType, Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { type Address, addressesIn, LONGEST } from './link-address.ts'
import { isInCode } from './mark-rules.ts'
import { hostOf } from './text-host.ts'

export const AutoLinks = Extension.create({
  name: 'autoLinks',
  addProseMirrorPlugins() {
    const { link } = this.editor.schema.marks
    if (!link || !hostOf(this.editor).settings.features.has('link')) return []
    return [new Plugin({ appendTransaction: (transactions, _, state) => (transactions.some(hasTyped) ? linkTyped(state, link) : null) })]
  },
  addPasteRules() {
    const { link } = this.editor.schema.marks
    if (!link || !hostOf(this.editor).settings.features.has('link')) return []
    const find = (text: string) =>
      addressesIn(text).map(({ from, to, href }) => ({ index: from, text: text.slice(from, to), data: { href } }))
    return [markPasteRule({ type: link, find, getAttributes: ({ data }) => data })]
  },
})

/** Whether it has added something in front of the caret. */
function hasTyped(transaction: Transaction): boolean {
  const { mapping, selection, docChanged } = transaction
  if (!docChanged || !selection.empty || isHistoryTransaction(transaction)) return false
  return mapping.maps.some((map, index) => {
    let isBeforeCaret = false
    map.forEach((from, to, start, end) => {
      const isLonger = end - start > to - from
      isBeforeCaret ||= isLonger && mapping.slice(index + 1).map(end) === selection.from
    })
    return isBeforeCaret
  })
}

function linkTyped({ tr, selection: { $from } }: EditorState, link: MarkType): Transaction | null {
  const $end = endOfWord($from)
  if (!$end || $end.parent.type.spec.code) return null
  const start = Math.max(0, $end.parentOffset - LONGEST)
  const text = $end.parent.textBetween(start, $end.parentOffset, undefined, leafText)
  const word = /\S+$/.exec(text)?.[0] ?? ''
  if (!MAY_BE_ADDRESS.test(word) || isInCode(text)) return null
  const at = $end.pos - word.length
  for (const { from, to, href } of addressesIn(word, text.slice(0, -word.length)))
    if (isPlain(tr.doc, at + from, at + to, link)) tr.addMark(at + from, at + to, link.create({ href } satisfies Partial<Address>))
  // One undo takes the link away, the next one the words.
  return tr.docChanged ? closeHistory(tr) : null
}

const MAY_BE_ADDRESS = /:\/\/|www\.|@/i

const leafText = ({ type }: Node): string => (type.name === 'hardBreak' ? '\n' : '\ufffc')

/** After a space or a line break that is in front of the caret, or at the end of the block before. */
function endOfWord($caret: ResolvedPos): ResolvedPos | undefined {
  const { parent, parentOffset, pos, doc } = $caret
  if (!parent.isTextblock) return undefined
  if (parentOffset > 0)
    return /\s/.test(parent.textBetween(parentOffset - 1, parentOffset, undefined, leafText)) ? doc.resolve(pos - 1) : undefined
  return Selection.findFrom(doc.resolve($caret.before()), -1, true)?.$head
}

/** Whether the words are neither a link nor code already. */
function isPlain(doc: Node, from: number, to: number, link: MarkType): boolean {
  const { code } = doc.type.schema.marks
  return !doc.rangeHasMark(from, to, link) && !(code && doc.rangeHasMark(from, to, code))
}
