/** `<cms-bulk-edit>`: asks for field values to set in many documents, and resolves to them. Tested by test/admin-components/bulk.test.ts. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Entity, Field } from '../../app/schema.ts'
import type { Values } from '../../document/values.ts'
import { type CmsElement, define } from '../../element.ts'
import { labelOf } from '../../fields/editing.ts'
import { fieldIn } from '../../fields/form-fields.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import { icon } from '../../parts/icon.ts'
import type { Counts } from './affected.ts'
import type { PlannedEdit } from './edit-questions.ts'
import { ManyForm } from './many-form.ts'
import { asOption, fromOption, mayBeEmptied, newValues, withOptions, withoutDefaults } from './new-values.ts'
import { listEditsIn } from './several.ts'
import '../texts.ts'

const CONTROLS = ['input', 'select', 'textarea', 'button', '[contenteditable=true]'].map((one) => `.field ${one}`).join()

/** Fields that cannot be edited in bulk: unique ones, slugs, write-only and locked ones. */
const isOfOne = ({ unique, type, writeOnly, locked }: Field): boolean =>
  unique === true || type === 'slug' || writeOnly === true || locked?.update === true

class CmsBulkEdit extends CmsDialog<PlannedEdit> {
  static override properties = { named: { state: true }, emptied: { state: true }, counts: { state: true }, isAsking: { state: true } }
  static override looks = [
    css`
      .bulk-field { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s2); align-items: start; }
      .bulk-field > .inline { grid-column: 1; }
      .bulk-field [role='radiogroup'] { gap: var(--s4); }
    `,
  ]
  entity!: Entity
  count!: number
  form!: ManyForm
  /** Asks before changes with consequences; the values stay in the dialog if the answer is no. */
  isSure!: (edit: PlannedEdit) => Promise<boolean>
  /** The states that the documents are in. */
  counted!: Promise<Counts | undefined>
  /** The fields to change, in the order in which they were added. */
  declare named: readonly string[]
  /** Those of them that are emptied. */
  declare emptied: ReadonlySet<string>
  /** Undefined until they are known, and where documents have no states. */
  declare counts: Counts | undefined
  declare isAsking: boolean
  protected override shape = 'wide'

  constructor() {
    super()
    this.named = []
    this.emptied = new Set()
    this.isAsking = false
  }

  protected name(): string {
    return this.t('bulk.edit.title', { count: this.count })
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.form.addEventListener('change', () => this.requestUpdate())
    void this.form.load()
    void this.counted.then((counts) => {
      this.counts = counts
    })
  }

  protected override updated(changed?: PropertyValues): void {
    super.updated()
    const before = changed?.get('named') as readonly string[] | undefined
    if (before) this.#moveFocus(this.named.find((name) => !before.includes(name)))
  }

  /** To the field that was added, or to the choice of fields if one was taken out. */
  #moveFocus(added: string | undefined): void {
    const place = added === undefined ? undefined : this.querySelector<HTMLElement>(`.bulk-field[data-name="${added}"]`)
    ;(place ? (place.querySelector<HTMLElement>(CONTROLS) ?? place) : this.querySelector<HTMLElement>('.bulk-add'))?.focus()
  }

  protected body(): TemplateResult {
    const { entity, form } = this
    const left = this.#fields.filter(({ name }) => !this.named.includes(name))
    const hasDrafts = entity.drafts && entity.may.publish
    return html`
      <form @submit=${(event: Event) => event.preventDefault()}>
        <h2>${this.name()}</h2>
        ${this.#chosen.map((field) => this.#field(field))}
        ${
          left.length > 0
            ? html`
                <label>
                  ${this.t('bulk.edit.choose')}
                  <select class="bulk-add" @change=${this.#take}>
                    <option value=""></option>
                    ${left.map((field) => html`<option value=${field.name}>${labelOf(this, field)}</option>`)}
                  </select>
                </label>
              `
            : nothing
        }
        ${hasDrafts ? this.#whatHappens() : nothing}
        ${form.failure ? html`<p class="note bad" role="alert">${form.failure}</p>` : nothing}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
          ${entity.drafts ? this.#button('saveDraft', !hasDrafts, { status: 'draft' }) : this.#button('save', true, {})}
          ${hasDrafts ? html`${this.#button('publish', false, { status: 'published' })}${this.#button('bulk.edit.each', true, {})}` : nothing}
        </div>
      </form>
    `
  }

  get #fields(): Field[] {
    return this.entity.fields.filter((field) => !isOfOne(field))
  }

  get #chosen(): Field[] {
    // biome-ignore lint/style/noNonNullAssertion: the select offers the names of these fields
    return this.named.map((name) => this.#fields.find((field) => field.name === name)!)
  }

  /** What “keep status” means for these documents. */
  #whatHappens(): TemplateResult {
    const { atOnce = 0, pending = 0, drafts = 0 } = this.counts ?? {}
    const parts = [
      atOnce > 0 && this.t('bulk.edit.each.live', { count: atOnce }),
      pending > 0 && this.t('bulk.edit.each.pending', { count: pending }),
      drafts > 0 && this.t('bulk.edit.each.drafts', { count: drafts }),
    ]
    return html`<p class="muted small" role="status">${this.t('bulk.edit.each.text')} ${parts.filter(Boolean).join(' ')}</p>`
  }

  #button(key: 'save' | 'saveDraft' | 'publish' | 'bulk.edit.each', isMain: boolean, more: Values): TemplateResult {
    const emptied = this.#chosen.filter(({ name }) => this.emptied.has(name))
    const isHalfWritten = this.named.some((name) => !this.emptied.has(name) && this.form.halfWritten.has(name))
    const values = isHalfWritten ? undefined : newValues(this.#chosen, this.form.values, this.emptied)
    const isReady = !this.isAsking && this.named.length > 0 && values !== undefined
    return html`
      <button type="button" class=${isMain ? 'main' : ''} ?disabled=${!isReady} @click=${() => this.#finish({ ...values, ...more }, emptied)}>
        ${this.t(key)}
      </button>
    `
  }

  async #finish(changes: Values, emptied: readonly Field[]): Promise<void> {
    const filled = this.#chosen.filter((field) => !emptied.includes(field))
    const edit = { changes, emptied, listEdits: listEditsIn(filled, changes, this.form.listEdits) }
    this.isAsking = true
    const isSure = await this.isSure(edit)
    this.isAsking = false
    if (isSure) this.close(edit)
  }

  #field(field: Field): TemplateResult {
    const { condition: _, ...plain } = field
    const { form } = this
    const shown = withOptions(plain, this.t('yes'), this.t('no'))
    const values = { ...form.values, [field.name]: asOption(field, form.values[field.name]) }
    const isEmptied = this.emptied.has(field.name)
    const title = labelOf(this, field)
    const set = (name: string, value: unknown) => form.set(name, fromOption(field, value))
    const drop = () => {
      this.named = this.named.filter((name) => name !== field.name)
      this.#empty(field, false)
    }
    return html`
      <div class="bulk-field" data-name=${field.name} tabindex="-1">
        ${isEmptied ? html`<p>${this.t('bulk.edit.emptied', { title })}</p>` : fieldIn(this, form, shown, values, '', set, false)}
        <button type="button" class="plain icon-only" aria-label=${this.t('bulk.edit.drop', { title })} @click=${drop}>
          ${icon('x')}
        </button>
        ${mayBeEmptied(field) ? this.#emptyBox(field, isEmptied) : nothing}
      </div>
    `
  }

  #emptyBox(field: Field, isEmptied: boolean): TemplateResult {
    return html`
      <label class="inline">
        <input type="checkbox" .checked=${isEmptied} @change=${() => this.#empty(field, !isEmptied)} />
        ${this.t('bulk.edit.empty', { title: labelOf(this, field) })}
      </label>
    `
  }

  #empty({ name }: Field, isOn: boolean): void {
    this.emptied = new Set([...this.emptied, name].filter((one) => isOn || one !== name))
  }

  readonly #take = (event: Event) => {
    const select = event.target as HTMLSelectElement
    if (select.value !== '') this.named = [...this.named, select.value]
    select.value = ''
  }
}

define('cms-bulk-edit', CmsBulkEdit)

interface Question extends Pick<CmsBulkEdit, 'entity' | 'count' | 'isSure' | 'counted'> {
  locale: string | undefined
}

/** Resolves to the values, with the status to save them as, or without one if each document keeps its own; undefined if the user cancelled. */
export function askChanges(from: CmsElement, { entity, locale, ...question }: Question): Promise<PlannedEdit | undefined> {
  const plain = { ...entity, fields: entity.fields.map(withoutDefaults) }
  const form = new ManyForm(from.app, plain, undefined, locale, { isKept: false })
  return ask(from, Object.assign(document.createElement('cms-bulk-edit') as CmsBulkEdit, { entity: plain, form, ...question }))
}
