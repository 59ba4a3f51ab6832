/** `galley media:check` and `galley media:render`: finds unneeded files and documents with missing files, and renders missing sizes. */

import { Caller, system } from '../../actor.ts'
import type { CliCommand } from '../../cli/command.ts'
import { call } from '../../local/call.ts'
import type { Handle } from '../../local/handle.ts'
import { byId } from '../../query/filter.ts'
import { greaterThan } from '../../store/conditions.ts'
import { Rows } from '../../store/records.ts'
import { type FileFacts, fileKeysOf, MEDIA } from './collection.ts'
import { isRendered } from './images.ts'
import { Incoming } from './incoming.ts'
import { Spool } from './spool.ts'
import { storagesOf } from './storages.ts'
import { WaitingFiles } from './table.ts'

const A_PAGE = 200
/** Files stored within the last hours may belong to a document that is still being written. */
const SETTLED = 24 * 3600 * 1000

export const mediaCheck: CliCommand = {
  usage: 'media:check',
  description: 'Find files without a document, and documents without their files',
  options: [['--delete', "delete the files that don't belong to a document"]],
  reports: true,
  async run(session, { delete: isToDelete }) {
    const cms = await (await session.project()).open({ ifMissing: 'refuse' })
    try {
      const { missing, unneeded } = await checkFiles(cms)
      for (const { id, key } of missing) session.say(`media ${id}: the file ${key} is missing`)
      for (const key of unneeded) {
        if (isToDelete) await storagesOf(cms.engine.settings).of(key).delete(key)
        session.say(`${key}: no document has it${isToDelete ? '; deleted' : ''}`)
      }
      session.say(`${missing.length} missing, ${unneeded.length} without a document`)
      if (missing.length > 0) session.fail('Upload the missing files again: PUT /media/<id>/file')
      return { missing, [isToDelete ? 'deleted' : 'unneeded']: unneeded }
    } finally {
      await cms.stop()
    }
  },
}

export const mediaRender: CliCommand = {
  usage: 'media:render',
  description: 'Create the sizes in upload.imageSizes for images that lack them',
  options: [['--all', 'create every size again']],
  reports: true,
  async run(session, { all }) {
    const cms = await (await session.project()).open({ ifMissing: 'refuse' })
    const wanted = cms.engine.settings.upload.imageSizes.map((size) => size.name)
    let rendered = 0
    try {
      for await (const { id, facts } of documents(cms)) {
        if (session.signal.aborted) break
        const isComplete = wanted.every((name) => facts.sizes?.[name])
        if (!isRendered(facts.mimeType) || (isComplete && !all)) continue
        await renderAgain(cms, id, facts)
        session.say(`${facts.filename} (${++rendered})`)
      }
      session.say(`${rendered} rendered`)
      if (session.signal.aborted) session.fail('Interrupted. Run the command again to render the rest')
      return { rendered }
    } finally {
      await cms.stop()
    }
  },
}

/** Compares both ways: files missing from the storage, and files it holds needlessly. */
export async function checkFiles({ engine }: Handle): Promise<{ missing: { id: number; key: string }[]; unneeded: string[] }> {
  const storages = storagesOf(engine.settings)
  const lying = new Map<string, Date | undefined>()
  for (const storage of storages.all) for await (const { key, changedAt } of storage.list?.('') ?? []) lying.set(key, changedAt)
  const canList = storages.all.every((storage) => storage.list)
  const missing: { id: number; key: string }[] = []
  const needed = await new WaitingFiles(engine).keys()
  for await (const { id, facts } of documents({ engine })) {
    for (const key of fileKeysOf(facts)) {
      needed.add(key)
      if (canList && !lying.has(key)) missing.push({ id, key })
    }
  }
  const before = engine.settings.clock.now().getTime() - SETTLED
  const unneeded = [...lying].filter(([key, changedAt]) => !needed.has(key) && (changedAt?.getTime() ?? 0) < before)
  return { missing, unneeded: unneeded.map(([key]) => key) }
}

/** Every media document, with keys instead of URLs; includes the trash. */
async function* documents({ engine }: Pick<Handle, 'engine'>): AsyncGenerator<{ id: number; facts: FileFacts }> {
  const entity = engine.entity(MEDIA)
  const media = new Rows(MEDIA, engine.store)
  for (let last = 0; ; ) {
    const rows = await media.find({ id: greaterThan(last) }, { columns: ['id'], sort: ['id'], limit: A_PAGE, fromReplica: true })
    for (const row of rows) {
      const found = await engine.reader.stored(entity, byId(row['id']))
      if (found) yield { id: row['id'], facts: found.doc as FileFacts }
    }
    const end = rows.at(-1)
    if (!end || rows.length < A_PAGE) return
    last = end['id']
  }
}

async function renderAgain({ engine }: Handle, id: number, facts: FileFacts): Promise<void> {
  const key = facts.original?.url ?? facts.url
  const found = await storagesOf(engine.settings).of(key).get(key)
  if (!found) return engine.settings.log.warn('a picture has no file to make sizes of', { id, file: key })
  const incoming = await Incoming.again(engine, await Spool.of(found.stream, Number.MAX_SAFE_INTEGER), facts)
  try {
    await call(engine, new Caller(system), 'update', engine.entity(MEDIA), {
      id,
      input: {},
      with: { data: incoming.facts, brings: incoming },
    })
  } finally {
    await incoming.done()
  }
}
