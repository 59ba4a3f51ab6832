/** Lays out the fields of a form in the rows, sections and tabs of the schema. Tested by test/admin-components/relations-kept.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Entity, Field, Layout } from '../app/schema.ts'
import { fieldIn, fieldsIn } from '../fields/form-fields.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { namesIn } from './form-order.ts'
import { topField } from './places.ts'

type Tabs = Extract<Layout, { tabs: unknown }>['tabs']

/** The tabs of the form, if all its tabs are in one row. */
export function tabsOf({ admin: { layout } }: Entity): Tabs {
  const rows = layout?.flatMap((part) => (typeof part === 'object' && 'tabs' in part ? [part.tabs] : [])) ?? []
  const [only = [], ...others] = rows
  return others.length === 0 ? only : []
}

/** The tab that a path leads to or into; undefined if it is in none. */
export function tabWith(entity: Entity, path: string): number | undefined {
  const index = tabsOf(entity).findIndex(({ fields }) => fields.flatMap(namesIn).includes(topField(path)))
  return index < 0 ? undefined : index
}

/** Fields that the layout doesn't name come after it. */
export function laidOut(host: DocumentHost, form: Form, fields: readonly Field[]): TemplateResult | TemplateResult[] {
  const { layout } = form.entity.admin
  const set = (name: string, value: unknown) => form.set(name, value)
  if (!layout) return fieldsIn(host, form, fields, form.values, '', set, form.isLocked)
  const named = new Set(layout.flatMap(namesIn))
  const rest = fields.filter(({ name }) => !named.has(name))
  return html`${layout.map((part) => laidOutPart(host, part, fields, form))}${fieldsIn(host, form, rest, form.values, '', set, form.isLocked)}`
}

function laidOutPart(host: DocumentHost, part: Layout, fields: readonly Field[], form: Form): TemplateResult {
  if (typeof part === 'string') {
    const field = fields.find(({ name }) => name === part)
    return field ? fieldIn(host, form, field, form.values, '', (name, value) => form.set(name, value), form.isLocked) : html``
  }
  if ('row' in part) return html`<div class="fields-row">${part.row.map((one) => laidOutPart(host, one, fields, form))}</div>`
  if ('section' in part)
    return html`
      <details class="card" ?open=${!part.folded}>
        <summary>${host.app.label(part.section)}</summary>
        <div class="stack">${part.fields.map((one) => laidOutPart(host, one, fields, form))}</div>
      </details>
    `
  const isWrong = (names: string[]) => [...form.problems.keys()].some((path) => names.includes(topField(path)))
  return html`
    <div class="stack">
      <div class="tabs" role="tablist">
        ${part.tabs.map(
          (tab, index) => html`
            <button type="button" role="tab" aria-selected=${index === host.tab} @click=${() => (host.tab = index)}>
              ${host.app.label(tab.label)}${isWrong(tab.fields.flatMap(namesIn)) ? html`<span class="badge bad">!</span>` : nothing}
            </button>
          `,
        )}
      </div>
      ${part.tabs.map(
        (tab, index) => html`
          <div class="stack" role="tabpanel" ?hidden=${index !== host.tab}>${tab.fields.map((one) => laidOutPart(host, one, fields, form))}</div>
        `,
      )}
    </div>
  `
}
