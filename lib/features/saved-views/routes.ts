/** `/admin/views`: everyone with access to the admin can save views; only admins can share them. Tested by test/features/presence-views-choices.test.ts. */
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, ForbiddenError, GalleyError, notFound, type Refusal } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { EVERYBODY, keepView, removeView, type SavedView, type SavedViewValues, viewBy, viewsFor } from './table.ts'

const LONGEST_NAME = 80
const LONGEST_QUERY = 4000
/** Views per user. */
const MOST = 200

export async function listViews({ engine, caller }: ApiRequest): Promise<Answer> {
  const user = onlyPeople(caller)
  const views = await viewsFor(engine, String(user.id), user.role)
  const readable: SavedView[] = []
  for (const view of views) if (await mayRead(engine, caller, view.collection)) readable.push(view)
  return json(200, JSON.stringify(readable.map((view) => shown(view, String(user.id)))))
}

export async function keep({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  const user = onlyPeople(caller)
  const { collection, name, query, sharedWith = null } = await readJson(exchange)
  const refusals: Refusal[] = []
  if (typeof collection !== 'string' || !(await mayRead(engine, caller, collection)))
    refusals.push({ field: 'collection', message: 'must be a collection' })
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME)
    refusals.push({ field: 'name', message: `must be a string of at most ${LONGEST_NAME} characters` })
  if (typeof query !== 'string' || query.length > LONGEST_QUERY)
    refusals.push({ field: 'query', message: `must be a string of at most ${LONGEST_QUERY} characters` })
  if (sharedWith !== null && (typeof sharedWith !== 'string' || !/^(\*|[a-z][a-z0-9-]{0,31})$/i.test(sharedWith)))
    refusals.push({ field: 'sharedWith', message: `must be a role, or '${EVERYBODY}' for every role` })
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  if (sharedWith !== null && user.role !== 'admin') throw new ForbiddenError('Only admins can share a view')
  const own = (await viewsFor(engine, String(user.id), user.role)).filter(({ owner }) => owner === String(user.id))
  const kept: SavedViewValues = {
    collection: collection as string,
    name: (name as string).trim(),
    query: query as string,
    owner: String(user.id),
    sharedWith: sharedWith as string | null,
  }
  // A request repeated after a lost response creates no second view.
  const same = own.find((view) => Object.entries(kept).every(([fact, value]) => view[fact as keyof SavedViewValues] === value))
  if (!same && own.length >= MOST) throw badRequest(`There are ${MOST} views already; delete some first`)
  const view = same ?? (await keepView(engine, kept))
  return json(201, JSON.stringify(shown(view, String(user.id))))
}

export async function deleteView({ engine, caller, params }: ApiRequest): Promise<Answer> {
  const user = onlyPeople(caller)
  const view = await viewBy(engine, idOf(params['id']))
  const isMine = view?.owner === String(user.id)
  const isShared =
    view !== undefined && [user.role, EVERYBODY].includes(view.sharedWith ?? '') && (await mayRead(engine, caller, view.collection))
  if (!view || !(isMine || isShared || user.role === 'admin')) throw notFound()
  if (!isMine && user.role !== 'admin') throw new ForbiddenError('Only admins can delete a shared view')
  await removeView(engine, view.id)
  return json(200, JSON.stringify({ deleted: 1 }))
}

/** A view's name and filter contain values of documents, so it is visible only to users who may read the collection. */
async function mayRead(engine: Engine, caller: Caller, collection: string): Promise<boolean> {
  if (!engine.model.collections.has(collection)) return false
  const entity = engine.entity(collection)
  return !entity.internal && (await engine.access.documents.filter(entity, 'read', caller)).is !== 'none'
}

const shown = ({ owner, ...view }: SavedView, me: string) => ({ ...view, isMine: owner === me })
