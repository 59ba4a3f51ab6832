/** The rows of saved views: their owner, and whom they are shared with. Tested by test/features/presence-views-choices.test.ts. */

import type { Engine, Operation } from '../../engine.ts'
import { anyOf, isNot, oneOf } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { onlyRow } from '../../store/only-row.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$views'

export const viewsTable = ownTable({
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'collection', kind: 'text', slugs: 'owner' },
    { name: 'name', kind: 'text' },
    { name: 'query', kind: 'text', fields: { query: 'collection' } },
    { name: 'owner', kind: 'text' },
    { name: 'shared_with', kind: 'text' },
    { name: 'position', kind: 'number' },
    { name: 'created_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['owner'], 'the views of one person'), index(TABLE, ['shared_with'], 'the views for a role')],
})

/** For every role. */
export const EVERYBODY = '*'

/** What can be changed later. */
export interface ViewContent {
  name: string
  query: string
  /** A role, everyone, or no one else. */
  sharedWith: string | null
}

export interface SavedViewValues extends ViewContent {
  collection: string
  owner: string
}

export interface SavedView extends SavedViewValues {
  id: number
}

const viewOf = (row: Row): SavedView => ({
  id: row['id'],
  collection: row['collection'],
  name: row['name'],
  query: row['query'],
  owner: row['owner'],
  sharedWith: row['shared_with'] ?? null,
})

/** The views for the user's role and for everyone, then the user's own. Those that nobody has put in order come last, by name. */
export async function viewsFor({ store }: Engine, owner: string, role: string): Promise<SavedView[]> {
  const readable = anyOf({ owner }, { shared_with: oneOf(role, EVERYBODY) })
  const rows = await viewsTable.in(store).find(readable, { sort: ['name', 'id'], fromReplica: true })
  const place = ({ position }: Row) => position ?? Number.POSITIVE_INFINITY
  const inOrder = rows.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b))).map(viewOf)
  const isShared = ({ sharedWith }: SavedView) => sharedWith !== null
  return [...inOrder.filter(isShared), ...inOrder.filter((view) => !isShared(view))]
}

/** Whether the owner, the caller's role, or those it is shared with would see two views of this name in the list, in any case of letters. */
export async function isNameTaken(
  { store }: Engine,
  { id, collection, name, owner, sharedWith }: SavedViewValues & { id?: number },
  role: string,
): Promise<boolean> {
  const shared = sharedWith === EVERYBODY ? isNot(null) : oneOf(role, EVERYBODY, ...(sharedWith === null ? [] : [sharedWith]))
  const rows = await viewsTable.in(store).find([{ collection }, anyOf({ owner }, { shared_with: shared })], { columns: ['id', 'name'] })
  return rows.some((row) => row['id'] !== id && String(row['name']).toLowerCase() === name.toLowerCase())
}

export async function viewBy({ store }: Engine, id: number): Promise<SavedView | undefined> {
  const row = await viewsTable.in(store).first({ id })
  return row && viewOf(row)
}

export async function keepView(
  { store, settings }: Engine,
  { collection, name, query, owner, sharedWith }: SavedViewValues,
): Promise<SavedView> {
  const row = { collection, name, query, owner, shared_with: sharedWith, created_at: settings.clock.now().toISOString() }
  return viewOf(onlyRow(await store.change(viewsTable.in(store).insert(row, { returning: '*' }))))
}

/** Undefined if somebody has deleted it since. */
export async function replaceView({ store }: Engine, id: number, { name, query, sharedWith }: ViewContent): Promise<SavedView | undefined> {
  const [row] = await store.change(viewsTable.in(store).update({ id }, { name, query, shared_with: sharedWith }, '*'))
  return row && viewOf(row)
}

export async function arrangeViews({ store }: Engine, ids: readonly number[]): Promise<void> {
  await store.commit({ writes: ids.map((id, position) => viewsTable.in(store).update({ id }, { position })) })
}

export async function removeView({ store }: Engine, id: number): Promise<void> {
  await store.change(viewsTable.in(store).delete({ id }))
}

/** Shared views stay for those who use them. */
export function forgottenWith({ engine, existing }: Operation): Statement {
  return viewsTable.in(engine.store).delete({ owner: String(existing.meta.id), shared_with: null })
}
