/** `<cms-filter>`: edits a filter row by row. Emits `filtered` on each change; the filter is its `filter` property.
 * Tested by test/admin-components/states.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { RelatedDocuments } from '../app/related.ts'
import type { Entity, Field } from '../app/schema.ts'
import { isRelation } from '../document/map-fields.ts'
import { CmsElement, define } from '../element.ts'
import { chooseWhat } from '../fields/editing.ts'
import type { Operator } from '../fields/operators.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { humanized } from '../texts/texts.ts'
import { type Filter, type Filterable, filterable, NO_FILTER, type Test } from './where.ts'

export class CmsFilter extends CmsElement {
  static override properties = { entity: { attribute: false }, filter: { attribute: false } }
  static override looks = [
    css`
      cms-filter button.value { inline-size: 100%; justify-content: space-between; font-weight: 450; border-color: var(--edge); min-inline-size: 0; }
    `,
  ]
  declare entity: Entity
  declare filter: Filter

  #documents: RelatedDocuments | undefined

  constructor() {
    super()
    this.filter = NO_FILTER
  }

  get #known(): RelatedDocuments {
    this.#documents ??= new RelatedDocuments(this.app)
    return this.#documents
  }

  override render(): TemplateResult {
    const { tests, match } = this.filter
    const known = filterable(this.entity)
    return html`
      <div class="card stack tight">
        ${
          tests.length > 1
            ? html`
                <label class="inline">
                  <select
                    class="grow"
                    .value=${match}
                    @change=${(event: Event) => this.#change({ match: (event.target as HTMLSelectElement).value as 'and' | 'or' })}>
                    <option value="and">${this.t('filter.all')}</option>
                    <option value="or">${this.t('filter.any')}</option>
                  </select>
                </label>
              `
            : nothing
        }
        ${tests.map((test, index) => this.#row(test, index, known))}
        <div class="row">
          <button class="plain" @click=${() => this.#add(known)}>${icon('plus')}${this.t('filter.add')}</button>
          ${
            tests.length > 0
              ? html`<button class="plain" @click=${() => this.#change({ tests: [] })}>${this.t('filter.clear')}</button>`
              : nothing
          }
        </div>
      </div>
    `
  }

  #row(test: Test, index: number, known: Filterable[]): TemplateResult {
    // biome-ignore lint/style/noNonNullAssertion: the properties of every document are filterable
    const one = known.find(({ path }) => path === test.field) ?? known[0]!
    const set = (changes: Partial<Test>) =>
      this.#change({ tests: this.filter.tests.map((other, at) => (at === index ? { ...other, ...changes } : other)) })
    const choose = (path: string) => {
      // biome-ignore lint/style/noNonNullAssertion: the select offers the paths of these
      const next = known.find((other) => other.path === path)!
      set({ field: path, operator: next.operators[0], value: '' })
    }
    return html`
      <div class="row" role="group" aria-label=${this.t('filter.row', { number: index + 1 })}>
        <select
          class="grow"
          aria-label=${this.t('filter.field')}
          .value=${test.field}
          @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
          ${known.map((other) => html`<option value=${other.path} .selected=${other.path === test.field}>${this.#name(other)}</option>`)}
        </select>
        <select
          class="grow"
          aria-label=${this.t('filter.operator')}
          @change=${(event: Event) => set({ operator: (event.target as HTMLSelectElement).value as Operator })}>
          ${one.operators.map(
            (operator) => html`
              <option value=${operator} .selected=${operator === test.operator}>${this.#operator(one, operator)}</option>
            `,
          )}
        </select>
        <span class="grow">${this.#value(one, test, set)}</span>
        <button
          class="plain icon-only"
          aria-label=${this.t('filter.remove')}
          @click=${() => this.#change({ tests: this.filter.tests.filter((_, at) => at !== index) })}>
          ${icon('x')}
        </button>
      </div>
    `
  }

  #value({ input, field }: Filterable, { operator, value }: Test, set: (changes: Partial<Test>) => void): TemplateResult {
    const on = (event: Event) => set({ value: (event.target as HTMLInputElement).value })
    const label = this.t('filter.value')
    const choice = (options: [string, string][]) => html`
      <select aria-label=${label} @change=${on}>
        <option value="" .selected=${value === ''}></option>
        ${options.map(([one, text]) => html`<option value=${one} .selected=${one === value}>${text}</option>`)}
      </select>
    `
    if (operator === 'exists' || input === 'yesNo')
      return choice([
        ['true', this.t('yes')],
        ['false', this.t('no')],
      ])
    const isOne = operator === 'equals' || operator === 'not_equals'
    if (input === 'status' && isOne)
      return choice([
        ['published', this.t('status.published')],
        ['draft', this.t('status.draft')],
      ])
    if (field?.options && isOne) return choice(field.options.map((option) => [option.value, this.app.label(option.label, option.value)]))
    if (field && isRelation(field) && isOne) return this.#related(field, value, label, set)
    if (input === 'date') {
      const days = ['-1d', '-7d', '-30d', '-365d', '+7d', '+30d']
      const isRelative = days.includes(value)
      return html`
        <span class="row">
          <select class="grow" aria-label=${this.t('filter.when')} @change=${on}>
            <option value="" .selected=${!isRelative}>${this.t('filter.date')}</option>
            ${days.map((one) => html`<option value=${one} .selected=${one === value}>${this.#days(Number.parseInt(one, 10))}</option>`)}
          </select>
          ${isRelative ? nothing : html`<input class="grow" type="date" aria-label=${label} .value=${value.slice(0, 10)} @change=${on} />`}
        </span>
      `
    }
    return html`
      <input
        type=${input === 'number' ? 'number' : 'text'}
        aria-label=${label}
        placeholder=${operator.endsWith('in') ? 'a, b' : ''}
        .value=${value}
        @change=${on} />
    `
  }

  /** Dates are before or after, numbers less or more. */
  #operator({ input }: Filterable, operator: Operator): string {
    const isOrder = operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'
    return input === 'date' && isOrder ? this.t(`operator.date.${operator}`) : this.t(`operator.${operator}`)
  }

  #days(days: number): string {
    return new Intl.RelativeTimeFormat(this.app.language, { numeric: 'auto' }).format(days, 'day')
  }

  /** The document that a relation points to, by its title. */
  #related(field: Field, value: string, label: string, set: (changes: Partial<Test>) => void): TemplateResult {
    const target = this.app.collection(field.to ?? 'media')
    const id = Number(value)
    const choose = async () => {
      const picker = await loadFor(this, () => import('../fields/picker.ts'))
      const [doc] = (target && (await picker?.pick(this, target, { hasMany: false, taken: [], mimeTypes: field.mimeTypes }))) ?? []
      if (doc) set({ value: String(doc.id) })
    }
    return html`
      <button class="value" aria-label="${label}: ${id ? this.#known.title(this, field.to ?? 'media', id) : ''}" ?disabled=${!target} @click=${choose}>
        <span class="clip">${id ? this.#known.title(this, field.to ?? 'media', id) : target ? chooseWhat(this, target, field.mimeTypes) : ''}</span>
        ${icon('chevron-down')}
      </button>
    `
  }

  #name({ path, field }: Filterable): string {
    if (!field) return this.t(`column.${path as 'status' | 'pending' | 'updatedAt' | 'createdAt' | 'id'}`)
    return path.includes('.') ? path.split('.').map(humanized).join(' › ') : this.app.label(field.label, humanized(field.name))
  }

  #add(known: Filterable[]): void {
    // biome-ignore lint/style/noNonNullAssertion: the properties of every document are filterable
    const first = known[0]!
    this.#change({ tests: [...this.filter.tests, { field: first.path, operator: first.operators[0], value: '' }] })
  }

  #change(changes: Partial<Filter>): void {
    this.filter = { ...this.filter, ...changes }
    this.dispatchEvent(new Event('filtered'))
  }
}

define('cms-filter', CmsFilter)
