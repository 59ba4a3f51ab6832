/** `<cms-bulk-edit>`: asks for field values to set in many documents, and resolves to them. Tested by test/admin-components/content.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Entity, Field } from '../../app/schema.ts'
import { Form } from '../../document/form.ts'
import type { Values } from '../../document/values.ts'
import { type CmsElement, define } from '../../element.ts'
import { labelOf } from '../../fields/editing.ts'
import { fieldIn } from '../../fields/form-fields.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import { icon } from '../../parts/icon.ts'
import '../texts.ts'

/** Fields that cannot be edited in bulk: unique ones, slugs, write-only and locked ones. */
const isOfOne = ({ unique, type, writeOnly, locked }: Field): boolean =>
  unique === true || type === 'slug' || writeOnly === true || locked?.update === true

class CmsBulkEdit extends CmsDialog<Values> {
  static override properties = { named: { state: true }, isAsking: { state: true } }
  static override looks = [
    css`
      .bulk-field { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s2); align-items: start; }
    `,
  ]
  entity!: Entity
  count!: number
  form!: Form
  /** Asks before changes with consequences; the values stay in the dialog if the answer is no. */
  isSure!: (changes: Values) => Promise<boolean>
  /** The fields to change, in the order in which they were added. */
  declare named: readonly string[]
  declare isAsking: boolean
  protected override shape = 'wide'

  constructor() {
    super()
    this.named = []
    this.isAsking = false
  }

  protected name(): string {
    return this.t('bulk.edit.title', { count: this.count })
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.form.addEventListener('change', () => this.requestUpdate())
    void this.form.load()
  }

  protected body(): TemplateResult {
    const { entity, form } = this
    const fields = entity.fields.filter((field) => !isOfOne(field))
    const left = fields.filter(({ name }) => !this.named.includes(name))
    const hasDrafts = entity.drafts && entity.may.publish
    // biome-ignore lint/style/noNonNullAssertion: the select offers the names of these fields
    const chosen = this.named.map((name) => fields.find((field) => field.name === name)!)
    return html`
      <form @submit=${(event: Event) => event.preventDefault()}>
        <h2>${this.name()}</h2>
        ${chosen.map((field) => this.#field(field))}
        ${
          left.length > 0
            ? html`
                <select aria-label=${this.t('bulk.edit.add')} @change=${this.#take}>
                  <option value="">${this.t('bulk.edit.add')}</option>
                  ${left.map((field) => html`<option value=${field.name}>${labelOf(this, field)}</option>`)}
                </select>
              `
            : nothing
        }
        ${hasDrafts ? html`<p class="muted small">${this.t('bulk.edit.each.text')}</p>` : nothing}
        ${form.failure ? html`<p class="note bad" role="alert">${form.failure}</p>` : nothing}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
          ${entity.drafts ? this.#button('saveDraft', !hasDrafts, { status: 'draft' }) : this.#button('save', true, {})}
          ${hasDrafts ? html`${this.#button('publish', false, { status: 'published' })}${this.#button('bulk.edit.each', true, {})}` : nothing}
        </div>
      </form>
    `
  }

  #button(key: 'save' | 'saveDraft' | 'publish' | 'bulk.edit.each', isMain: boolean, more: Values): TemplateResult {
    const isReady = !this.isAsking && this.named.length > 0 && !this.named.some((name) => this.form.halfWritten.has(name))
    return html`
      <button type="button" class=${isMain ? 'main' : ''} ?disabled=${!isReady} @click=${() => this.#finish({ ...this.#values, ...more })}>
        ${this.t(key)}
      </button>
    `
  }

  async #finish(changes: Values): Promise<void> {
    this.isAsking = true
    const isSure = await this.isSure(changes)
    this.isAsking = false
    if (isSure) this.close(changes)
  }

  get #values(): Values {
    return Object.fromEntries(this.named.map((name) => [name, this.form.values[name] ?? null]))
  }

  #field(field: Field): TemplateResult {
    const { condition: _, ...plain } = field
    const set = (name: string, value: unknown) => this.form.set(name, value)
    const drop = () => {
      this.named = this.named.filter((name) => name !== field.name)
    }
    return html`
      <div class="bulk-field">
        ${fieldIn(this, this.form, plain, this.form.values, '', set, false)}
        <button type="button" class="plain icon-only" aria-label=${this.t('remove.one', { title: labelOf(this, field) })} @click=${drop}>
          ${icon('x')}
        </button>
      </div>
    `
  }

  readonly #take = (event: Event) => {
    const select = event.target as HTMLSelectElement
    if (select.value !== '') this.named = [...this.named, select.value]
    select.value = ''
  }
}

define('cms-bulk-edit', CmsBulkEdit)

interface Question {
  entity: Entity
  count: number
  locale: string | undefined
  isSure: CmsBulkEdit['isSure']
}

/** Resolves to the values, with the status to save them as, or without one if each document keeps its own; undefined if the user cancelled. */
export function askChanges(from: CmsElement, { entity, count, locale, isSure }: Question): Promise<Values | undefined> {
  const form = new Form(from.app, entity, undefined, locale, { isKept: false })
  return ask(from, Object.assign(document.createElement('cms-bulk-edit') as CmsBulkEdit, { entity, count, form, isSure }))
}
