/** The button of a main action: with words, or with an icon if it only switches something on and off. Tested by test/admin-components/arranging.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../parts/icon.ts'
import type { Act } from './actions.ts'
import type { Form } from './form.ts'

export function actButton(act: Act, form: Form): TemplateResult {
  const isBusy = form.phase === 'saving'
  if (act.icon)
    return html`
      <button
        type="button"
        class="icon-only"
        aria-label=${act.label}
        title=${act.label}
        aria-pressed=${act.isOn ?? false}
        @click=${() => act.run()}>
        ${icon(act.icon)}
      </button>
    `
  return html`
    <button
      type="button"
      class="${act.isMain ? 'main' : ''} ${isBusy && act.isMain ? 'busy' : ''}"
      title=${act.hint ?? nothing}
      ?disabled=${isBusy || act.isOff}
      @click=${() => act.run()}>
      ${act.label}
    </button>
  `
}
