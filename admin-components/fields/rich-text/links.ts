/** Links to addresses and to documents. A link to a document stores only its collection and id, so the address of the document may change.
 * Tested by test/admin-components/rich-text-links.test.ts.
 */
import { type Editor, getMarkRange, type MarkViewRenderer, type MarkViewRendererProps } from '@tiptap/core'
import { Link } from '@tiptap/extension-link'
import type { MarkType } from '@tiptap/pm/model'
import type { MarkView, ViewMutationRecord } from '@tiptap/pm/view'
import { asKnown, whereKnown } from './known.ts'
import { SAFE } from './safe-address.ts'
import { hostOf } from './text-host.ts'

export interface LinkAttributes {
  href?: string | null
  collection?: string | null
  id?: number | null
  anchor?: string | null
  newTab?: boolean | null
}

/** A link to a document that is gone, or that this user can't read, looks different. */
function linkView({ mark: { attrs }, editor }: MarkViewRendererProps): MarkView {
  const { href, collection, id } = attrs
  const dom = document.createElement('a')
  for (const [name, value] of Object.entries(asKnown('link', attrs))) dom.setAttribute(name, value)
  if (typeof href === 'string' && SAFE.test(href)) dom.href = href
  if (!collection || !id) return { dom, contentDOM: dom }
  const { targets } = hostOf(editor)
  const draw = () => {
    dom.className = targets.get(collection, id) === null ? 'to-document gone' : 'to-document'
  }
  draw()
  targets.addEventListener('change', draw)
  const ignoreMutation = ({ type, target }: ViewMutationRecord) => type === 'attributes' && target === dom
  return { dom, contentDOM: dom, ignoreMutation, destroy: () => targets.removeEventListener('change', draw) }
}

export const LinkMark = Link.extend({
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    collection: { default: null, rendered: false, parseHTML: () => null },
    id: { default: null, rendered: false, parseHTML: () => null },
    anchor: { default: null, rendered: false, parseHTML: () => null },
    newTab: { default: null, rendered: false, parseHTML: (a: HTMLElement) => a.getAttribute('target') === '_blank' || null },
  }),
  parseHTML() {
    return [whereKnown('link'), ...(this.parent?.() ?? [])]
  },
  /** `auto-links.ts` has it. */
  addPasteRules: () => [],
  renderHTML({ mark: { attrs } }) {
    const { href, collection, newTab } = attrs
    const isSafe = typeof href === 'string' && SAFE.test(href)
    return ['a', { ...(isSafe && { href }), ...(collection && { class: 'to-document' }), ...(newTab && { target: '_blank' }) }, 0]
  },
  addMarkView: () => (props) => linkView(props) as unknown as ReturnType<MarkViewRenderer>,
}).configure({ openOnClick: false, autolink: false, linkOnPaste: false, isAllowedUri: (address) => SAFE.test(address ?? '') })

/** The link at the caret, or around the whole selection. */
export function linkAt({ state }: Editor): { from: number; to: number; attrs: LinkAttributes } | undefined {
  const type = state.schema.marks['link'] as MarkType
  const { $from, to } = state.selection
  const range = getMarkRange($from, type) ?? (to > $from.pos ? getMarkRange(state.doc.resolve($from.pos + 1), type) : undefined)
  if (!range || range.to < to) return undefined
  const mark = state.doc.nodeAt(range.from)?.marks.find((one) => one.type === type)
  return mark && { ...range, attrs: mark.attrs }
}

export function setNewTab(editor: Editor, newTab: boolean): void {
  const link = linkAt(editor)
  const type = editor.state.schema.marks['link']
  if (!link || !type) return
  const mark = type.create({ ...link.attrs, newTab: newTab || null })
  editor.view.dispatch(editor.state.tr.removeMark(link.from, link.to, type).addMark(link.from, link.to, mark))
  editor.commands.focus()
}

export function unlink(editor: Editor): void {
  const link = linkAt(editor)
  if (!link) return
  editor.view.dispatch(editor.state.tr.removeMark(link.from, link.to, editor.state.schema.marks['link']))
  editor.commands.focus()
}
