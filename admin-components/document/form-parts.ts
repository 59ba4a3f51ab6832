/** The two parts of a form, content and details, as tabs: next to a preview and on narrow screens there is room for one of them.
 * Tested by test/admin-components/form-parts.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import { type State, stateOf, TONES } from '../list/state.ts'
import type { DocumentHost, FormPart } from './document-host.ts'
import type { Form } from './form.ts'
import { topField } from './places.ts'

/** Drawn only where they are needed. */
export function partTabs(host: DocumentHost, form: Form, aside: readonly Field[]): TemplateResult | typeof nothing {
  if (form.isNew && aside.length === 0 && !form.entity.admin.sidebar) return nothing
  const isWrong = (part: FormPart) => [...form.problems.keys()].some((path) => partOf(path, aside) === part)
  return html`
    <div class="parts" role="tablist" aria-label=${host.t('document.parts')}>
      ${(['content', 'details'] as const).map(
        (part) => html`
          <button type="button" role="tab" aria-selected=${host.openPart === part} @click=${() => (host.openPart = part)}>
            ${host.t(`document.part.${part}`)}${isWrong(part) ? html`<span class="badge bad">!</span>` : nothing}
          </button>
        `,
      )}
    </div>
  `
}

export const partOf = (path: string, aside: readonly Field[]): FormPart =>
  aside.some(({ name }) => name === topField(path)) ? 'details' : 'content'

/** Next to the title, where the panel that says it is out of sight. */
export function stateInHead(host: DocumentHost, form: Form): TemplateResult | typeof nothing {
  const { entity, doc } = form
  if (!entity.drafts || form.isNew || form.phase === 'loading') return nothing
  const states: readonly State[] = form.isPending ? ['published', 'pending'] : [stateOf(doc)]
  return html`${states.map((state) => html`<span class="head-state badge ${TONES[state]}" role="img" aria-label=${host.t(`status.${state}`)}></span>`)}`
}
