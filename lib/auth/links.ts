/** Single-use links for password resets and invitations. Only digests of their tokens are stored. */

import type { Engine } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { index, type TableSpec } from '../store/tables.ts'
import type { Ref, Statement } from '../store/write-set.ts'
import { type Reservation, reserve } from './attempts.ts'
import { digest, randomToken } from './tokens.ts'

const TABLE = '$links'

export type Purpose = 'reset' | 'invite'

export const linksTable: TableSpec = {
  name: TABLE,
  columns: [
    { name: 'token', kind: 'text' },
    { name: 'purpose', kind: 'text' },
    { name: 'user', kind: 'id' },
    { name: 'expires_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['token'], 'whose link it is', true),
    index(TABLE, ['user'], 'ending those of a user'),
    index(TABLE, ['expires_at'], 'sweeping'),
  ],
}

export interface Link {
  purpose: Purpose
  user: number
  email: string
  role: string
}

export interface NewLink {
  token: string
  expiresAt: Date
  statements: Statement[]
}

/** A new link, to be written with the change that causes it. The statements also delete expired links. */
export function newLink({ store, settings }: Engine, purpose: Purpose, user: number | Ref, seconds: number): NewLink {
  const { table, quote: q } = store.dialect
  const token = randomToken()
  const now = settings.clock.now()
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  return {
    token,
    expiresAt,
    statements: [
      { sql: `delete from ${table(TABLE)} where ${q('expires_at')} < ?`, values: [now.toISOString()] },
      {
        sql: `insert into ${table(TABLE)} (${q('token')}, ${q('purpose')}, ${q('user')}, ${q('expires_at')}) values (?, ?, ?, ?)`,
        values: [digest(settings.secret, 'link', token), purpose, user, expiresAt.toISOString()],
      },
    ],
  }
}

/** Finds a valid link whose user may sign in. Invitations and resets open the same page; `purpose` says what it shows. */
export async function findLink({ store, settings }: Engine, token: string): Promise<Link | undefined> {
  const { table, quote: q, native, bind } = store.dialect
  const sql = `select l.${q('purpose')}, l.${q('user')}, t.${q('email')}, t.${q('role')} from ${table(TABLE)} as l join ${table('users')} as t on t.${q('id')} = l.${q('user')} where l.${q('token')} = ? and l.${q('expires_at')} > ? and t.${q('active')} = ?`
  const values = [digest(settings.secret, 'link', token), settings.clock.now().toISOString(), bind('boolean', true)]
  const [row] = await store.read(native(sql), values, true)
  return row as Link | undefined
}

/** Consumes a link; of several concurrent attempts, only one succeeds. */
export function useUp({ store, settings }: Engine, token: string): Statement {
  const { table, quote: q } = store.dialect
  return {
    sql: `delete from ${table(TABLE)} where ${q('token')} = ? and ${q('expires_at')} > ? returning ${q('user')}`,
    values: [digest(settings.secret, 'link', token), settings.clock.now().toISOString()],
    expect: { rows: 1, otherwise: badLink },
  }
}

/** The number of wrong tokens that one IP address may try per window. */
const GUESSES = 20

/** Tokens can't be guessed, but attempts are rate-limited anyway. Call `forgive` if the token was right. */
export const guess = (engine: Engine, ip: string | undefined): Promise<Reservation> =>
  reserve(engine, 'Too many wrong links', [{ key: `link ${ip ?? ''}`, most: GUESSES, window: engine.settings.auth.lockWindow! }])

export const badLink = () =>
  new GalleyError('VALIDATION', [{ message: 'This link is wrong, has expired or was used already', field: 'token' }])

/** Deletes all links of a user. */
export function endLinks({ store }: Engine, user: number): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `delete from ${table(TABLE)} where ${q('user')} = ?`, values: [user] }
}
