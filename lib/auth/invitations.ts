/** Invitations that are still open: the row of a person says until when they can, so that lists find it. Expired links are deleted.
 * Tested by test/features/invitations.test.ts.
 */
import type { Engine } from '../engine.ts'
import type { Filter } from '../query/filter.ts'
import { isNot } from '../store/conditions.ts'
import { Rows } from '../store/records.ts'
import type { ColumnSpec } from '../store/tables.ts'
import type { Ref, Statement } from '../store/write-set.ts'

const INVITED_UNTIL = '$invited_until'

export const invitationColumn: ColumnSpec = { name: INVITED_UNTIL, kind: 'text' }

export const isInvited: Filter = {
  is: 'test',
  path: [{ is: 'column', name: INVITED_UNTIL, kind: 'text' }],
  kind: 'text',
  test: 'filled',
  word: 'invited',
}

export const inviteUntil = ({ store }: Engine, user: number | Ref, until: Date): Statement =>
  new Rows('users', store).update({ id: user }, { [INVITED_UNTIL]: until.toISOString() })

/** Its link no longer works. The user can still be invited again. */
export const endInvitation = (engine: Engine, user: number): Statement => change(engine, user, engine.settings.clock.now().toISOString())

/** The user has accepted it, by a password or an account elsewhere, or is deactivated. */
export const forgetInvitation = (engine: Engine, user: number): Statement => change(engine, user, null)

const change = ({ store }: Engine, user: number, until: string | null): Statement =>
  new Rows('users', store).update({ id: user, [INVITED_UNTIL]: isNot(null) }, { [INVITED_UNTIL]: until })

/** Until when a user can accept, also if that has passed; undefined if no invitation waits. */
export async function invitationOf({ store }: Engine, user: number): Promise<string | undefined> {
  const row = await new Rows('users', store).first({ id: user }, { columns: [INVITED_UNTIL] })
  return row?.[INVITED_UNTIL] ?? undefined
}
