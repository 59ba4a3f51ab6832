/** A page of another site that readers see embedded, such as a video. The editor shows a card with its address, and loads nothing from that site.
 * Tested by test/admin-components/rich-text-embeds.test.ts.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core'
import { html, nothing, type TemplateResult } from 'lit'
import { EMBED_PROVIDERS, embedOf } from '../../../lib/rich-text/embeds.ts'
import { humanized } from '../../texts/texts.ts'
import { CardView } from './card-view.ts'
import { whereKnown } from './known.ts'

/** As the sites write their names. */
const NAMES: Readonly<Record<string, string>> = {
  youtube: 'YouTube',
  x: 'X',
  tiktok: 'TikTok',
  soundcloud: 'SoundCloud',
  codepen: 'CodePen',
  codesandbox: 'CodeSandbox',
  googleMaps: 'Google Maps',
}

export const nameOfProvider = (name: string): string => NAMES[name] ?? humanized(name)

class EmbedView extends CardView {
  constructor(props: NodeViewRendererProps) {
    super(props, 'div', 'node-card node-embed')
    this.draw()
  }

  protected face(): TemplateResult {
    const { url } = this.node.attrs
    const { embeds } = this.host.settings
    const provider = embedOf(url, [...embeds, ...EMBED_PROVIDERS])?.provider
    const name = provider ? nameOfProvider(provider) : this.t('text.embed')
    return html`
      ${this.drawing('tv')}
      <span class="grow clip"><strong>${name}</strong> <span class="address">${url}</span></span>
      <span class="acts">
        ${this.button('edit.one', 'pencil', () => this.open(), { title: name })}
        ${/^https?:/.test(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer" aria-label=${this.t('text.link.open')} title=${this.t('text.link.open')}>${this.drawing('external-link')}</a>` : nothing}
        ${this.button('remove.one', 'trash-2', () => this.remove(), { title: name })}
      </span>
    `
  }

  protected override open(): boolean {
    void this.host.askForEmbed(this.node.attrs['url']).then((address) => address && this.change({ url: address }))
    return true
  }
}

export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ url: { default: null } }),
  parseHTML: () => [whereKnown('embed'), { tag: 'div[data-embed]', getAttrs: ({ dataset }) => ({ url: dataset['embed'] }) }],
  renderHTML: ({ node }) => ['p', ['a', { href: node.attrs['url'] }, node.attrs['url']]],
  renderText: ({ node }) => node.attrs['url'],
  addNodeView: () => (props) => new EmbedView(props),
})
