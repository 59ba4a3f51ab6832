/** The facts that a caller may learn about account owners: names and emails under the rules of `users`, or just initials.
 * Tested by test/auth/shown-people.test.ts.
 */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'

export interface Readable {
  email?: string | null
  name?: string | null
}

/** These accounts as the caller may read them, without unreadable ones. Reads a hundred at a time. */
export async function readableAccounts(engine: Engine, caller: Caller, ids: readonly number[]): Promise<Map<number, Readable>> {
  const found = new Map<number, Readable>()
  const users = engine.entity('users')
  const wanted = [...new Set(ids)]
  if (wanted.length === 0 || (await engine.access.documents.filter(users, 'read', caller)).is === 'none') return found
  for (let from = 0; from < wanted.length; from += A_PAGE) {
    const { docs } = await engine.handle(caller).find('users', {
      where: { id: { in: wanted.slice(from, from + A_PAGE) } },
      limit: A_PAGE,
      depth: 0,
      count: false,
    })
    for (const account of docs) found.set(account['id'], account)
  }
  return found
}

const A_PAGE = 100
const MOST_INITIALS = 2

export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, MOST_INITIALS)
    .flatMap((word) => {
      const [letter] = new Intl.Segmenter().segment(word)
      return letter ? `${letter.segment.toUpperCase()}.` : []
    })
    .join(' ')
