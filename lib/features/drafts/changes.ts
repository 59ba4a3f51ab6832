/** Operations on drafts: unpublish, discard, autosave. */
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { type Address, needs } from '../../local/address.ts'
import { type Call, call } from '../../local/call.ts'
import { AUTOSAVE, DISCARD, UNPUBLISH } from './steps.ts'

export async function unpublish(engine: Engine, caller: Caller, { entity, id }: Address, options: Call): Promise<Operation> {
  needs(entity, 'drafts')
  return call(engine, caller, 'update', entity, {
    ...options,
    ...(id !== undefined && { id }),
    intent: UNPUBLISH,
    input: { status: 'draft' },
  })
}

export async function discardDraft(engine: Engine, caller: Caller, { entity, id }: Address, options: Call): Promise<Operation> {
  needs(entity, 'drafts')
  return call(engine, caller, 'update', entity, { ...options, ...(id !== undefined && { id }), intent: DISCARD, input: {} })
}

export async function autosave(
  engine: Engine,
  caller: Caller,
  { entity, id }: Address,
  data: object,
  options: Call = {},
): Promise<Operation> {
  needs(entity, 'drafts')
  return call(engine, caller, 'update', entity, {
    ...options,
    ...(id !== undefined && { id }),
    intent: AUTOSAVE,
    input: { ...data, status: 'draft' },
  })
}
