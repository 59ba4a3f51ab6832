/** The e-mail adapter, and an e-mail as the CMS sends it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends e-mail. */
export interface EmailAdapter {
  name: string
  from?: string
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<unknown>
  verify?(): Promise<unknown>
  settings?: readonly { key: string; value: string }[]
}
