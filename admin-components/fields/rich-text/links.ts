/** Links to addresses and to documents. Of a document only the collection and the id are stored, so its address may change.
 * Tested by test/admin-components/rich-text-links.test.ts.
 */
import { type Editor, getMarkRange } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import type { MarkType } from '@tiptap/pm/model'
import { SAFE } from './safe-address.ts'

export interface LinkAttributes {
  href?: string | null
  collection?: string | null
  id?: number | null
  anchor?: string | null
  newTab?: boolean
}

export const LinkMark = Link.extend({
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    collection: { default: null, rendered: false, parseHTML: () => null },
    id: { default: null, rendered: false, parseHTML: () => null },
    anchor: { default: null, rendered: false, parseHTML: () => null },
    newTab: { default: false, rendered: false, parseHTML: (a: HTMLElement) => a.getAttribute('target') === '_blank' },
  }),
  renderHTML({ mark: { attrs } }) {
    const { href, collection, newTab } = attrs
    const isSafe = typeof href === 'string' && SAFE.test(href)
    return ['a', { ...(isSafe && { href }), ...(collection && { class: 'to-document' }), ...(newTab && { target: '_blank' }) }, 0]
  },
}).configure({ openOnClick: false, autolink: true, linkOnPaste: false, isAllowedUri: (address) => SAFE.test(address ?? '') })

/** The link at the caret, or around the whole selection. */
export function linkAt({ state }: Editor): { from: number; to: number; attrs: LinkAttributes } | undefined {
  const type = state.schema.marks['link'] as MarkType
  const { $from, to } = state.selection
  const range = getMarkRange($from, type) ?? (to > $from.pos ? getMarkRange(state.doc.resolve($from.pos + 1), type) : undefined)
  if (!range || range.to < to) return undefined
  const mark = state.doc.nodeAt(range.from)?.marks.find((one) => one.type === type)
  return mark && { ...range, attrs: mark.attrs }
}

/** Links the selection, or the link at the caret; without either, the words are inserted. */
export function setLink(editor: Editor, attrs: LinkAttributes, words: string): void {
  const { state } = editor
  const { empty, from, to } = state.selection
  const place = linkAt(editor) ?? { from, to }
  const mark = (state.schema.marks['link'] as MarkType).create(attrs)
  const { tr } = state
  if (empty && place.from === place.to) tr.replaceSelectionWith(state.schema.text(words, [...(state.storedMarks ?? []), mark]), true)
  else tr.removeMark(place.from, place.to, mark.type).addMark(place.from, place.to, mark)
  editor.view.dispatch(tr.removeStoredMark(mark.type).scrollIntoView())
  editor.commands.focus()
}

export function unlink(editor: Editor): void {
  const link = linkAt(editor)
  if (!link) return
  editor.view.dispatch(editor.state.tr.removeMark(link.from, link.to, editor.state.schema.marks['link']))
  editor.commands.focus()
}
