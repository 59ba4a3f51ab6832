/** Plans of a document: create, list, cancel. */

import { isMoment, toUtc } from '../../../schema/field-types/date.ts'
import { messages } from '../../../schema/messages.ts'
import { because } from '../../../schema/reasons.ts'
import type { Caller } from '../../actor.ts'
import { authorshipOf, authorsOf } from '../../auth/authorship.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, badRequest, GalleyError, notFound, type Refusal } from '../../errors.ts'
import { commitNoted } from '../../events/journal.ts'
import type { Note } from '../../events/note.ts'
import { type Address, needs } from '../../local/address.ts'
import { idOf } from '../../local/call.ts'
import type { Scheduled } from '../../local/types.ts'
import { refuseNoScope } from '../../operations/address.ts'
import { admittedAside } from '../../operations/draft-access.ts'
import { mayPublish } from '../../operations/publishing.ts'
import { titleIn } from '../../operations/title.ts'
import { withoutStatus } from '../../operations/write.ts'
import { isAnswered } from '../../query/unsaved-content.ts'
import type { Row } from '../../store/contract.ts'
import { returnedRow } from '../../store/only-row.ts'
import { noteOfPlanner } from './planner.ts'
import { maySetStatus } from './status.ts'
import { ACTIONS, type Action, LISTED, type ListedState, scheduleRows } from './table.ts'

function reached(engine: Engine, caller: Caller, { entity, id }: Address): Promise<Operation> {
  needs(entity, 'schedule')
  return engine.reach({ editorial: true, entity, caller, ...(id !== undefined && { id }) })
}

export async function plan(engine: Engine, caller: Caller, at: Address, given: unknown): Promise<Scheduled> {
  const operation = await reached(engine, caller, at)
  refuseNoScope(operation)
  await mayPublish(operation)
  const { action, runAt } = planIn(given)
  if (!operation.original) throw badRequest('There is nothing to publish yet: save it first')
  await maySetStatus(operation)
  await refuseOutOfReach(operation)
  const by = { ...authorshipOf(caller), planner: await noteOfPlanner(engine, caller) }
  const writing = scheduleRows(engine).planned(at.entity, operation.original.meta.id, action, runAt, by)
  const written = await commitNoted(engine, caller, noteOfPlan(operation, 'schedule', { action, at: runAt }), writing)
  const planned = returnedRow(written, 'planned')
  return shownPlan(planned, await authorsOf(engine, caller, [planned]))
}

/** A draft that somebody else moved out of the caller's reach can't be published by the caller, now or later. */
async function refuseOutOfReach(operation: Operation): Promise<void> {
  const { engine, original, filter } = operation
  if (!original?.aside) return
  operation.doc = original.doc
  for (const statement of await admittedAside(operation, withoutStatus(filter))) {
    // biome-ignore lint/style/noNonNullAssertion: a check of rights always expects a row
    if (!(await isAnswered(statement, engine.store))) throw statement.expect!.otherwise()
  }
}

function planIn(given: unknown): { action: Action; runAt: string } {
  const { action, at } = (given ?? {}) as Record<string, unknown>
  const refusals: Refusal[] = []
  if (!ACTIONS.includes(action as Action)) refusals.push({ field: 'action', ...because('one-of', { options: ACTIONS }) })
  const runAt = toUtc(at)
  if (runAt === undefined || runAt === null) refusals.push({ field: 'at', ...because('required'), code: 'REQUIRED' })
  else if (!isMoment(runAt)) refusals.push({ field: 'at', ...because('format', { format: 'date-time' }, messages.mustBe('a valid date')) })
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  return { action: action as Action, runAt: runAt as string }
}

export async function scheduled(
  engine: Engine,
  caller: Caller,
  at: Address,
  { state = 'pending' }: { state?: string } = {},
): Promise<Scheduled[]> {
  const { original } = await reached(engine, caller, at)
  if (!LISTED.includes(state as ListedState)) throw badQuery(because('one-of', { options: LISTED }), 'state')
  return original ? shown(engine, caller, await scheduleRows(engine).of(at.entity, original.meta.id, state as ListedState)) : []
}

export async function cancelSchedule(engine: Engine, caller: Caller, at: Address, job: unknown): Promise<{ deleted: 1 }> {
  const operation = await reached(engine, caller, at)
  refuseNoScope(operation)
  await mayPublish(operation)
  const id = idOf(job)
  const { original } = operation
  const unknown = () => notFound("This scheduled job doesn't exist")
  if (!original) throw unknown()
  const writes = [scheduleRows(engine).cancelled(at.entity, original.meta.id, id, unknown)]
  await commitNoted(engine, caller, noteOfPlan(operation, 'unschedule', { job: id }), { writes })
  return { deleted: 1 }
}

export const noteOfPlan = ({ entity, existing }: Operation, action: string, detail: Record<string, unknown>): Note => ({
  action,
  target: entity.kind === 'global' ? `global:${entity.slug}` : entity.slug,
  doc: entity.kind === 'global' ? null : existing.meta.id,
  title: titleIn(entity, existing.doc),
  detail,
})

async function shown(engine: Engine, caller: Caller, rows: readonly Row[]): Promise<Scheduled[]> {
  const authorOf = await authorsOf(engine, caller, rows)
  return rows.map((row) => shownPlan(row, authorOf))
}

const shownPlan = (row: Row, authorOf: (row: Row) => Scheduled['author']): Scheduled => ({
  id: row['id'],
  action: row['action'],
  runAt: row['run_at'],
  state: row['state'],
  error: row['error'],
  author: authorOf(row),
})
