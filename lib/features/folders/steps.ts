/** The steps that folders add to operations on folders and their files. Tested by test/features/media/private.test.ts. */

import { because } from '../../../schema/reasons.ts'
import type { Engine, Operation } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'
import { SAVES } from '../../operations/contract.ts'
import type { Step } from '../../operations/stages.ts'
import { ownAncestor } from '../../query/ancestors.ts'
import { REV } from '../../store/columns.ts'
import { increased, isNot } from '../../store/conditions.ts'
import { lock, Rows } from '../../store/records.ts'
import type { Statement } from '../../store/write-set.ts'
import { DEEPEST, FOLDERS, folderPathOf, hideContents, isPrivatePath, MEDIA_FILES, placeOf } from './tree.ts'

const isFolder = ({ slug }: { slug: string }) => slug === FOLDERS

export const folderSteps: readonly Step[] = [
  {
    name: 'placeFolder',
    stage: 'check',
    sentence: 'Refuses a folder inside itself, and the name of a sibling.',
    on: SAVES,
    for: isFolder,
    run: placeFolder,
  },
  {
    name: 'lockFolders',
    stage: 'write',
    sentence: 'Serializes moves of folders, across all processes.',
    on: [...SAVES, 'delete'],
    for: isFolder,
    run: lockFolders,
  },
  {
    name: 'moveContentsUp',
    stage: 'write',
    sentence: 'Moves the contents of a deleted folder to its parent.',
    on: ['delete'],
    for: isFolder,
    run: moveContentsUp,
  },
  {
    name: 'hideContents',
    stage: 'settle',
    sentence: 'Makes the contents of a private folder private; the scheduled jobs finish the work.',
    on: SAVES,
    for: isFolder,
    run: async ({ engine }) => void (await hideContents(engine)),
  },
  {
    name: 'hideInPrivateFolder',
    stage: 'check',
    sentence: 'Makes a file in a private folder private.',
    on: SAVES,
    for: ({ slug, fields }) => slug === MEDIA_FILES && fields.some((field) => field.to === FOLDERS),
    run: hideInPrivateFolder,
  },
]

async function placeFolder(operation: Operation): Promise<void> {
  const { doc, engine, original, request } = operation
  const { name, parent } = doc
  const path = await folderPathOf(engine, parent)
  if (original && path.some((folder) => folder['id'] === request.id))
    throw new ValidationError([{ ...because('folder-in-itself'), field: 'parent' }])
  if (path.length >= DEEPEST) throw new ValidationError(`would be nested deeper than ${DEEPEST} folders`, 'parent')
  const place = placeOf(parent, String(name))
  if (await isTaken(engine, place, request.id ?? 0)) throw new ValidationError([{ ...because('unique'), field: 'name', code: 'UNIQUE' }])
  operation.doc['place'] = operation.data['place'] = place
}

/** Two concurrent moves could create a cycle that neither creates alone, so the final check is made under the lock. */
function lockFolders(operation: Operation): void {
  const { engine, writes, data, name } = operation
  writes.guards.push(...lock(engine.store, 'folders'))
  if (name === 'update' && typeof data['parent'] === 'number') writes.writes.push(noCircle(engine, operation.existing.meta.id))
}

function noCircle({ store }: Engine, id: number): Statement {
  return {
    ...ownAncestor(store, FOLDERS, 'parent', id, DEEPEST),
    expect: { rows: 0, otherwise: () => new ValidationError([{ ...because('folder-in-itself'), field: 'parent' }]) },
  }
}

async function moveContentsUp({ engine, writes, existing, now }: Operation): Promise<void> {
  const { id } = existing.meta
  const above: number | null = existing.doc['parent'] ?? null
  const folders = new Rows(FOLDERS, engine.store)
  const changed = { updated_at: now, [REV]: increased() }
  const taken = new Set<string>()
  for (const folder of await folders.find({ parent: id }, { columns: ['id', 'name'] })) {
    const name = await freeName(engine, id, above, folder['name'], taken)
    writes.writes.push(folders.update({ id: folder['id'] }, { parent: above, name, place: placeOf(above, name), ...changed }))
  }
  writes.writes.push(new Rows(MEDIA_FILES, engine.store).update({ folder: id }, { folder: above, ...changed }))
}

/** `Photos`, or `Photos (2)` if the parent folder already has one of that name. */
async function freeName(engine: Engine, leaving: number, parent: unknown, name: string, taken: Set<string>): Promise<string> {
  for (let n = 1; ; n++) {
    const wanted = n === 1 ? name : `${name} (${n})`
    const place = placeOf(parent, wanted)
    if (taken.has(place) || (await isTaken(engine, place, leaving))) continue
    taken.add(place)
    return wanted
  }
}

/** Whether a folder other than this one is there. */
const isTaken = async ({ store }: Engine, place: string, id: number): Promise<boolean> =>
  (await new Rows(FOLDERS, store).first({ place, id: isNot(id) }, { columns: ['id'] })) !== undefined

async function hideInPrivateFolder({ doc, data, engine }: Operation): Promise<void> {
  if (doc['private'] === true || typeof doc['folder'] !== 'number') return
  if (isPrivatePath(await folderPathOf(engine, doc['folder']))) doc['private'] = data['private'] = true
}
