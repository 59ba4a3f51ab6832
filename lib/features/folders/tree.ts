/** The folder tree: a folder's ancestors, what is private because of them, and which names are taken. Tested by test/features/media/private.test.ts. */

import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { call } from '../../local/call.ts'
import { among, either, isNot } from '../../store/conditions.ts'
import type { Doc } from '../../store/document.ts'
import { Rows } from '../../store/records.ts'

export const FOLDERS = 'media-folders'
export const MEDIA_FILES = 'media'

/** Deeper trees are not intended by anyone. */
export const DEEPEST = 50
const A_RUN = 50

/** Identifies a folder among its siblings: the parent and the name, case-insensitive. */
export const placeOf = (parent: unknown, name: string): string => `${parent ?? 0}/${name.normalize('NFC').toLowerCase()}`

/** A folder and its ancestors, nearest first. */
export async function folderPathOf(engine: Engine, id: unknown): Promise<Doc[]> {
  const folders = new Rows(FOLDERS, engine.store)
  const path: Doc[] = []
  for (let next = id; typeof next === 'number' && path.length <= DEEPEST; ) {
    const row = await folders.first({ id: next }, { columns: ['id', 'parent', 'private', 'name'] })
    if (!row) break
    path.push(row)
    next = row['parent']
  }
  return path
}

export const isPrivatePath = (path: readonly Doc[]): boolean => path.some((folder) => folder['private'] === true || folder['private'] === 1)

/** The ids of the descendants of folders, including the folders themselves. */
async function withDescendants(folders: Rows<string>, ids: readonly number[]): Promise<number[]> {
  const all = [...ids]
  for (let level = ids, depth = 0; level.length > 0 && depth <= DEEPEST; depth++) {
    const children = await folders.find({ parent: among('id', level) }, { columns: ['id'] })
    level = children.map((row) => row['id'] as number).filter((id) => !all.includes(id))
    all.push(...level)
  }
  return all
}

/** Makes files in private folders private if they are not yet; each run handles some, the next continues. */
export async function hideContents(engine: Engine): Promise<{ hidden: number }> {
  if (!engine.settings.upload.folders) return { hidden: 0 }
  const folders = new Rows(FOLDERS, engine.store)
  const roots = await folders.find({ private: true }, { columns: ['id'] })
  if (roots.length === 0) return { hidden: 0 }
  const ids = await withDescendants(
    folders,
    roots.map((row) => row['id']),
  )
  const isShown = { private: either(null, isNot(true)), folder: among('id', ids) }
  let hidden = 0
  for (const { id } of await new Rows(MEDIA_FILES, engine.store).find(isShown, { columns: ['id'], limit: A_RUN })) {
    try {
      await call(engine, new Caller(system), 'update', engine.entity(MEDIA_FILES), { id, input: { private: true } })
      hidden++
    } catch (error) {
      engine.settings.log.warn('a file in a private folder could not be made private', { id, error: (error as Error).message })
    }
  }
  return { hidden }
}
