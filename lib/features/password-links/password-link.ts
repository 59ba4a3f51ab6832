/** An admin sends a link: an invitation if the user has no password yet, otherwise a password reset. */
import { userById } from '../../auth/accounts.ts'
import { passwordHashOf } from '../../auth/credentials.ts'
import { sendLink } from '../../auth/mailed-links.ts'
import { mayUsePassword } from '../../auth/sign-in.ts'
import { notFound, ValidationError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'

export async function passwordLink({ engine, caller, params }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const id = idOf(params['id'])
  const user = await userById(engine, id)
  if (!user) throw notFound()
  if (user['active'] !== true) throw new ValidationError('must be true before a link can be sent', 'active')
  if (!mayUsePassword(engine, user)) throw new ValidationError('is for admins alone here', 'password')
  const purpose = (await passwordHashOf(engine, id)) === undefined ? 'invite' : 'reset'
  await sendLink(engine, purpose, { ...user, id }, caller, 'password.link')
  return json(200, JSON.stringify({ sent: purpose }))
}
