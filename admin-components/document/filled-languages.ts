/** The language of a form, and how far the document is translated into each. Tested by test/admin-components/filled-languages.test.ts. */
import { html, type ReactiveController, type TemplateResult } from 'lit'
import { localeName } from '../app/locale-name.ts'
import type { CmsElement } from '../element.ts'
import type { Form } from './form.ts'

interface FormHost extends CmsElement {
  readonly form: Form | undefined
}

interface Filled {
  filled: number
  of: number
}

export class FilledLanguages implements ReactiveController {
  #found: Readonly<Record<string, Filled>> = {}
  readonly #host: FormHost
  /** The form that they were counted for, and the save. */
  #at: Form | undefined
  #savedAt: unknown

  constructor(host: FormHost) {
    this.#host = host
    host.addController(this)
  }

  hostUpdated(): void {
    const { form } = this.#host
    if (form?.phase === 'idle' && (form !== this.#at || form.doc['updatedAt'] !== this.#savedAt)) void this.look()
  }

  /** Counts again: when a form was opened or saved, and before somebody chooses. */
  readonly look = async (): Promise<void> => {
    const { app, form } = this.#host
    this.#at = form
    this.#savedAt = form?.doc['updatedAt']
    // Only those who may change a document may see its other languages.
    const isKnown = form?.locale !== undefined && !form.isNew && form.may.update
    const found = isKnown ? await app.client.get<Record<string, Filled>>(`${form.path}/translations`).catch(() => ({})) : {}
    if (form !== this.#host.form) return
    this.#found = found
    this.#host.requestUpdate()
  }

  select(current: string, choose: (event: Event) => void): TemplateResult {
    const { app } = this.#host
    return html`
      <select class="locale" aria-label=${app.t('locale')} title=${app.t('locale.count')} @pointerenter=${this.look} @focus=${this.look} @change=${choose}>
        ${app.locales.all.map((locale) => html`<option value=${locale} .selected=${locale === current}>${this.#name(locale)}</option>`)}
      </select>
    `
  }

  /** `English ✓`, `Thai: 3 of 4 texts`, and a bare name where nothing is to be translated yet. */
  #name(locale: string): string {
    const { filled, of } = this.#found[locale] ?? { filled: 0, of: 0 }
    const name = localeName(this.#host.app, locale)
    if (of === 0) return name
    return filled === of ? `${name} ✓` : this.#host.app.t('locale.filled', { locale: name, filled, count: of })
  }
}
