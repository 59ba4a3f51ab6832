/** How the caller sees others who have the document open: by name if they may read it, otherwise by initials. Never by email. */
import type { Caller } from '../../actor.ts'
import { initialsOf, readableAccounts } from '../../auth/account-names.ts'
import type { Engine } from '../../engine.ts'
import type { Present } from './table.ts'

interface Named {
  /** `null` if the account has no name. */
  name: string | null
  since: string
}

export async function withNames(engine: Engine, caller: Caller, present: readonly Present[]): Promise<Named[]> {
  // External users have no account.
  const ids = present.map(({ account }) => account).filter((account) => /^[1-9]\d{0,15}$/.test(account))
  const readable = await readableAccounts(engine, caller, ids.map(Number))
  const hasReadableName = (account: string) => readable.get(Number(account))?.name !== undefined
  return present.map(({ account, name, since }) => ({
    name: name === '' ? null : hasReadableName(account) ? name : initialsOf(name),
    since,
  }))
}
