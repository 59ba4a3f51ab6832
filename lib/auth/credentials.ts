/** Stores password hashes in a separate table, so that no document, hook or event ever contains one. Tested by test/features/sessions.test.ts. */
import { Attached } from '../attached.ts'
import type { Engine, Operation } from '../engine.ts'
import { index } from '../store/index-spec.ts'
import { ownTable } from '../store/records.ts'
import type { Ref, Statement } from '../store/write-set.ts'

const TABLE = '$credentials'

export const credentialsTable = ownTable({
  name: TABLE,
  columns: [
    { name: 'user', kind: 'id' },
    { name: 'hash', kind: 'text' },
    { name: 'changed_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['user'], 'one password a user', true)],
})

/** The hash of a new password in an operation. Only features of that operation see it. */
const brought = new Attached<Operation, string>()

export const bringPassword = (operation: Operation, hash: string): void => brought.set(operation, hash)
export const broughtPassword = (operation: Operation): string | undefined => brought.get(operation)

export function writeHash({ store, settings }: Engine, user: number | Ref, hash: string): Statement {
  const row = { user, hash, changed_at: settings.clock.now().toISOString() }
  return credentialsTable.in(store).insert(row, { onConflict: { unique: ['user'], change: ['hash', 'changed_at'] } })
}

export const removeHash = ({ store }: Engine, user: number): Statement => credentialsTable.in(store).delete({ user })

export async function passwordHashOf({ store }: Engine, user: number): Promise<string | undefined> {
  return (await credentialsTable.in(store).first({ user }, { columns: ['hash'] }))?.['hash']
}
