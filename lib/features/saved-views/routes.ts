/** `/admin/views`: everyone with access to the admin can save views; only admins can share them. Tested by test/features/presence-views-choices.test.ts. */

import { because } from '../../../schema/reasons.ts'
import type { Caller, User } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, ForbiddenError, GalleyError, notFound, type Refusal, ValidationError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import {
  arrangeViews,
  EVERYBODY,
  isNameTaken,
  keepView,
  removeView,
  replaceView,
  type SavedView,
  type SavedViewValues,
  type ViewContent,
  viewBy,
  viewsFor,
} from './table.ts'

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
  const given = await readJson(exchange)
  const { collection } = given
  const refusals = refusalsOf(given)
  if (typeof collection !== 'string' || !(await mayRead(engine, caller, collection)))
    refusals.unshift({ field: 'collection', message: 'must be a collection' })
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  const { name, query, sharedWith } = valuesIn({ sharedWith: null, ...given })
  if (sharedWith !== null) onlySharer(user)
  const own = (await viewsFor(engine, String(user.id), user.role)).filter(({ owner }) => owner === String(user.id))
  const kept: SavedViewValues = { collection: collection as string, name, query, owner: String(user.id), sharedWith }
  // A request repeated after a lost response creates no second view.
  const same = own.find((view) => Object.entries(kept).every(([fact, value]) => view[fact as keyof SavedViewValues] === value))
  if (!same) await refuseTaken(engine, kept, user)
  if (!same && own.length >= MOST) throw badRequest(`There are ${MOST} views already; delete some first`)
  const view = same ?? (await keepView(engine, kept))
  return json(201, JSON.stringify(shown(view, String(user.id))))
}

/** Renames a view, shows something else in it, or shares it with others. What isn't given stays. */
export async function changeView({ engine, caller, params, exchange }: ApiRequest): Promise<Answer> {
  const user = onlyPeople(caller)
  const view = await ownedView(engine, caller, params['id'])
  const given = { ...view, ...(await readJson(exchange)) }
  const refusals = refusalsOf(given)
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  const values = valuesIn(given)
  if (values.sharedWith !== view.sharedWith) onlySharer(user)
  if (values.name !== view.name || values.sharedWith !== view.sharedWith) await refuseTaken(engine, { ...view, ...values }, user)
  const changed = await replaceView(engine, view.id, values)
  if (!changed) throw notFound()
  return json(200, JSON.stringify(shown(changed, String(user.id))))
}

/** Puts views in the given order. They keep it for everyone who sees them. */
export async function orderViews({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const { ids } = await readJson(exchange)
  if (!Array.isArray(ids) || ids.length > MOST || new Set(ids).size < ids.length || !ids.every((id) => Number.isSafeInteger(id)))
    throw new GalleyError('VALIDATION', [{ field: 'ids', message: `must be a list of at most ${MOST} different ids` }])
  for (const id of ids) await ownedView(engine, caller, id)
  await arrangeViews(engine, ids)
  return json(200, JSON.stringify({ ordered: ids.length }))
}

export async function deleteView({ engine, caller, params }: ApiRequest): Promise<Answer> {
  const { id } = await ownedView(engine, caller, params['id'])
  await removeView(engine, id)
  return json(200, JSON.stringify({ deleted: 1 }))
}

/** A view that the caller may change: their own, or any if they are an admin. */
async function ownedView(engine: Engine, caller: Caller, id: unknown): Promise<SavedView> {
  const user = onlyPeople(caller)
  const view = await viewBy(engine, idOf(id))
  const isMine = view?.owner === String(user.id)
  const isShared =
    view !== undefined && [user.role, EVERYBODY].includes(view.sharedWith ?? '') && (await mayRead(engine, caller, view.collection))
  if (!view || !(isMine || isShared || user.role === 'admin')) throw notFound()
  if (!isMine && user.role !== 'admin') throw new ForbiddenError('Only admins can change or delete a view that others have shared')
  return view
}

function refusalsOf({ name, query, sharedWith = null }: Record<string, unknown>): Refusal[] {
  const refusals: Refusal[] = []
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME)
    refusals.push({ field: 'name', message: `must be a string of at most ${LONGEST_NAME} characters` })
  if (typeof query !== 'string' || query.length > LONGEST_QUERY)
    refusals.push({ field: 'query', message: `must be a string of at most ${LONGEST_QUERY} characters` })
  if (sharedWith !== null && (typeof sharedWith !== 'string' || !/^(\*|[a-z][a-z0-9-]{0,31})$/i.test(sharedWith)))
    refusals.push({ field: 'sharedWith', message: `must be a role, or '${EVERYBODY}' for every role` })
  return refusals
}

/** What `refusalsOf` has found nothing wrong with. */
const valuesIn = ({ name, query, sharedWith }: Record<string, unknown>): ViewContent => ({
  name: (name as string).trim(),
  query: query as string,
  sharedWith: (sharedWith ?? null) as string | null,
})

/** Two views of one name can't be told apart in the menu. */
async function refuseTaken(engine: Engine, view: SavedViewValues & { id?: number }, { role }: User): Promise<void> {
  if (!(await isNameTaken(engine, view, role))) return
  throw new ValidationError([
    { field: 'name', ...because('unique', undefined, 'is the name of another view of this list'), code: 'UNIQUE' },
  ])
}

function onlySharer({ role }: User): void {
  if (role !== 'admin') throw new ForbiddenError('Only admins can share a view')
}

/** A view's name and filter contain values of documents, so it is visible only to users who may read the collection. */
async function mayRead(engine: Engine, caller: Caller, collection: string): Promise<boolean> {
  if (!engine.model.collections.has(collection)) return false
  const entity = engine.entity(collection)
  return !entity.internal && (await engine.access.documents.filter(entity, 'read', caller)).is !== 'none'
}

const shown = ({ owner, ...view }: SavedView, me: string) => ({ ...view, isMine: owner === me })
