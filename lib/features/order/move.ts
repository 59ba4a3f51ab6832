/** Moves a document before or after another one. Tested by test/features/trash-and-order.test.ts. */
import { kindOf } from '../../../schema/plain-object.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import { type Address, needs } from '../../local/address.ts'
import { type Call, call, idOf } from '../../local/call.ts'

export const MOVE = 'move'

/** The document to move before or after. */
export type MoveTarget = { before: number | string } | { after: number | string }

export function targetOf(given: MoveTarget): { side: 'before' | 'after'; id: number } {
  const ids = given as Record<string, unknown>
  const sides = (['before', 'after'] as const).filter((side) => ids[side] !== undefined)
  const [side] = sides
  if (!side || sides.length > 1) throw badRequest("needs either 'before' or 'after', with the id of a document")
  const id = ids[side]
  if (typeof id !== 'number' && typeof id !== 'string') throw badRequest(`must be the id of a document, not ${kindOf(id)}`, side)
  return { side, id: idOf(id) }
}

export async function move(
  engine: Engine,
  caller: Caller,
  { entity, id }: Address,
  target: MoveTarget,
  options: Call = {},
): Promise<Operation> {
  needs(entity, 'orderable')
  targetOf(target)
  return call(engine, caller, 'update', entity, { ...options, ...(id !== undefined && { id }), intent: MOVE, input: target })
}
