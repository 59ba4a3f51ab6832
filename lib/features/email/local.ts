/** Emails in the Local API. */

import type { Mail } from '../../events/mail.ts'
import { queueMail } from '../../events/mails.ts'
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import type { Registered, Types } from '../../register.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Queues an email and sends it; failures are retried. */
    sendEmail(mail: Mail): Promise<void>
  }
}

export const emailMethods: MembersOf<'sendEmail'> = {
  async sendEmail(mail) {
    takesOnly(mail, ['to', 'subject', 'text', 'html'], 'mail')
    await this.inside(async () => {
      const { statement, send } = queueMail(this.engine, mail)
      await this.engine.store.commit({ writes: [statement] })
      await this.engine.store.settled(async () => void send())
    })
  },
}
