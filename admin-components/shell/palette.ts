/** `<cms-palette>`: the command palette (Ctrl-K). Finds places, commands, and documents of every collection by name.
 * Tested by test/admin-components/keyboard.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { humanized } from '../texts/texts.ts'
import { entriesOf } from './areas.ts'

interface Choice {
  label: string
  hint: string
  icon: string
  to: string
}

/** A search result from the server. */
interface Hit {
  collection: string
  id: number
  title: string
}

const WAIT = 160

class CmsPalette extends CmsDialog<string> {
  static override properties = { text: { state: true }, at: { state: true }, hits: { state: true } }
  static override looks = [
    css`
      .palette { margin-block-start: 12vh; }
      .palette .inside { padding: 0; gap: 0; }
      .palette input { border: 0; border-block-end: 1px solid var(--line); border-radius: 0; padding: var(--s4); box-shadow: none; background: none; }
      .palette ul { padding: var(--s1); max-block-size: 50vh; overflow-y: auto; }
      .palette li { display: flex; align-items: center; gap: var(--s3); padding: var(--s2) var(--s3); border-radius: var(--radius); cursor: pointer; }
      .palette li[aria-selected='true'] { background: var(--wash); color: var(--link); }
      .palette li .muted { font-size: var(--t2); }
    `,
  ]
  declare text: string
  declare at: number
  declare hits: readonly Hit[]
  protected override shape = 'palette'
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor() {
    super()
    this.text = ''
    this.at = 0
    this.hits = []
  }

  protected name(): string {
    return this.t('palette')
  }

  protected body(): TemplateResult {
    const choices = this.#choices()
    return html`
      <div class="inside">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant=${choices[this.at] ? `palette-${this.at}` : nothing}
          aria-label=${this.t('palette')}
          placeholder=${this.t('palette.hint')}
          autocomplete="off"
          .value=${this.text}
          @input=${this.#typed}
          @keydown=${this.#keys}
          autofocus />
        <ul id="palette-list" role="listbox" aria-label=${this.t('palette')}>
          ${choices.map(
            ({ label, hint, icon: face, to }, index) => html`
              <li id="palette-${index}" role="option" aria-selected=${index === this.at} @click=${() => this.close(to)}>
                ${icon(face)}
                <span class="grow clip">${label}</span>
                <span class="muted">${hint}</span>
              </li>
            `,
          )}
          ${choices.length === 0 ? html`<li class="muted" role="option" aria-selected="false">${this.t('palette.nothing')}</li>` : nothing}
        </ul>
      </div>
    `
  }

  #choices(): Choice[] {
    const { app } = this
    const wanted = this.text.trim().toLowerCase()
    const fits = (...texts: (string | undefined)[]) => wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted))
    const places = entriesOf(app)
      .filter(({ label, group }) => fits(label, group))
      .map(({ label, icon, to, group }) => ({ label, hint: group, icon, to }))
    const made = app.known.collections
      .filter(({ may, slug }) => may.create && slug !== 'media' && slug !== 'api-keys')
      .map(({ slug, labels, icon }) => ({
        label: this.t('list.new', { what: app.label(labels.singular, humanized(slug)) }),
        hint: '',
        icon: icon === 'file-text' ? 'plus' : icon,
        to: `c/${slug}/new`,
      }))
      .filter(({ label }) => wanted !== '' && fits(label))
    const own = app.known.commands
      .filter(({ label, keywords }) => fits(app.label(label), ...(keywords ?? [])))
      .map(({ label, to, icon }) => ({ label: app.label(label), hint: '', icon: icon ?? 'zap', to }))
    const files = ({ collection }: Hit) => collection === 'media'
    const found = [...this.hits]
      .sort((a, b) => Number(files(a)) - Number(files(b)))
      .map(({ collection, id, title }) => {
        const entity = app.collection(collection)
        return {
          label: title,
          hint: app.label(entity?.labels.singular, collection),
          icon: entity?.icon ?? 'file-text',
          to: collection === 'media' ? `media?id=${id}` : `c/${collection}/${id}`,
        }
      })
    return [...found, ...places, ...made, ...own].slice(0, 30)
  }

  readonly #typed = (event: InputEvent) => {
    this.text = (event.target as HTMLInputElement).value
    this.at = 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#search(), WAIT)
  }

  async #search(): Promise<void> {
    this.#request?.abort()
    const text = this.text.trim()
    if (text.length < 2) {
      this.hits = []
      return
    }
    this.#request = new AbortController()
    this.hits = await this.app.client.get<Hit[]>('/admin/search', { q: text }, this.#request.signal).catch(() => this.hits)
  }

  readonly #keys = (event: KeyboardEvent) => {
    const choices = this.#choices()
    const chosen = choices[this.at]
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1 }[event.key]
    if (to !== undefined) this.at = (to + choices.length) % Math.max(1, choices.length)
    else if (event.key === 'Enter' && chosen) this.close(chosen.to)
    else return
    event.preventDefault()
    void this.updateComplete.then(() => this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }))
  }
}

define('cms-palette', CmsPalette)

export async function openPalette(from: CmsElement): Promise<void> {
  if ((from.shadowRoot ?? from).querySelector('cms-palette')) return
  const to = await ask(from, document.createElement('cms-palette') as CmsPalette)
  if (to === undefined) return
  if (/^(https?:)?\//.test(to)) location.assign(to)
  else await from.app.router.go(to)
}
