/** `<cms-api>`: examples of API requests for each collection, ready to copy. Tested by test/admin-components/system.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../app/schema.ts'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { humanized } from '../texts/texts.ts'
import { contentFirst } from './permission-groups.ts'
import { SystemPage } from './system-page.ts'

const look = css`
  .example { display: flex; align-items: center; gap: var(--s2); }
  .example pre { flex: 1; min-inline-size: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`

/** Paths that anybody may read. */
type OpenPaths = ReadonlySet<string>

class CmsApi extends SystemPage<OpenPaths> {
  static override looks = [look]
  protected readonly heading = 'area.api'

  /** The description of the API names what a caller may read: without a session, that is what visitors may. */
  protected async ask(): Promise<OpenPaths> {
    const answer = await fetch(this.app.client.address('/openapi.json'), { credentials: 'omit', cache: 'no-store' })
    const { paths = {} } = answer.ok ? ((await answer.json()) as { paths?: object }) : {}
    return new Set(Object.keys(paths))
  }

  protected override acts(): TemplateResult {
    return html`
      <a class="button" href=${this.app.client.address('/openapi.json')} target="_blank" rel="noopener">${icon('code')}openapi.json</a>
    `
  }

  protected body(open: OpenPaths): TemplateResult {
    const { collections, views } = this.app.known
    const readable = contentFirst(collections.filter(({ may }) => may.read))
    return html`
      ${
        readable.every(({ slug }) => open.has(`/${slug}`))
          ? nothing
          : html`
              <div class="note row apart">
                <span>${this.t('api.needsKey')}</span>
                ${views.includes('keys') ? html`<a href=${this.app.router.href('system/keys')}>${this.t('area.keys')}</a>` : nothing}
              </div>
            `
      }
      ${readable.map((entity) => this.#card(entity, open.has(`/${entity.slug}`)))}
    `
  }

  #card({ slug, labels }: Entity, isOpen: boolean): TemplateResult {
    const { client } = this.app
    const address = client.address(`/${slug}`, { limit: 10 })
    const examples = isOpen
      ? [`curl '${address}'`, `const { docs } = await (await fetch('${address}')).json()`]
      : [
          `curl '${address}' -H 'Authorization: Bearer YOUR_KEY'`,
          `const headers = { Authorization: 'Bearer YOUR_KEY' }\nconst { docs } = await (await fetch('${address}', { headers })).json()`,
        ]
    return html`
      <section class="card stack tight">
        <div class="row apart">
          <h2>${this.app.label(labels.plural, humanized(slug))}</h2>
          <a href=${client.address(`/schema/${slug}`)} target="_blank" rel="noopener">JSON Schema</a>
        </div>
        ${examples.map((example) => this.#example(example))}
      </section>
    `
  }

  #example(text: string): TemplateResult {
    return html`
      <div class="example note">
        <pre>${text}</pre>
        <button class="small" @click=${() => this.#copy(text)}>${icon('copy')}${this.t('copy')}</button>
      </div>
    `
  }

  async #copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text)
    this.app.say(this.t('copied'))
  }
}

define('cms-api', CmsApi)
