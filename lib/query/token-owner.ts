/** Finds the owner of a token, such as that of a session, in one read: a row that has not expired, together with its user, who must be active.
 * Tested by test/features/password-links.test.ts.
 */
import type { Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'

/** `columns`: those of the table with the tokens, by the names that they get. */
export function tokenOwner(
  store: Store,
  tokens: string,
  columns: Readonly<Record<string, string>>,
  ofUser: readonly string[],
): (digest: string, now: Date) => Promise<Row | undefined> {
  const { table, quote: q, native, bind } = store.dialect
  const selected = [...ofUser.map((name) => `u.${q(name)}`), ...Object.entries(columns).map(([as, name]) => `t.${q(name)} as ${q(as)}`)]
  const sql = native(
    `select ${selected.join(', ')} from ${table(tokens)} as t join ${table('users')} as u on u.${q('id')} = t.${q('user')} where t.${q('token')} = ? and t.${q('expires_at')} > ? and u.${q('active')} = ?`,
  )
  return async (digest, now) => (await store.read(sql, [digest, now.toISOString(), bind('boolean', true)], true))[0]
}
