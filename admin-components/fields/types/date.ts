/** Dates and times, shown in the user's time zone. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { onDate } from '../../texts/texts.ts'
import { describedBy, type Editing, type Editor, idOf, isHalfTyped, isWrong } from '../editing.ts'
import { fieldType, isString } from '../field-type.ts'
import { halfTypedNote, takeValue } from '../half-typed.ts'
import { OF_ORDER } from '../operators.ts'
import { shownText } from '../shown-text.ts'

const input: Editor = (e) => html`
  <input
    id=${idOf(e)}
    type="datetime-local"
    ?readonly=${e.isLocked}
    aria-invalid=${isWrong(e) || isHalfTyped(e)}
    aria-describedby=${describedBy(e)}
    aria-required=${e.field.required ?? false}
    @change=${(event: Event) => takeDate(e, event)}
    @keyup=${(event: Event) => noticeDate(e, event)}
    @blur=${(event: Event) => noticeDate(e, event)}
    ${shownText(e, local(e.value), (written) => written === local(e.value))} />
  ${halfTypedNote(e)}
`

/** Browsers don't reveal a half-typed date, such as one without its year. The stored value stays until the input is a date. */
function takeDate(e: Editing, event: Event): void {
  const { validity, value } = event.target as HTMLInputElement
  if (validity.badInput) return e.form.cannotSay(e.path, e.host.t('date.unfinished'))
  takeValue(e, iso(value))
}

/** No event reports that a date is half typed, or that it was cleared again. */
function noticeDate(e: Editing, event: Event): void {
  const { badInput } = (event.target as HTMLInputElement).validity
  if (badInput !== e.form.halfWritten.has(e.path)) takeDate(e, event)
}

/** A date in the user's time zone, as the input expects it, and back. */
function local(value: unknown): string {
  const date = new Date(String(value ?? ''))
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const iso = (value: string): string | null => (value === '' ? null : new Date(value).toISOString())

export const date = fieldType({
  edit: input,
  text: (host, _, value) => onDate(value, host.app.language),
  inWords: (host, value) => (Number.isNaN(Date.parse(value)) ? String(value) : onDate(value, host.app.language)),
  operators: () => OF_ORDER,
  filterInput: 'date',
  fits: isString,
})
