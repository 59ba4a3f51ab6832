/** Who must hear of it? After the commit, in order; what fails here is logged, and the rest goes on. */

import type { Operation } from '../engine.ts'
import { whole } from '../query/payload.ts'
import { CHANGES, SAVES } from './contract.ts'
import { eventsOf, happeningsOf } from './happened.ts'
import { runAfter } from './hooks.ts'
import type { Step } from './stages.ts'

export const settleSteps: readonly Step[] = [
  {
    name: 'afterChange',
    stage: 'settle',
    sentence: 'Runs the hooks `afterChange`.',
    on: SAVES,
    run: (operation) => runAfter(operation, 'afterChange', { doc: whole(operation.entity, operation.outcome) }),
  },
  {
    name: 'afterDelete',
    stage: 'settle',
    sentence: 'Runs the hooks `afterDelete`.',
    on: ['delete'],
    run: afterDelete,
  },
  {
    name: 'tell',
    stage: 'settle',
    sentence: 'Tells features what happened: `create`, `update`, `delete`, and what features make of these.',
    on: CHANGES,
    run: tell,
  },
]

/** A document that was gone already is deleted without anybody hearing of it again. */
async function afterDelete(operation: Operation): Promise<void> {
  if (eventsOf(operation).length === 0) return
  await runAfter(operation, 'afterDelete', { id: operation.asking.id, doc: whole(operation.entity, operation.outcome) })
}

async function tell(operation: Operation): Promise<void> {
  if (!operation.engine.events.isHeard) return
  for (const happening of await happeningsOf(operation, operation.outcome.meta)) await operation.engine.events.tell(happening)
}
