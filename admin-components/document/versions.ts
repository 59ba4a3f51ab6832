/** `<cms-versions-dialog>`: the version history of a document. Compares each version with the current one and can restore it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { define } from '../element.ts'
import { stateOf, statusBadge } from '../list/state.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import { ago, humanized, onDate } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { inWords } from './in-words.ts'
import { same, type Values } from './values.ts'

interface Version {
  id: number
  status?: string
  latest: boolean
  author: { id: number | string; email?: string; name?: string } | number | null
  createdAt: string
  data?: Values
}

class CmsVersionsDialog extends CmsDialog<boolean> {
  static override properties = { found: { state: true }, selected: { state: true }, error: { state: true } }
  declare found: Page<Version> | undefined
  declare selected: Version | undefined
  declare error: string
  form!: Form
  protected override shape = 'drawer wide'

  constructor() {
    super()
    this.error = ''
  }

  protected name(): string {
    return this.t('versions')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.#load(1)
  }

  async #load(page: number): Promise<void> {
    try {
      this.found = await this.app.client.get<Page<Version>>(`${this.form.path}/versions`, { page, limit: 20, ...this.#locale })
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  get #locale() {
    return this.form.locale === undefined ? {} : { locale: this.form.locale, 'fallback-locale': false }
  }

  protected body(): TemplateResult {
    return html`
      <div class="inside">
        <div class="row apart">
          <h2>${this.selected ? this.t('versions.of', { when: onDate(this.selected.createdAt, this.app.language) }) : this.t('versions')}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.selected ? this.#compared(this.selected) : this.#list()}
      </div>
    `
  }

  #list(): TemplateResult {
    if (!this.found) return html`<div class="ghost"></div>`
    return html`
      <ul class="versions">
        ${this.found.docs.map(
          (version) => html`
            <li>
              <span class="grow">
                <strong>${ago(version.createdAt, this.app.language)}</strong>
                <span class="muted small">${authorOf(version) || this.t('someone.system')}</span>
              </span>
              ${version.status ? statusBadge(this, stateOf(version)) : nothing}${
                version.latest ? html`<span class="badge accent">${this.t('versions.latest')}</span>` : nothing
              }
              <button class="small" @click=${() => this.#see(version)}>${this.t('versions.compare')}</button>
            </li>
          `,
        )}
      </ul>
      ${pager(this, this.found, (page) => this.#load(page))}
    `
  }

  async #see(version: Version): Promise<void> {
    try {
      this.selected = await this.app.client.get<Version>(`${this.form.path}/versions/${version.id}`, this.#locale)
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  #compared({ id, data = {} }: Version): TemplateResult {
    const { entity, doc } = this.form
    const different = entity.fields.filter(({ name }) => name in data && !same(data[name], doc[name]))
    return html`
      ${different.length === 0 ? html`<p class="muted">${this.t('versions.same')}</p>` : nothing}
      ${different.map(
        (field) => html`
          <section class="stack tight">
            <h3>${this.app.label(field.label, humanized(field.name))}</h3>
            <div class="compare">
              <div class="card">
                <span class="muted small">${this.t('versions.then')}</span>
                <p>${words(inWords(this, field, data[field.name]), inWords(this, field, doc[field.name]), 'del')}</p>
              </div>
              <div class="card">
                <span class="muted small">${this.t('versions.now')}</span>
                <p>${words(inWords(this, field, doc[field.name]), inWords(this, field, data[field.name]), 'ins')}</p>
              </div>
            </div>
          </section>
        `,
      )}
      <div class="foot">
        <button @click=${() => (this.selected = undefined)}>${this.t('back')}</button>
        ${
          this.form.entity.may.update
            ? html`<button class="main" @click=${() => this.#restore(id)}>${this.t('versions.restore')}</button>`
            : nothing
        }
      </div>
    `
  }

  async #restore(id: number): Promise<void> {
    if (
      !(await confirm(this, {
        title: this.t('versions.restoreTitle'),
        text: this.t(this.form.entity.drafts ? 'versions.asDraft' : 'versions.atOnce'),
        yes: this.t('versions.restore'),
      }))
    )
      return
    try {
      // Saves the last edits first: they go into the history, or are offered again after the reload.
      await this.form.settle()
      await this.form.change(() => this.app.client.post(`${this.form.path}/versions/${id}/restore`), { typed: 'offered' })
      this.close(true)
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }
}

/** Marks the words of a text that the other text lacks. */
function words(text: string, other: string, mark: 'ins' | 'del'): TemplateResult {
  const cut = (whole: string) => [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(whole)].map(({ segment }) => segment)
  const known = new Set(cut(other))
  return html`
    ${cut(text).map((word) =>
      known.has(word) || word.trim() === '' ? word : mark === 'ins' ? html`<ins>${word}</ins>` : html`<del>${word}</del>`,
    )}
  `
}

const authorOf = ({ author }: Version): string =>
  typeof author === 'object' && author !== null ? (author.name ?? author.email ?? String(author.id)) : ''

define('cms-versions-dialog', CmsVersionsDialog)

export async function showVersions(host: DocumentHost, form: Form): Promise<void> {
  const dialog = Object.assign(document.createElement('cms-versions-dialog') as CmsVersionsDialog, { form })
  if (await ask(host, dialog)) host.app.say(host.t('versions.restored'))
}
