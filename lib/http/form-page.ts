/** A page with a single form, for flows without the admin. It posts the form, with parameters of its URL, to the route one level up.
 * Tested by test/features/password-links.test.ts.
 */
import { createHash } from 'node:crypto'
import type { Answer } from './answer.ts'
import { ICON_LINK } from './icon.ts'

export interface SmallPage {
  locale: 'en' | 'th'
  title: string
  /** Named like the properties of the route's body. */
  fields: readonly { name: string; label: string; type: 'email' | 'password' | 'text'; autocomplete: string }[]
  button: string
  /** The message after success. */
  done: string
  /** Query parameters that are sent along with the form. */
  carried: readonly string[]
}

/** Relative, so that it works below any mount path: the page is one segment below its route. */
const SCRIPT = `
const form = document.querySelector('form'), said = document.querySelector('[role=status]')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const csrf = /(?:^|; )svc-csrf=([^;]+)/.exec(document.cookie)?.[1], query = new URLSearchParams(location.search)
  const carried = Object.fromEntries(form.dataset.carried.split(' ').filter((name) => query.has(name)).map((name) => [name, query.get(name)]))
  const route = location.pathname.replace(/\\/page$/, '')
  const answer = await fetch(route, { method: 'POST', headers: { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf }) }, body: JSON.stringify({ ...carried, ...Object.fromEntries(new FormData(form)) }) }).catch(() => null)
  const errors = answer?.ok ? [] : ((await answer?.json().catch(() => null))?.errors ?? [{ message: String(answer?.status ?? 'offline') }])
  said.textContent = answer?.ok ? form.dataset.done : errors.map((one) => (one.field ? one.field + ': ' : '') + one.message).join('; ')
  form.hidden = Boolean(answer?.ok)
})
`

const STYLE =
  'body{font:17px/1.6 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem;color:#18181b;background:#fff}h1{font-size:1.4rem}label{display:block;margin-bottom:1rem}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem;border:1px solid #71717a;border-radius:8px}button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:8px;background:#1f4fd8;color:#fff;cursor:pointer}form[hidden]{display:none}@media(prefers-color-scheme:dark){body{color:#f4f4f5;background:#18181b}input{background:#27272a;color:inherit}}'

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const CSP = `default-src 'none'; style-src ${hashed(STYLE)}; script-src ${hashed(SCRIPT)}; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function smallPage({ locale, title, fields, button, done, carried }: SmallPage): Answer {
  const inputs = fields.map(
    ({ name, label, type, autocomplete }) =>
      `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}"${type === 'password' ? ' minlength="8"' : ''}${type === 'text' ? '' : ' required'}></label>`,
  )
  const body = `<main><h1>${title}</h1><form data-done="${done}" data-carried="${carried.join(' ')}">${inputs.join('')}<button>${button}</button></form><p role="status"></p></main>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': CSP,
    },
    body: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title>${ICON_LINK}<style>${STYLE}</style></head><body>${body}<script>${SCRIPT}</script></body></html>`,
  }
}
