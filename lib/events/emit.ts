/** Custom events, declared in the configuration and emitted by code. Outgoing messages are stored first; listeners run after the commit.
 * Tested by test/events/payload.test.ts.
 */

import type { Engine } from '../engine.ts'
import { asJson } from './as-json.ts'

export async function emit(engine: Engine, event: string, payload: unknown, about: { collection?: string; id?: number }): Promise<void> {
  engine.events.refuseUndeclared(event)
  engine.store.refuseAfterEnd()
  const timestamp = engine.settings.clock.now().toISOString()
  const happening = { event, ...about, doc: JSON.parse(asJson(payload, 'payload')), timestamp }
  const queued = engine.features.outgoing(happening)
  if (queued.length > 0) await engine.store.commit({ writes: queued.map(({ statement }) => statement) })
  await engine.store.settled(async () => {
    for (const { send } of queued) void send()
    await engine.events.tell(happening)
  })
}
