/** Options: a select menu for one, checkboxes for several. Tested by test/field-types.test.ts. */
import { html, type TemplateResult } from 'lit'
import { humanized } from '../../texts/texts.ts'
import { describedBy, type Editing, idOf, isWrong } from '../editing.ts'
import { fieldType, isString } from '../field-type.ts'
import { OF_CHOICE, OF_CHOICES } from '../operators.ts'

export const select = fieldType({
  edit: (e) => (e.field.hasMany ? choices(e) : choice(e)),
  label: ({ hasMany }) => (hasMany ? 'group' : 'input'),
  operators: ({ hasMany }) => (hasMany ? OF_CHOICES : OF_CHOICE),
  fits: isString,
})

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
          <option value=${value} .selected=${value === e.value}>${e.host.app.label(label, humanized(value))}</option>
        `,
      )}
    </select>
  `
}

function choices(e: Editing): TemplateResult {
  const chosen: string[] = e.value ?? []
  const { options = [] } = e.field
  const toggle = (value: string, isOn: boolean) =>
    e.set(options.map((option) => option.value).filter((one) => (one === value ? isOn : chosen.includes(one))))
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
            ${e.host.app.label(label, humanized(value))}
          </label>
        `,
      )}
    </div>
  `
}
