/** The configuration of email. */

import type { JsonSchema } from '../../../schema/document.ts'
import type { EmailAdapter } from '../../events/mail.ts'

declare module '../../options.ts' {
  interface Options {
    /** The adapter that sends email. */
    email?: EmailAdapter
  }
}

export const emailConfig: Record<string, JsonSchema> = {
  email: {},
}
