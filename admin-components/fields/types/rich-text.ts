/** Formatted text. Outside of its editor, lists and names of rows show how it begins. Tested by test/admin-components/excerpts.test.ts. */
import { html } from 'lit'
import type { RichTextNode } from '../../../lib/rich-text/document.ts'
import { fieldType } from '../field-type.ts'
import { loaded } from '../loaded.ts'
import { excerptOf, plainText } from '../rich-text/plain-text.ts'

export const richText = fieldType({
  edit: (e) => loaded('cms-rich-text', () => import('../rich-text.ts'), e, html`<cms-rich-text .editing=${e}></cms-rich-text>`, 'text'),
  label: () => 'group',
  column: 'chosen',
  sorts: false,
  text: (_host, _field, value) => excerptOf(value),
  inWords: (_, value) => (typeof value === 'object' ? plainText(value as RichTextNode).trim() : String(value)),
  operators: () => [],
})
