/** Carries out what is due. The change and the end of its job are one transaction: two processes never do one job twice. */
import { type Authorship, Caller, system } from '../../actor.ts'
import { GalleyError, notFound } from '../../errors.ts'
import { call } from '../../local/call.ts'
import type { Cms } from '../../local/handle.ts'
import type { Engine } from '../../operations/operation.ts'
import type { Row } from '../../store/contract.ts'
import { rowsOf } from './table.ts'

const ATTEMPTS = 3

/** Another process has the job now. */
class Lost extends Error {}

export async function runDue({ engine }: Cms): Promise<{ ran: number; failed: number }> {
  const tally = { ran: 0, failed: 0 }
  if (!rowsOf(engine)) return tally
  const rows = rowsOf(engine)!
  for (const id of await rows.due()) {
    const row = await rows.claim(id)
    if (!row) continue
    try {
      await carryOut(engine, row)
      tally.ran++
    } catch (error) {
      if (error instanceof Lost) continue
      if (isInTrash(engine, row, error)) {
        await rows.drop(row)
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
  const { author, author_key } = row as Row & Authorship
  const caller = new Caller({ ...system, ...((author_key ?? author) !== null && { onBehalfOf: { author, author_key } }) })
  const finished = rowsOf(engine)!.finished(row, () => new Lost())
  const given = { id: row['document'], depth: 0, with: { guards: [finished] } }
  const { idle } =
    row['action'] === 'publish'
      ? await call(engine, caller, 'update', entity, { ...given, input: { status: 'published' } })
      : await engine.local['unpublish']!(engine, caller, { entity, id: row['document'] }, given)
  if (idle) await engine.store.commit({ guards: [finished] })
}

/** A document in the trash can't be found. Its time has passed there, so it is not published the moment it returns. */
const isInTrash = ({ model }: Engine, row: Row, error: unknown): boolean =>
  error instanceof GalleyError && error.code === 'NOT_FOUND' && Boolean(model.entities.get(row['entity'])?.options['trash'])

/** What a person must mend fails at once; what may pass by itself is tried again. */
async function note(engine: Engine, row: Row, error: Error): Promise<void> {
  const isFinal =
    (error instanceof GalleyError && !['STALE', 'TRANSACTION', 'INTERNAL'].includes(error.code)) || row['attempts'] >= ATTEMPTS
  const facts = { entity: row['entity'], id: row['document'], error: error.message }
  if (isFinal) engine.settings.log.error(`a scheduled ${row['action']} failed`, facts)
  else engine.settings.log.warn(`a scheduled ${row['action']} failed and will be tried again`, facts)
  await (isFinal ? rowsOf(engine)!.failed(row, error.message) : rowsOf(engine)!.putBack(row, error.message))
}
