/** The documents that a user owns, and who gets them when the user is deleted: `DELETE /users/:id?transferTo=<id>|none`.
 * Tested by test/features/transferred-owners.test.ts.
 */

import { type Entity, wholeOf } from '../../../schema/model.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import type { OperationOption } from '../../feature-answers.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { ASIDE, type Column, columnsOf, REFERENCES, REV } from '../../store/columns.ts'
import { anyOf, increased, inside, jsonKey, oneOf, withJsonKey } from '../../store/conditions.ts'
import { Rows } from '../../store/records.ts'
import { PENDING } from '../../store/snapshots.ts'
import type { Statement } from '../../store/write-set.ts'
import { CREATOR, ownerFieldOf } from './limits.ts'

export const transferTo: OperationOption = {
  sentence: 'For DELETE of a user: the new owner of their documents, an id or `none`.',
  schema: { anyOf: [{ type: 'integer' }, { const: 'none' }] },
  on: ['delete'],
  for: (entity) => entity.slug === 'users',
  parse(given) {
    if (given === 'none') return 'none'
    const id = Number(given)
    if (typeof given === 'object' || !Number.isSafeInteger(id) || id < 1) throw badQuery("must be an id or 'none'", 'transferTo')
    return id
  },
}

const ownedCollections = ({ model }: Engine): Entity[] =>
  [...model.collections.values()].filter((entity) => !entity.internal && entity.slug !== 'users')

/** The columns of these fields that hold a user, in every locale. */
export const userColumns = (entity: Entity, ...names: readonly string[]): Column[] =>
  columnsOf(wholeOf(entity)).filter(
    ({ field }) => field.to === 'users' && !field.hasMany && names.some((name) => field.path.split('.')[0] === name),
  )

export async function owned({ engine, caller, params }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const user = idOf(params['userId'])
  const counts: { collection: string; count: number }[] = []
  for (const entity of ownedCollections(engine)) {
    const columns = userColumns(entity, ownerFieldOf(entity))
    if (columns.length === 0) continue
    const isTheirs = anyOf(...columns.map(({ name }) => ({ [name]: user })))
    const count = await new Rows(entity.slug, engine.store).count(isTheirs, { fromReplica: true })
    if (count > 0) counts.push({ collection: entity.slug, count })
  }
  return json(200, JSON.stringify(counts))
}

/** Transfers what a user owns, in the transaction that deletes the user. */
export async function moveOwned({ engine, existing, view, writes }: Operation): Promise<void> {
  const to = view.options['transferTo'] as number | 'none' | undefined
  if (to === undefined) return
  const from = existing.meta.id
  if (to !== 'none') {
    if (to === from) throw badQuery('must be another user', 'transferTo')
    const otherwise = () => notFound("The user to transfer to doesn't exist")
    writes.guards.push({
      ...new Rows('users', engine.store).select({ id: to }, { columns: ['id'] }),
      expect: { rows: 1, otherwise },
    })
  }
  for (const entity of ownedCollections(engine)) writes.writes.push(...moved(engine, entity, from, to === 'none' ? null : to))
}

/** Pending drafts change too: publishing one would otherwise bring back an owner who doesn't exist. Versions say what was saved then. */
function moved({ store }: Engine, entity: Entity, from: number, to: number | null): Statement[] {
  const columns = userColumns(entity, ownerFieldOf(entity), CREATOR)
  if (columns.length === 0) return []
  const rows = new Rows(entity.slug, store)
  const live = columns.map(({ name }) => rows.update({ [name]: from }, { [name]: to, [REV]: increased() }))
  if (entity.options['drafts'] !== true) return live
  const references = new Rows(REFERENCES, store)
  const ofDrafts = {
    entity: entity.slug,
    path: oneOf(...columns.map(({ name }) => ASIDE + name)),
    target_entity: 'users',
    target: from,
  }
  const drafts = inside(references.select(ofDrafts, { columns: ['source'] }))
  const pending = columns.map(({ name }) =>
    rows.update({ id: drafts, [PENDING]: jsonKey(name, 'id', from) }, { [PENDING]: withJsonKey(name, 'id', to), [REV]: increased() }),
  )
  return [...live, ...pending, to === null ? references.delete(ofDrafts) : references.update(ofDrafts, { target: to })]
}
