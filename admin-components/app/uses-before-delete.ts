/** Where documents are used that are about to be deleted, without what takes another place or owner. Tested by test/admin-components/before-delete.test.ts. */
import type { App } from './app.ts'
import type { Entity } from './schema.ts'
import { type KnownUses, type Uses, usesOf, usesOfMany } from './uses.ts'

const FILES = 'media'
const FOLDERS = 'media-folders'

/** Apart from the uses that a delete moves: see `Uses.moved`. */
export async function usesBeforeDelete(app: App, entity: Entity, ids: readonly number[]): Promise<Uses | undefined> {
  const all = await usesIn(app, entity, ids)
  const places = all?.places.filter(({ fields = [] }) => fields.some((one) => holdsBelow(entity).includes(one))) ?? []
  if (!all || places.length === 0) return all
  const rest = await usesIn(app, entity, ids, holdsBelow(entity))
  if (!rest) return all
  // A document below may use it elsewhere as well, and the server names a part of very many.
  const trashed = all.trashed - rest.trashed
  const total = Math.max(all.total - rest.total, places.length + trashed)
  return { ...rest, moved: { total, trashed, places, needed: 0, lists: [] } }
}

const usesIn = async (app: App, { slug }: Entity, ids: readonly number[], without: readonly string[] = []): Promise<Uses | undefined> =>
  // biome-ignore lint/style/noNonNullAssertion: there is one
  ids.length === 1 ? usesOf(app, slug, ids[0]!, without) : usesOfMany(app, slug, ids, without)

/** The fields that name the place of a document in a tree. The server moves the contents of a deleted folder. */
function holdsBelow({ slug, admin }: Entity): string[] {
  if (slug === FOLDERS) return [`${FOLDERS}.parent`, `${FILES}.folder`]
  return admin.list?.tree === undefined ? [] : [`${slug}.${admin.list.tree}`]
}

/** Apart from the uses that a transfer of what a person owns or created takes along. */
export async function usesBesideOwned(app: App, person: number, uses: KnownUses): Promise<KnownUses> {
  if (!uses || uses === 'unknown') return uses
  const used = new Set(uses.places.flatMap(({ fields = [] }) => fields))
  const owners = app.known.collections.flatMap(({ slug, admin }) => [`${slug}.createdBy`, `${slug}.${admin.ownerField ?? 'createdBy'}`])
  const transferred = [...new Set(owners)].filter((field) => used.has(field))
  return transferred.length > 0 ? usesOf(app, 'users', person, transferred) : uses
}
