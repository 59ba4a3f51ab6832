/** The revisions that the change of a call accepts. The documents that the Local API returns one by one have their revisions here, and not
 * in their fields. Tested by test/local/revisions.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { kindOf } from '../../schema/plain-object.ts'
import type { Engine } from '../engine.ts'
import { badQuery } from '../errors.ts'
import type { ChangeOptions } from './types.ts'

const revisionsOf = derived((_: Engine) => new WeakMap<object, number>())

/** Remembers with which revision a document was read or saved. */
export function rememberRevision(engine: Engine, document: object, revision: number): void {
  revisionsOf(engine).set(document, revision)
}

type Conditions = Pick<ChangeOptions, 'ifMatch' | 'ifUnchanged'>

/** For a call with such a condition. */
export function acceptedRevisions(engine: Engine, { ifMatch, ifUnchanged }: Conditions): readonly number[] {
  if (ifUnchanged === undefined) return numbersIn(ifMatch)
  if (ifMatch !== undefined) throw badQuery("can't be combined with ifMatch", 'ifUnchanged')
  const revision = revisionsOf(engine).get(ifUnchanged)
  if (revision === undefined) throw badQuery('must be a document that the Local API has read by id, or saved', 'ifUnchanged')
  return [revision]
}

/** Text such as the ETag of a response would never match. */
function numbersIn(given: unknown): readonly number[] {
  const all: unknown[] = [given].flat()
  const wrong = all.find((one) => typeof one !== 'number')
  if (all.every((one) => typeof one === 'number')) return all
  throw badQuery(`must be the number of a revision ('r2' in an ETag is 2), not ${kindOf(wrong)}; or use ifUnchanged`, 'ifMatch')
}
