/** Formatted text. */
import { html } from 'lit'
import { fieldType } from '../field-type.ts'
import { loaded } from '../loaded.ts'

export const richText = fieldType({
  edit: (e) => loaded('cms-rich-text', () => import('../rich-text.ts'), e, html`<cms-rich-text .editing=${e}></cms-rich-text>`),
  label: () => 'group',
  column: 'none',
  inWords: (_, value) => textOf(value).trim(),
  operators: () => [],
})

/** The plain text of ProseMirror JSON, one line per block. */
function textOf(node: { type?: string; text?: string; content?: object[] }): string {
  if (node.text !== undefined) return node.text
  const inside = (node.content ?? []).map(textOf).join('')
  return ['paragraph', 'heading', 'listItem', 'blockquote', 'codeBlock'].includes(node.type ?? '') ? `${inside}\n` : inside
}
