/** Multi-line text. */
import { html, nothing } from 'lit'
import { describedBy, idOf, isWrong } from '../editing.ts'
import { fieldType, isString } from '../field-type.ts'

export const textarea = fieldType({
  edit: (e) => html`
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
  column: 'chosen',
  isText: true,
  fits: isString,
})
