/** Renders the fields of a form, each with its label, editor and error. Tested by test/field-types.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { localeName } from '../app/locale-name.ts'
import type { Field } from '../app/schema.ts'
import { holds, type Values } from '../document/values.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'
import { type EditedForm, type Editing, idOf, labelOf } from './editing.ts'
import { loaded } from './loaded.ts'
import { role } from './types/role.ts'
import { typeOf } from './types.ts'
import '../parts/host-element.ts'
import './rows.ts'
import './relation.ts'

/** All fields of a document, group or row. Those whose condition fails are hidden. */
export function fieldsIn(
  host: CmsElement,
  form: EditedForm,
  fields: readonly Field[],
  values: Values,
  prefix: string,
  set: (name: string, value: unknown) => void,
  isLocked: boolean,
): TemplateResult[] {
  return sideBySide(fields).map((row) => {
    const shown = row.map((field) => fieldIn(host, form, field, values, prefix, set, isLocked))
    return widthOf(row[0]) ? html`<div class="narrow">${shown}</div>` : html`${shown}`
  })
}

/** Neighbours that are narrower than the form share a row, which wraps where it is too long. */
function sideBySide(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = []
  for (const [index, field] of fields.entries()) {
    if (widthOf(field) && widthOf(fields[index - 1])) rows.at(-1)?.push(field)
    else rows.push([field])
  }
  return rows
}

const widthOf = (field: Field | undefined): string | undefined => field?.admin?.width

export function fieldIn(
  host: CmsElement,
  form: EditedForm,
  field: Field,
  values: Values,
  prefix: string,
  set: (name: string, value: unknown) => void,
  isLocked: boolean,
): TemplateResult {
  if (isOfSomebodyElse(host, form, field)) return html``
  const locked = isLocked || (form.isNew ? field.locked?.create : field.locked?.update) === true
  // Its value can't be read, so without the right to write it there is nothing to show.
  if (locked && field.writeOnly) return html``
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
  return html`<div class="field" data-path=${editing.path} data-width=${widthOf(field) ?? nothing} ?data-locked=${locked} ?hidden=${!conditionHolds(editing) || isForSystem(field, editing.value)}>${frame(editing)}</div>`
}

/** Fields that only the system fills in, such as who created the document, are hidden while they are empty. */
export const isForSystem = ({ locked }: Field, value: unknown): boolean =>
  locked?.create === true && locked.update && (value ?? null) === null

/** A current password is entered only on the page of one’s own account. */
const isOfSomebodyElse = (host: CmsElement, form: EditedForm, field: Field): boolean =>
  form.entity.slug === 'users' && field.path === 'currentPassword' && (form.isNew || form.id !== host.app.user?.id)

const conditionHolds = ({ field, beside }: Editing): boolean => holds(field.condition, beside)

function frame(e: Editing): TemplateResult {
  const { field, host, form, path } = e
  const type = isRole(e) ? role : typeOf(field)
  const ownEditor = own(e)
  const isEmpty = e.isLocked && !ownEditor && hasNothing(e.value)
  const labels = isEmpty ? 'group' : type.label(field)
  const problem = form.problems.get(path)
  const label = html`
    <bdi>${labelOf(host, field)}</bdi>${field.required && !e.isLocked ? html`<span class="star" aria-hidden="true">*</span>` : nothing}${field.localized && form.locale ? html`<span class="badge">${localeName(host.app, form.locale)}</span>` : nothing}${missing(e)}
  `
  return html`
    ${
      labels === 'editor' && !ownEditor
        ? nothing
        : labels === 'group'
          ? html`<span class="label" id="${idOf(e)}-label">${label}</span>`
          : html`<label for=${idOf(e)}>${label}</label>`
    }
    ${form.beforeEditor?.(e)}
    ${ownEditor ?? (isEmpty ? html`<p class="muted">—</p>` : type.edit(isRoleByKey(e) ? { ...e, value: humanized(String(e.value)) } : e))}
    ${field.description ? html`<span class="help" id="${idOf(e)}-help">${host.app.label(field.description)}</span>` : nothing}
    ${isTranslation(e) ? loaded('cms-source', () => import('../document/source-text.ts'), e, html`<cms-source .editing=${e}></cms-source>`) : nothing}
    ${passwordHint(e)}
    ${problem ? html`<span class="error" id="${idOf(e)}-error">${problem}</span>` : nothing}
  `
}

/** A field that can only be read shows that nothing is in it, whatever its type. */
const hasNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Says how a new person gets a password, and how others keep theirs. */
function passwordHint({ form, field, host, isLocked }: Editing): TemplateResult | typeof nothing {
  const { mailsLinks, printsMails } = host.app.known
  if (form.entity.slug !== 'users' || field.path !== 'password' || isLocked) return nothing
  if (!form.isNew) return html`<span class="help">${host.t('users.keepsPassword')}</span>`
  if (mailsLinks === undefined) return nothing
  const invited = printsMails ? 'users.willPrint' : 'users.willInvite'
  return html`<span class="help">${host.t(mailsLinks ? invited : 'users.noInvite')}</span>`
}

/** Roles that admins manage are only known by asking for them. */
const isRole = ({ field, form, host }: Editing): boolean =>
  form.entity.slug === 'users' && field.path === 'role' && !field.options && host.app.known.views.includes('roles')

/** People without access to the roles see the same name as in lists. */
const isRoleByKey = (e: Editing): boolean =>
  e.isLocked && e.form.entity.slug === 'users' && e.path === 'role' && !e.field.options && !isRole(e)

/** Whether the field translates what it says in the default language. */
const isTranslation = ({ field, form, host }: Editing): boolean =>
  field.localized === true && !form.isNew && form.locale !== undefined && form.locale !== host.app.known.locales?.default

/** Marks a localized field that is empty in this language. */
function missing({ field, form, value, host }: Editing): TemplateResult | typeof nothing {
  const { locales } = host.app.known
  if (
    !field.localized ||
    !form.locale ||
    form.isForMany ||
    form.locale === locales?.default ||
    (value !== null && value !== undefined && value !== '')
  )
    return nothing
  return html`<span class="badge warn">${host.t('locale.missing')}</span>`
}

/** A custom element of the host application, as described in docs/admin.md. */
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
