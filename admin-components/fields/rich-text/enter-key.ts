/** The Enter key where Tiptap would leave the tick of a task behind, cut a quote or the code of an item into two, put loose words into an item, or fail.
 * Tested by test/admin-components/writing-lists.test.ts.
 */
import { type Editor, Extension, textblockTypeInputRule } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { isItemType } from './blocks.ts'
import { hostOf } from './text-host.ts'

const ENTER = [replaceLines, goOnInCode, addTaskBefore, goOutwards, goOnInQuote]

export const EnterKey = Extension.create({
  name: 'enterKey',
  // Before tasks and quotes.
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => ENTER.some((act) => act(editor)),
    // Tiptap would leave the code by it, as by Mod-Enter.
    'Shift-Enter': ({ editor }) => editor.commands.newlineInCode(),
  }),
  addInputRules() {
    const { codeBlock } = this.editor.schema.nodes
    if (!codeBlock || !hostOf(this.editor).settings.features.has('codeBlock')) return []
    // Items would split first.
    return [textblockTypeInputRule({ find: FENCE, type: codeBlock, getAttributes: ([, language]) => ({ language: language || null }) })]
  },
})

const FENCE = /^(?:```|~~~)([a-z]*)\n$/

/** An empty line after two others leaves the code. */
function goOnInCode(editor: Editor): boolean {
  const { $from, empty, from } = editor.state.selection
  const { type, content, textContent } = $from.parent
  if (!type.spec.code) return false
  const isLeaving = empty && $from.parentOffset === content.size && textContent.endsWith('\n\n')
  if (!isLeaving) return editor.commands.newlineInCode()
  const emptyLines = { from: from - 2, to: from }
  return editor.chain().deleteRange(emptyLines).exitCode().run()
}

/** What isn't selected of the first block and of the last one stays where it is. */
function replaceLines({ state: { selection, tr }, view }: Editor): boolean {
  const { $from, $to, from, to } = selection
  const isText = selection instanceof TextSelection && $from.parent.isTextblock && $to.parent.isTextblock
  if (!isText || $from.sameParent($to)) return false
  let depth = $to.depth
  while (depth - 1 > $from.sharedDepth(to) && $to.index(depth - 1) === 0) depth--
  tr.delete($to.start(), to).delete(from, $to.before(depth))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(to))).scrollIntoView())
  return true
}

/** At the start of a task, the new one is before it: the words keep their tick. */
function addTaskBefore({ state: { selection, tr }, view }: Editor): boolean {
  const { $from, $to } = selection
  const isAtStart = $from.parent.isTextblock && $from.parentOffset === 0 && $from.sameParent($to)
  const isTask = $from.depth > 1 && $from.node(-1).type.name === 'taskItem' && $from.index(-1) === 0
  if (!isAtStart || !isTask || $to.parentOffset === $to.parent.content.size) return false
  tr.deleteSelection().insert($from.before(-1), $from.node(-1).type.createAndFill() ?? [])
  view.dispatch(tr.scrollIntoView())
  return true
}

/** An empty item of a nested list becomes one of the list around it, with its children and the items below it as its own.
 * Tested by test/admin-components/nested-lists.test.ts.
 */
function goOutwards({ state: { selection, tr }, view }: Editor): boolean {
  const { $from, empty } = selection
  const isEmpty = empty && $from.parent.content.size === 0 && !$from.parent.type.spec.code && $from.depth > 4 && $from.index(-1) === 0
  if (!isEmpty || !isItemType($from.node(-1).type) || !isItemType($from.node(-3).type)) return false
  const [list, outer] = [$from.node(-2), $from.node(-3)]
  const children = $from.node(-1).children.slice(1)
  if (!children.every(isList)) return false
  const isFirst = $from.index(-2) === 0
  const isLast = $from.indexAfter(-2) === list.childCount
  // An item that begins with the list would have nothing left.
  if (isFirst && $from.index(-3) === 0) return false
  const above = outer.copy(isFirst ? Fragment.empty : Fragment.from(list.copy()))
  const joinsChildren = children.at(-1)?.type === list.type
  const others = isLast || joinsChildren ? [] : [list.type.create(isFirst ? list.attrs : withoutStart(list))]
  const item = outer.type.create(null, [$from.parent, ...children, ...others])
  const from = $from.before(isFirst ? -2 : -1)
  tr.replace(from, $from.after(isLast ? -2 : -1), new Slice(Fragment.from([above, item]), isFirst ? 1 : 2, isLast ? 1 : 2))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + (isFirst ? 3 : 4))).scrollIntoView())
  return true
}

const isList = ({ firstChild }: Node): boolean => firstChild !== null && isItemType(firstChild.type)

/** A list that goes on elsewhere begins to count anew. */
const withoutStart = ({ attrs }: Node): Node['attrs'] => ('start' in attrs ? { ...attrs, start: 1 } : attrs)

/** A quote ends at its end only. */
function goOnInQuote({ state: { selection }, commands }: Editor): boolean {
  const { $from, empty } = selection
  const isInQuote = $from.depth > 1 && $from.node(-1).type.name === 'blockquote' && $from.parent.isTextblock
  if (!empty || !isInQuote || $from.parent.content.size > 0) return false
  const index = $from.index(-1)
  return index > 0 && index < $from.node(-1).childCount - 1 && commands.splitBlock()
}
