/** The settle stage: notifies hooks and listeners after the commit, in order. A failure is logged and the rest still runs.
 * Tested by test/operations/run.test.ts.
 */

import type { Operation } from '../engine.ts'
import { whole } from '../query/payload.ts'
import { eventsOf, happeningsOf } from './change-events.ts'
import { CHANGES, SAVES } from './contract.ts'
import { runAfter, withHooks } from './hooks.ts'
import type { Step } from './stages.ts'

export const settleSteps: readonly Step[] = [
  {
    name: 'afterChange',
    stage: 'settle',
    sentence: 'Runs the `afterChange` hooks.',
    on: SAVES,
    for: withHooks('afterChange'),
    run: (operation) => runAfter(operation, 'afterChange', { doc: whole(operation.entity, operation.outcome) }),
  },
  {
    name: 'afterDelete',
    stage: 'settle',
    sentence: 'Runs the `afterDelete` hooks.',
    on: ['delete'],
    for: withHooks('afterDelete'),
    run: afterDelete,
  },
  {
    name: 'tell',
    stage: 'settle',
    sentence: 'Notifies features of the events: `create`, `update`, `delete`, and those that features derive from them.',
    on: CHANGES,
    run: tell,
  },
]

/** Deleting a document that was already gone emits no events. */
async function afterDelete(operation: Operation): Promise<void> {
  if (eventsOf(operation).length === 0) return
  await runAfter(operation, 'afterDelete', { id: operation.request.id, doc: whole(operation.entity, operation.outcome) })
}

async function tell(operation: Operation): Promise<void> {
  if (!operation.engine.events.isHeard) return
  for (const happening of await happeningsOf(operation, operation.outcome.meta)) await operation.engine.events.tell(happening)
}
