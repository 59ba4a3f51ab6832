/** Numbers. Tested by test/field-types.test.ts. */
import { html, nothing } from 'lit'
import { formatOf } from '../../texts/formats.ts'
import { describedBy, type Editing, type Editor, idOf, isHalfTyped, isWrong, MOST, placeholderOf } from '../editing.ts'
import { fieldType, isNumber } from '../field-type.ts'
import { halfTypedNote, takeValue } from '../half-typed.ts'
import { OF_ORDER } from '../operators.ts'
import { shownText } from '../shown-text.ts'

/** Number inputs don't reveal half-typed text such as `12e`, so this is a text input. Numeric keyboards of phones lack the minus sign. */
const input: Editor = (e) => html`
  <input
    id=${idOf(e)}
    type="text"
    inputmode=${(e.field.min ?? -1) < 0 ? nothing : e.field.integer ? 'numeric' : 'decimal'}
    ?readonly=${e.isLocked}
    aria-invalid=${isWrong(e) || isHalfTyped(e)}
    aria-describedby=${describedBy(e)}
    placeholder=${placeholderOf(e)}
    aria-required=${e.field.required ?? false}
    autocomplete="off"
    @input=${(event: Event) => takeNumber(e, (event.target as HTMLInputElement).value)}
    ${shownText(e, String(e.value ?? ''), (written) => numberIn(written) === (e.value ?? null))} />
  ${halfTypedNote(e)}
`

function takeNumber(e: Editing, text: string): void {
  const value = numberIn(text)
  if (value === undefined) return e.form.cannotSay(e.path, e.host.t('number.unfinished'), text)
  if (Math.abs(value ?? 0) > MOST) return e.form.cannotSay(e.path, e.host.t('number.inexact', { most: MOST }), text)
  takeValue(e, value)
}

const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i

/** `null` for an empty text. A comma is a decimal separator, unless it could separate thousands. */
function numberIn(text: string): number | null | undefined {
  const written = text.trim()
  if (written === '') return null
  return NUMBER.test(written) && !/,\d{3}$/.test(written) ? Number(written.replace(',', '.')) : undefined
}

export const number = fieldType({
  edit: input,
  text: (host, _, value) => formatOf(Intl.NumberFormat, host.app.language).format(value),
  operators: () => OF_ORDER,
  filterInput: 'number',
  fits: isNumber,
  holdsText: true,
})
