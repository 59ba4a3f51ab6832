/** The default pages for links in members' emails, unless the site has its own. Opening one changes nothing: a button does. */
import { englishOrThai } from '../../auth/letters.ts'
import type { Answer } from '../../http/answer.ts'
import { smallPage } from '../../http/form-page.ts'
import type { ApiRequest } from '../../http/request.ts'

const WORDS = {
  en: {
    verify: { title: 'Confirm your email', button: 'Confirm', done: 'Your email is confirmed, and you are signed in.' },
    reset: { title: 'Choose a new password', button: 'Save', done: 'The password is saved, and you are signed in.' },
    password: 'New password',
  },
  th: {
    verify: { title: 'ยืนยันอีเมลของคุณ', button: 'ยืนยัน', done: 'ยืนยันอีเมลแล้ว และคุณเข้าสู่ระบบแล้ว' },
    reset: { title: 'ตั้งรหัสผ่านใหม่', button: 'บันทึก', done: 'บันทึกรหัสผ่านแล้ว และคุณเข้าสู่ระบบแล้ว' },
    password: 'รหัสผ่านใหม่',
  },
} as const

export async function verifyPage({ engine }: ApiRequest): Promise<Answer> {
  const locale = englishOrThai(engine.settings.admin.locale)
  return smallPage({ locale, ...WORDS[locale].verify, fields: [], carried: ['token'] })
}

export async function resetPage({ engine }: ApiRequest): Promise<Answer> {
  const locale = englishOrThai(engine.settings.admin.locale)
  const password = { name: 'password', label: WORDS[locale].password, type: 'password', autocomplete: 'new-password' } as const
  return smallPage({ locale, ...WORDS[locale].reset, fields: [password], carried: ['token'] })
}
