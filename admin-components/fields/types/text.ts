/** Single-line text. Multiple values are edited one per line. Tested by test/field-types.test.ts. */
import { html, type TemplateResult } from 'lit'
import { describedBy, type Editing, idOf } from '../editing.ts'
import { fieldType, isString } from '../field-type.ts'
import { plainInput } from '../plain-input.ts'

export const text = fieldType({
  edit: (e) => (e.field.hasMany ? lines(e) : plainInput(e.field.writeOnly ? 'password' : 'text')(e)),
  isText: true,
  fits: isString,
})

function lines(e: Editing): TemplateResult {
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
