/** Whom a handle acts as decides what its methods do: every public member of the Local API × every kind of caller. */
import { expect } from 'chai'
import { GalleyError } from '../../lib/errors.ts'
import { features } from '../../lib/features.ts'
import type { Cms } from '../../lib/local/cms.ts'
import { type Handle, memberNames } from '../../lib/local/handle.ts'
import { addedBy } from '../../lib/local/members.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, end, startCms, temporaryFile } from '../harness/start.ts'

/** `auditor` has the rights `audit` and `deliveries`, `editor` has none; `member` signs in on the site alone. */
const CALLERS = ['anonymous', 'member', 'editor', 'auditor', 'admin', 'system'] as const
type Who = (typeof CALLERS)[number]

/** What a call finds: documents that the system has made for it. */
interface Facts {
  id: number
  other: number
  trashed: number
  media: number
  version: number
  job: number
  globalVersion: number
  globalJob: number
  token: string
  user: number
}

const PDF = { filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }
const someday = { action: 'publish', at: '2999-01-01' } as const

const CALLS: Record<string, (cms: Cms, facts: Facts) => unknown> = {
  find: (cms) => cms.find('posts'),
  all: (cms) => cms.all('posts').next(),
  findById: (cms, { id }) => cms.findById('posts', id),
  count: (cms) => cms.count('posts'),
  findGlobal: (cms) => cms.findGlobal('site'),
  references: (cms, { id }) => cms.references('posts', id),
  signedURL: (cms, { media }) => cms.signedURL(media),
  create: (cms) => cms.create('posts', { title: 'x' }),
  update: (cms, { id }) => cms.update('posts', id, { title: 'x' }),
  delete: (cms, { id }) => cms.delete('posts', id),
  increment: (cms, { id }) => cms.increment('posts', id, 'n'),
  updateGlobal: (cms) => cms.updateGlobal('site', { title: 'x' }),
  unpublish: (cms, { id }) => cms.unpublish('posts', id),
  unpublishGlobal: (cms) => cms.unpublishGlobal('site'),
  discardDraft: (cms, { id }) => cms.discardDraft('posts', id),
  discardGlobalDraft: (cms) => cms.discardGlobalDraft('site'),
  autosave: (cms, { id }) => cms.autosave('posts', id, { title: 'x' }),
  autosaveGlobal: (cms) => cms.autosaveGlobal('site', { title: 'x' }),
  findVersions: (cms, { id }) => cms.findVersions('posts', id),
  findGlobalVersions: (cms) => cms.findGlobalVersions('site'),
  findVersion: (cms, { id, version }) => cms.findVersion('posts', id, version),
  findGlobalVersion: (cms, { globalVersion }) => cms.findGlobalVersion('site', globalVersion),
  restoreVersion: (cms, { id, version }) => cms.restoreVersion('posts', id, version),
  restoreGlobalVersion: (cms, { globalVersion }) => cms.restoreGlobalVersion('site', globalVersion),
  schedule: (cms, { id }) => cms.schedule('posts', id, someday),
  scheduleGlobal: (cms) => cms.scheduleGlobal('site', someday),
  scheduled: (cms, { id }) => cms.scheduled('posts', id),
  scheduledGlobal: (cms) => cms.scheduledGlobal('site'),
  cancelSchedule: (cms, { id, job }) => cms.cancelSchedule('posts', id, job),
  cancelGlobalSchedule: (cms, { globalJob }) => cms.cancelGlobalSchedule('site', globalJob),
  preview: (cms, { id }) => cms.preview('posts', id, { title: 'x' }),
  previewGlobal: (cms) => cms.previewGlobal('site', { title: 'x' }),
  createPreviewToken: (cms, { id }) => cms.createPreviewToken('posts', id),
  createGlobalPreviewToken: (cms) => cms.createGlobalPreviewToken('site'),
  recover: (cms, { trashed }) => cms.recover('posts', trashed),
  move: (cms, { id, other }) => cms.move('posts', id, { after: other }),
  translations: (cms, { id }) => cms.translations('posts', id),
  globalTranslations: (cms) => cms.globalTranslations('site'),
  upload: (cms) => cms.upload(PDF),
  uploadFromURL: (cms) => cms.uploadFromURL('http://127.0.0.1:9/a.pdf'),
  replaceFile: (cms, { media }) => cms.replaceFile(media, PDF),
  'audit.find': (cms) => cms.audit.find(),
  'audit.verify': (cms) => cms.audit.verify(),
  'audit.note': (cms) => cms.audit.note({ action: 'order.paid', target: 'orders' }),
  'auth.login': (cms) => cms.auth.login({ email: 'editor@example.org', password: PASSWORD }),
  'auth.user': (cms) => cms.auth.user('a token that is nobody’s'),
  'auth.logout': (cms, { user }) => cms.auth.logout(user),
  as: (cms) => cms.as(null),
  in: (cms) => cms.in('en'),
  me: (cms) => cms.me(),
  withPreview: (cms, { token }) => cms.withPreview(token),
  transaction: (cms) => cms.transaction(async () => undefined),
  emit: (cms) => cms.emit('orders.paid', { total: 1 }),
  sendEmail: (cms) => cms.sendEmail({ to: 'a@example.org', subject: 'x', text: 'x' }),
  flushWebhooks: (cms) => cms.flushWebhooks(),
  retryWebhooks: (cms) => cms.retryWebhooks(),
  runJobs: (cms) => cms.runJobs(),
  start: (cms) => cms.start(),
  stop: (cms) => cms.stop(),
}

/** The rules, and the code that each caller gets under them, in the order of `CALLERS`. */
const RULES = {
  read: ['UNAUTHENTICATED', 'FORBIDDEN', 'ok', 'ok', 'ok', 'ok'],
  change: ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'ok'],
  right: ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'ok', 'ok'],
  admin: ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok', 'ok'],
  system: ['UNAUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ok'],
  everybody: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
} as const

const ruleOf = (name: string): keyof typeof RULES => {
  if (['find', 'all', 'findById', 'count', 'findGlobal', 'references', 'signedURL'].includes(name)) return 'read'
  if (['audit.find', 'audit.verify', 'retryWebhooks'].includes(name)) return 'right'
  if (['runJobs', 'auth.logout'].includes(name)) return 'admin'
  if (['start', 'stop'].includes(name)) return 'system'
  const hosts = [
    'audit.note',
    'auth.login',
    'auth.user',
    'as',
    'in',
    'me',
    'withPreview',
    'transaction',
    'emit',
    'sendEmail',
    'flushWebhooks',
  ]
  return hosts.includes(name) ? 'everybody' : 'change'
}

describe('local/handles', () => {
  it('has a row for every member', () => {
    expect(Object.keys(CALLS).sort()).to.deep.equal(memberNames(addedBy(features)).sort())
  })

  for (const database of drawn(DATABASES, 'handles')) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      let handles: Record<Who, Handle>
      let user: number

      before(async () => {
        const access = { read: 'loggedIn', create: 'admin', update: 'admin', delete: 'admin' } as const
        const words = { drafts: true, versions: true, schedule: true }
        cms = await startCms(database, {
          audit: true,
          events: ['orders.paid'],
          webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
          email: { name: 'test', send: async () => undefined },
          localization: { locales: ['en'] },
          upload: { dir: temporaryFile('-files'), folders: true },
          auth: { rbac: true, roles: ['admin', 'editor', 'auditor', 'reader'], members: { roles: ['reader'] } },
          collections: [
            { slug: 'posts', ...words, trash: true, orderable: true, access, fields: [{ name: 'title' }, { name: 'n', type: 'number' }] },
            { slug: 'media', access, fields: [] },
          ],
          globals: [{ slug: 'site', ...words, access: { read: 'loggedIn', update: 'admin' }, fields: [{ name: 'title' }] }],
        })
        const { store } = cms.engine
        const { table, quote: q, native } = store.dialect
        const sql = `update ${table('$roles')} set ${q('permissions')} = replace(${q('permissions')}, '"admin":[]', '"admin":["audit","deliveries"]') where ${q('key')} = 'auditor'`
        await store.exclusively((connection) => connection.all(native(sql), []))
        const as = async (role: string) => {
          const { id } = await makeUser(cms, `${role}@example.org`, { role })
          return cms.as({ id, role })
        }
        handles = {
          anonymous: cms.as(null),
          member: await as('reader'),
          editor: await as('editor'),
          auditor: await as('auditor'),
          admin: await as('admin'),
          system: cms,
        }
        user = (await makeUser(cms, 'somebody@example.org')).id
      })
      after(() => end(cms))

      async function facts(): Promise<Facts> {
        const created = async (data: object) => ((await cms.create('posts', data)) as { id: number }).id
        const id = await created({ title: 'a', n: 1, status: 'published' })
        const other = await created({ title: 'other' })
        const trashed = await created({ title: 'trashed' })
        await cms.delete('posts', trashed)
        const oldest = (list: { docs: { id: number }[] }) => list.docs.at(-1)!.id
        const version = oldest(await cms.findVersions('posts', id))
        const job = (await cms.schedule('posts', id, someday)).id
        await cms.updateGlobal('site', { title: 'a', status: 'published' })
        const globalVersion = oldest(await cms.findGlobalVersions('site'))
        const globalJob = (await cms.scheduleGlobal('site', someday)).id
        const media = ((await cms.upload(PDF)) as { id: number }).id
        return { id, other, trashed, media, version, job, globalVersion, globalJob, token: await cms.createPreviewToken('posts', id), user }
      }

      /** Those that no call has used up. */
      let unused: Facts | undefined
      const READS =
        /^(find|count|all$|as$|in$|me$|references|translations|scheduled|signedURL|transaction|withPreview|auth.user|audit|flushWebhooks)/

      for (const [name, run] of Object.entries(CALLS)) {
        it(`${name}: ${ruleOf(name)}`, async () => {
          const given: Record<string, string> = {}
          for (const who of CALLERS) {
            const found = unused ?? (await facts())
            const error = await outcome(() => run(handles[who], found))
            unused = error !== undefined || READS.test(name) ? found : undefined
            given[who] = error instanceof GalleyError ? error.code : error === undefined ? 'ok' : String(error)
            // A call that may be made can still fail: uploads from addresses are off here.
            if (name === 'uploadFromURL' && given[who] === 'BAD_REQUEST') given[who] = 'ok'
            if (given[who] === 'FORBIDDEN') expect(error).to.have.property('name', 'ForbiddenError')
          }
          if (name === 'stop') await cms.start()
          const expected = RULES[ruleOf(name)]
          expect(given).to.deep.equal(Object.fromEntries(CALLERS.map((who, index) => [who, expected[index]])))
        })
      }
    })
  }

  it('gives the holder of a preview link none of the system’s rights', async () => {
    const cms = await startCms(DATABASES[0]!, { audit: true, collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] })
    const { id } = (await cms.create('posts', { title: 'a' })) as { id: number }
    const linked = await cms.withPreview(await cms.createPreviewToken('posts', id))
    for (const name of ['audit.find', 'audit.verify', 'retryWebhooks', 'runJobs', 'auth.logout', 'start', 'stop'])
      expect(await outcome(() => CALLS[name]!(linked, { user: 1 } as Facts)), name).to.include({ code: 'UNAUTHENTICATED' })
    await cms.stop()
  })

  it('tells errors apart by their status, and which may be shown', () => {
    const error = new GalleyError('STALE', 'has changed')
    expect(error).to.include({ status: 400, statusCode: 400, expose: true })
    const secret = new GalleyError('INTERNAL', 'secret')
    expect(secret).to.include({ status: 500, expose: false })
    expect(secret.statusCode).to.equal(undefined)
  })
})

/** What a call fails with; `undefined` when it does not. It must reject, never throw at once. */
async function outcome(run: () => unknown): Promise<unknown> {
  const given = run()
  try {
    await given
  } catch (error) {
    return error
  }
  return undefined
}
