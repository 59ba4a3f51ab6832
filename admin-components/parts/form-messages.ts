/** Says beside an input what is wrong with it, in the language of the admin and in place of the browser's own bubbles. Loads with the first
 * message. Tested by test/admin-components/form-messages.test.ts.
 */
import type { ApiError } from '../../client/api-error.ts'
import type { App } from '../app/app.ts'
import '../app/refusals.ts'

let count = 0

/** The message of each input that has one. */
const messages = new WeakMap<HTMLInputElement, HTMLElement>()

/** For an input that the browser finds invalid. The first one of a form gets the focus. */
export function explainInvalid(input: HTMLInputElement, app: App): void {
  say(input, whyInvalid(input, app))
  if (input === input.form?.querySelector(':is(input, select, textarea):invalid')) input.focus()
}

/** Whether each problem that the server found is about an input of the form, which then has a message. */
export function sayRefusal({ elements }: HTMLFormElement, { problems = [] }: Partial<ApiError>): boolean {
  const refused = problems.flatMap(({ field = '', message }) => {
    const input = elements.namedItem(field)
    return input instanceof HTMLInputElement && input.type !== 'hidden' ? [{ input, message }] : []
  })
  if (refused.length === 0 || refused.length < problems.length) return false
  for (const { input, message } of refused) say(input, message)
  refused[0]?.input.select()
  return true
}

function say(input: HTMLInputElement, text: string): void {
  const known = messages.get(input)
  if (known?.isConnected) {
    known.textContent = text
    return
  }
  const message = document.createElement('span')
  message.className = 'error'
  message.role = 'alert'
  message.id = `message-${++count}`
  message.textContent = text
  // In a row, below all of it.
  const row = input.parentElement
  if (row?.matches('form, li')) row.append(message)
  else if (row?.matches('.row')) row.after(message)
  else input.after(message)
  messages.set(input, message)
  const described = input.getAttribute('aria-describedby')
  input.setAttribute('aria-describedby', described === null ? message.id : `${message.id} ${described}`)
  input.setAttribute('aria-invalid', 'true')
  const forget = () => {
    message.remove()
    input.removeAttribute('aria-invalid')
    if (described === null) input.removeAttribute('aria-describedby')
    else input.setAttribute('aria-describedby', described)
  }
  input.addEventListener('input', forget, { once: true })
}

function whyInvalid({ validity, type, minLength }: HTMLInputElement, app: App): string {
  if (validity.badInput) return app.t('refusal.date')
  if (validity.valueMissing) return app.t('code.REQUIRED')
  if (validity.tooShort) return app.t('refusal.atLeastCharacters', { count: minLength })
  return app.t(type === 'url' ? 'refusal.url' : 'refusal.email')
}
