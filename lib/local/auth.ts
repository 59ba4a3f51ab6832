/** Sign-in from code: for a host's own login form, and for protocols other than HTTP. Tested by test/features/sessions.test.ts. */

import { anonymous, Caller } from '../actor.ts'
import { userById } from '../auth/accounts.ts'
import { endSessions, findSession, openSession } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { unauthenticated, ValidationError } from '../errors.ts'
import { idOf } from './call.ts'
import { takesOnly } from './known-options.ts'
import type { MembersOf } from './members.ts'
import { hostOrAdminOrSelf } from './permitted.ts'

export const auth: MembersOf<'auth'> = {
  auth: {
    async login(signingIn) {
      takesOnly(signingIn, ['email', 'password', 'ip'], 'credentials')
      const { ip, ...given } = signingIn
      if (ip !== undefined && typeof ip !== 'string') throw new ValidationError('must be a text', 'ip')
      return this.inside(async () => {
        const { id } = await signIn(this.engine, given, new Caller(anonymous, {}, { ip, userAgent: undefined, address: '' }))
        const { token, csrfToken, expiresAt } = await openSession(this.engine, id)
        const user = await userById(this.engine, id)
        if (!user) throw unauthenticated()
        return { user, token, csrfToken, exp: expiresAt.toISOString() }
      })
    },

    async user(token) {
      return typeof token === 'string' ? ((await this.inside(() => findSession(this.engine, token)))?.user ?? null) : null
    },

    async logout(user) {
      hostOrAdminOrSelf(this.caller, user)
      await this.inside(() => this.engine.store.commit({ writes: [endSessions(this.engine, idOf(user))] }))
    },
  },
}
