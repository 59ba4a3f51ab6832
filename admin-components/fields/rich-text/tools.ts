/** The toolbar buttons: their icon and label, and what they do to the text. Tested by test/admin-components/rich-text.test.ts. */
import type { Editor } from '@tiptap/core'
import type { Key } from '../../texts/texts.ts'

export interface Tool {
  icon: string
  key: Key
  isOn(editor: Editor): boolean
  run(editor: Editor): void
}

export const TOOLS: readonly Tool[] = [
  { icon: 'bold', key: 'text.bold', isOn: (e) => e.isActive('bold'), run: (e) => void e.chain().focus().toggleBold().run() },
  { icon: 'italic', key: 'text.italic', isOn: (e) => e.isActive('italic'), run: (e) => void e.chain().focus().toggleItalic().run() },
  { icon: 'strikethrough', key: 'text.strike', isOn: (e) => e.isActive('strike'), run: (e) => void e.chain().focus().toggleStrike().run() },
  { icon: 'code', key: 'text.code', isOn: (e) => e.isActive('code'), run: (e) => void e.chain().focus().toggleCode().run() },
  {
    icon: 'heading-2',
    key: 'text.heading2',
    isOn: (e) => e.isActive('heading', { level: 2 }),
    run: (e) => void e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    icon: 'heading-3',
    key: 'text.heading3',
    isOn: (e) => e.isActive('heading', { level: 3 }),
    run: (e) => void e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { icon: 'list', key: 'text.list', isOn: (e) => e.isActive('bulletList'), run: (e) => void e.chain().focus().toggleBulletList().run() },
  {
    icon: 'list-ordered',
    key: 'text.numbers',
    isOn: (e) => e.isActive('orderedList'),
    run: (e) => void e.chain().focus().toggleOrderedList().run(),
  },
  { icon: 'quote', key: 'text.quote', isOn: (e) => e.isActive('blockquote'), run: (e) => void e.chain().focus().toggleBlockquote().run() },
  { icon: 'minus', key: 'text.rule', isOn: () => false, run: (e) => void e.chain().focus().setHorizontalRule().run() },
]
