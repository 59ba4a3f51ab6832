/** `<cms-embed-dialog>`: asks for the address of a page to embed, and says which sites are possible.
 * Tested by test/admin-components/rich-text-embeds.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { type EmbedProvider, embedOf } from '../../../lib/rich-text/embeds.ts'
import { type CmsElement, define } from '../../element.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import { formatOf } from '../../texts/formats.ts'
import { nameOfProvider } from './embed.ts'

class CmsEmbedDialog extends CmsDialog<string> {
  static override properties = { isRefused: { state: true } }
  declare isRefused: boolean
  address = ''
  embeds!: readonly EmbedProvider[]

  constructor() {
    super()
    this.isRefused = false
  }

  protected name(): string {
    return this.t('text.embed')
  }

  protected body(): TemplateResult {
    const names = this.embeds.map((one) => nameOfProvider(typeof one === 'string' ? one : one.name))
    const sites = formatOf(Intl.ListFormat, this.app.language, { type: 'disjunction' }).format(names)
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${this.name()}</h2>
        <label>
          ${this.t('text.embed.address')}
          <input autofocus name="address" inputmode="url" placeholder="https://" aria-describedby="embed-sites" aria-invalid=${this.isRefused} .value=${this.address} />
        </label>
        <p id="embed-sites" class="muted">${this.t('text.embed.sites', { sites })}</p>
        ${this.isRefused ? html`<p class="note bad" role="alert">${this.t('text.embed.refused')}</p>` : nothing}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
          <button class="main">${this.t('text.embed')}</button>
        </div>
      </form>
    `
  }

  readonly #submit = (event: Event) => {
    event.preventDefault()
    const address = this.requireElement<HTMLInputElement>('input').value.trim()
    this.isRefused = embedOf(address, this.embeds) === undefined
    if (!this.isRefused) this.close(address)
  }
}

define('cms-embed-dialog', CmsEmbedDialog)

export const askForEmbed = (from: CmsElement, embeds: readonly EmbedProvider[], address = ''): Promise<string | undefined> =>
  ask(from, Object.assign(document.createElement('cms-embed-dialog') as CmsEmbedDialog, { embeds, address }))
