/** The item that the plus next to a list adds. As long as only a command is typed into it, a picture, table or other card that the command inserts goes into
 * the item above, as from the toolbar.
 * Tested by test/admin-components/writing-blocks.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { NodeType } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'

const key = new PluginKey<number | undefined>('newItem')

export const NewItem = Extension.create({
  name: 'newItem',
  addProseMirrorPlugins: () => [
    new Plugin<number | undefined>({
      key,
      state: {
        init: () => undefined,
        apply(tr, before) {
          const { pos, deleted } = tr.mapping.mapResult(before ?? 0)
          const at = tr.getMeta(key) ?? (before === undefined || deleted ? undefined : pos)
          const { $from } = tr.selection
          return $from.depth > 1 && $from.before(-1) === at ? at : undefined
        },
      },
    }),
  ],
})

/** Adds an empty item, with the caret in it. */
export function addItem(tr: Transaction, at: number, type: NodeType): boolean {
  const item = type.createAndFill()
  if (!item) return false
  tr.insert(at, item).setMeta(key, at)
  tr.setSelection(TextSelection.create(tr.doc, at + 2))
  return true
}

/** Takes it away while it is empty; the caret goes to the end of the item above. */
export function leaveNewItem({ state, view }: Editor): void {
  const at = key.getState(state)
  const { nodeAfter: item, nodeBefore: above } = state.doc.resolve(at ?? 0)
  const last = above?.lastChild
  if (at === undefined || !item || !last || item.childCount > 1 || item.firstChild?.content.size !== 0) return
  const { tr, schema } = state
  tr.delete(at, at + item.nodeSize)
  const isWords = last.isTextblock && !last.type.spec.code
  if (!isWords) tr.insert(at - 1, schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, isWords ? at - 2 : at)))
}
