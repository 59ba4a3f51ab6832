/** An admin sends a link: an invitation if the user has no password yet, otherwise a password reset; and sees whether an invitation waits. */
import type { User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { passwordHashOf } from '../../auth/credentials.ts'
import { invitationOf } from '../../auth/invitations.ts'
import { sendLink } from '../../auth/mailed-links.ts'
import { mayUsePassword } from '../../auth/sign-in.ts'
import { notFound, ValidationError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'

export async function passwordLink(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  const { id, user } = await userOf(request)
  if (user['active'] !== true) throw new ValidationError('must be true before a link can be sent', 'active')
  if (!mayUsePassword(engine, user)) throw new ValidationError('is for admins alone here', 'password')
  const purpose = (await passwordHashOf(engine, id)) === undefined ? 'invite' : 'reset'
  await sendLink(engine, purpose, { ...user, id }, caller, 'password.link')
  return json(200, JSON.stringify({ sent: purpose }))
}

/** Null if there is nothing that the user could still accept. */
export async function waitingInvitation(request: ApiRequest): Promise<Answer> {
  const { engine } = request
  const { id } = await userOf(request)
  const expiresAt = await invitationOf(engine, id)
  return json(200, JSON.stringify({ invitation: expiresAt === undefined ? null : { expiresAt } }))
}

async function userOf({ engine, caller, params }: ApiRequest): Promise<{ id: number; user: User }> {
  onlyAdmins(caller)
  const id = idOf(params['id'])
  const user = await userById(engine, id)
  if (!user) throw notFound()
  return { id, user }
}
