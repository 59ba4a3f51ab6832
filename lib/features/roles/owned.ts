/** The documents that a user owns, and who gets them when the user is deleted: `DELETE /users/:id?transferTo=<id>|none`. */

import type { Entity } from '../../../schema/model.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import type { OperationOption } from '../../feature-answers.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { REV } from '../../store/columns.ts'
import { increased } from '../../store/conditions.ts'
import { Rows } from '../../store/records.ts'
import { ownerFieldOf } from './limits.ts'

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
  [...model.collections.values()].filter(
    (entity) =>
      !entity.internal &&
      entity.slug !== 'users' &&
      entity.fields.some((field) => field.name === ownerFieldOf(entity) && field.to === 'users' && !field.hasMany),
  )

export async function owned({ engine, caller, params }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const user = idOf(params['userId'])
  const counts: { collection: string; count: number }[] = []
  for (const entity of ownedCollections(engine)) {
    const count = await new Rows(entity.slug, engine.store).count({ [ownerFieldOf(entity)]: user }, { fromReplica: true })
    if (count > 0) counts.push({ collection: entity.slug, count })
  }
  return json(200, JSON.stringify(counts))
}

/** Transfers what a user owns, in the transaction that deletes the user. */
export async function moveOwned({ engine, existing, view, writes }: Operation): Promise<void> {
  const to = view.options['transferTo'] as number | 'none' | undefined
  if (to === undefined) return
  if (to !== 'none') {
    if (to === existing.meta.id) throw badQuery('must be another user', 'transferTo')
    const otherwise = () => notFound("The user to transfer to doesn't exist")
    writes.guards.push({
      ...new Rows('users', engine.store).select({ id: to }, { columns: ['id'] }),
      expect: { rows: 1, otherwise },
    })
  }
  for (const entity of ownedCollections(engine)) {
    const owner = ownerFieldOf(entity)
    const change = { [owner]: to === 'none' ? null : to, [REV]: increased() }
    writes.writes.push(new Rows(entity.slug, engine.store).update({ [owner]: existing.meta.id }, change))
  }
}
