/** A box for an unknown node: shows what it is, can be moved, and is removed only through its own button.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import type { Editor, NodeViewRenderer, NodeViewRendererProps } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { html, nothing, render } from 'lit'
import { icon } from '../../parts/icon.ts'
import { asKnown } from './known.ts'
import { KEPT_BLOCK, type KeptOptions, MAY_REMOVE, nameOf } from './unknown.ts'
import { sayPlace } from './writing-tools.ts'

/** The length of the excerpt that distinguishes one box from another. */
const LONGEST_EXCERPT = 80

export function boxView({ node, editor, getPos }: NodeViewRendererProps, { t }: KeptOptions): ReturnType<NodeViewRenderer> {
  const json = node.attrs['json']
  const title = nameOf(json)
  const isBlock = node.type.name === KEPT_BLOCK
  const dom = document.createElement(isBlock ? 'div' : 'span')
  dom.className = 'kept'
  for (const [name, value] of Object.entries(asKnown(node.type.name, node.attrs))) dom.setAttribute(name, value)
  const at = () => getPos() ?? 0
  const button = (label: string, drawing: string, run: () => void) => html`
    <button type="button" aria-label=${label} title=${label} @click=${run}>${icon(drawing)}</button>
  `
  render(
    html`
      <span class="name">${t('text.kept', { what: title })}</span>
      ${isBlock ? html`<span class="excerpt">${excerptOf(json)}</span>` : nothing}
      <span class="acts">
        ${
          isBlock
            ? html`
                ${button(t('move.up', { title }), 'arrow-up', () => move(editor, at(), -1))}
                ${button(t('move.down', { title }), 'arrow-down', () => move(editor, at(), 1))}
              `
            : nothing
        }
        ${button(t('remove.one', { title }), 'x', () => remove(editor, at()))}
      </span>
    `,
    dom,
  )
  return { dom, stopEvent: ({ target }) => (target as Element).closest?.('button') !== null, ignoreMutation: () => true }
}

function boxAt({ state }: Editor, at: number): Node {
  // biome-ignore lint/style/noNonNullAssertion: the position is that of the box whose button was clicked
  return state.doc.nodeAt(at)!
}

/** Moves a box past the block before or after it. */
function move(editor: Editor, from: number, by: -1 | 1): void {
  const { state, view } = editor
  const node = boxAt(editor, from)
  const $from = state.doc.resolve(from)
  const beside = $from.parent.maybeChild($from.index() + by)
  if (!beside) return
  const to = by < 0 ? from - beside.nodeSize : from + beside.nodeSize
  const tr = state.tr.delete(from, from + node.nodeSize).insert(to, node)
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView())
  view.focus()
  sayPlace(editor)
}

function remove(editor: Editor, from: number): void {
  const { state, view } = editor
  view.dispatch(state.tr.delete(from, from + boxAt(editor, from).nodeSize).setMeta(MAY_REMOVE, true))
  view.focus()
}

/** The text inside the node, or an identifying attribute. */
function excerptOf(json: unknown): string {
  const words = wordsIn(json).join(' ').trim()
  const { attrs } = (json ?? {}) as { attrs?: Record<string, unknown> | null }
  const known = ['alt', 'title', 'caption', 'label', 'src', 'url', 'href', 'name'].map((key) => attrs?.[key])
  const excerpt = words || known.find((one): one is string => typeof one === 'string' && one !== '') || ''
  return excerpt.length > LONGEST_EXCERPT ? `${excerpt.slice(0, LONGEST_EXCERPT)} …` : excerpt
}

function wordsIn(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return []
  const { text, content } = json as { text?: unknown; content?: unknown }
  return [...(typeof text === 'string' ? [text] : []), ...(Array.isArray(content) ? content.flatMap(wordsIn) : [])]
}
