/** The email adapter, and an email as the CMS sends it. */
import type { CheckedAdapter } from '../checked-adapter.ts'

/** An email, as an adapter sends it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string | undefined
}

/**
 * Sends email. `smtp` and `consoleEmail` are two; write your own for a mail service with its own API.
 *
 * @example
 * const email: EmailAdapter = {
 *   name: 'postmark',
 *   from: 'cms@example.org',
 *   send: ({ to, subject, text }) => postmark.sendEmail({ To: to, Subject: subject, TextBody: text }),
 * }
 */
export interface EmailAdapter extends CheckedAdapter {
  name: string
  from?: string
  send(mail: { to: string; subject: string; text: string; html?: string | undefined }): Promise<unknown>
  verify?(): Promise<unknown>
  /** Emails are printed in the log, and reach only who reads it. */
  prints?: boolean
  settings?: readonly { key: string; value: string }[]
}
