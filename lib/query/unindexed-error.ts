/** The error with which `queries.unindexed: 'refuse'` answers visitors' lists that read every document. Tested by test/query/unindexed.test.ts. */
import type { Entity } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import { type Look, resolvePath } from './paths.ts'
import { advised, type UnindexedList } from './unindexed.ts'

export function unindexedError(list: UnindexedList, entity: Entity, look: Look): GalleyError {
  const advice = advised(list)
  const paths = list.index ?? [list.inField?.path ?? '']
  const what = 'No index serves this list, so it would read every document'
  if (advice === undefined) return new GalleyError('UNINDEXED', `${what}: filter and sort by other fields`)
  // The index may contain fields that only access rules use.
  if (!paths.every((path) => isKnown(path.replace(/^-/, ''), entity, look)))
    return new GalleyError('UNINDEXED', `${what}: \`npx galley doctor --queries\` names the index that would`)
  return new GalleyError('UNINDEXED', `${what}: declare ${advice} on '${list.collection}', or filter and sort by other fields`)
}

/** Whether the caller may know the field. */
function isKnown(path: string, entity: Entity, look: Look): boolean {
  try {
    resolvePath(path, entity, look, 'where')
    return true
  } catch {
    return false
  }
}
