/** Runs the jobs that are due. The change and the end of its job are one transaction, so two processes never run the same job. */
import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError, isTemporary, notFound } from '../../errors.ts'
import { call } from '../../local/call.ts'
import { and, byId } from '../../query/filter.ts'
import { plainView } from '../../query/view.ts'
import type { Row } from '../../store/contract.ts'
import { presentPlanner } from './planner.ts'
import { maySetStatus } from './status.ts'
import { rowsOf, scheduleRows } from './table.ts'

const ATTEMPTS = 3

/** Marks the change that a plan makes, which ends that plan itself. */
export class CarriedOut {}

/** Another process has claimed the job. */
class Lost extends Error {}

export async function runDue(engine: Engine): Promise<{ ran: number; failed: number }> {
  const tally = { ran: 0, failed: 0 }
  const rows = rowsOf(engine)
  if (!rows) return tally
  for (const id of await rows.due()) {
    const row = await rows.claim(id)
    if (!row) continue
    try {
      await carryOut(engine, row)
      tally.ran++
    } catch (error) {
      if (error instanceof Lost) continue
      if (await isInTrash(engine, row, error)) {
        await rows.passed(row)
        continue
      }
      await note(engine, row, error as Error)
      tally.failed++
    }
  }
  await rows.forgetOld()
  return tally
}

async function carryOut(engine: Engine, row: Row): Promise<void> {
  const entity = engine.model.entities.get(row['entity'])
  if (!entity) throw notFound(`There is no '${row['entity']}' any more`)
  const caller = await presentPlanner(engine, row)
  await maySetStatus(await engine.reach({ editorial: true, entity, caller, id: row['document'] }))
  const finished = scheduleRows(engine).finished(row, () => new Lost())
  const given = { id: row['document'], depth: 0, with: { guards: [finished], brings: new CarriedOut() } }
  const { idle } = await call(engine, caller, 'update', entity, {
    ...given,
    ...(row['action'] === 'publish' ? { input: { status: 'published' } } : { input: { status: 'draft' }, intent: row['action'] }),
  })
  if (idle) await engine.store.commit({ guards: [finished] })
}

const isNotFound = (error: unknown): boolean => error instanceof GalleyError && error.code === 'NOT_FOUND'

/** A document in the trash can't be found. A plan that falls due while it is there is missed, whether or not jobs run in that time. */
const isInTrash = async (engine: Engine, row: Row, error: unknown): Promise<boolean> =>
  isNotFound(error) && Boolean(engine.model.entities.get(row['entity'])?.options['trash']) && !(await isThere(engine, row))

async function isThere(engine: Engine, row: Row): Promise<boolean> {
  const entity = engine.model.entities.get(row['entity'])
  if (!entity) return false
  const there = and(byId(row['document']), engine.features.restrict(entity, new Caller(system), { ...plainView, anything: true }))
  return (await engine.reader.existing(entity, there)).size > 0
}

/** The reason for the failure, in words for users who look at the plan later. */
const reasonOf = async (engine: Engine, row: Row, error: Error): Promise<string> =>
  isNotFound(error) && (await isThere(engine, row)) ? 'The person who planned this can’t read the document any more' : error.message

/** Errors that need a person to fix them are final at once; those that may be temporary are retried. */
async function note(engine: Engine, row: Row, error: Error): Promise<void> {
  const isFinal = !isTemporary(error) || row['attempts'] >= ATTEMPTS
  const reason = await reasonOf(engine, row, error)
  const facts = { entity: row['entity'], id: row['document'], error: reason }
  if (isFinal) engine.settings.log.error(`a scheduled ${row['action']} failed`, facts)
  else engine.settings.log.warn(`a scheduled ${row['action']} failed and will be tried again`, facts)
  await (isFinal ? scheduleRows(engine).failed(row, reason) : scheduleRows(engine).putBack(row, reason))
}
