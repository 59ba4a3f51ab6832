/** The email outbox: mails are stored with the change that causes them, and encrypted while they wait, since they may contain links. */

import { Attached } from '../attached.ts'
import type { Engine } from '../engine.ts'
import { configError, ValidationError } from '../errors.ts'
import type { Row } from '../store/contract.ts'
import { asJson } from './as-json.ts'
import type { Mail } from './mail.ts'
import { GivenUp, Outbox, type Queued } from './outbox.ts'
import { outboxTable } from './outbox-rows.ts'
import { seal, unseal } from './seal.ts'

const OUTBOX = { table: '$emails', columns: ['to', 'subject', 'body'] }

export const mailsTable = outboxTable(OUTBOX)

const outboxes = new Attached<Engine, Outbox>()

export const mailsOf = (engine: Engine): Outbox => outboxes.of(engine, () => outboxFor(engine))

function outboxFor(engine: Engine): Outbox {
  const { secret, clock, log, email } = engine.settings
  const attempt = async ({ body }: Row) => {
    const mail = unseal(secret, body)
    if (mail === undefined) throw new GivenUp('the secret has changed since this email was queued')
    if (!email) throw new Error("'email' has been removed from the configuration")
    await email.send(JSON.parse(mail))
  }
  return new Outbox({ ...OUTBOX, attempt }, { store: engine.store, clock, log })
}

/** Stops sending when the CMS stops. */
export async function stopMails(engine: Engine): Promise<void> {
  await outboxes.get(engine)?.stop()
  outboxes.take(engine)
}

/** Queues a mail: write the statement with the change that causes it, send after the commit. */
export function queueMail(engine: Engine, mail: Mail): Queued {
  if (!engine.settings.email) throw configError("Sending email needs 'email' in the configuration")
  const body = asJson(mail, 'mail')
  for (const part of ['to', 'subject', 'text', 'html'] as const)
    if (typeof mail?.[part] !== 'string' && !(part === 'html' && mail?.html === undefined))
      throw new ValidationError('must be a text', part)
  return mailsOf(engine).queue({ to: mail.to, subject: mail.subject, body: seal(engine.settings.secret, body) })
}
