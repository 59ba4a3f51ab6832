/** Builds the check that the draft a change leaves behind still passes the caller's access filter. Tested by test/features/reach.test.ts. */
import { wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { ForbiddenError } from '../errors.ts'
import type { Filter } from '../query/filter.ts'
import { matchOf } from '../query/unsaved-content.ts'
import type { Statement } from '../store/write-set.ts'
import { formOf } from './snapshot.ts'

export async function admittedAside(operation: Operation, filter: Filter): Promise<Statement[]> {
  if (filter.is === 'all') return []
  const whole = wholeOf(operation.entity)
  const draft = { entity: whole, id: operation.existing.meta.id, doc: await formOf(operation, whole) }
  const otherwise = () => new ForbiddenError('You are not allowed to save this draft: it would leave your reach')
  return [{ ...matchOf(draft, filter, operation.engine), expect: { rows: 1, otherwise } }]
}
