/** The revision of a document, as tags tell it to a caller: a count of saves, or where some must stay unnoticed, the time of the last one they see. */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Meta } from '../store/document.ts'
import type { ReadingFeatures } from './reader-parts.ts'

/** A global that was never saved has the revision 0. */
export function revisionFor(
  entity: Entity,
  caller: Caller,
  meta: Pick<Meta, 'rev' | 'updatedAt'> | undefined,
  features: Pick<ReadingFeatures, 'hidesSaves'>,
): number {
  if (!meta) return 0
  return features.hidesSaves(entity, caller) ? Date.parse(meta.updatedAt) : meta.rev
}
