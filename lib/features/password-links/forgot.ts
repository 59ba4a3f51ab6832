/** Asking for a new password: the answer and its duration are the same whether or not there is an account. */

import type { Caller } from '../../actor.ts'
import { accountByEmail, userById } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { canMailLinks, sendLink } from '../../auth/mailed-links.ts'
import { emailOf, mayUsePassword } from '../../auth/sign-in.ts'
import { GalleyError, notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Engine } from '../../operations/operation.ts'

const MOST = 3
const ANSWER = JSON.stringify({ message: 'If there is an account with this address, a link is on its way to it' })

export async function forgot({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  if (!canMailLinks(engine.settings)) throw notFound('Links to a new password are not set up')
  const email = emailOf((await readJson(exchange))['email'])
  const isAllowed = await reserve(engine, '', [
    { key: `forgot ${email} ${caller.source?.ip ?? ''}`, most: MOST, window: engine.settings.auth.lockWindow! },
  ]).then(
    () => true,
    (error) => {
      if (error instanceof GalleyError && error.code === 'TOO_MANY') return false
      throw error
    },
  )
  // Not waited for: how long it takes would tell whether there is an account.
  if (isAllowed)
    void send(engine, email, caller).catch((error) => engine.settings.log.error('a link to a new password could not be sent', { error }))
  return json(200, ANSWER)
}

async function send(engine: Engine, email: string, caller: Caller): Promise<void> {
  const account = await accountByEmail(engine, email)
  if (!account?.active || !mayUsePassword(engine, account)) return
  const user = await userById(engine, account.id)
  await sendLink(engine, 'reset', { ...user!, id: account.id }, caller)
}
