/** Every option that the types of the Local API know works, and makes no line in the log. A new option doesn't compile until it is here. */
import { expect } from 'chai'
import type { Cms } from '../../lib/local/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type {
  ChangeOptions,
  CountOptions,
  CreateOptions,
  DeleteOptions,
  FindOptions,
  FindVersionOptions,
  ReadOptions,
  UpdateOptions,
} from '../../lib/local/types.ts'
import { drawn } from '../harness/depth.ts'
import { DATABASES, end, HOSTS, type Started, start, temporaryFile } from '../harness/start.ts'

const PDF = { filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }

type All<Options> = { [Name in keyof Required<Options>]: NonNullable<Options[Name]> }

const READ: All<ReadOptions> = {
  draft: true,
  depth: 1,
  trash: false,
  locale: 'en',
  fallbackLocale: false,
  select: ['id'],
  showHidden: true,
  context: { from: 'here' },
}
const { depth: _, select: __, ...COUNTED } = READ
const COUNT: All<CountOptions> = { ...COUNTED, where: { id: { gt: 0 } } }
const FIND: All<FindOptions> = { ...READ, where: { id: { gt: 0 } }, sort: 'id', limit: 1, page: 1, count: false }
const CREATE: Omit<All<CreateOptions>, 'copyOf'> = READ
const CHANGE: Omit<All<ChangeOptions>, 'ifMatch' | 'ifUnchanged'> = READ
const UPDATE: Omit<All<UpdateOptions>, 'ifMatch' | 'ifUnchanged'> = { ...READ, where: { id: { gt: 0 } } }
const DELETE: Omit<All<DeleteOptions>, 'ifMatch' | 'ifUnchanged'> = READ
const COMPARE: All<FindVersionOptions> = { ...READ, compare: 'live' }
const someday = { action: 'publish', at: new Date('2999-01-01') } as const

/** Two documents, a file, and the latest revision and version of the first, which the calls may change. */
interface There {
  id: number
  other: number
  file: number
  rev: number
  version: number
  globalVersion: number
}

const CALLS: Record<string, (cms: Cms, there: There) => unknown> = {
  find: (cms) => cms.find('posts', FIND),
  all: (cms) => cms.all('posts', omit(FIND, 'page', 'count')).next(),
  findById: (cms, { id }) => cms.findById('posts', id, READ),
  count: (cms) => cms.count('posts', COUNT),
  create: (cms, { id }) => cms.create('posts', { title: 'x' }, { ...CREATE, copyOf: id }),
  update: (cms, { id, rev }) => cms.update('posts', id, { title: 'x' }, { ...UPDATE, ifMatch: [rev, rev + 1] }),
  increment: (cms, { id }) => cms.increment('posts', id, 'n', 2, { min: 0, max: 10 }),
  delete: (cms, { id, rev }) => cms.delete('posts', id, { ...DELETE, ifMatch: rev }),
  findGlobal: (cms) => cms.findGlobal('site', omit(READ, 'trash')),
  updateGlobal: (cms) => cms.updateGlobal('site', { title: 'x' }, { ...CHANGE, ifMatch: Array.from({ length: 99 }, (_none, rev) => rev) }),
  findVersions: (cms, { id }) => cms.findVersions('posts', id, { limit: 1, page: 1 }),
  findGlobalVersions: (cms) => cms.findGlobalVersions('site', { limit: 1, page: 1 }),
  findVersion: (cms, { id, version }) => cms.findVersion('posts', id, version, COMPARE),
  findGlobalVersion: (cms, { globalVersion }) => cms.findGlobalVersion('site', globalVersion, COMPARE),
  restoreVersion: (cms, { id, version, rev }) => cms.restoreVersion('posts', id, version, { ...CHANGE, ifMatch: rev }),
  restoreGlobalVersion: (cms, { globalVersion }) => cms.restoreGlobalVersion('site', globalVersion, CHANGE),
  unpublish: (cms, { id, rev }) => cms.unpublish('posts', id, { ...CHANGE, ifMatch: rev }),
  unpublishGlobal: (cms) => cms.unpublishGlobal('site', CHANGE),
  autosave: (cms, { id, rev }) => cms.autosave('posts', id, { title: 'y' }, { ...CHANGE, ifMatch: rev }),
  autosaveGlobal: (cms) => cms.autosaveGlobal('site', { title: 'y' }, CHANGE),
  discardDraft: async (cms, { id }) => {
    await cms.autosave('posts', id, { title: 'y' })
    await cms.discardDraft('posts', id, CHANGE)
  },
  discardGlobalDraft: async (cms) => {
    await cms.autosaveGlobal('site', { title: 'y' })
    await cms.discardGlobalDraft('site', CHANGE)
  },
  schedule: (cms, { id }) => cms.schedule('posts', id, someday),
  scheduleGlobal: (cms) => cms.scheduleGlobal('site', someday),
  preview: (cms, { id }) => cms.preview('posts', id, { title: 'x' }, omit(READ, 'trash')),
  previewGlobal: (cms) => cms.previewGlobal('site', { title: 'x' }, omit(READ, 'trash')),
  'move before': (cms, { id, other, rev }) => cms.move('posts', id, { before: other }, { ...CHANGE, ifMatch: rev }),
  'move after': (cms, { id, other }) => cms.move('posts', id, { after: other }, CHANGE),
  recover: async (cms, { id }) => {
    await cms.delete('posts', id)
    await cms.recover('posts', id, CHANGE)
  },
  upload: (cms) => cms.upload(PDF, { alt: 'x' }, omit(READ, 'trash')),
  replaceFile: (cms, { file }) => cms.replaceFile(file, PDF, omit(CHANGE, 'trash')),
  signedURL: (cms, { file }) => cms.signedURL(file, { expiresIn: 60 }),
  transaction: (cms) => cms.transaction(async (own) => own.update('posts', 1, { title: 'x' }), { retries: 1 }),
  emit: (cms) => cms.emit('orders.paid', {}, { collection: 'posts', id: 1 }),
  runJobs: (cms) => cms.runJobs({ wait: 1 }),
  'audit.find': (cms) => {
    const query = { action: 'update', target: 'posts', doc: 1, actor: 'a', from: new Date(0), to: new Date(), limit: 1, page: 1 }
    return cms.audit.find(query)
  },
  'audit.note': (cms) =>
    cms.audit.note({
      action: 'order.paid',
      target: 'orders',
      doc: 1,
      title: 'x',
      changes: [{ field: 'n', before: 1, after: 2 }],
      detail: {},
    }),
  sendEmail: (cms) => cms.sendEmail({ to: 'a@example.org', subject: 'x', text: 'x', html: '<p>x</p>' }),
}

function omit<Given, Name extends keyof Given>(given: Given, ...names: Name[]): Omit<Given, Name> {
  return Object.fromEntries(Object.entries(given as object).filter(([name]) => !names.includes(name as Name))) as Omit<Given, Name>
}

for (const database of drawn(DATABASES, 'known options'))
  describe(`local: known options with ${database.name}`, () => {
    let logged: Started['logged']
    let cms: Handle
    before(async () => {
      const fields = [
        { name: 'title', localized: true },
        { name: 'n', type: 'number' as const },
      ]
      const words = { drafts: true, versions: true, schedule: true, fields }
      const started = await start(HOSTS[0]!, database, {
        audit: true,
        events: ['orders.paid'],
        email: { name: 'test', send: async () => undefined },
        localization: { locales: ['en', 'th'] },
        upload: { dir: temporaryFile('-files'), folders: true },
        collections: [{ slug: 'posts', ...words, trash: true, orderable: true }],
        globals: [{ slug: 'site', ...words }],
      })
      logged = started.logged
      cms = started.cms
    })
    after(() => end(cms))

    for (const [name, call] of Object.entries(CALLS))
      it(`${name} has every option of its type`, async () => {
        const { id } = await cms.create('posts', { title: 'x', n: 1, status: 'published' })
        const { id: other } = await cms.create('posts', { title: 'y', status: 'published' })
        await cms.updateGlobal('site', { title: 'x', status: 'published' })
        const { id: file } = await cms.upload(PDF)
        const { id: version = 0 } = (await cms.findVersions('posts', id)).docs[0] ?? {}
        const { id: globalVersion = 0 } = (await cms.findGlobalVersions('site')).docs[0] ?? {}
        const before = logged.length
        await call(cms, { id, other, file, rev: 1, version, globalVersion })
        expect(logged.slice(before).filter(({ level }) => level !== 'info')).to.deep.equal([])
      })
  })
