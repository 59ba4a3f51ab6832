/** `smtp({ url, from })`: sends email through any SMTP server, with nodemailer. */

import { adapterWith } from '../lib/checked-adapter.ts'
import type { EmailAdapter } from '../lib/events/mail.ts'
import { closed, flag, text } from '../lib/option-schemas.ts'
import { optional } from '../lib/optional.ts'
import type { JsonSchema } from '../schema/document.ts'

/** The options of `smtp()`. */
export interface SmtpOptions {
  /** `smtps://user:password@host:465`; or use the options below. */
  url?: string
  /** The name of the server. @default 'localhost' */
  host?: string
  /** @default 465 with `secure`, else 587 */
  port?: number
  /** TLS from the first byte; otherwise STARTTLS is used if the server supports it. @default port 465 */
  secure?: boolean
  /** The account at the server, if it asks for one. */
  auth?: { user: string; pass: string }
  /** The sender: `Name <address@example.org>` */
  from: string
}

const fields: Record<keyof SmtpOptions, JsonSchema> = {
  url: { type: 'string', pattern: '^smtps?://.', description: "a URL such as 'smtps://user:password@mail.example.org:465'" },
  host: text,
  port: { type: 'integer', minimum: 1, maximum: 65535 },
  secure: flag,
  auth: closed({ user: text, pass: text }),
  from: { ...text, description: "a sender such as 'Name <address@example.org>'" },
}
const SCHEMA: JsonSchema = { ...closed(fields, ['from']), description: 'an object such as { url: process.env.SMTP_URL, from }' }

/**
 * Sends email through an SMTP server, for `email`. Needs the package `nodemailer`.
 *
 * @example
 * const email = smtp({ url: 'smtps://user:password@mail.example.org:465', from: 'Example <cms@example.org>' })
 */
export function smtp(options: SmtpOptions): EmailAdapter {
  return adapterWith(options, SCHEMA, overSmtp)
}

function overSmtp(options: SmtpOptions): EmailAdapter {
  const nodemailer = optional('nodemailer')
  const { host, port, secure, auth } = partsOf(options)
  const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 9000 }
  const transport = nodemailer.createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: 'smtp',
    from: options.from,
    send: (mail) => transport.sendMail({ from: options.from, ...mail }),
    verify: () => transport.verify(),
    settings: [
      { key: 'host', value: host },
      { key: 'port', value: String(port) },
      { key: 'secure', value: String(secure) },
      ...(auth ? [{ key: 'user', value: auth.user }] : []),
    ],
  }
}

function partsOf({ url, host = 'localhost', port, secure, auth }: SmtpOptions) {
  if (url === undefined) {
    const account = auth?.user === undefined ? undefined : { user: auth.user, pass: auth.pass }
    return { host, port: port ?? (secure ? 465 : 587), secure: secure ?? port === 465, auth: account }
  }
  const given = new URL(url)
  const isSecure = given.protocol === 'smtps:'
  const account =
    given.username === '' ? undefined : { user: decodeURIComponent(given.username), pass: auth?.pass ?? decodeURIComponent(given.password) }
  return { host: given.hostname, port: Number(given.port || (isSecure ? 465 : 587)), secure: isSecure, auth: account }
}
