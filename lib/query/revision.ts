/** A document's revision for a caller's ETags: a count of saves or, if some saves must stay hidden, the time of the last visible one.
 * Tested by test/access/unnoticed-drafts.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Meta } from '../store/document.ts'
import type { ReadingFeatures } from './reader-parts.ts'

/** A global that was never saved has revision 0. */
export function revisionFor(
  entity: Entity,
  caller: Caller,
  meta: Pick<Meta, 'rev' | 'updatedAt'> | undefined,
  features: Pick<ReadingFeatures, 'hidesSaves'>,
): number {
  if (!meta) return 0
  return features.hidesSaves(entity, caller) ? Date.parse(meta.updatedAt) : meta.rev
}
