/** An e-mail as the CMS sends it. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}
