/** The editors of fields, by the name of their type: one table, to which types of plugins and hosts are added. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Field } from '../desk/schema.ts'
import type { Form } from '../document/form.ts'
import { holds, type Values } from '../document/values.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'
import { describedBy, type Editing, type Editor, idOf, isWrong, labelOf, MOST } from './editing.ts'
import { shownText } from './shown-text.ts'
import '../parts/own.ts'
import './rows.ts'
import './relation.ts'

const plainInput =
  (type: string): Editor =>
  (e) =>
    html`
    <input
      id=${idOf(e)}
      type=${type}
      maxlength=${e.field.maxLength ?? nothing}
      ?readonly=${e.isLocked}
      aria-invalid=${isWrong(e)}
      aria-describedby=${describedBy(e)}
      aria-required=${e.field.required ?? false}
      autocomplete="off"
      @input=${(event: Event) => e.set((event.target as HTMLInputElement).value)}
      ${shownText(e, String(e.value ?? ''), (written) => written === (e.value ?? ''))} />
  `

/** Inputs for numbers don't tell what is half typed, such as `12e`, so this is one for text. The digits on a phone's keyboard lack the minus. */
const number: Editor = (e) => html`
  <input
    id=${idOf(e)}
    type="text"
    inputmode=${(e.field.min ?? -1) < 0 ? nothing : e.field.integer ? 'numeric' : 'decimal'}
    ?readonly=${e.isLocked}
    aria-invalid=${isWrong(e)}
    aria-describedby=${describedBy(e)}
    aria-required=${e.field.required ?? false}
    autocomplete="off"
    @input=${(event: Event) => takeNumber(e, (event.target as HTMLInputElement).value)}
    ${shownText(e, String(e.value ?? ''), (written) => numberIn(written) === (e.value ?? null))} />
  ${unsaidOf(e)}
`

function takeNumber(e: Editing, text: string): void {
  const value = numberIn(text)
  if (value === undefined) return e.form.cannotSay(e.path, e.host.t('number.unfinished'), text)
  if (Math.abs(value ?? 0) > MOST) return e.form.cannotSay(e.path, e.host.t('number.inexact', { most: MOST }), text)
  takeValue(e, value)
}

const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i

/** `null` for no text. A comma is one of decimals, unless it may be one of thousands. */
function numberIn(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  return NUMBER.test(written) && !/,\d{3}$/.test(written) ? Number(written.replace(',', '.')) : undefined
}

const date: Editor = (e) => html`
  <input
    id=${idOf(e)}
    type="datetime-local"
    ?readonly=${e.isLocked}
    aria-invalid=${isWrong(e)}
    aria-describedby=${describedBy(e)}
    aria-required=${e.field.required ?? false}
    @change=${(event: Event) => takeDate(e, event)}
    @keyup=${(event: Event) => noticeDate(e, event)}
    @blur=${(event: Event) => noticeDate(e, event)}
    ${shownText(e, local(e.value), (written) => written === local(e.value))} />
  ${unsaidOf(e)}
`

/** Browsers don't tell what is half typed, such as a date without its year. What was there stays until it is a date. */
function takeDate(e: Editing, event: Event): void {
  const { validity, value } = event.target as HTMLInputElement
  if (validity.badInput) return e.form.cannotSay(e.path, e.host.t('date.unfinished'))
  takeValue(e, iso(value))
}

/** No event tells when a date is half typed, or when that is taken away again. */
function noticeDate(e: Editing, event: Event): void {
  const { badInput } = (event.target as HTMLInputElement).validity
  if (badInput !== e.form.unsaid.has(e.path)) takeDate(e, event)
}

function takeValue(e: Editing, value: unknown): void {
  if (e.form.unsaid.has(e.path)) e.form.cannotSay(e.path, undefined)
  e.set(value)
}

/** What is wrong with what is half typed. A refused save says it at every field. */
function unsaidOf(e: Editing): TemplateResult | typeof nothing {
  const why = isWrong(e) ? undefined : e.form.unsaid.reasonAt(e.path)
  return why === undefined ? nothing : html`<span class="error">${why}</span>`
}

const EDITORS: Record<string, Editor> = {
  text: (e) => (e.field.hasMany ? words(e) : plainInput(e.field.writeOnly ? 'password' : 'text')(e)),
  email: plainInput('email'),
  slug: plainInput('text'),
  number,
  textarea: (e) => html`
    <textarea
      id=${idOf(e)}
      .value=${e.value ?? ''}
      maxlength=${e.field.maxLength ?? nothing}
      ?readonly=${e.isLocked}
      aria-invalid=${isWrong(e)}
      aria-describedby=${describedBy(e)}
      aria-required=${e.field.required ?? false}
      @input=${(event: InputEvent) => e.set((event.target as HTMLTextAreaElement).value)}></textarea>
  `,
  boolean: (e) => html`
    <label class="inline">
      <input
        id=${idOf(e)}
        type="checkbox"
        .checked=${e.value === true}
        ?disabled=${e.isLocked}
        aria-describedby=${describedBy(e)}
        @change=${(event: Event) => e.set((event.target as HTMLInputElement).checked)} />
      ${labelOf(e.host, e.field)}
    </label>
  `,
  date,
  select: (e) => (e.field.hasMany ? choices(e) : choice(e)),
  relationship: (e) => html`<cms-relation .editing=${e}></cms-relation>`,
  upload: (e) => html`<cms-relation .editing=${e}></cms-relation>`,
  array: (e) => html`<cms-rows .editing=${e}></cms-rows>`,
  blocks: (e) => html`<cms-rows .editing=${e}></cms-rows>`,
  group: (e) => html`
    <div class="group-fields">
      ${e.fieldsIn(e.field.fields ?? [], e.value ?? {}, e.path, (name, value) => e.set({ ...e.value, [name]: value }))}
    </div>
  `,
  json: (e) => later('cms-json', () => import('./json.ts'), e),
  richText: (e) => later('cms-rich-text', () => import('./rich-text.ts'), e),
}

const asked = new Set<string>()

/** An editor that is heavy is loaded when a form first shows one. */
function later(tag: 'cms-json' | 'cms-rich-text', load: () => Promise<unknown>, e: Editing): TemplateResult {
  if (!asked.has(tag)) {
    asked.add(tag)
    void load().then(() => e.host.requestUpdate())
  }
  if (!customElements.get(tag)) return html`<div class="ghost"></div>`
  return tag === 'cms-json' ? html`<cms-json .editing=${e}></cms-json>` : html`<cms-rich-text .editing=${e}></cms-rich-text>`
}

/** All fields of a document, a group or a row whose conditions hold. */
export function fieldsIn(
  host: CmsElement,
  form: Form,
  fields: readonly Field[],
  values: Values,
  prefix: string,
  set: (name: string, value: unknown) => void,
  isLocked: boolean,
): TemplateResult[] {
  return fields.map((field) => fieldIn(host, form, field, values, prefix, set, isLocked))
}

export function fieldIn(
  host: CmsElement,
  form: Form,
  field: Field,
  values: Values,
  prefix: string,
  set: (name: string, value: unknown) => void,
  isLocked: boolean,
): TemplateResult {
  const locked = isLocked || (form.isNew ? field.locked?.create : field.locked?.update) === true
  const editing: Editing = {
    host,
    form,
    field,
    path: prefix + field.name,
    value: values[field.name],
    beside: values,
    isLocked: locked,
    set: (value) => set(field.name, value),
    fieldsIn: (inner, within, path, setInner) => fieldsIn(host, form, inner, within, `${path}.`, setInner, locked),
  }
  return html`<div class="field" data-path=${editing.path} ?hidden=${!conditionHolds(editing) || isForSystem(editing)}>${frame(editing)}</div>`
}

/** A new document shows no empty field that only the system fills in. */
const isForSystem = ({ form, field, value }: Editing): boolean =>
  form.isNew && field.locked?.create === true && field.locked.update && (value ?? null) === null

const conditionHolds = ({ field, beside }: Editing): boolean => holds(field.condition, beside)

function frame(e: Editing): TemplateResult {
  const { field, host, form, path } = e
  const isGroup =
    ['group', 'array', 'blocks', 'relationship', 'upload', 'richText', 'json'].includes(field.type) ||
    (field.type === 'select' && field.hasMany)
  const problem = form.problems.get(path)
  const label = html`
    ${labelOf(host, field)}${field.required ? html`<span class="star" aria-hidden="true">*</span>` : nothing}${field.localized && form.locale ? html`<span class="badge">${form.locale}</span>` : nothing}${missing(e)}
  `
  return html`
    ${
      field.type === 'boolean'
        ? nothing
        : isGroup
          ? html`<span class="label" id="${idOf(e)}-label">${label}</span>`
          : html`<label for=${idOf(e)}>${label}</label>`
    }
    ${own(e) ?? (EDITORS[field.type] ?? EDITORS[field.base ?? 'text'] ?? EDITORS['text']!)(e)}
    ${field.description ? html`<span class="help" id="${idOf(e)}-help">${field.description}</span>` : nothing}
    ${problem ? html`<span class="error" id="${idOf(e)}-error">${problem}</span>` : nothing}
  `
}

/** A field that other languages have, and this one does not. */
function missing({ field, form, value, host }: Editing): TemplateResult | typeof nothing {
  const { locales } = host.desk.schema!
  if (!field.localized || !form.locale || form.locale === locales?.default || (value !== null && value !== undefined && value !== ''))
    return nothing
  return html`<span class="badge warn">${host.t('locale.missing')}</span>`
}

/** An element of the host's own, by the contract of docs/admin.md. */
function own(e: Editing): TemplateResult | undefined {
  const tag = e.field.admin?.component
  if (!tag?.includes('-')) return undefined
  const about = { value: e.value, field: e.field, doc: e.form.values, readOnly: e.isLocked }
  return html`
    <cms-own
      .tag=${tag}
      .about=${about}
      @change=${(event: Event) => e.set((event as CustomEvent).detail ?? (event.target as { value?: unknown }).value)}></cms-own>
  `
}

function choice(e: Editing): TemplateResult {
  return html`
    <select
      id=${idOf(e)}
      ?disabled=${e.isLocked}
      aria-invalid=${isWrong(e)}
      aria-describedby=${describedBy(e)}
      aria-required=${e.field.required ?? false}
      @change=${(event: Event) => e.set((event.target as HTMLSelectElement).value || null)}>
      <option value="" .selected=${!e.value}></option>
      ${e.field.options?.map(
        ({ value, label }) => html`
          <option value=${value} .selected=${value === e.value}>${e.host.desk.label(label, humanized(value))}</option>
        `,
      )}
    </select>
  `
}

function choices(e: Editing): TemplateResult {
  const chosen: string[] = e.value ?? []
  const toggle = (value: string, isOn: boolean) =>
    e.set(e.field.options!.map((option) => option.value).filter((one) => (one === value ? isOn : chosen.includes(one))))
  return html`
    <div class="row" role="group" aria-labelledby="${idOf(e)}-label">
      ${e.field.options?.map(
        ({ value, label }) => html`
          <label class="inline">
            <input
              type="checkbox"
              .checked=${chosen.includes(value)}
              ?disabled=${e.isLocked}
              @change=${(event: Event) => toggle(value, (event.target as HTMLInputElement).checked)} />
            ${e.host.desk.label(label, humanized(value))}
          </label>
        `,
      )}
    </div>
  `
}

/** Several texts: a line each. */
function words(e: Editing): TemplateResult {
  return html`
    <textarea
      id=${idOf(e)}
      .value=${(e.value ?? []).join('\n')}
      ?readonly=${e.isLocked}
      aria-describedby=${describedBy(e)}
      @change=${(event: Event) =>
        e.set(
          (event.target as HTMLTextAreaElement).value
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        )}></textarea>
  `
}

/** A moment as this person's clock shows it, and back. */
function local(value: unknown): string {
  const date = new Date(String(value ?? ''))
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const iso = (value: string): string | null => (value === '' ? null : new Date(value).toISOString())
