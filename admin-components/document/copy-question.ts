/** `<cms-copy>`: asks for values that a copy cannot take from its original, such as a unique number. Tested by test/admin-components/duplicate.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { ApiError } from '../../client/api-error.ts'
import type { Field } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { fieldIn } from '../fields/form-fields.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import './action-texts.ts'
import { Form } from './form.ts'
import { hasRows } from './map-fields.ts'
import { topField } from './places.ts'
import type { Values } from './values.ts'

/** The original's form is on the same page and has fields with the same names. */
const PREFIX = 'copy.'

class CmsCopy extends CmsDialog<Values> {
  form!: Form
  fields: readonly Field[] = []

  protected name(): string {
    return this.t('duplicate.title')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.form.addEventListener('change', () => this.requestUpdate())
  }

  protected body(): TemplateResult {
    const { form } = this
    const set = (name: string, value: unknown) => {
      form.problems = new Map([...form.problems].filter(([place]) => place !== PREFIX + name))
      form.set(name, value)
    }
    return html`
      <form class="stack" @submit=${this.#submit}>
        <h2>${this.t('duplicate.title')}</h2>
        <p>${this.t('duplicate.why')}</p>
        ${this.fields.map(({ condition: _, ...field }) => fieldIn(this, form, field, form.values, PREFIX, set, false))}
        ${form.failure ? html`<p class="note bad" role="alert">${form.failure}</p>` : nothing}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
          <button class="main" ?disabled=${form.halfWritten.size > 0}>${this.t('duplicate.do')}</button>
        </div>
      </form>
    `
  }

  readonly #submit = (event: Event) => {
    event.preventDefault()
    this.close(Object.fromEntries(this.fields.map(({ name }) => [name, this.form.values[name] ?? null])))
  }
}

define('cms-copy', CmsCopy)

/** Resolves to the user's values for the copy; undefined if they cancelled. Rethrows errors that a question cannot solve. */
export async function askForCopy(from: CmsElement, original: Form, copy: Values, error: ApiError): Promise<Values | undefined> {
  const { app, entity, locale } = original
  const places = error.problems.map(({ field = '', message }) => [placeIn(field, locale), message] as const)
  const fields = entity.fields.filter(({ name }) => places.some(([place]) => topField(place) === name))
  const isAskable = places.every(([place]) => fields.some(({ name }) => name === topField(place)))
  if (!isAskable || fields.some(hasManyLanguages)) throw error
  /** The language of a field's value, if the copy has it in every language. */
  const languageOf = ({ localized }: Field) => (localized === true ? locale : undefined)
  const form = new Form(app, entity, undefined, locale, { isKept: false })
  await form.load()
  const problems = new Map(places.map(([place, message]) => [PREFIX + place, message]))
  for (const field of fields) {
    const { name } = field
    const language = languageOf(field)
    const value = language === undefined ? copy[name] : copy[name]?.[language]
    const isOriginal = field.type === 'group' || (value ?? null) === null
    form.set(name, isOriginal ? original.values[name] : value)
    // It was left out on purpose: the field shows the original value as a starting point, so its error would only confuse.
    if (isOriginal && (form.values[name] ?? null) !== null) problems.delete(PREFIX + name)
  }
  form.problems = problems
  const answers = await ask(from, Object.assign(document.createElement('cms-copy') as CmsCopy, { form, fields }))
  if (!answers) return undefined
  return Object.fromEntries(
    fields.map((field) => {
      const { name } = field
      const language = languageOf(field)
      return [name, language === undefined ? answers[name] : { ...copy[name], [language]: answers[name] }]
    }),
  )
}

/** A save in every language reports fields with their language. */
const placeIn = (path: string, locale: string | undefined): string =>
  locale !== undefined && path.endsWith(`.${locale}`) ? path.slice(0, -locale.length - 1) : path

/** Rows, and groups with localized fields, hold every language of the copy, which a form cannot show. */
const hasManyLanguages = (field: Field): boolean =>
  hasRows(field) || (field.fields ?? []).some((one) => one.localized === true || hasManyLanguages(one))
