/** The two parts of a form, its content and what is next to it, as tabs: next to a preview and on narrow screens there is room for one of
 * them. A form with tabs in its schema has one row for all.
 * Tested by test/admin-components/form-parts.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import { type State, stateOf, TONES } from '../list/state.ts'
import { icon } from '../parts/icon.ts'
import type { DocumentHost, FormPart } from './document-host.ts'
import type { Form } from './form.ts'
import { tabsOf, tabWith } from './layout.ts'
import { topField } from './places.ts'

/** Drawn only where they are needed. */
export function partTabs(host: DocumentHost, form: Form, aside: readonly Field[]): TemplateResult | typeof nothing {
  if (form.isNew && aside.length === 0 && !form.entity.admin.sidebar) return nothing
  const tabs = tabsOf(form.entity)
  const isWrong = (part: FormPart, tab?: number) =>
    [...form.problems.keys()].some((path) => partOf(path, aside) === part && (tab === undefined || tabWith(form.entity, path) === tab))
  const button = (words: string, part: FormPart, tab?: number) => html`
    <button
      type="button"
      role="tab"
      class=${part}
      aria-selected=${host.openPart === part && (tab === undefined || host.tab === tab)}
      @click=${() => {
        host.openPart = part
        if (tab !== undefined) host.tab = tab
      }}>
      ${part === 'details' ? icon('info') : nothing}${words}${isWrong(part, tab) ? html`<span class="badge bad">!</span>` : nothing}
    </button>
  `
  return html`
    <div class="parts ${tabs.length > 0 ? 'merged' : ''}" role="tablist" aria-label=${host.t('document.parts')}>
      ${
        tabs.length > 0
          ? tabs.map(({ label }, index) => button(host.app.label(label), 'content', index))
          : button(host.t('document.part.content'), 'content')
      }
      ${button(host.t('document.part.details'), 'details')}
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
