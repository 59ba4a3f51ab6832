/** Restores an earlier version by saving it again. */
import { wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { Address } from '../../local/address.ts'
import { type Call, call, idOf } from '../../local/call.ts'
import { refuseNoScope } from '../../operations/address.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { unfolded } from '../../store/snapshots.ts'
import { reached, readableVersion } from './history.ts'
import { valuesOfVersion, versionIn } from './readable.ts'

export const RESTORE = 'restore'

export async function restoreVersion(
  engine: Engine,
  caller: Caller,
  at: Address,
  version: unknown,
  options: Call = {},
): Promise<Operation> {
  const operation = await reached(engine, caller, at)
  refuseNoScope(operation)
  const { original } = operation
  const id = idOf(version)
  if (!original) throw notFound()
  const entity = wholeOf(at.entity)
  const pace = new Pace()
  const restored = await versionIn(await readableVersion(operation, id), entity)
  await pace.rest()
  const before = await unfolded(entity, await snapshotBefore(operation), undefined, pace)
  await pace.rest()
  const content = await valuesOfVersion(entity, restored, before, pace)
  await pace.rest()
  const input = { ...content, ...(entity.options['drafts'] === true && { status: 'draft' }) }
  const given = { ...options, ...(at.id !== undefined && { id: at.id }), with: { ...options.with, restored } }
  return call(engine, caller, 'update', entity, { ...given, intent: RESTORE, input })
}
