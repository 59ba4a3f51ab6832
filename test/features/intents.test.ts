/** What each kind of save sends and records: the events that webhooks and listeners get, and the entries of the audit log. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { AuditEntry } from '../../lib/local/types.ts'
import { HurriedClock } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'
import { configWith, DATABASES, end } from '../harness/start.ts'

type Cms = Awaited<ReturnType<typeof createCms>>

/** A document of a collection, or a global, before the save. */
const STATES = ['new', 'draft', 'live', 'pending'] as const
type State = (typeof STATES)[number]

/** What a save does in each state: its events, then its audit actions; `-` where it can't be done. */
const TABLE = `
  save            new                draft                  live                   pending
  save            create|create      update|update          update|update          draft|draft
  saveDraft       create|create      update|update          draft|draft            draft|draft
  publish         create,publish|create  update,publish|publish  update|update     update,publish|publish
  autosave        -                  |draft                 |draft                 |draft
  unpublish       -                  |                      update,unpublish|unpublish  update,unpublish|unpublish
  discardDraft    -                  -                      |                      |discard
  restore         -                  update|restore         draft|restore          draft|restore
  saveLiveDraft   -                  -                      |                      |discard
  autosaveLive    -                  -                      |                      |discard
  restoreLive     -                  -                      |                      |discard
  trash           -                  delete|delete          delete|delete          delete|delete
`

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [save, ...cells] = line.trim().split(/\s+/) as [string, ...string[]]
    return { save, cells: Object.fromEntries(STATES.map((state, index) => [state, cells[index]!])) as Record<State, string> }
  })

describe('features: what each save sends and records', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Cms
      let sink: Sink
      const received: string[] = []

      before(async () => {
        sink = await new Sink().start()
        cms = await createCms(
          configWith(database, {
            clock: new HurriedClock(),
            audit: true,
            webhooks: [{ url: sink.origin }],
            collections: [{ slug: 'posts', drafts: true, versions: true, trash: true, fields: [{ name: 'title' }] }],
            globals: STATES.flatMap((state) =>
              ROWS.map(({ save }) => ({
                slug: `${state}-${save.toLowerCase()}`,
                drafts: true,
                versions: true,
                fields: [{ name: 'title' }],
              })),
            ),
            features: [{ name: 'ear', hear: ({ event }) => void received.push(event) }],
          }),
        )
      })
      after(async () => {
        await end(cms)
        await sink.stop()
      })

      /** Both kinds of content behind one set of calls. */
      const document = (id: number | undefined) => ({
        save: (data: object) => (id === undefined ? cms.create('posts', data) : cms.update('posts', id, data)),
        autosave: (title = 'auto') => cms.autosave('posts', id!, { title }),
        unpublish: () => cms.unpublish('posts', id!),
        discardDraft: () => cms.discardDraft('posts', id!),
        versions: () => cms.findVersions('posts', id!),
        restore: (version: number) => cms.restoreVersion('posts', id!, version),
        trash: () => cms.delete('posts', id!),
      })
      const global = (slug: string) => ({
        save: (data: object) => cms.updateGlobal(slug, data),
        autosave: (title = 'auto') => cms.autosaveGlobal(slug, { title }),
        unpublish: () => cms.unpublishGlobal(slug),
        discardDraft: () => cms.discardGlobalDraft(slug),
        versions: () => cms.findGlobalVersions(slug),
        restore: (version: number) => cms.restoreGlobalVersion(slug, version),
        trash: undefined,
      })
      type Content = ReturnType<typeof document> | ReturnType<typeof global>

      async function prepare(kind: 'collection' | 'global', state: State, save: string): Promise<Content> {
        const older = { title: 'older', status: state === 'draft' ? 'draft' : 'published' }
        const empty = kind === 'global' ? global(`${state}-${save.toLowerCase()}`) : document(undefined)
        if (state === 'new') return empty
        const { id } = (await empty.save(older)) as { id?: number }
        const one = kind === 'global' ? empty : document(id)
        await one.save({ title: 'first' })
        if (state === 'pending') await one.save({ title: 'second', status: 'draft' })
        return one
      }

      async function perform(save: string, one: Content): Promise<void> {
        if (save === 'save') await one.save({ title: 'x' })
        else if (save === 'saveDraft') await one.save({ title: 'x', status: 'draft' })
        else if (save === 'publish') await one.save({ title: 'x', status: 'published' })
        else if (save === 'restore') await one.restore((await one.versions()).docs.at(-1)!.id)
        else if (save === 'saveLiveDraft') await one.save({ title: 'first', status: 'draft' })
        else if (save === 'autosaveLive') await one.autosave('first')
        else if (save === 'restoreLive') await one.restore((await one.versions()).docs.find(({ status }) => status === 'published')!.id)
        else await one[save as 'autosave' | 'unpublish' | 'discardDraft' | 'trash']!()
      }

      const newest = async (): Promise<number> => (await cms.audit.find({ limit: 1 })).docs[0]?.id ?? 0
      const since = async (id: number): Promise<AuditEntry[]> => (await cms.audit.find()).docs.filter((one) => one.id > id).reverse()

      for (const kind of ['collection', 'global'] as const)
        for (const { save, cells } of ROWS)
          for (const state of STATES) {
            const cell = cells[state]
            if (cell === '-' || (kind === 'global' && save === 'trash')) continue
            it(`${kind}: ${save} of ${state}`, async () => {
              const one = await prepare(kind, state, save)
              await cms.flushWebhooks()
              const last = await newest()
              sink.forget()
              received.length = 0
              await perform(save, one)
              await cms.flushWebhooks()
              const expected = kind === 'global' ? ofGlobal(cell) : cell
              const [events, entries] = expected.split('|').map((part) => part.split(',').filter(Boolean))
              expect(
                sink.got.map(({ body }) => body.event),
                'webhooks',
              ).to.deep.equal(events)
              expect(received, 'listeners').to.deep.equal(events)
              expect(
                (await since(last)).map(({ action }) => action),
                'audit',
              ).to.deep.equal(entries)
            })
          }
    })
  }
})

/** A global is never created: its first save is an update. */
const ofGlobal = (cell: string): string => cell.replace('create,publish|create', 'update,publish|publish').replaceAll('create', 'update')
