/** Finds the owner of a token, such as that of a session, in one read: a row that has not expired, together with its user, who must be active.
 * Tested by test/query/token-owner.test.ts.
 */
import type { Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'

/** Where tokens are stored. A row without a value in `expires` never expires. */
export interface TokenTable {
  table: string
  token: string
  expires: string
}

/** `columns`: those of the table with the tokens, by the names that they get. */
export function tokenOwner<Token extends string | number>(
  store: Store,
  { table: tokens, token, expires }: TokenTable,
  columns: Readonly<Record<string, string>>,
  ofUser: readonly string[],
): (token: Token, now: Date) => Promise<Row | undefined> {
  const { table, quote: q, native, bind } = store.dialect
  const selected = [...ofUser.map((name) => `u.${q(name)}`), ...Object.entries(columns).map(([as, name]) => `t.${q(name)} as ${q(as)}`)]
  const isValid = `(t.${q(expires)} is null or t.${q(expires)} > ?) and u.${q('active')} = ?`
  const sql = native(
    `select ${selected.join(', ')} from ${table(tokens)} as t join ${table('users')} as u on u.${q('id')} = t.${q('user')} where t.${q(token)} = ? and ${isValid}`,
  )
  const find = async (given: Token, now: Date) => (await store.read(sql, [given, now.toISOString(), bind('boolean', true)], true))[0]
  return sharingATurn(find, () => !store.isHeld)
}

/** Requests with one token that arrive in one turn of the event loop share a read: an app sends many at once. */
function sharingATurn<Token>(find: (token: Token, now: Date) => Promise<Row | undefined>, mayShare: () => boolean): typeof find {
  const beginning = new Map<Token, Promise<Row | undefined>>()
  return async (token, now) => {
    if (!mayShare()) return find(token, now)
    let found = beginning.get(token)
    if (!found) {
      found = new Promise((resolve) => {
        setImmediate(() => {
          beginning.delete(token)
          resolve(find(token, now))
        })
      })
      beginning.set(token, found)
    }
    const row = await found
    return row && { ...row }
  }
}
