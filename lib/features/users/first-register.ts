/** A system without users: what its sign-in page needs to know, and how the first admin registers. */

import { because } from '../../../schema/reasons.ts'
import { hasUsers } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { canMailLinks } from '../../auth/mailed-links.ts'
import { requiredText } from '../../auth/sign-in.ts'
import { isSame } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError, ValidationError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { call } from '../../local/call.ts'
import { Rows } from '../../store/records.ts'
import { Ref, type Statement } from '../../store/write-set.ts'
import { lockAdmins } from './admins.ts'

export async function firstAdminState({ engine }: ApiRequest): Promise<Answer> {
  const { auth } = engine.settings
  const body = {
    hasUsers: await hasUsers(engine),
    passwordReset: canMailLinks(engine.settings),
    providers: auth.providers.map(({ id, name, icon, kind = 'redirect' }) => ({ id, name, icon: icon ?? null, kind })),
    password: auth.password !== false,
    setupCode: setupCodeOf(engine) !== undefined,
  }
  return json(200, JSON.stringify(body))
}

/** Only one of several concurrent requests succeeds: the insert itself is guarded. */
export async function firstRegister(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  if (await hasUsers(engine)) throw tooLate()
  const { email, password, name, setupCode } = await readJson(request.exchange)
  await checkSetupCode(engine, setupCode, caller.source?.ip)
  requiredText(password, 'password')
  const input = { email, password, name, role: 'admin', active: true }
  const { outcome } = await call(engine, caller.asSystem(), 'create', engine.entity('users'), {
    input,
    with: {
      guards: onlyTheFirst(engine),
      ...engine.features.noted(caller, {
        action: 'setup',
        target: 'users',
        doc: new Ref('document', 'id'),
        by: { id: null, email: String(email) },
      }),
    },
    depth: 0,
  })
  return signedIn(request, outcome.meta.id, 201)
}

const tooLate = () => new GalleyError('FORBIDDEN', [because('set-up-done')])

function onlyTheFirst(engine: Engine): Statement[] {
  const anyUser = new Rows('users', engine.store).select({}, { columns: ['id'], limit: 1 })
  return [...lockAdmins(engine), { ...anyUser, expect: { rows: 0, otherwise: tooLate } }]
}

const setupCodeOf = ({ settings }: Engine): string | undefined => settings.auth.setupCode ?? process.env['EASY_CMS_SETUP_CODE'] ?? undefined

async function checkSetupCode(engine: Engine, given: unknown, ip: string | undefined): Promise<void> {
  const expected = setupCodeOf(engine)
  if (expected === undefined) return
  const { maxLoginAttempts: most, lockWindow: window } = engine.settings.auth
  const attempt = await reserve(engine, 'Too many wrong setup codes', [
    { key: `setup ${ip ?? ''}`, most, window },
    { key: 'setup', most: 10 * most, window },
  ])
  if (!isSame(requiredText(given, 'setupCode'), expected)) throw new ValidationError([{ ...because('wrong-code'), field: 'setupCode' }])
  await attempt.forgive()
}
