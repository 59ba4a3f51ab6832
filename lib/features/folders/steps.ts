/** The steps that folders add to operations on folders and their files. */
import { messages } from '../../../schema/messages.ts'
import type { Engine, Operation } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'
import { SAVES } from '../../operations/contract.ts'
import type { Step } from '../../operations/stages.ts'
import { REV } from '../../store/columns.ts'
import type { Statement } from '../../store/write-set.ts'
import { DEEPEST, FOLDERS, hideContents, isPrivatePath, MEDIA, pathOf, placeOf } from './tree.ts'

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
    for: ({ slug, fields }) => slug === MEDIA && fields.some((field) => field.to === FOLDERS),
    run: hideInPrivateFolder,
  },
]

async function placeFolder(operation: Operation): Promise<void> {
  const { doc, engine, original, asking } = operation
  const { name, parent } = doc
  const path = await pathOf(engine, parent)
  if (original && path.some((folder) => folder['id'] === asking.id))
    throw new ValidationError('must not be the folder itself, nor lie in it', 'parent')
  if (path.length >= DEEPEST) throw new ValidationError(`would be nested deeper than ${DEEPEST} folders`, 'parent')
  const place = placeOf(parent, String(name))
  const { table, quote: q, native } = engine.store.dialect
  const sql = native(`select ${q('id')} from ${table(FOLDERS)} where ${q('place')} = ? and ${q('id')} <> ?`)
  const taken = await engine.store.read(sql, [place, asking.id ?? 0], true)
  if (taken.length > 0) throw new ValidationError([{ message: messages.unique, field: 'name', code: 'UNIQUE' }])
  operation.doc['place'] = operation.data['place'] = place
}

/** Two concurrent moves could create a cycle that neither creates alone, so the final check is made under the lock. */
function lockFolders({ engine, writes, data, name, asking }: Operation): void {
  const { dialect } = engine.store
  const lock = dialect.lock('folders')
  if (lock !== undefined) writes.guards.push({ sql: lock, values: [] })
  if (name === 'update' && typeof data['parent'] === 'number') writes.writes.push(noCircle(engine, asking.id!))
}

function noCircle({ store }: Engine, id: number): Statement {
  const { table, quote: q } = store.dialect
  const folders = table(FOLDERS)
  return {
    sql: `with recursive up(id, depth) as (
      select f.${q('parent')}, 1 from ${folders} f where f.${q('id')} = ?
      union all select f.${q('parent')}, up.depth + 1 from up join ${folders} f on f.${q('id')} = up.id where up.depth <= ${DEEPEST}
    ) select up.id from up where up.id = ? or up.depth > ${DEEPEST} limit 1`,
    values: [id, id],
    expect: { rows: 0, otherwise: () => new ValidationError('must not be the folder itself, nor lie in it', 'parent') },
  }
}

async function moveContentsUp({ engine, writes, existing, now }: Operation): Promise<void> {
  const { id } = existing.meta
  const above: unknown = existing.doc['parent'] ?? null
  const { table, quote: q, native } = engine.store.dialect
  const touched = `${q('updated_at')} = ?, ${q(REV)} = ${q(REV)} + 1`
  const held = await engine.store.read(
    native(`select ${q('id')}, ${q('name')} from ${table(FOLDERS)} where ${q('parent')} = ?`),
    [id],
    true,
  )
  const move = `update ${table(FOLDERS)} set ${q('parent')} = ?, ${q('name')} = ?, ${q('place')} = ?, ${touched} where ${q('id')} = ?`
  const taken = new Set<string>()
  for (const folder of held) {
    const name = await freeName(engine, id, above, folder['name'], taken)
    writes.writes.push({ sql: move, values: [above, name, placeOf(above, name), now, folder['id']] })
  }
  writes.writes.push({
    sql: `update ${table(MEDIA)} set ${q('folder')} = ?, ${touched} where ${q('folder')} = ?`,
    values: [above, now, id],
  })
}

/** `Photos`, or `Photos (2)` if the parent folder already has one of that name. */
async function freeName({ store }: Engine, leaving: number, parent: unknown, name: string, taken: Set<string>): Promise<string> {
  const { table, quote: q, native } = store.dialect
  const sql = native(`select ${q('id')} from ${table(FOLDERS)} where ${q('place')} = ? and ${q('id')} <> ?`)
  for (let n = 1; ; n++) {
    const wanted = n === 1 ? name : `${name} (${n})`
    const place = placeOf(parent, wanted)
    if (taken.has(place) || (await store.read(sql, [place, leaving], true)).length > 0) continue
    taken.add(place)
    return wanted
  }
}

async function hideInPrivateFolder({ doc, data, engine }: Operation): Promise<void> {
  if (doc['private'] === true || typeof doc['folder'] !== 'number') return
  if (isPrivatePath(await pathOf(engine, doc['folder']))) doc['private'] = data['private'] = true
}
