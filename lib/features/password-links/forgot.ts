/** Requests a password reset: the answer and its duration are the same whether or not there is an account. */

import type { Caller } from '../../actor.ts'
import { accountByEmail, userById } from '../../auth/accounts.ts'
import { isAllowed } from '../../auth/attempts.ts'
import { sendLink } from '../../auth/mailed-links.ts'
import { emailOf, mayUsePassword } from '../../auth/sign-in.ts'
import type { Engine } from '../../engine.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'

const MOST = 3
const ANSWER = JSON.stringify({ message: 'If there is an account with this address, a link is on its way to it' })

export async function forgot({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  const email = emailOf((await readJson(exchange))['email'])
  const key = `forgot ${email} ${caller.source?.ip ?? ''}`
  const mayAsk = await isAllowed(engine, { key, most: MOST, window: engine.settings.auth.lockWindow })
  // Not awaited: its duration would reveal whether there is an account.
  if (mayAsk)
    void send(engine, email, caller).catch((error) => engine.settings.log.error('a link to a new password could not be sent', { error }))
  return json(200, ANSWER)
}

async function send(engine: Engine, email: string, caller: Caller): Promise<void> {
  const account = await accountByEmail(engine, email)
  if (!account?.active || !mayUsePassword(engine, account)) return
  const user = await userById(engine, account.id)
  if (user) await sendLink(engine, 'reset', { ...user, id: account.id }, caller, 'password.forgot')
}
