/** Sessions: database rows looked up on every request, so that ending one takes effect in every process at once. */
import { derived } from '../../schema/derived.ts'
import type { User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { whole, withoutHidden } from '../query/payload.ts'
import { allColumns } from '../query/plan.ts'
import { decode } from '../store/decode.ts'
import { metaOf } from '../store/document.ts'
import { index, type TableSpec } from '../store/tables.ts'
import type { Statement } from '../store/write-set.ts'
import { digest, randomToken } from './tokens.ts'

const TABLE = '$sessions'

export const sessionsTable: TableSpec = {
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
}

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
  const { table, quote: q, native } = store.dialect
  const now = settings.clock.now()
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + settings.auth.tokenExpiration! * 1000)
  await store.atomically(async (connection) => {
    await connection.all(native(`delete from ${table(TABLE)} where ${q('expires_at')} < ?`), [now.toISOString()])
    await connection.all(
      native(
        `insert into ${table(TABLE)} (${q('token')}, ${q('user')}, ${q('created_at')}, ${q('expires_at')}) values (?, ?, ?, ?) returning ${q('id')}`,
      ),
      [digest(settings.secret, 'session', token), user, now.toISOString(), expiresAt.toISOString()],
    )
  })
  return { token, csrfToken: csrfTokenOf(engine, token), expiresAt }
}

/** Finds a session and its user as stored now; undefined if it has ended or the user may not sign in. */
export async function findSession(engine: Engine, token: string): Promise<FoundSession | undefined> {
  const { settings, store } = engine
  const users = engine.entity('users')
  const values = [digest(settings.secret, 'session', token), settings.clock.now().toISOString(), store.dialect.bind('boolean', true)]
  const [row] = await store.read(lookup(engine), values, true)
  if (!row) return undefined
  const stored = { meta: metaOf(row), doc: decode(users, row) }
  const user = whole(users, { ...stored, doc: withoutHidden(users.fields, stored.doc) }) as User
  return { user, csrfToken: csrfTokenOf(engine, token), expiresAt: new Date(row['$expires']) }
}

const lookup = derived((engine: Engine): string => {
  const { table, quote: q, native } = engine.store.dialect
  const columns = allColumns(engine.entity('users')).map((name) => `t.${q(name)}`)
  return native(
    `select ${columns.join(', ')}, s.${q('expires_at')} as ${q('$expires')} from ${table(TABLE)} as s join ${table('users')} as t on t.${q('id')} = s.${q('user')} where s.${q('token')} = ? and s.${q('expires_at')} > ? and t.${q('active')} = ?`,
  )
})

const csrfTokenOf = ({ settings }: Engine, token: string): string => digest(settings.secret, 'csrf', token)

/** Ends every session of a user. */
export function endSessions({ store }: Engine, user: number): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `delete from ${table(TABLE)} where ${q('user')} = ?`, values: [user] }
}
