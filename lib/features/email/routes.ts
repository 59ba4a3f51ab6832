/** What admins see of the email adapter, never its secrets: a connection check, and a test email that is sent at once. */

import { because } from '../../../schema/reasons.ts'
import { foldEmail } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { englishOrThai } from '../../auth/letters.ts'
import { ValidationError } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'

const TESTS = { most: 5, window: 600 }
const UNCONFIGURED = "no 'email' is configured"

export async function aboutEmail({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { email } = engine.settings
  const body = {
    configured: email !== undefined,
    name: email?.name ?? null,
    from: email?.from ?? null,
    settings: email?.settings ?? [],
    canVerify: email?.verify !== undefined,
    prints: email?.prints === true,
  }
  return json(200, JSON.stringify(body))
}

export async function verifyAdapter({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { email } = engine.settings
  return attempted(async () => {
    if (!email) throw new Error(UNCONFIGURED)
    await email.verify?.()
  })
}

export async function test({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { to = caller.signedInUser['email'], locale = englishOrThai(engine.settings.admin.locale) } = await readJson(exchange)
  if (typeof to !== 'string' || !/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(to)) throw new ValidationError('must be a valid email address', 'to')
  if (locale !== 'en' && locale !== 'th') throw new ValidationError([{ ...because('one-of', { options: ['en', 'th'] }), field: 'locale' }])
  await reserve(engine, 'Too many test emails', [{ key: 'test emails', ...TESTS }])
  await record(engine, caller, { action: 'email.test', target: 'email', detail: { to } })
  const { email } = engine.settings
  return attempted(async () => {
    if (!email) throw new Error(UNCONFIGURED)
    await email.send({ to: foldEmail(to), ...TEST_LETTER[locale] })
  })
}

const TEST_LETTER = {
  en: { subject: 'A test email', text: 'If you can read this, sending email works.' },
  th: { subject: 'อีเมลทดสอบ', text: 'หากคุณอ่านข้อความนี้ได้ แสดงว่าการส่งอีเมลใช้งานได้' },
}

/** A failure is returned as the answer, because that is what the admin wants to know. */
async function attempted(work: () => Promise<void>): Promise<Answer> {
  try {
    await work()
    return json(200, JSON.stringify({ ok: true }))
  } catch (error) {
    return json(200, JSON.stringify({ ok: false, error: (error as Error).message.split('\n')[0] }))
  }
}
