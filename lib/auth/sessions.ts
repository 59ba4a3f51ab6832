/** Sessions: database rows looked up on every request, so that ending one takes effect in every process at once. */
import { derived } from '../../schema/derived.ts'
import type { User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { allColumns } from '../query/plan.ts'
import { tokenOwner } from '../query/token-owner.ts'
import { lessThan } from '../store/conditions.ts'
import { index } from '../store/index-spec.ts'
import { ownTable } from '../store/records.ts'
import type { Statement } from '../store/write-set.ts'
import { userIn } from './accounts.ts'
import { digest, randomToken } from './tokens.ts'

const TABLE = '$sessions'

export const sessionsTable = ownTable({
  name: TABLE,
  columns: [
    { name: 'id', kind: 'identity' },
    { name: 'token', kind: 'text' },
    { name: 'user', kind: 'id' },
    { name: 'created_at', kind: 'text' },
    { name: 'expires_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['token'], 'who a request is from', true),
    index(TABLE, ['user'], 'ending all of a user'),
    index(TABLE, ['expires_at'], 'sweeping'),
  ],
})

export interface NewSession {
  /** Returned once; only its digest is stored. */
  token: string
  csrfToken: string
  expiresAt: Date
}

export interface FoundSession {
  user: User
  csrfToken: string
  expiresAt: Date
}

export async function openSession(engine: Engine, user: number): Promise<NewSession> {
  const { settings, store } = engine
  const now = settings.clock.now()
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + settings.auth.tokenExpiration * 1000)
  const rows = sessionsTable.in(store)
  const session = {
    token: digest(settings.secret, 'session', token),
    user,
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
  }
  await store.commit({ writes: [rows.delete({ expires_at: lessThan(now.toISOString()) }), rows.insert(session)] })
  return { token, csrfToken: csrfTokenOf(engine, token), expiresAt }
}

/** Finds a session and its user as stored now; undefined if it has ended or the user may not sign in. */
export async function findSession(engine: Engine, token: string): Promise<FoundSession | undefined> {
  const { settings } = engine
  const row = await ownerOf(engine)(digest(settings.secret, 'session', token), settings.clock.now())
  if (!row) return undefined
  return { user: userIn(engine, row), csrfToken: csrfTokenOf(engine, token), expiresAt: new Date(row['$expires']) }
}

const TOKENS = { table: TABLE, token: 'token', expires: 'expires_at' }

const ownerOf = derived((engine: Engine) =>
  tokenOwner<string>(engine.store, TOKENS, { $expires: 'expires_at' }, allColumns(engine.entity('users'))),
)

const csrfTokenOf = ({ settings }: Engine, token: string): string => digest(settings.secret, 'csrf', token)

/** Ends every session of a user. */
export const endSessions = ({ store }: Engine, user: number): Statement => sessionsTable.in(store).delete({ user })
