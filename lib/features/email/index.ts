/** Sends email: the queue's table and retries, and what admins may see and test of the adapter. */

import { wrongAdapter } from '../../checked-adapter.ts'
import { mailsOf, mailsTable, stopMails } from '../../events/mails.ts'
import type { Feature } from '../../feature.ts'
import { emailConfig } from './config.ts'
import { emailMethods } from './local.ts'
import { aboutEmail, test, verifyAdapter } from './routes.ts'

export const email: Feature = {
  name: 'email',
  config: emailConfig,
  check: ({ email }) =>
    email === undefined ? [] : wrongAdapter('email', email, ['send'], "an email adapter, such as smtp({ url, from }) from 'galley/smtp'"),
  tables: ({ email }) => (email ? [mailsTable] : []),
  routes: () => [
    { method: 'GET', path: '/admin/email', name: 'email', run: aboutEmail },
    { method: 'POST', path: '/admin/email/verify', name: 'verifyEmailAdapter', run: verifyAdapter },
    { method: 'POST', path: '/admin/email/test', name: 'testEmail', run: test },
  ],
  queues: {
    email: { outbox: (engine) => (engine.settings.email ? mailsOf(engine) : undefined), shown: ({ to, subject }) => ({ to, subject }) },
  },
  attention: async (engine) => {
    const { email, production } = engine.settings
    if (!email) return [{ id: 'no-email' }]
    const trouble = await mailsOf(engine).rows.trouble()
    return [...(email.prints && production ? [{ id: 'printed-email' }] : []), ...(trouble ? [{ id: 'emails', ...trouble }] : [])]
  },
  local: emailMethods,
  jobs: [{ name: 'emails', run: (engine) => (engine.settings.email ? mailsOf(engine).run() : { sent: 0, failed: 0 }) }],
  stop: stopMails,
}
