/** Creates a document whose texts hold whatever an older version, an import or a field with other options may have left in them. */
import { Caller, system } from '../../lib/actor.ts'
import { call } from '../../lib/local/call.ts'
import type { Handle } from '../../lib/local/handle.ts'

export async function createdAsIs(cms: Handle, slug: string, input: Record<string, unknown>): Promise<{ id: number }> {
  const { engine } = cms
  const { outcome } = await call(engine, new Caller(system), 'create', engine.entity(slug), { input, with: { keepsTexts: true } })
  return { id: outcome.meta.id }
}
