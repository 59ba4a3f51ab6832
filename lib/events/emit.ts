/** Custom events: declared in the configuration, sent by code. Saved first where they leave the house, told once that is committed. */

import type { Engine } from '../engine.ts'
import { ValidationError } from '../errors.ts'

export async function emit(engine: Engine, event: string, payload: unknown, about: { collection?: string; id?: number }): Promise<void> {
  engine.events.refuseUndeclared(event)
  engine.store.refuseAfterEnd()
  const timestamp = engine.settings.clock.now().toISOString()
  const happening = { event, ...about, doc: asJson(payload), timestamp }
  const queued = engine.features.outgoing(happening)
  if (queued.length > 0) await engine.store.commit({ writes: queued.map(({ statement }) => statement) })
  await engine.store.settled(async () => {
    for (const { send } of queued) void send()
    await engine.events.tell(happening)
  })
}

/** As receivers will have it; what can't be said in JSON is refused here. */
function asJson(payload: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(payload ?? null))
  } catch {
    throw new ValidationError('must be a value that JSON can hold', 'payload')
  }
}
