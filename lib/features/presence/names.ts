/** What people who have a document open are called for somebody: by name if that person may read the account's name, else by initials. Never by e-mail. */
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../operations/operation.ts'
import { and } from '../../query/filter.ts'
import { byIds } from '../../query/reader.ts'
import type { Present } from './table.ts'

interface Named {
  /** `null` where the account has no name. */
  name: string | null
  since: string
}

export async function named(engine: Engine, caller: Caller, present: readonly Present[]): Promise<Named[]> {
  if (present.length === 0) return []
  const known = await knownAccounts(engine, caller, present)
  return present.map(({ account, name, since }) => ({ name: name === '' ? null : known.has(account) ? name : initialsOf(name), since }))
}

/** Accounts whose names the caller may read. Users from outside have none. */
async function knownAccounts(engine: Engine, caller: Caller, present: readonly Present[]): Promise<Set<string>> {
  const users = engine.entity('users')
  await engine.access.prepare([users], caller)
  const { denied, ask } = engine.access.mask(users, caller)
  if ([...denied, ...ask].some((field) => field.path === 'name')) return new Set()
  const ids = present.map(({ account }) => account).filter((account) => /^[1-9]\d{0,15}$/.test(account))
  const readable = await engine.access.filter(users, 'read', caller)
  const found = await engine.reader.existing(users, and(byIds(engine.store.dialect, ids.map(Number)), readable))
  return new Set([...found].map(String))
}

const MOST_INITIALS = 2

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, MOST_INITIALS)
    .map((word) => `${[...new Intl.Segmenter().segment(word)][0]!.segment.toUpperCase()}.`)
    .join(' ')
