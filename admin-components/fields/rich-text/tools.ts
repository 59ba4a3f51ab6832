/** Every command of the rich text editor, once: the toolbar, the menus, the keyboard help and the shortcuts read this table.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import type { TextFeature } from '../../../lib/rich-text/kinds.ts'
import type { Key } from '../../texts/texts.ts'
import { blockTools, canInsert, insertNode, MEDIA_TOOLS } from './insert-tools.ts'
import { intoList } from './list-kinds.ts'
import { aroundItems, outOfQuote } from './quoted-lists.ts'
import { leaveOutRoom } from './room.ts'
import type { TextSettings } from './settings.ts'
import { TABLE, TABLE_TOOLS } from './table-tools.ts'
import { hostOf } from './text-host.ts'
import type { Tool } from './tool.ts'
import { turnTool } from './turning.ts'
import { WRITING } from './writing-tools.ts'

const never = () => false

/** The commands of a field, in the order of the toolbar. `label` names a block type. */
export const toolsFor = (settings: TextSettings, label: (block: TextSettings['blocks'][number]) => string): readonly Tool[] =>
  [
    ...MARKS,
    PARAGRAPH,
    ...settings.headings.map(headingTool),
    ...BLOCKS,
    ...MEDIA_TOOLS,
    TABLE,
    ...INSERTED,
    ...blockTools(settings, label),
    ...TABLE_TOOLS,
    ...HISTORY,
    ...WRITING,
  ].filter(({ feature }) => !feature || settings.features.has(feature))

const MARKS: readonly Tool[] = [
  markTool('bold', 'bold', 'text.bold', 'Mod-b'),
  markTool('italic', 'italic', 'text.italic', 'Mod-i'),
  markTool('underline', 'underline', 'text.underline', 'Mod-u'),
  markTool('strike', 'strikethrough', 'text.strike', 'Mod-Shift-s'),
  markTool('code', 'code', 'text.code', 'Mod-e'),
  markTool('subscript', 'subscript', 'text.subscript', 'Mod-,'),
  markTool('superscript', 'superscript', 'text.superscript', 'Mod-.'),
  {
    name: 'link',
    icon: 'link',
    key: 'text.link',
    feature: 'link',
    group: 'mark',
    shortcut: 'Mod-k',
    run: (e) => hostOf(e).editLink(),
    isOn: (e) => e.isActive('link'),
    canRun: (e) => e.isEditable && !e.isActive('codeBlock'),
  },
]

/** Words are above the line or below it, never both. */
const OPPOSITES: Partial<Record<TextFeature, TextFeature>> = { subscript: 'superscript', superscript: 'subscript' }

function markTool(name: TextFeature, icon: string, key: Key, shortcut: string): Tool {
  return {
    name,
    icon,
    key,
    feature: name,
    group: 'mark',
    shortcut,
    run: (e) => {
      const chain = e.chain().focus().toggleMark(name)
      const other = OPPOSITES[name]
      void (other ? chain.unsetMark(other) : chain).run()
    },
    isOn: (e) => e.isActive(name),
    canRun: (e) => e.can().toggleMark(name),
  }
}

const PARAGRAPH: Tool = {
  name: 'paragraph',
  icon: 'pilcrow',
  key: 'text.paragraph',
  group: 'turn',
  shortcut: 'Mod-Alt-0',
  run: (e) => void e.chain().focus().command(leaveOutRoom()).clearNodes().run(),
  isOn: (e) => e.state.selection.$from.depth === 1 && e.isActive('paragraph'),
  canRun: (e) => e.can().clearNodes(),
}

const headingTool = (level: number): Tool =>
  turnTool({
    name: `heading${level}`,
    icon: `heading-${level}`,
    key: 'text.heading.level',
    values: { level },
    feature: 'heading',
    shortcut: `Mod-Alt-${level}`,
    markdown: '#'.repeat(level),
    node: 'heading',
    attrs: { level },
    toggle: (commands) => commands.toggleNode('heading', 'paragraph', { level }),
  })

const BLOCKS: readonly Tool[] = [
  turnTool({
    name: 'bulletList',
    icon: 'list',
    key: 'text.list',
    feature: 'bulletList',
    shortcut: 'Mod-Shift-8',
    markdown: '-',
    node: 'bulletList',
    toggle: (commands) => commands.command(intoList('bulletList')) || commands.toggleBulletList(),
  }),
  turnTool({
    name: 'orderedList',
    icon: 'list-ordered',
    key: 'text.numbers',
    feature: 'orderedList',
    shortcut: 'Mod-Shift-7',
    markdown: '1.',
    node: 'orderedList',
    toggle: (commands) => commands.command(intoList('orderedList')) || commands.toggleOrderedList(),
  }),
  turnTool({
    name: 'taskList',
    icon: 'list-todo',
    key: 'text.tasks',
    feature: 'taskList',
    shortcut: 'Mod-Shift-9',
    markdown: '[ ]',
    node: 'taskList',
    toggle: (commands) => commands.command(intoList('taskList')) || commands.toggleTaskList(),
  }),
  turnTool({
    name: 'blockquote',
    icon: 'quote',
    key: 'text.quote',
    feature: 'blockquote',
    shortcut: 'Mod-Shift-b',
    markdown: '>',
    node: 'blockquote',
    toggle: (commands) => commands.command(outOfQuote) || commands.command(aroundItems) || commands.toggleBlockquote(),
  }),
  turnTool({
    name: 'codeBlock',
    icon: 'square-code',
    key: 'text.codeBlock',
    feature: 'codeBlock',
    shortcut: 'Mod-Alt-c',
    markdown: '```',
    node: 'codeBlock',
    toggle: (commands) => commands.toggleCodeBlock(),
  }),
]

const INSERTED: readonly Tool[] = [
  {
    name: 'horizontalRule',
    icon: 'minus',
    key: 'text.rule',
    feature: 'horizontalRule',
    group: 'insert',
    markdown: '---',
    run: (e) => insertNode(e, { type: 'horizontalRule' }),
    isOn: never,
    canRun: canInsert,
  },
]

const HISTORY: readonly Tool[] = [
  {
    name: 'undo',
    icon: 'undo-2',
    key: 'text.undo',
    group: 'history',
    shortcut: 'Mod-z',
    run: (e) => void e.chain().focus().undo().run(),
    isOn: never,
    canRun: (e) => e.can().undo(),
  },
  {
    name: 'redo',
    icon: 'redo-2',
    key: 'text.redo',
    group: 'history',
    shortcut: 'Mod-Shift-z',
    run: (e) => void e.chain().focus().redo().run(),
    isOn: never,
    canRun: (e) => e.can().redo(),
  },
]
