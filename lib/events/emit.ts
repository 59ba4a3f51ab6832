/** Custom events, declared in the configuration and emitted by code. Outgoing messages are stored first; listeners run after the commit.
 * Tested by test/events/payload.test.ts.
 */

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

/** The payload as receivers get it; a value that JSON can't represent is refused here. */
function asJson(payload: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(payload ?? null))
  } catch {
    throw new ValidationError('must be a value that JSON can represent', 'payload')
  }
}
