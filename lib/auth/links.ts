/** Single-use links for password resets and invitations. Only digests of their tokens are stored. */

import { because } from '../../schema/reasons.ts'
import type { Engine } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { tokenOwner } from '../query/token-owner.ts'
import { greaterThan, lessThan } from '../store/conditions.ts'
import { index } from '../store/index-spec.ts'
import { ownTable } from '../store/records.ts'
import type { Ref, Statement } from '../store/write-set.ts'
import { type Reservation, reserve } from './attempts.ts'
import { inviteUntil } from './invitations.ts'
import { digest, randomToken } from './tokens.ts'

const TABLE = '$links'

export type Purpose = 'reset' | 'invite'

export const linksTable = ownTable({
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
})

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
export function newLink(engine: Engine, purpose: Purpose, user: number | Ref, seconds: number): NewLink {
  const { store, settings } = engine
  const token = randomToken()
  const now = settings.clock.now()
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const rows = linksTable.in(store)
  return {
    token,
    expiresAt,
    statements: [
      rows.delete({ expires_at: lessThan(now.toISOString()) }),
      rows.insert({ token: digest(settings.secret, 'link', token), purpose, user, expires_at: expiresAt.toISOString() }),
      ...(purpose === 'invite' ? [inviteUntil(engine, user, expiresAt)] : []),
    ],
  }
}

/** Finds a valid link whose user may sign in. Invitations and resets open the same page; `purpose` says what it shows. */
export async function findLink({ store, settings }: Engine, token: string): Promise<Link | undefined> {
  const columns = { purpose: 'purpose', user: 'user' }
  const find = tokenOwner<string>(store, { table: TABLE, token: 'token', expires: 'expires_at' }, columns, ['email', 'role'])
  return (await find(digest(settings.secret, 'link', token), settings.clock.now())) as Link | undefined
}

/** Consumes a link; of several concurrent attempts, only one succeeds. */
export function useUp({ store, settings }: Engine, token: string): Statement {
  const valid = { token: digest(settings.secret, 'link', token), expires_at: greaterThan(settings.clock.now().toISOString()) }
  return { ...linksTable.in(store).delete(valid, ['user']), expect: { rows: 1, otherwise: badLink } }
}

/** The number of wrong tokens that one IP address may try per window. */
const GUESSES = 20

/** Tokens can't be guessed, but attempts are rate-limited anyway. Call `forgive` if the token was right. */
export const guess = (engine: Engine, ip: string | undefined): Promise<Reservation> =>
  reserve(engine, 'Too many wrong links', [{ key: `link ${ip ?? ''}`, most: GUESSES, window: engine.settings.auth.lockWindow }])

export const badLink = () => new GalleyError('VALIDATION', [{ ...because('link-over'), field: 'token' }])

/** Deletes all links of a user. */
export const endLinks = ({ store }: Engine, user: number): Statement => linksTable.in(store).delete({ user })
