/** Ends the plans for what somebody does by hand: a plan is spent once its change has happened. Tested by test/features/schedule-by-hand.test.ts. */

import type { Operation } from '../../engine.ts'
import { TransactionConflict } from '../../store/contract.ts'
import { PENDING } from '../../store/snapshots.ts'
import { noteOfPlan } from './plans.ts'
import { CarriedOut } from './run.ts'
import { ACTIONS, type Action, scheduleRows } from './table.ts'

/**
 * In the transaction of the change: a plan that outlived its publication could put a later draft live by mistake.
 * If another request cancels or replaces the plan first, the change decides again.
 */
export async function endPlans(operation: Operation): Promise<void> {
  const { engine, entity, caller, original, intent, request, writes, afterwards } = operation
  if (!original || intent?.returns) return
  const rows = scheduleRows(engine)
  const { id } = original.meta
  const done = ACTIONS.filter((action) => isDone(operation, action))
  for (const action of done) writes.writes.push(rows.settled(entity, id, action))
  if (done.length === 0 || request.with?.brings instanceof CarriedOut) return
  for (const plan of await rows.of(entity, id, 'pending')) {
    if (!done.includes(plan['action'])) continue
    writes.guards.push(...rows.spent(entity, id, plan['id'], () => new TransactionConflict('another request changed the plan')))
    const detail = { action: plan['action'], at: plan['run_at'], reason: 'done by hand' }
    const noted = engine.features.noted(caller, noteOfPlan(operation, 'unschedule', detail))
    writes.writes.push(...noted.writes)
    afterwards.push(...noted.afterwards)
  }
}

/** Live content that is published again has no pending draft that a plan could be waiting for. */
function isDone({ events, data, original }: Operation, action: Action): boolean {
  if (events?.includes(action)) return true
  return action === 'publish' && data['status'] === 'published' && original?.row?.['status'] === 'published' && !original.row[PENDING]
}
