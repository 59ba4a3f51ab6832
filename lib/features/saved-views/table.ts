/** The rows of saved views: their owner, and whom they are shared with. Tested by test/features/presence-views-choices.test.ts. */

import type { Engine, Operation } from '../../engine.ts'
import { anyOf, oneOf } from '../../store/conditions.ts'
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
    { name: 'created_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['owner'], 'the views of one person'), index(TABLE, ['shared_with'], 'the views for a role')],
})

/** For every role. */
export const EVERYBODY = '*'

export interface SavedViewValues {
  collection: string
  name: string
  query: string
  owner: string
  /** A role, everyone, or no one else. */
  sharedWith: string | null
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

/** The user's own views, those for their role and those for everyone, by name. */
export async function viewsFor({ store }: Engine, owner: string, role: string): Promise<SavedView[]> {
  const readable = anyOf({ owner }, { shared_with: oneOf(role, EVERYBODY) })
  return (await viewsTable.in(store).find(readable, { sort: ['name', 'id'], fromReplica: true })).map(viewOf)
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

export async function removeView({ store }: Engine, id: number): Promise<void> {
  await store.change(viewsTable.in(store).delete({ id }))
}

/** Shared views stay for those who use them. */
export function forgottenWith({ engine, existing }: Operation): Statement {
  return viewsTable.in(engine.store).delete({ owner: String(existing.meta.id), shared_with: null })
}
