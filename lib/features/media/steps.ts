/** The steps that media adds to operations on its documents. */

import type { Entity } from '../../../schema/model.ts'
import type { Operation } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import { SAVES } from '../../operations/contract.ts'
import type { Step } from '../../operations/stages.ts'
import type { Doc } from '../../store/document.ts'
import { FACTS, type FileFacts, fileKeysOf, MEDIA } from './collection.ts'
import { Incoming } from './incoming.ts'
import { keepKind } from './kept-kind.ts'
import { Spool } from './spool.ts'
import { isPrivateKey, storagesOf } from './storages.ts'
import { WaitingFiles } from './table.ts'

const isMedia = ({ slug }: { slug: string }) => slug === MEDIA

export const mediaSteps: readonly Step[] = [
  {
    name: 'needFile',
    stage: 'receive',
    sentence: 'Refuses a document without a file.',
    on: ['create'],
    for: isMedia,
    run: needFile,
  },
  {
    name: 'keepKind',
    stage: 'check',
    sentence: 'Refuses a file of another kind in the place of one that is used where only its kind is taken.',
    on: ['update'],
    for: isMedia,
    run: async (operation) => {
      const found = broughtBy(operation)?.facts.mimeType
      if (found !== undefined && operation.original) await keepKind(operation, found)
    },
  },
  {
    name: 'placeFiles',
    stage: 'check',
    sentence: 'Stores the file and its sizes; stores them again if the focal point, crop or privacy has changed.',
    on: SAVES,
    for: isMedia,
    run: placeFiles,
  },
  {
    name: 'claimFiles',
    stage: 'write',
    sentence: 'Claims the files for the document, and releases its previous ones.',
    on: SAVES,
    for: isMedia,
    run: claimFiles,
  },
  {
    name: 'releaseFiles',
    stage: 'write',
    sentence: 'Releases the files of a permanently deleted document.',
    on: ['delete'],
    for: isMedia,
    run: releaseFiles,
  },
]

const broughtBy = ({ request }: Operation): Incoming | undefined =>
  request.with?.brings instanceof Incoming ? request.with.brings : undefined

/** Only uploads set the fields that describe a file. */
export function receivedMedia(entity: Entity, data: Doc): void {
  if (isMedia(entity)) for (const name of FACTS) delete data[name]
}

function needFile(operation: Operation): void {
  if (!broughtBy(operation)) throw badRequest('is required: a document of media is made by an upload', 'file')
}

async function placeFiles(operation: Operation): Promise<void> {
  const facts = await placed(operation)
  if (!facts) return
  Object.assign(operation.data, facts)
  Object.assign(operation.doc, facts)
}

async function placed(operation: Operation): Promise<FileFacts | undefined> {
  const { doc, original, engine } = operation
  const brought = broughtBy(operation)
  if (brought) return brought.place(doc)
  if (!original || !isToMove(operation)) return undefined
  const before = original.doc as FileFacts
  const spool = await fetched(operation, before.original?.url ?? before.url)
  try {
    return await (await Incoming.again(engine, spool, before)).place(doc)
  } finally {
    await spool.remove()
  }
}

/** Whether the file must be stored elsewhere, or rendered again from the same upload. */
function isToMove({ doc, existing }: Operation): boolean {
  const { url, focalPoint, crop } = existing.doc
  const isOther = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  return isPrivateKey(url) !== (doc['private'] === true) || isOther(focalPoint, doc['focalPoint']) || isOther(crop, doc['crop'])
}

async function fetched({ engine }: Operation, key: string): Promise<Spool> {
  const found = await storagesOf(engine.settings).of(key).get(key)
  if (!found) throw badRequest('is missing in the storage; upload it again', 'file')
  return Spool.of(found.stream, Number.MAX_SAFE_INTEGER)
}

function claimFiles(operation: Operation): void {
  const { engine, doc, original, writes } = operation
  const waiting = new WaitingFiles(engine)
  const before = original ? fileKeysOf(original.doc as FileFacts) : []
  const after = fileKeysOf(doc as FileFacts)
  const gone = before.filter((key) => !after.includes(key))
  writes.writes.push(
    ...after.filter((key) => !before.includes(key)).map((key) => waiting.claim(key)),
    ...gone.map((key) => waiting.release(key)),
  )
  if (gone.length > 0) operation.afterwards.push(() => waiting.remove(gone))
}

function releaseFiles({ engine, existing, writes, row, afterwards }: Operation): void {
  if (row) return
  const waiting = new WaitingFiles(engine)
  const gone = fileKeysOf(existing.doc as FileFacts)
  writes.writes.push(...gone.map((key) => waiting.release(key)))
  afterwards.push(() => waiting.remove(gone))
}
