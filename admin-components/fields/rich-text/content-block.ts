/** A block type of the schema inside a text: a card with its name and first words. Its form opens in a drawer.
 * Tested by test/admin-components/rich-text-blocks.test.ts.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core'
import { html, type TemplateResult } from 'lit'
import { humanized } from '../../texts/texts.ts'
import { CardView } from './card-view.ts'
import { whereKnown } from './known.ts'
import { ALL } from './stored.ts'
import { newSession } from './undo-steps.ts'

class ContentBlockView extends CardView {
  constructor(props: NodeViewRendererProps) {
    super(props, 'div', 'node-card node-block')
    this.draw()
    this.dom.addEventListener('dblclick', () => this.#edit())
  }

  get #row(): Readonly<Record<string, unknown>> {
    return this.node.attrs[ALL]
  }

  protected face(): TemplateResult {
    const row = this.#row
    const known = this.host.nameOfBlock(row)
    const kind = known?.kind ?? humanized(String(row['blockType']))
    const isWrong = this.host.hasProblemAt(this.#path())
    return html`
      ${this.drawing('layout-grid')}
      <span class="grow clip"><strong>${kind}</strong> <span class="summary">${known?.summary ?? this.t('text.block.unknown')}</span></span>
      ${isWrong ? html`<span class="wrong">${this.t('rows.wrong')}</span>` : ''}
      <span class="acts">
        ${known ? this.button('edit.one', 'pencil', () => this.#edit(), { title: kind }) : ''}
        ${this.button('remove.one', 'trash-2', () => this.remove(), { title: kind })}
      </span>
    `
  }

  /** It is selected again when the form is closed. */
  #edit(): void {
    this.select()
    this.open()
  }

  protected override open(): boolean {
    if (!this.host.settings.blocks.some(({ slug }) => slug === this.#row['blockType'])) return false
    const session = newSession()
    let { id } = this.#row
    /** A save gives a new block its id. */
    const at = () => {
      id ??= this.#row['id']
      return this.#placeOf(id)
    }
    this.host.editBlock({
      row: () => this.#rowAt(at()),
      path: () => this.#path(at()),
      set: (row) => this.change({ [ALL]: row }, session, at()),
    })
    return true
  }

  /** Somebody else may have moved the block: it is in another card then, or this card shows another block. */
  #placeOf(id: unknown): number | undefined {
    const { at } = this
    if (id === undefined || this.#rowAt(at)?.['id'] === id) return at
    let found: number | undefined
    this.editor.state.doc.descendants(({ type, attrs }, place) => {
      if (type === this.node.type && attrs[ALL].id === id) found ??= place
      return found === undefined
    })
    return found
  }

  #rowAt(at: number | undefined): Readonly<Record<string, unknown>> | undefined {
    return at === undefined ? undefined : this.editor.state.doc.nodeAt(at)?.attrs[ALL]
  }

  #path(at = this.at): string {
    if (at === undefined) return ''
    const $at = this.editor.state.doc.resolve(at)
    return `${Array.from({ length: $at.depth + 1 }, (_, depth) => `content.${$at.index(depth)}`).join('.')}.attrs`
  }
}

export const ContentBlock = Node.create({
  name: 'contentBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ [ALL]: { default: {}, rendered: false } }),
  parseHTML: () => [whereKnown('contentBlock')],
  renderHTML: ({ node }) => ['p', humanized(String(node.attrs[ALL]['blockType']))],
  addNodeView: () => (props) => new ContentBlockView(props),
})
