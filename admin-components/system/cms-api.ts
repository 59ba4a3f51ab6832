/** `<cms-api>`: examples of API requests for each collection, ready to copy. Tested by test/admin-components/system.test.ts. */
import { html, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { humanized } from '../texts/texts.ts'
import { SystemPage } from './system-page.ts'

class CmsApi extends SystemPage<true> {
  protected readonly heading = 'area.api'

  protected async ask(): Promise<true> {
    return true
  }

  protected override acts(): TemplateResult {
    return html`
      <a class="button" href=${this.app.client.address('/openapi.json')} target="_blank" rel="noopener">${icon('code')}openapi.json</a>
    `
  }

  protected body(): TemplateResult {
    const { known, client } = this.app
    return html`
      ${known.collections
        .filter(({ may }) => may.read)
        .map(({ slug, labels }) => {
          const address = client.address(`/${slug}`, { limit: 10 })
          const example = `const { docs } = await (await fetch('${address}')).json()`
          return html`
            <section class="card stack tight">
              <div class="row apart">
                <h2>${this.app.label(labels.plural, humanized(slug))}</h2>
                <a href=${client.address(`/schema/${slug}`)} target="_blank" rel="noopener">JSON Schema</a>
              </div>
              <pre class="note">curl '${address}'</pre>
              <pre class="note">${example}</pre>
              <div><button class="small" @click=${() => this.#copy(example)}>${icon('copy')}${this.t('copy')}</button></div>
            </section>
          `
        })}
    `
  }

  async #copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    this.app.say(this.t('copied'))
  }
}

define('cms-api', CmsApi)
