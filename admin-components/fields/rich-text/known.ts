/** The editor reads words from the page again if something else has changed them there, such as a spell checker or an extension of the browser.
 * What HTML can't say about a node or mark is in an attribute of its element. It counts on the page only: nothing that is pasted is read that way.
 * Tested by test/admin-components/rich-text-redrawn.test.ts.
 */
import type { Attrs, TagParseRule } from '@tiptap/pm/model'

export const asKnown = (type: string, attrs: Attrs): { 'data-known': string; 'data-attrs': string } => ({
  'data-known': type,
  'data-attrs': JSON.stringify(attrs),
})

/** Before the rules for other HTML. */
export const whereKnown = (type: string): TagParseRule => ({
  tag: `[data-known="${type}"]`,
  priority: 60,
  getAttrs: (element) => attrsOf(element) ?? false,
})

const attrsOf = (element: HTMLElement): Attrs | undefined => read(element, 'attrs')

/** Pasted HTML is read in a separate document. */
function read({ isConnected, ownerDocument, dataset }: HTMLElement, name: string) {
  const isOnPage = isConnected && ownerDocument === document
  return isOnPage && dataset[name] ? JSON.parse(dataset[name]) : undefined
}

/** For an attribute that any node or mark may have. */
export const keptOnPage = {
  default: null,
  keepOnSplit: false,
  renderHTML: ({ kept }: Record<string, unknown>) => (kept === null ? {} : { 'data-kept': JSON.stringify(kept) }),
  parseHTML: (element: HTMLElement): unknown => read(element, 'kept') ?? null,
}
