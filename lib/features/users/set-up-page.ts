/** The page of the set-up link: where the first admin registers while there is nobody to sign in. */
import { hasUsers } from '../../auth/accounts.ts'
import { notFound } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { smallPage } from '../../http/small-page.ts'

const WORDS = {
  en: {
    title: 'Create the first admin',
    button: 'Create account',
    done: 'The account is created, and you are signed in.',
    labels: { email: 'Email', password: 'Password', name: 'Name (optional)' },
  },
  th: {
    title: 'สร้างผู้ดูแลระบบคนแรก',
    button: 'สร้างบัญชี',
    done: 'สร้างบัญชีแล้ว และคุณเข้าสู่ระบบแล้ว',
    labels: { email: 'อีเมล', password: 'รหัสผ่าน', name: 'ชื่อ (ไม่บังคับ)' },
  },
} as const

export async function setUpPage({ engine }: ApiRequest): Promise<Answer> {
  if (await hasUsers(engine)) throw notFound()
  const locale = engine.settings.admin.locale ?? 'en'
  const { labels, ...words } = WORDS[locale]
  return smallPage({
    locale,
    ...words,
    fields: [
      { name: 'email', label: labels.email, type: 'email', autocomplete: 'username' },
      { name: 'password', label: labels.password, type: 'password', autocomplete: 'new-password' },
      { name: 'name', label: labels.name, type: 'text', autocomplete: 'name' },
    ],
    carried: ['setupCode'],
  })
}
