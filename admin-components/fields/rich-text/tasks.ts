/** Lists of tasks that can be ticked. Tested by test/admin-components/rich-text-nodes.test.ts. */
import type { Extensions } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import type { Key, Values } from '../../texts/texts.ts'

export const tasks = (t: (key: Key, values?: Values) => string): Extensions => [
  TaskList,
  TaskItem.extend({ content: 'block+' }).configure({
    nested: true,
    a11y: { checkboxLabel: ({ textContent }) => t('text.task.done', { title: textContent }) },
  }),
]
