/** The neutral pages that members' links open where the site has none of its own. Opening one changes nothing: a button does. */
import { createHash } from 'node:crypto'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'

export const verifyPage = ({ engine }: ApiRequest): Promise<Answer> => page('verify-email', engine.settings.admin.locale ?? 'en')
export const resetPage = ({ engine }: ApiRequest): Promise<Answer> => page('reset-password', engine.settings.admin.locale ?? 'en')

const WORDS = {
  en: {
    'verify-email': { title: 'Confirm your e-mail', button: 'Confirm', done: 'Your e-mail is confirmed, and you are signed in.' },
    'reset-password': { title: 'Choose a new password', button: 'Save', done: 'The password is saved, and you are signed in.' },
    password: 'New password',
  },
  th: {
    'verify-email': { title: 'ยืนยันอีเมลของคุณ', button: 'ยืนยัน', done: 'ยืนยันอีเมลแล้ว และคุณเข้าสู่ระบบแล้ว' },
    'reset-password': { title: 'ตั้งรหัสผ่านใหม่', button: 'บันทึก', done: 'บันทึกรหัสผ่านแล้ว และคุณเข้าสู่ระบบแล้ว' },
    password: 'รหัสผ่านใหม่',
  },
} as const

const SCRIPT = `
const form = document.querySelector('form'), said = document.querySelector('[role=status]')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const csrf = /(?:^|; )svc-csrf=([^;]+)/.exec(document.cookie)?.[1]
  const body = { token: new URLSearchParams(location.search).get('token'), ...Object.fromEntries(new FormData(form)) }
  const answer = await fetch('../' + form.id, { method: 'POST', headers: { 'content-type': 'application/json', ...(csrf && { 'x-csrf-token': csrf }) }, body: JSON.stringify(body) }).catch(() => null)
  said.textContent = answer?.ok ? form.dataset.done : ((await answer?.json().catch(() => null))?.errors?.[0]?.message ?? String(answer?.status ?? 'offline'))
  if (answer?.ok) form.hidden = true
})
`

const STYLE =
  'body{font:17px/1.6 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem;color:#18181b;background:#fff}h1{font-size:1.4rem}label{display:block;margin-bottom:1rem}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.6rem;border:1px solid #71717a;border-radius:8px}button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:8px;background:#1f4fd8;color:#fff;cursor:pointer}@media(prefers-color-scheme:dark){body{color:#f4f4f5;background:#18181b}input{background:#27272a;color:inherit}}'

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function page(name: 'verify-email' | 'reset-password', locale: 'en' | 'th'): Promise<Answer> {
  const { title, button, done } = WORDS[locale][name]
  const field =
    name === 'reset-password'
      ? `<label>${WORDS[locale].password}<input name="password" type="password" autocomplete="new-password" minlength="8" required></label>`
      : ''
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><form id="${name}" data-done="${done}">${field}<button>${button}</button></form><p role="status"></p></main><script>${SCRIPT}</script></body></html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src ${hashed(STYLE)}; script-src ${hashed(SCRIPT)}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: html,
  }
}
