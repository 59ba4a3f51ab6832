/** Recovers a document from the trash. */
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { type Address, needs } from '../../local/address.ts'
import { type Call, call } from '../../local/call.ts'

export const RECOVER = 'recover'

export async function recover(engine: Engine, caller: Caller, { entity, id }: Address, options: Call = {}): Promise<Operation> {
  needs(entity, 'trash')
  return call(engine, caller, 'update', entity, { ...options, ...(id !== undefined && { id }), intent: RECOVER, input: {} })
}
