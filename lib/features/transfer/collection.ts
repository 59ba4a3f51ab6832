/** The collection that an import or export is for. Tested by test/features/transfer/transfer.test.ts. */
import { didYouMean } from '../../../schema/nearest.ts'
import { badRequest } from '../../errors.ts'
import type { Handle } from '../../local/handle.ts'

export function checkCollection(cms: Handle, slug: string): void {
  const known = [...cms.engine.model.collections.values()].filter(({ internal }) => !internal).map((entity) => entity.slug)
  if (!known.includes(slug)) throw badRequest(`The collection '${slug}' doesn't exist. ${didYouMean(slug, known)}`.trim())
}
