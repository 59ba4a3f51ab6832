/** The targets of mailed links, and whether they can be mailed at all. In production, no part of a request influences them. */

import type { Caller, User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { commitNoted } from '../events/journal.ts'
import { queueMail } from '../events/mails.ts'
import type { Extras } from '../operations/contract.ts'
import { adminPath, apiPath } from '../public-paths.ts'
import type { Settings } from '../settings.ts'
import type { Ref } from '../store/write-set.ts'
import { type Letter, writeLetter } from './letters.ts'
import { newLink, type Purpose } from './links.ts'

/** Needs `email`, and in production also `serverURL`. */
export const canMailLinks = ({ email, production, serverURL }: Settings): boolean =>
  email !== undefined && (!production || serverURL !== undefined)

/** An email and the change that it reports, to be written in one transaction. */
export type Mailed = Required<Pick<Extras, 'writes' | 'afterwards'>>

/** Sends a link that is not part of another change. */
export async function sendLink(
  engine: Engine,
  purpose: Purpose,
  user: User & { id: number },
  caller: Caller,
  action: 'password.forgot' | 'password.link',
): Promise<void> {
  const { writes, afterwards } = await mailLink(engine, purpose, user, caller)
  await commitNoted(engine, caller, { action, target: 'users', doc: user.id, title: String(user['email']) }, { writes })
  for (const effect of afterwards) await effect()
}

const LETTERS: Record<Purpose, Letter> = { reset: 'resetPassword', invite: 'invite' }

/** A link and its email, to be written with the change that causes them. */
export async function mailLink(
  engine: Engine,
  purpose: Purpose,
  user: User & { id: number },
  caller: Caller,
  as: number | Ref = user.id,
): Promise<Mailed> {
  const { settings } = engine
  const seconds = purpose === 'invite' ? settings.auth.inviteExpiration : settings.auth.resetPasswordExpiration
  const link = newLink(engine, purpose, as, seconds)
  const url = `${pageOf(settings, user, caller)}?token=${link.token}`
  const invitedBy = purpose === 'invite' ? nameOf(caller.actor.user) : null
  const queued = queueMail(engine, await writeLetter(LETTERS[purpose], settings, { user, url, expiresAt: link.expiresAt, invitedBy }))
  return { writes: [...link.statements, queued.statement], afterwards: [() => void queued.send()] }
}

const nameOf = (user: User | null): string | null => (user === null ? null : String(user['name'] || user['email'] || '') || null)

/** Notifies a user that their password was changed through a link. */
export async function mailPasswordChanged(engine: Engine, user: User): Promise<Extras> {
  const queued = queueMail(engine, await writeLetter('passwordChanged', engine.settings, { user, url: null, expiresAt: null }))
  return { writes: [queued.statement], afterwards: [() => void queued.send()] }
}

function pageOf(settings: Settings, user: User, caller: Caller): string {
  if (settings.auth.members?.roles.includes(user.role)) return memberPage(settings, 'resetPassword', caller)
  return `${baseOf(settings, caller)}${adminPath(settings)}/reset-password`
}

const NEUTRAL = { verifyEmail: '/users/verify-email/page', resetPassword: '/users/reset-password/page' }

/** Members never see the admin: their links open pages of the site, or built-in neutral ones. */
export function memberPage(settings: Settings, page: 'verifyEmail' | 'resetPassword', caller: Caller): string {
  return new URL(settings.auth.members?.pages?.[page] ?? apiPath(settings) + NEUTRAL[page], baseOf(settings, caller)).href
}

const baseOf = (settings: Settings, { source }: Caller): string =>
  // biome-ignore lint/style/noNonNullAssertion: in production, links are only mailed if the configuration has a `serverURL`
  settings.production ? settings.serverURL! : (source?.address ?? settings.serverURL ?? 'http://localhost')
