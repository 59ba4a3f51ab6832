/** Links around pictures. A picture of a rich text can't be a link itself, so its link goes into a paragraph below it. Tested by test/rich-text/linked-pictures.test.ts. */
import type { RichTextMark, RichTextNode } from './document.ts'
import type { HTMLElementNode } from './html-tree.ts'
import { everyNode } from './nodes.ts'
import { textContent } from './well-formed.ts'

const IS_PICTURE = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)(?:[?#]|$)/i

/** Whether the link only leads to the picture itself: to its file, or to its page in WordPress. */
export const leadsToPicture = ({ attributes: { href = '', rel = '' } }: HTMLElementNode): boolean =>
  IS_PICTURE.test(href) || /\battachment\b/.test(rel)

/** The paragraph below a picture; undefined if the link also contains words, or no picture. */
export function linkBelow(content: readonly RichTextNode[], mark: RichTextMark): RichTextNode | undefined {
  if (textContent(content).trim() !== '') return undefined
  for (const { node } of everyNode({ content }))
    if (node['type'] === 'image') {
      const { alt, caption } = node['attrs'] as Readonly<Record<string, string | undefined>>
      return { type: 'paragraph', content: [{ type: 'text', text: alt || caption || String(mark.attrs?.['href']), marks: [mark] }] }
    }
  return undefined
}
