/** `<cms-filter>`: says what a list is filtered by, and edits it while it is open: conditions, in groups inside each other. Emits
 * `filtered` on each change; the filter is its `filter` property. Tested by test/admin-components/filters.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { RelatedDocuments } from '../app/related.ts'
import type { Entity, Field } from '../app/schema.ts'
import { isRelation } from '../document/map-fields.ts'
import { CmsElement, define } from '../element.ts'
import { chooseWhat } from '../fields/editing.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { pathTo } from '../parts/tree-path.ts'
import { comparisonText, filterSentence, isInDays } from './filter-sentence.ts'
import { type Filterable, filterable } from './filterable.ts'
import { type Comparison, type Filter, isNested, NO_FILTER, type Test } from './where.ts'
import './texts.ts'

/** Where a condition or group is: the index in each group from the outermost one. */
type Place = readonly number[]

/** Groups inside more than this many others would be too narrow to read. */
const DEEPEST = 2

/** This many fields are in sight at once. */
const FEW = 12

export class CmsFilter extends CmsElement {
  static override properties = { entity: { attribute: false }, filter: { attribute: false }, isOpen: { attribute: false } }
  static override looks = [
    css`
      cms-filter { display: grid; gap: var(--s2); }
      cms-filter button.value { inline-size: 100%; justify-content: space-between; font-weight: 450; border-color: var(--edge); min-inline-size: 0; }
      cms-filter .sentence { display: flex; gap: var(--s2); align-items: center; flex-wrap: wrap; overflow-wrap: anywhere; }
      cms-filter .sentence p { flex: 1 1 16em; }
      cms-filter .condition { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1.2fr) auto; gap: var(--s2); align-items: center; }
      cms-filter .condition .days { display: flex; gap: var(--s2); align-items: center; }
      cms-filter .condition .days input { inline-size: 6em; }
      cms-filter .group-of { display: grid; gap: var(--s2); }
      cms-filter .group-of .group-of { border-inline-start: 3px solid var(--line); padding-inline-start: var(--s3); }
      cms-filter .group-of > .row > button:first-child { margin-inline-start: calc(var(--s3) * -1); }
      cms-filter .match { inline-size: auto; justify-self: start; max-inline-size: 100%; }
      @container (max-width: 640px) {
        cms-filter .condition { grid-template-columns: minmax(0, 1fr) auto; }
        cms-filter .condition > * { grid-column: 1; }
        cms-filter .condition > .drop { grid-column: 2; grid-row: 1; }
        cms-filter .condition:not(:last-child) { padding-block-end: var(--s2); border-block-end: 1px solid var(--line); }
      }
    `,
  ]
  declare entity: Entity
  declare filter: Filter
  declare isOpen: boolean

  #documents: RelatedDocuments | undefined

  constructor() {
    super()
    this.filter = NO_FILTER
    this.isOpen = false
  }

  get #related(): RelatedDocuments {
    this.#documents ??= new RelatedDocuments(this.app)
    return this.#documents
  }

  override render(): TemplateResult {
    const known = filterable(this.app, this.entity)
    const sentence = filterSentence(this, this.filter, known, this.#related)
    return html`
      ${
        sentence === undefined
          ? nothing
          : html`
              <div class="sentence">
                <p role="status"><span class="muted">${this.t('filter.where')}</span> ${sentence}</p>
                <button class="plain small" @click=${() => this.#change(NO_FILTER)}>${this.t('filter.clear')}</button>
              </div>
            `
      }
      ${this.isOpen ? html`<div class="card">${this.#group(this.filter, [], known)}</div>` : nothing}
    `
  }

  #group({ match, tests }: Filter, place: Place, known: readonly Filterable[]): TemplateResult {
    const set = (changes: Partial<Filter>) => this.#change(changed(this.filter, place, (group) => ({ ...(group as Filter), ...changes })))
    const add = (one: Test | Filter) => {
      set({ tests: [...tests, one] })
      void this.updateComplete.then(() => this.#focus([...place, tests.length]))
    }
    // biome-ignore lint/style/noNonNullAssertion: the properties of every document are filterable
    const fresh = blank(known[0]!)
    return html`
      <div class="group-of" role="group" aria-label=${place.length > 0 ? this.t('filter.group') : this.t('filter')} data-place=${place.join()}>
        ${
          tests.length > 1 || place.length > 0
            ? html`
                <div class="row apart">
                  <select
                    class="match"
                    aria-label=${this.t('filter.match')}
                    @change=${(event: Event) => set({ match: (event.target as HTMLSelectElement).value as Filter['match'] })}>
                    <option value="and" .selected=${match === 'and'}>${this.t('filter.all')}</option>
                    <option value="or" .selected=${match === 'or'}>${this.t('filter.any')}</option>
                  </select>
                  ${place.length > 0 ? this.#drop(place, this.t('filter.group.remove')) : nothing}
                </div>
              `
            : nothing
        }
        ${tests.map((one, index) => {
          const here = [...place, index]
          return isNested(one) ? this.#group(one, here, known) : this.#condition(one, here, known)
        })}
        <div class="row">
          <button class="plain" @click=${() => add(fresh)}>${icon('plus')}${this.t('filter.add')}</button>
          ${
            place.length < DEEPEST && tests.length > 0
              ? html`
                  <button class="plain" @click=${() => add({ match: match === 'and' ? 'or' : 'and', tests: [fresh] })}>
                    ${icon('plus')}${this.t('filter.group.add')}
                  </button>
                `
              : nothing
          }
        </div>
      </div>
    `
  }

  #condition(test: Test, place: Place, known: readonly Filterable[]): TemplateResult {
    const one = known.find(({ path }) => path === test.field)
    const offered = known.filter((other) => !other.isDeep || other === one)
    const set = (changes: Partial<Test>) => this.#change(changed(this.filter, place, (old) => ({ ...(old as Test), ...changes })))
    // biome-ignore lint/style/noNonNullAssertion: the select offers the paths of these
    const choose = (path: string) => set(blank(known.find((other) => other.path === path)!))
    return html`
      <div class="condition" role="group" aria-label=${this.t('filter.row', { number: (place.at(-1) ?? 0) + 1 })} data-place=${place.join()}>
        ${this.#field(one, test, offered, choose)}
        ${this.#comparison(one, test, set)}
        <span>${this.#value(one, test, set)}</span>
        ${this.#drop(place, this.t('filter.remove'))}
      </div>
    `
  }

  /** A native list of many fields would be longer than the page. */
  #field(one: Filterable | undefined, test: Test, offered: readonly Filterable[], choose: (path: string) => void): TemplateResult {
    const label = this.t('filter.field')
    if (offered.length > FEW) {
      const ask = async () => {
        const chooser = await loadFor(this, () => import('./field-chooser.ts'))
        const path = await chooser?.chooseField(this, offered, test.field)
        if (path !== undefined && path !== test.field) choose(path)
      }
      const name = one?.name ?? test.field
      return html`
        <button type="button" class="value" aria-label="${label}: ${name}" @click=${ask}><span class="clip">${name}</span>${icon('chevron-down')}</button>
      `
    }
    return html`
      <select aria-label=${label} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${one ? nothing : html`<option value=${test.field} .selected=${true}>${test.field}</option>`}
        ${offered.filter(({ within }) => within === undefined).map((other) => option(other.path, other.name, other === one))}
        ${[...new Set(offered.map(({ within }) => within))].map((within) =>
          within === undefined
            ? nothing
            : html`
                <optgroup label=${within}>
                  ${offered.filter((other) => other.within === within).map((other) => option(other.path, other.name, other === one))}
                </optgroup>
              `,
        )}
      </select>
    `
  }

  /** Whether a field is empty is one choice, not a comparison with yes or no. */
  #comparison(one: Filterable | undefined, { operator, value }: Test, set: (changes: Partial<Test>) => void): TemplateResult {
    const offered = [...(one?.comparisons ?? []), ...(one?.comparisons.includes(operator) ? [] : [operator])]
    const choose = (chosen: string) => {
      const [next, filled] = chosen.split(':') as [Comparison, string | undefined]
      const keeps = filled === undefined && operator !== 'exists' && isInDays(next) === isInDays(operator)
      set({ operator: next, value: filled ?? (keeps ? value : isInDays(next) ? '7' : '') })
    }
    return html`
      <select aria-label=${this.t('filter.operator')} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${offered.map((other) =>
          other === 'exists'
            ? html`
                ${option('exists:true', this.t('operator.exists'), operator === 'exists' && value !== 'false')}
                ${option('exists:false', this.t('operator.empty'), operator === 'exists' && value === 'false')}
              `
            : option(other, comparisonText(this, one, other), other === operator),
        )}
      </select>
    `
  }

  #value(one: Filterable | undefined, { operator, value }: Test, set: (changes: Partial<Test>) => void): TemplateResult | typeof nothing {
    const { input, field } = one ?? {}
    const on = (event: Event) => set({ value: (event.target as HTMLInputElement).value })
    const label = this.t('filter.value')
    const choice = (options: [string, string][]) => html`
      <select aria-label=${label} @change=${on}>
        ${option('', '', value === '')} ${options.map(([one, text]) => option(one, text, one === value))}
      </select>
    `
    if (operator === 'exists') return nothing
    if (isInDays(operator))
      return html`
        <span class="days">
          <input type="number" min="1" max="9999" aria-label=${label} .value=${value} @change=${on} />
          ${this.t('filter.days', { count: Number(value) || 0 })}
        </span>
      `
    if (input === 'yesNo')
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
    if (field && isRelation(field) && isOne) return this.#relation(field, value, label, set)
    if (input === 'date') return html`<input type="date" aria-label=${label} .value=${value.slice(0, 10)} @change=${on} />`
    return html`
      <input
        type=${input === 'number' && isOne ? 'number' : 'text'}
        aria-label=${label}
        placeholder=${operator.endsWith('in') ? 'a, b' : ''}
        .value=${value}
        @change=${on} />
    `
  }

  /** The document that a relation points to, by its title. */
  #relation(field: Field, value: string, label: string, set: (changes: Partial<Test>) => void): TemplateResult {
    const slug = field.to ?? 'media'
    const target = this.app.collection(slug)
    const id = Number(value)
    const title = id ? pathTo(this, this.#related, slug, id) : ''
    const choose = async () => {
      const picker = await loadFor(this, () => import('../fields/picker.ts'))
      const [doc] = (target && (await picker?.pick(this, target, { hasMany: false, taken: [], mimeTypes: field.mimeTypes }))) ?? []
      if (doc) set({ value: String(doc.id) })
    }
    return html`
      <button class="value" aria-label="${label}: ${title}" ?disabled=${!target} @click=${choose}>
        <span class="clip">${title || (target ? chooseWhat(this, target, field.mimeTypes) : '')}</span>
        ${icon('chevron-down')}
      </button>
    `
  }

  #drop(place: Place, label: string): TemplateResult {
    const drop = () => {
      this.#change(changed(this.filter, place, () => undefined))
      void this.updateComplete.then(() => this.#focus(place.slice(0, -1)))
    }
    return html`<button class="plain icon-only drop" aria-label=${label} title=${label} @click=${drop}>${icon('x')}</button>`
  }

  #focus(place: Place): void {
    this.querySelector<HTMLElement>(`[data-place="${place.join()}"] :is(select, button)`)?.focus()
  }

  #change(filter: Filter): void {
    this.filter = filter
    this.dispatchEvent(new Event('filtered'))
  }
}

const option = (value: string, text: string, isSelected: boolean): TemplateResult =>
  html`<option value=${value} .selected=${isSelected}>${text}</option>`

// biome-ignore lint/style/noNonNullAssertion: everything that is filterable has a comparison
const blank = ({ path, comparisons: [first] }: Filterable): Test => ({ field: path, operator: first!, value: isInDays(first!) ? '7' : '' })

/** A copy of the filter in which one condition or group has changed, or is gone. Groups that are left empty go as well. */
function changed(group: Filter, [at, ...inside]: Place, change: (one: Test | Filter) => Test | Filter | undefined): Filter {
  if (at === undefined) return (change(group) as Filter | undefined) ?? NO_FILTER
  const tests = group.tests.flatMap((one, index) => {
    if (index !== at) return [one]
    const next = inside.length > 0 && isNested(one) ? changed(one, inside, change) : change(one)
    return next === undefined || (isNested(next) && next.tests.length === 0) ? [] : [next]
  })
  return { ...group, tests }
}

define('cms-filter', CmsFilter)
