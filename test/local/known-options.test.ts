/** Every method of the Local API takes the options of its type and no others, the hint of a refusal lists just these, and each of them works
 * without a line in the log. A new option doesn't compile until it is here.
 */
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
import { DATABASES, end, HOSTS, type Started, start, startCms, temporaryFile } from '../harness/start.ts'

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
const DELETE: Omit<All<DeleteOptions>, 'ifMatch' | 'ifUnchanged' | 'transferTo'> = READ
const COMPARE: All<FindVersionOptions> = {
  locale: 'en',
  fallbackLocale: false,
  showHidden: true,
  context: { from: 'here' },
  compare: 'live',
}
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

/** The names of all options, by the types that have them. */
const CONDITIONS = ['ifMatch', 'ifUnchanged']
const OF = {
  read: Object.keys(READ),
  count: Object.keys(COUNT),
  find: Object.keys(FIND),
  all: Object.keys(omit(FIND, 'page', 'count')),
  create: [...Object.keys(CREATE), 'copyOf'],
  change: [...Object.keys(CHANGE), ...CONDITIONS],
  update: [...Object.keys(UPDATE), ...CONDITIONS],
  delete: [...Object.keys(DELETE), ...CONDITIONS, 'transferTo'],
  version: Object.keys(COMPARE),
}
const EVERY = new Set(Object.values(OF).flat())

/** A call of every method that takes some of these, which fails before it changes anything. */
const METHODS: Record<string, [options: readonly string[], call: (cms: any, options: object) => Promise<unknown>]> = {
  find: [OF.find, (cms, options) => cms.find('posts', options)],
  all: [OF.all, (cms, options) => cms.all('posts', options).next()],
  findById: [OF.read, (cms, options) => cms.findById('posts', 1, options)],
  count: [OF.count, (cms, options) => cms.count('posts', options)],
  create: [OF.create, (cms, options) => cms.create('posts', {}, options)],
  update: [OF.update, (cms, options) => cms.update('posts', 1, {}, options)],
  delete: [OF.delete, (cms, options) => cms.delete('posts', 1, options)],
  findGlobal: [OF.read, (cms, options) => cms.findGlobal('site', options)],
  updateGlobal: [OF.change, (cms, options) => cms.updateGlobal('site', {}, options)],
  findVersion: [OF.version, (cms, options) => cms.findVersion('posts', 1, 1, options)],
  findGlobalVersion: [OF.version, (cms, options) => cms.findGlobalVersion('site', 1, options)],
  restoreVersion: [OF.change, (cms, options) => cms.restoreVersion('posts', 1, 1, options)],
  restoreGlobalVersion: [OF.change, (cms, options) => cms.restoreGlobalVersion('site', 1, options)],
  unpublish: [OF.change, (cms, options) => cms.unpublish('posts', 1, options)],
  unpublishGlobal: [OF.change, (cms, options) => cms.unpublishGlobal('site', options)],
  discardDraft: [OF.change, (cms, options) => cms.discardDraft('posts', 1, options)],
  discardGlobalDraft: [OF.change, (cms, options) => cms.discardGlobalDraft('site', options)],
  autosave: [OF.change, (cms, options) => cms.autosave('posts', 1, {}, options)],
  autosaveGlobal: [OF.change, (cms, options) => cms.autosaveGlobal('site', {}, options)],
  preview: [OF.read, (cms, options) => cms.preview('posts', 1, {}, options)],
  previewGlobal: [OF.read, (cms, options) => cms.previewGlobal('site', {}, options)],
  move: [OF.change, (cms, options) => cms.move('posts', 1, { before: 2 }, options)],
  recover: [OF.change, (cms, options) => cms.recover('posts', 1, options)],
  upload: [OF.read, (cms, options) => cms.upload('a.png', {}, options)],
  uploadFromURL: [OF.read, (cms, options) => cms.uploadFromURL('https://example.org/a.png', {}, options)],
  replaceFile: [OF.change, (cms, options) => cms.replaceFile(1, 'a.png', options)],
}

describe('local: the options of each method', () => {
  let cms: Handle
  before(async () => {
    const words = { drafts: true, versions: true, fields: [{ name: 'title' }] }
    cms = await startCms(DATABASES[0]!, {
      collections: [
        { slug: 'posts', ...words, trash: true, orderable: true },
        { slug: 'notes', ...words, access: { update: ({ context }: { context: object }) => 'key' in context } },
      ],
      globals: [{ slug: 'site', ...words }],
    } as object)
  })
  after(() => end(cms))

  for (const [name, [options, call]] of Object.entries(METHODS))
    it(`${name} lists those that it has, and refuses those that only others have`, async () => {
      const says = (given: object) =>
        call(cms, given).then(
          () => '',
          ({ message }: Error) => message,
        )
      const hint = /use one of (.*)$/.exec(await says({ zzzzzzzz: 1 }))?.[1]?.split(', ') ?? []
      expect(hint.sort()).to.deep.equal([...options].sort())
      for (const other of [...EVERY].filter((one) => !options.includes(one)))
        expect(await says({ [other]: 1 }), other).to.match(new RegExp(`^${other}: unknown option '${other}'`))
    })

  it('only users hand over what they own', async () => {
    const says = (call: Promise<unknown>) =>
      call.then(
        () => '',
        ({ message }: Error) => message,
      )
    const { id } = await cms.create('posts', { title: 'x' })
    expect(await says(cms.delete('posts', id, { transferTo: 1 } as object))).to.match(/^transferTo: has no effect on 'posts'/)
    expect(await cms.findById('posts', id, { draft: true })).to.include({ title: 'x' })
  })

  it('a version is read with the context of the call', async () => {
    const { id } = await cms.create('notes', { title: 'x' })
    const [version] = (await cms.findVersions('notes', id)).docs
    const editor = cms.as({ id: 1, role: 'editor' })
    expect((await editor.findVersion('notes', id, version!.id, { context: { key: 1 } })).data).to.include({ title: 'x' })
    expect(await editor.findVersion('notes', id, version!.id).catch(({ status }) => status)).to.equal(403)
  })
})
