/** Every method of the Local API with nonsense in each place: it works, or it is refused with a code, a status and a sentence. */
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { GalleyError } from '../../lib/errors.ts'
import { features } from '../../lib/features.ts'
import { type Handle, memberNames } from '../../lib/local/handle.ts'
import { addedBy } from '../../lib/local/members.ts'
import { configWith, DATABASES, end, SECRET, type Started, temporaryFile } from '../harness/start.ts'

const NONSENSE: unknown[] = [undefined, null, 3, '\ud800', [null], { a: { b: [] } }, () => 1, Symbol('s'), 10n]
const PDF = { filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }
const someday = { action: 'publish', at: '2999-01-01' }
const READ = { depth: 1, select: ['title'], draft: true, trash: false, locale: 'en', fallbackLocale: true, showHidden: true, context: {} }
const LIST = { ...READ, where: {}, sort: 'title', limit: 1, page: 1, count: true }
/** The options that all changes share are replaced only in `update`. */
const CHANGE = {}

/** What each method takes, in its places; the properties of objects are replaced with nonsense as well. */
const TAKES: Record<string, unknown[]> = {
  find: ['posts', LIST],
  all: ['posts', { sort: 'title' }],
  findById: ['posts', 1, { select: ['title'] }],
  count: ['posts', { where: {} }],
  create: ['posts', { title: 'x' }, { copyOf: 1 }],
  update: ['posts', 1, { title: 'x' }, { ...READ, where: {}, ifMatch: 1 }],
  delete: ['posts', 1, CHANGE],
  increment: ['posts', 1, 'n', 1, { min: 0, max: 9 }],
  findGlobal: ['site', { select: ['title'] }],
  updateGlobal: ['site', { title: 'x' }, CHANGE],
  unpublish: ['posts', 1, CHANGE],
  unpublishGlobal: ['site', CHANGE],
  discardDraft: ['posts', 1, CHANGE],
  discardGlobalDraft: ['site', CHANGE],
  autosave: ['posts', 1, { title: 'x' }, CHANGE],
  autosaveGlobal: ['site', { title: 'x' }, CHANGE],
  findVersions: ['posts', 1, { limit: 1, page: 1 }],
  findGlobalVersions: ['site', { limit: 1, page: 1 }],
  findVersion: ['posts', 1, 1, { compare: 'live' }],
  findGlobalVersion: ['site', 1, {}],
  restoreVersion: ['posts', 1, 1, CHANGE],
  restoreGlobalVersion: ['site', 1, CHANGE],
  schedule: ['posts', 1, someday],
  scheduleGlobal: ['site', someday],
  scheduled: ['posts', 1],
  scheduledGlobal: ['site'],
  cancelSchedule: ['posts', 1, 1],
  cancelGlobalSchedule: ['site', 1],
  preview: ['posts', 1, { title: 'x' }, {}],
  previewGlobal: ['site', { title: 'x' }, {}],
  createPreviewToken: ['posts', 1],
  createGlobalPreviewToken: ['site'],
  recover: ['posts', 1, CHANGE],
  move: ['posts', 1, { after: 2 }, CHANGE],
  translations: ['posts', 1],
  globalTranslations: ['site'],
  references: ['posts', 1],
  upload: [PDF, { alt: 'x' }, {}],
  uploadFromURL: ['http://127.0.0.1:9/a.pdf', { alt: 'x' }, {}],
  replaceFile: [1, PDF, CHANGE],
  signedURL: [1, { expiresIn: 1 }],
  'audit.find': [{ action: 'x', target: 'posts', doc: 1, actor: 'x', from: '2020-01-01', to: '2020-01-01', limit: 1, page: 1 }],
  'audit.verify': [],
  'audit.note': [
    { action: 'order.paid', target: 'orders', doc: 1, title: 'x', changes: [{ field: 'x', before: 1, after: 2 }], detail: {} },
  ],
  'auth.login': [{ email: '', password: 'x', ip: '127.0.0.1' }],
  'auth.user': ['token'],
  'auth.logout': [1],
  as: [{ id: 1, role: 'editor' }, {}],
  in: ['en'],
  me: [],
  withPreview: ['token'],
  transaction: [async () => 1, { retries: 1 }],
  emit: ['orders.paid', {}, { collection: 'posts', id: 1 }],
  sendEmail: [{ to: 'a@example.org', subject: 'x', text: 'x', html: 'x', from: 'x', replyTo: 'x', headers: {} }],
  flushWebhooks: [],
  retryWebhooks: [],
  runJobs: [{ wait: 1 }],
}

/** These start and stop the CMS that the other methods need. */
const OTHERS = ['start', 'stop']

describe('local: nonsense', () => {
  let cms: Handle
  const logged: Started['logged'] = []
  before(async () => {
    const config: Partial<Config> = {
      audit: true,
      events: ['orders.paid'],
      webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
      email: { name: 'test', send: async () => undefined },
      localization: { locales: ['en', 'th'] },
      upload: { dir: temporaryFile('-files') },
      collections: [
        {
          slug: 'posts',
          drafts: true,
          versions: true,
          schedule: true,
          trash: true,
          orderable: true,
          fields: [
            { name: 'title', localized: true },
            { name: 'n', type: 'number' },
            { name: 'cover', type: 'upload' },
            { name: 'seo', type: 'group', fields: [{ name: 'hits', type: 'number' }] },
          ],
        },
        { slug: 'media', fields: [{ name: 'alt' }, { name: 'secret', hidden: true }] },
      ],
      globals: [{ slug: 'site', drafts: true, versions: true, schedule: true, fields: [{ name: 'title' }] }],
    }
    cms = await createCms(configWith(DATABASES[0]!, config, logged))
    await cms.create('posts', { title: 'a', n: 1 })
  })
  after(() => end(cms))

  const problem = async (name: string, given: unknown[]): Promise<string | undefined> => {
    const [group, method] = name.split('.') as [string, string | undefined]
    const target: any = method === undefined ? cms : (cms as any)[group]
    try {
      const found = target[method ?? group](...given)
      if (name === 'all') await found.next()
      else await found
      return undefined
    } catch (error: any) {
      if (error instanceof GalleyError && error.status < 500 && !/^$|\[object|is not a function/.test(error.message)) return undefined
      return `${error?.name} ${error?.code}: ${error?.message}`
    }
  }

  it('has a row for every method', () => {
    expect([...Object.keys(TAKES), ...OTHERS].sort()).to.deep.equal(memberNames(addedBy(features)).sort())
  })

  it('warns of nothing that a method takes', async () => {
    for (const [name, given] of Object.entries(TAKES)) await problem(name, given)
    await cms.create('posts', { title: 'a', n: 1 })
    for (const target of [{ before: 1 }, { after: 1 }]) await cms.move('posts', 2, target).catch(() => undefined)
    expect(logged.filter(({ level, line }) => level === 'warn' && /ignores|not a field/.test(line))).to.deep.equal([])
  })

  it('upload refuses a stream of anything but bytes', async () => {
    for (const content of [Readable.from([1]), Readable.from([PDF.content, {}])])
      expect(await problem('upload', [{ filename: 'a.pdf', content }])).to.equal(undefined)
  })

  it('suggests what was meant: slugs, fields, paths and numbers; outsiders of a site in production learn no slug', async () => {
    const SUGGESTED: [call: (cms: any) => Promise<unknown>, says: RegExp][] = [
      [(cms) => cms.find('pots'), /There is no collection 'pots'\. did you mean 'posts'\?$/],
      [(cms) => cms.findGlobal('sites'), /There is no global 'sites'\. did you mean 'site'\?$/],
      [(cms) => cms.find('posts', { where: { 'updatedBy.emial': { equals: 1 } } }), /unknown field 'updatedBy\.emial'$/],
      [(cms) => cms.find('posts', { where: { 'cover.atl': { equals: 1 } } }), /unknown field 'cover\.atl'\. did you mean 'cover\.alt'\?$/],
      [(cms) => cms.find('posts', { where: { 'cover.secrt': { equals: 1 } } }), /unknown field 'cover\.secrt'$/],
      [(cms) => cms.find('posts', { sort: '-creatdAt' }), /unknown field 'creatdAt'\. did you mean 'createdAt'\?$/],
      [(cms) => cms.find('posts', { select: ['titel'] }), /unknown field 'titel'\. did you mean 'title'\?$/],
      [(cms) => cms.increment('posts', 1, 'seo.hit'), /is inside rows\. did you mean 'seo\.hits'\?$/],
      [(cms) => cms.move('posts', 1, { before: null }), /^before: must be the id of a document, not null$/],
      [(cms) => cms.move('posts', 1, { after: [2] }), /^after: must be the id of a document, not a list$/],
    ]
    for (const [call, says] of SUGGESTED) {
      const error: any = await call(cms).catch((error) => error)
      expect(error.message).to.match(says)
    }
    const settings = { secret: SECRET, db: sqlite({ filename: ':memory:' }), production: true }
    const live = await createCms({ ...settings, collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] }, { migrate: false })
    const message = (handle: any) => handle.find('pots').catch((error: Error) => error.message)
    expect(await message(live.as(null))).to.equal("There is no collection 'pots'")
    expect(await message(live)).to.equal("There is no collection 'pots'. did you mean 'posts'?")
    await live.stop()
  })

  it('reads all versions with limit: 0', async () => {
    const { id } = (await cms.create('posts', { title: '0' })) as { id: number }
    for (let n = 1; n < 12; n++) await cms.update('posts', id, { title: String(n) })
    expect(await cms.findVersions('posts', id, { limit: 0 })).to.include({ totalDocs: 12, totalPages: 1, hasNextPage: false })
    expect((await cms.findVersions('posts', id, { limit: 0 })).docs).to.have.length(12)
  })

  for (const name of Object.keys(TAKES))
    it(`${name} refuses it in a sentence`, async () => {
      const right = TAKES[name]!
      const found: string[] = []
      const attempt = async (given: unknown[], at: string) => {
        const says = await problem(name, given)
        if (says !== undefined) found.push(`${at} ${says}`)
      }
      const shown = (one: unknown) =>
        typeof one === 'object' ? JSON.stringify(one) : typeof one === 'function' ? 'function' : String(one) || "''"
      await attempt([], '()')
      for (const [place, one] of right.entries())
        for (const nonsense of NONSENSE) {
          await attempt(right.with(place, nonsense), `[${place}] = ${shown(nonsense)}`)
          if (typeof one === 'object' && one !== null)
            for (const key of Object.keys(one))
              await attempt(right.with(place, { ...one, [key]: nonsense }), `[${place}].${key} = ${shown(nonsense)}`)
        }
      expect(found).to.deep.equal([])
    })
})
