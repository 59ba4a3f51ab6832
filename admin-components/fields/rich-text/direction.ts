/** Lists, quotes and tables run in the direction of their first words, such as from right to left in Hebrew. Nothing of it is stored.
 * Paragraphs and headings do it by their look: an attribute on them would hide their words from the list or quote around them.
 * Tested by test/admin-components/writing-right-to-left.test.ts.
 */
import { css } from 'lit'

export const OWN_DIRECTION = { HTMLAttributes: { dir: 'auto' } }

export const directionLook = css`
  .galley-surface .ProseMirror :is(p, h1, h2, h3, h4, h5, h6) { unicode-bidi: plaintext; text-align: start; }
  .galley-surface .ProseMirror pre { direction: ltr; text-align: left; }
`
