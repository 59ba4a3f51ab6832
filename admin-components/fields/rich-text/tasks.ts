/** Lists of tasks that can be ticked. Tested by test/admin-components/rich-text-nodes.test.ts. */
import { type Extensions, InputRule, type NodeViewRenderer } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import type { Key, Values } from '../../texts/texts.ts'
import { OWN_DIRECTION } from './direction.ts'
import { convertItem } from './list-kinds.ts'
import { tickBoxesIn } from './locked.ts'

export const tasks = (t: (key: Key, values?: Values) => string): Extensions => [
  TaskList.configure(OWN_DIRECTION),
  TaskItem.extend({
    content: 'block+',
    /** As in Markdown, `- [ ] ` makes the item of the list a task. */
    addInputRules() {
      const inItem = new InputRule({
        find: /^\[([ xX]?)\]\s$/,
        handler: ({ state: { tr }, range, match }) => {
          tr.delete(range.from, range.to)
          return tr.selection.$from.index(-1) === 0 && convertItem(tr, 'taskList', { checked: /x/i.test(match[1] ?? '') })
            ? undefined
            : null
        },
      })
      return [inItem, ...(this.parent?.() ?? [])]
    },
    addNodeView() {
      const made = this.parent?.()
      return (props) => {
        const view = withOwnLabel((made as NodeViewRenderer)(props))
        for (const box of tickBoxesIn(view.dom as HTMLElement)) box.disabled = !props.editor.isEditable
        return view
      }
    },
  }).configure({
    nested: true,
    a11y: { checkboxLabel: ({ textContent }) => t('text.task.done', { title: textContent }) },
  }),
]

/** The direction of a list doesn't depend on the words for screen readers. */
function withOwnLabel(view: ReturnType<NodeViewRenderer>): ReturnType<NodeViewRenderer> {
  const label = (view.dom as HTMLElement).querySelector('label')
  if (label) label.dir = 'auto'
  return view
}
