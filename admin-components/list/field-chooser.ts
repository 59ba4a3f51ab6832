/** `<cms-field-chooser>`: finds a field among many by a part of its name; the fields of groups and relations are listed below their name.
 * Resolves to the path. Tested by test/admin-components/field-chooser.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { searchField } from '../parts/search.ts'
import type { Filterable } from './filterable.ts'
import './texts.ts'

class CmsFieldChooser extends CmsDialog<string> {
  static override properties = { text: { state: true } }
  static override looks = [
    css`
      .fields-to-choose { max-block-size: 56vh; overflow-y: auto; padding: 4px; margin: -4px; }
      .fields-to-choose h3 { padding: var(--s3) var(--s2) var(--s1); color: var(--muted); font-size: var(--t1); }
      .fields-to-choose li > button { inline-size: 100%; justify-content: flex-start; border-color: transparent; background: none; font-weight: 500; text-align: start; white-space: normal; overflow-wrap: anywhere; }
      .fields-to-choose li > button:hover { background: var(--tint); }
      .fields-to-choose li > button[aria-current='true'] { background: var(--wash); color: var(--link); }
    `,
  ]
  declare text: string
  known!: readonly Filterable[]
  now!: string

  constructor() {
    super()
    this.text = ''
  }

  protected name(): string {
    return this.t('filter.field')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.requireElement('input').focus()
  }

  protected body(): TemplateResult {
    const found = this.#found
    return html`
      <div class="inside" @keydown=${this.#keys}>
        <div class="row apart">
          <h2>${this.name()}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        ${searchField(this, (event) => (this.text = (event.target as HTMLInputElement).value), this.text)}
        <div class="fields-to-choose">
          ${[...new Set(found.map(({ within }) => within))].map(
            (within) => html`
              ${within === undefined ? nothing : html`<h3>${within}</h3>`}
              <ul>
                ${found.filter((one) => one.within === within).map((one) => this.#choice(one))}
              </ul>
            `,
          )}
        </div>
        ${found.length === 0 ? html`<p class="muted">${this.t('list.nothing')}</p>` : nothing}
      </div>
    `
  }

  /** Every word is a part of the name; the fields of the document itself come first. */
  get #found(): readonly Filterable[] {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean)
    const found = this.known.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    return [...found.filter(({ within }) => within === undefined), ...found.filter(({ within }) => within !== undefined)]
  }

  /** Below the name of its group, a field needs the rest of its name only. */
  #choice({ path, name, within }: Filterable): TemplateResult {
    const rest = within !== undefined && name.startsWith(`${within} › `) ? name.slice(within.length + 3) : name
    return html`
      <li><button type="button" aria-label=${name} aria-current=${path === this.now} @click=${() => this.close(path)}>${rest}</button></li>
    `
  }

  /** Enter takes the first; the arrows go from the search through the fields. */
  readonly #keys = (event: KeyboardEvent) => {
    const buttons = [...this.querySelectorAll<HTMLElement>('li > button')]
    const root = this.getRootNode() as ShadowRoot
    const at = buttons.indexOf(root.activeElement as HTMLElement)
    if (event.key === 'Enter' && at < 0 && root.activeElement?.matches('input')) buttons[0]?.click()
    else if (event.key === 'ArrowDown') buttons[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (at > 0 ? buttons[at - 1] : this.querySelector('input'))?.focus()
    else return
    event.preventDefault()
  }
}

define('cms-field-chooser', CmsFieldChooser)

export function chooseField(from: CmsElement, known: readonly Filterable[], now: string): Promise<string | undefined> {
  return ask(from, Object.assign(document.createElement('cms-field-chooser') as CmsFieldChooser, { known, now }))
}
