/** Members, who sign in on the site: never in the admin, able to see only themselves among users, and to sign up if that is allowed. */

import type { Entity } from '../../../schema/model.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import type { Verb } from '../../access/contract.ts'
import { accountOf, type Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import type { Settings } from '../../settings.ts'
import { membersConfig } from './config.ts'
import { resetPage, verifyPage } from './pages.ts'
import { form, signUp } from './sign-up.ts'
import { pendingTable } from './table.ts'
import { verifyEmail } from './verify-email.ts'

export const members: Feature = {
  name: 'members',
  config: membersConfig,
  check: wrong,
  tables: ({ auth }) => (auth.members?.signup ? [pendingTable] : []),
  admits: (entity, verb, caller) => verb === 'read' && isThemselves(entity, caller),
  limit: ownAccount,
  routes: ({ auth }) => [
    ...routesWhere(auth.members, 'auth: { members }', [
      { method: 'GET', path: '/users/verify-email/page', name: 'verifyEmailPage', run: verifyPage },
      { method: 'GET', path: '/users/reset-password/page', name: 'resetPasswordPage', run: resetPage },
    ]),
    ...routesWhere(auth.members?.signup, 'auth: { members: { signup } }', [
      { method: 'GET', path: '/users/signup', name: 'signUpForm', run: form },
      { method: 'POST', path: '/users/signup', name: 'signUp', run: signUp },
      { method: 'POST', path: '/users/verify-email', name: 'verifyEmail', run: verifyEmail },
    ]),
  ],
}

const isThemselves = (entity: Entity, { actor }: Caller) => actor.member && entity.slug === 'users'

function ownAccount(_engine: Engine, entity: Entity, verb: Verb, caller: Caller) {
  if (!isThemselves(entity, caller)) return undefined
  const account = accountOf(caller.actor.user)
  return account !== undefined && (verb === 'read' || verb === 'update') ? { id: { equals: account } } : false
}

function wrong({ auth, email, production, serverURL }: Settings): string[] {
  const { members } = auth
  if (!members) return []
  const problems = members.roles
    .filter((role) => typeof role === 'string' && !auth.roles.includes(role))
    .map((role) => `auth.members.roles: '${role}' must also be in auth.roles. ${didYouMean(role, auth.roles)}`.replace(/\. $/, ''))
  if (members.roles.includes('admin')) problems.push("auth.members.roles: 'admin' can't be a member")
  if (!members.signup) return problems
  const { role, verifyEmail } = members.signup
  if (role !== undefined && !members.roles.includes(role))
    problems.push(`auth.members.signup.role: must be one of: ${members.roles.join(', ')}`)
  if (auth.password === false) problems.push('auth.members.signup: needs passwords, and auth.password is false')
  if (verifyEmail !== false && !email) problems.push("auth.members.signup.verifyEmail: needs 'email'; or set it to false")
  if (verifyEmail !== false && production && !serverURL) problems.push("auth.members.signup.verifyEmail: needs 'serverURL' in production")
  return problems
}
