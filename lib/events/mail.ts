/** The email adapter, and an email as the CMS sends it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends email. */
export interface EmailAdapter {
  name: string
  from?: string
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<unknown>
  verify?(): Promise<unknown>
  settings?: readonly { key: string; value: string }[]
}
