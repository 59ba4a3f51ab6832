/** The emails sent to accounts, in English and Thai, as text and HTML; a configuration may replace them. Tested by test/features/password-links.test.ts. */
import { didYouMean } from '../../schema/nearest.ts'
import { configError } from '../errors.ts'
import type { Mail } from '../events/mail.ts'
import type { LetterFacts, LetterText, OwnLetter } from '../options.ts'
import type { Settings } from '../settings.ts'

export type Letter = 'resetPassword' | 'invite' | 'passwordChanged' | 'verifyEmail'

interface Words {
  subject: string
  lines: string[]
  button?: string
  end: string
}

const WORDS: Record<'en' | 'th', Record<Letter, (site: string, until: string, by: string | null) => Words>> = {
  en: {
    resetPassword: (site, until) => ({
      subject: `A new password for ${site}`,
      lines: [`Someone, probably you, requested a new password at ${site}.`, 'Choose it here:'],
      button: 'Choose a new password',
      end: `The link works once, until ${until}. If you did not request it, you can ignore this email.`,
    }),
    invite: (site, until, by) => ({
      subject: `You are invited to ${site}`,
      lines: [
        by === null ? `An account was created for you at ${site}.` : `${by} created an account for you at ${site}.`,
        'Choose a password to sign in:',
      ],
      button: 'Accept the invitation',
      end: `The link works once, until ${until}.`,
    }),
    passwordChanged: (site) => ({
      subject: `Your password at ${site} was changed`,
      lines: [`The password of your account at ${site} was just changed, and you were signed out everywhere else.`],
      end: 'If that was not you, request a new password at once and tell an admin.',
    }),
    verifyEmail: (site, until) => ({
      subject: `Confirm your email for ${site}`,
      lines: [`You signed up at ${site}.`, 'Confirm that this address is yours:'],
      button: 'Confirm this address',
      end: `The link works once, until ${until}. If you did not sign up, you can ignore this email.`,
    }),
  },
  th: {
    resetPassword: (site, until) => ({
      subject: `ตั้งรหัสผ่านใหม่สำหรับ ${site}`,
      lines: [`มีผู้ขอตั้งรหัสผ่านใหม่ที่ ${site} ซึ่งน่าจะเป็นคุณ`, 'ตั้งรหัสผ่านใหม่ได้ที่นี่:'],
      button: 'ตั้งรหัสผ่านใหม่',
      end: `ลิงก์นี้ใช้ได้ครั้งเดียว จนถึง ${until} หากคุณไม่ได้ขอ ไม่ต้องทำอะไร`,
    }),
    invite: (site, until, by) => ({
      subject: `คำเชิญเข้าใช้งาน ${site}`,
      lines: [by === null ? `มีการสร้างบัญชีให้คุณที่ ${site}` : `${by} สร้างบัญชีให้คุณที่ ${site}`, 'ตั้งรหัสผ่านเพื่อเริ่มใช้งาน:'],
      button: 'ตอบรับคำเชิญ',
      end: `ลิงก์นี้ใช้ได้ครั้งเดียว จนถึง ${until}`,
    }),
    passwordChanged: (site) => ({
      subject: `รหัสผ่านของคุณที่ ${site} ถูกเปลี่ยนแล้ว`,
      lines: [`รหัสผ่านของบัญชีคุณที่ ${site} เพิ่งถูกเปลี่ยน และคุณถูกออกจากระบบในทุกอุปกรณ์อื่น`],
      end: 'หากไม่ใช่คุณ ให้ขอตั้งรหัสผ่านใหม่ทันทีและแจ้งผู้ดูแลระบบ',
    }),
    verifyEmail: (site, until) => ({
      subject: `ยืนยันอีเมลสำหรับ ${site}`,
      lines: [`คุณได้สมัครที่ ${site}`, 'ยืนยันว่าที่อยู่อีเมลนี้เป็นของคุณ:'],
      button: 'ยืนยันอีเมล',
      end: `ลิงก์นี้ใช้ได้ครั้งเดียว จนถึง ${until} หากคุณไม่ได้สมัคร ไม่ต้องทำอะไร`,
    }),
  },
}

export async function writeLetter(letter: Letter, settings: Settings, given: Omit<LetterFacts, 'locale'>, locale?: string): Promise<Mail> {
  const facts: LetterFacts = { ...given, locale: locale ?? settings.admin.locale }
  const [own, option] =
    letter === 'verifyEmail'
      ? [settings.auth.members?.emails?.verifyEmail, 'auth.members.emails.verifyEmail']
      : [settings.auth.emails?.[letter], `auth.emails.${letter}`]
  // The facts of letters with a link have a link.
  const text = own ? await ownText(option, own as OwnLetter<LetterFacts>, facts) : ours(letter, settings, facts)
  return { to: facts.user['email'] as string, ...text }
}

const PARTS = ['subject', 'text', 'html'] as const

async function ownText(option: string, own: OwnLetter<LetterFacts>, facts: LetterFacts): Promise<LetterText> {
  const given: unknown = await own(facts)
  const written: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {}
  const wrong = Object.keys(written).filter((name) => !PARTS.some((part) => part === name))
  const { subject, text, html } = written
  if (typeof subject !== 'string' || typeof text !== 'string' || wrong.length > 0) {
    const unknown = wrong.map((name) => `; it has no '${name}'. ${didYouMean(name, PARTS)}`.trimEnd())
    throw configError(`${option} must give { subject, text, html? }${unknown.join('')}`)
  }
  return { subject: subject.replace(/[\r\n]+/g, ' '), text, ...(typeof html === 'string' && { html }) }
}

function ours(
  letter: Letter,
  { admin, serverURL }: Settings,
  { url, locale: wanted, expiresAt, user, invitedBy = null }: LetterFacts,
): Omit<Mail, 'to'> {
  const locale = englishOrThai(wanted)
  const site = admin.brand?.name ?? (serverURL ? new URL(serverURL).host : url ? new URL(url).host : 'galley')
  const until = expiresAt
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(expiresAt)
    : ''
  const { subject, lines, button, end } = WORDS[locale][letter](site, until && `${until} UTC`, invitedBy)
  const hello = typeof user['name'] === 'string' && user['name'] !== '' ? [`${locale === 'th' ? 'สวัสดี' : 'Hello'} ${user['name']},`] : []
  const color = admin.brand?.color ?? '#1f4fd8'
  const html = [
    `<!doctype html><html lang="${locale}"><body style="margin:0;padding:32px 16px;background:#f4f4f5;font:16px/1.6 system-ui,sans-serif;color:#18181b">`,
    '<div style="max-width:32rem;margin:0 auto;padding:32px;background:#fff;border-radius:12px">',
    `<p style="margin:0 0 24px;font-weight:700">${escaped(site)}</p>`,
    ...[...hello, ...lines].map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`),
    button && url
      ? `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#fff;text-decoration:none;font-weight:600">${escaped(button)}</a></p>`
      : '',
    `<p style="margin:24px 0 0;font-size:14px;color:#52525b">${escaped(end)}</p></div></body></html>`,
  ].join('')
  return { subject, text: [...hello, ...lines, ...(url ? [url] : []), end].join('\n\n'), html }
}

/** For texts outside the admin, which have these languages only. */
export const englishOrThai = (locale: string): 'en' | 'th' => (locale === 'th' ? 'th' : 'en')

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
