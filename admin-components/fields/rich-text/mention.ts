/** Somebody or something that the text mentions by name. Only the id is stored, so the name is always the current one.
 * Tested by test/admin-components/rich-text-links.test.ts.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core'
import { html, type TemplateResult } from 'lit'
import { CardView } from './card-view.ts'
import { whereKnown } from './known.ts'
import { hostOf } from './text-host.ts'

class MentionView extends CardView {
  constructor(props: NodeViewRendererProps) {
    super(props, 'span', 'node-mention')
    this.draw()
  }

  protected face(): TemplateResult {
    const { collection, id } = this.node.attrs
    const name = this.host.targets.nameOf(collection, id)
    this.dom.classList.toggle('gone', this.host.targets.get(collection, id) === null)
    return html`@${name}`
  }
}

export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({ collection: { default: null }, id: { default: null } }),
  parseHTML: () => [whereKnown('mention')],
  renderHTML({ node }) {
    const { collection, id } = node.attrs
    return ['span', this.editor ? `@${hostOf(this.editor).targets.nameOf(collection, id)}` : '@']
  },
  addNodeView: () => (props) => new MentionView(props),
})
