/** The editor for single-line text. Tested by test/admin-components/long-texts.test.ts. */
import { html } from 'lit'
import { describedBy, type Editor, idOf, isWrong, placeholderOf } from './editing.ts'
import { overLength } from './over-length.ts'
import { shownText } from './shown-text.ts'

export const plainInput =
  (type: string): Editor =>
  (e) =>
    html`
    <input
      id=${idOf(e)}
      type=${type}
      dir="auto"
      ?readonly=${e.isLocked}
      aria-invalid=${isWrong(e)}
      aria-describedby=${describedBy(e)}
      aria-required=${e.field.required ?? false}
      placeholder=${placeholderOf(e)}
      autocomplete=${type !== 'password' ? 'off' : e.path === 'currentPassword' ? 'current-password' : 'new-password'}
      @input=${(event: Event) => e.set((event.target as HTMLInputElement).value)}
      ${shownText(e, String(e.value ?? ''), (written) => written === (e.value ?? ''))} />
    ${overLength(e)}
  `
