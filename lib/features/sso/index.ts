/** Signing in with external accounts. An identity is (provider, issuer, subject); an email only helps to find an account. */

import type { Entity } from '../../../schema/model.ts'
import type { AuthProvider } from '../../auth/provider.ts'
import { wrongAdapter } from '../../checked-adapter.ts'
import type { Operation } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import type { Settings } from '../../settings.ts'
import { callback } from './callback.ts'
import { ssoConfig } from './config.ts'
import { loginWithCredentials } from './credentials.ts'
import { aboutProviders, link, listProviders, loginWithProvider, unlink } from './routes.ts'
import { endIdentities, identitiesTable } from './table.ts'

export const sso: Feature = {
  name: 'sso',
  config: ssoConfig,
  check: wrong,
  start: ({ settings }) => {
    if (isOnlyForAdmins(settings)) settings.log.warn(ONLY_ADMINS)
  },
  tables: ({ auth }) => (auth.providers.length > 0 ? [identitiesTable] : []),
  steps: [
    {
      name: 'endIdentities',
      stage: 'write',
      sentence: 'Removes the external accounts of a deleted user.',
      on: ['delete'],
      for: (entity: Entity) => entity.slug === 'users',
      run: ({ engine, existing, writes }: Operation) => {
        if (engine.settings.auth.providers.length > 0) writes.writes.push(endIdentities(engine, existing.meta.id))
      },
    },
  ],
  routes: ({ auth }) => [
    { method: 'GET', path: '/admin/sso', name: 'sso', run: aboutProviders },
    ...routesWhere(auth.providers.length > 0, 'auth: { providers }', [
      { method: 'GET', path: '/auth/:provider/login', name: 'providerLogin', run: loginWithProvider },
      { method: 'GET', path: '/auth/:provider/callback', name: 'providerCallback', run: callback },
      ...(has(auth, 'post')
        ? [{ method: 'POST', path: '/auth/:provider/callback', name: 'providerForm', run: callback, takesForeign: true }]
        : []),
      ...(has(auth, 'credentials')
        ? [{ method: 'POST', path: '/auth/:provider/login', name: 'credentialsLogin', run: loginWithCredentials }]
        : []),
      { method: 'POST', path: '/auth/:provider/link', name: 'linkIdentity', run: link },
      { method: 'GET', path: '/auth/identities', name: 'identities', run: listProviders },
      { method: 'DELETE', path: '/auth/identities/:id', name: 'unlinkIdentity', run: unlink },
    ]),
  ],
}

const ONLY_ADMINS =
  "auth.password is false and there are no 'auth.providers', so only admins can sign in; add a provider, or leave out 'auth.password'"

/** Requests may also be signed in by the host, through `onRequest` or a feature. */
const isOnlyForAdmins = ({ auth, onRequest, features = [] }: Settings & { features?: readonly object[] }): boolean =>
  auth.password === false && auth.providers.length === 0 && !onRequest && features.length === 0

const has = ({ providers }: Settings['auth'], kind: AuthProvider['kind']) => providers.some((provider) => provider.kind === kind)

/** The methods that a provider of each kind must have. */
const ABLE = { redirect: ['begin', 'finish'], post: ['begin', 'finish'], credentials: ['verify'] } as const

function wrong({ auth }: Settings): string[] {
  const problems: string[] = []
  const ids = auth.providers.map((provider) => provider?.id)
  for (const [index, provider] of auth.providers.entries()) {
    const wrongOptions = wrongAdapter(`auth.providers[${index}]`, provider, [], "a provider, such as oidc({ … }) from 'galley/oidc'")
    if (wrongOptions.length > 0) {
      problems.push(...wrongOptions)
      continue
    }
    const { id, kind = 'redirect' } = provider
    if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9-]{0,31}$/.test(id) || id === 'identities')
      problems.push(`auth.providers[${index}].id: must be lowercase letters, digits and '-', and not 'identities'`)
    if (typeof id === 'string' && ids.indexOf(id) !== index) problems.push(`auth.providers[${index}].id: '${id}' is taken twice`)
    if (!Object.hasOwn(ABLE, kind)) problems.push(`auth.providers[${index}].kind: must be one of: ${Object.keys(ABLE).join(', ')}`)
    else
      for (const method of ABLE[kind])
        if (typeof (provider as unknown as Record<string, unknown>)[method] !== 'function')
          problems.push(`auth.providers[${index}].${method}: must be a function, for a provider of the kind '${kind}'`)
  }
  if (auth.allowSignUp?.role !== undefined && !auth.roles.includes(auth.allowSignUp.role))
    problems.push(`auth.allowSignUp.role: must be one of: ${auth.roles.join(', ')}`)
  if (auth.allowSignUp && auth.providers.length === 0) problems.push("auth.allowSignUp: needs 'auth.providers'")
  if (auth.allowSignUp?.role === 'admin') problems.push("auth.allowSignUp.role: can't be 'admin'")
  return problems
}
