/** Names the required fields next to the form that are still empty, where they are below everything else. Tested by test/admin-components/pages.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import { labelOf } from '../fields/editing.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export function neededAside(
  host: DocumentHost,
  { values, isLocked }: Form,
  aside: readonly Field[],
  show: (path: string) => void,
): TemplateResult | typeof nothing {
  const needed = aside.filter(({ name, required, condition }) => required && !condition && isEmpty(values[name]))
  if (isLocked || needed.length === 0) return nothing
  return html`
    <p class="needed small muted">
      ${host.t('document.needed')}
      ${needed.map((field) => html`<button type="button" class="small" @click=${() => show(field.name)}>${labelOf(host, field)}</button>`)}
    </p>
  `
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
