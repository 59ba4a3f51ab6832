/** Multi-line text. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { describedBy, idOf, isWrong, placeholderOf } from '../editing.ts'
import { fieldType, isString } from '../field-type.ts'
import { overLength } from '../over-length.ts'

export const textarea = fieldType({
  edit: (e) => html`
    <textarea
      id=${idOf(e)}
      dir="auto"
      .value=${e.value ?? ''}
      ?readonly=${e.isLocked}
      aria-invalid=${isWrong(e)}
      aria-describedby=${describedBy(e)}
      aria-required=${e.field.required ?? false}
      placeholder=${placeholderOf(e)}
      @input=${(event: InputEvent) => e.set((event.target as HTMLTextAreaElement).value)}></textarea>
    ${overLength(e)}
  `,
  column: 'chosen',
  isText: true,
  fits: isString,
})
