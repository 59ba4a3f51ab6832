/** Order: editors choose the position of documents; lists follow it unless another sort is requested. Tested by test/features/trash-and-order.test.ts. */
import type { Entity } from '../../../schema/model.ts'
import type { Operation } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { readJson } from '../../http/body.ts'
import { changed } from '../../http/document-answer.ts'
import { changeOptionsOf } from '../../http/document-routes.ts'
import { documentAt } from '../../local/address.ts'
import { isLive, mayPublish } from '../../operations/publishing.ts'
import { and, byId } from '../../query/filter.ts'
import type { View } from '../../query/view.ts'
import { sorting } from '../../store/index-spec.ts'
import { orderMethods } from './local.ts'
import { MOVE, type MoveTarget, move, targetOf } from './move.ts'
import { lastPosition, POSITION, positionBeside } from './positions.ts'

const isOrderable = (entity: Entity): boolean => entity.options['orderable'] === true

export const order: Feature = {
  name: 'order',
  columns: (entity) => (isOrderable(entity) ? [{ name: POSITION, kind: 'number', filled: '0' }] : []),
  indexes: (entity) => (isOrderable(entity) ? [sorting(entity.slug, [POSITION, 'id'], 'the order that editors choose', ['id'])] : []),
  order: (entity) => (isOrderable(entity) ? [{ path: { column: POSITION, kind: 'number' }, direction: 'asc' }] : undefined),
  intents: {
    [MOVE]: { of: 'update', sentence: 'Moves a document to another position.', without: ['shape', 'check'], undoes: true },
  },
  steps: [
    {
      name: 'putLast',
      stage: 'check',
      sentence: 'Puts a new document after all others.',
      on: ['create'],
      for: isOrderable,
      toleratesMissing: true,
      run: putLast,
    },
    {
      name: 'place',
      stage: 'load',
      sentence: 'Finds a position between two others.',
      on: ['update'],
      for: isOrderable,
      run: place,
    },
  ],
  local: orderMethods,
  routes: () => [
    {
      method: 'POST',
      path: '/:collection/:id/move',
      name: 'move',
      run: async (request) => {
        const { engine, caller, params, exchange } = request
        const at = documentAt(engine, caller.actor, request.param('collection'), params['id'])
        const given = await readJson(exchange)
        return changed(request, 200, await move(engine, caller, at, given as MoveTarget, changeOptionsOf(request)))
      },
    },
  ],
}

async function putLast(operation: Operation): Promise<void> {
  const position = await lastPosition(operation.engine, operation.entity)
  operation.row = { fields: [], own: { ...operation.row?.own, [POSITION]: position }, dated: true }
}

async function place(operation: Operation): Promise<void> {
  const { request, engine, entity, original } = operation
  if (request.intent !== MOVE || !original) return
  if (isLive(operation)) await mayPublish(operation)
  const { side, id } = targetOf(request.input as MoveTarget)
  if (id === original.meta.id) {
    operation.idle = true
    return
  }
  const beside = (await isVisible(operation, id)) ? await positionBeside(engine, entity, side, id, original.meta.id) : undefined
  if (beside === undefined) throw notFound("The document to move it next to doesn't exist")
  operation.doc = original.doc
  operation.row = { fields: [], own: { [POSITION]: beside }, dated: false, updatedAt: original.meta.updatedAt }
}

/** A neighbor that the caller may not read is treated as nonexistent. */
async function isVisible({ engine, entity, caller, view }: Operation, id: number): Promise<boolean> {
  const drafts: View = { ...view, options: { ...view.options, draft: true } }
  const readable = and(await engine.access.documents.filter(entity, 'read', caller), engine.features.restrict(entity, caller, drafts))
  return (await engine.reader.existing(entity, and(byId(id), readable), true)).size > 0
}
