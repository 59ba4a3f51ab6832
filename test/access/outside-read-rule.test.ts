/** A document outside the caller's read rule is answered like one that doesn't exist, at every door below a document, whatever the rules for changes admit. */
import { expect } from 'chai'

import { pdf } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start, temporaryFile } from '../harness/start.ts'

const MISSING = 99_999

/** Every route below a document, with a body that would be taken. `V` is a version, `N` a neighbour that anybody may read. */
const DOORS: Record<string, object | undefined> = {
  'GET /:collection/:id': undefined,
  'PATCH /:collection/:id': { title: 'taken over' },
  'DELETE /:collection/:id': undefined,
  'POST /:collection/:id/preview': {},
  'POST /:collection/:id/autosave': { title: 'taken over' },
  'POST /:collection/:id/unpublish': {},
  'POST /:collection/:id/discard-draft': {},
  'POST /:collection/:id/recover': {},
  'POST /:collection/:id/move': { after: 'N' },
  'POST /:collection/:id/presence': {},
  'GET /:collection/:id/versions': undefined,
  'GET /:collection/:id/versions/:version': undefined,
  'POST /:collection/:id/versions/:version/restore': {},
  'GET /:collection/:id/schedule': undefined,
  'POST /:collection/:id/schedule': { action: 'publish', at: '2999-01-01' },
  'DELETE /:collection/:id/schedule/:job': undefined,
  'GET /:collection/:id/translations': undefined,
  'GET /:collection/:id/references': undefined,
}

/** Bodies that try more than the one in the table, and what a query adds. */
const MORE: readonly [method: string, path: string, body?: object][] = [
  ['patch', '', {}],
  ['patch', '', { owner: 'ME' }],
  ['patch', '', { title: 'x', status: 'draft' }],
  ['patch', '?draft=true&depth=0&select=title', { status: 'published' }],
  ['get', '?draft=true'],
  ['get', '?trash=true'],
  ['get', '/versions/V?compare=live'],
  ['post', '/preview?depth=2', { title: 'x' }],
]

const own = ({ user }: any) => user !== null && { owner: { equals: user.id } }

const diary = {
  drafts: true,
  versions: true,
  schedule: true,
  orderable: true,
  preview: ({ doc }: any) => `/diary/${doc.title}`,
  fields: [
    { name: 'title', localized: true },
    { name: 'owner', type: 'relationship', to: 'users' },
  ],
}

/** What keeps the stranger from reading, and what a list of all would say to them. */
const COLLECTIONS: any[] = [
  { slug: 'diary', ...diary, access: { read: own } },
  { slug: 'changing', ...diary, access: { read: own, update: 'loggedIn', delete: 'signedIn' } },
  { slug: 'binned', ...diary, drafts: false, schedule: false, trash: true, access: { read: own } },
  { slug: 'memo', ...diary },
]

describe('access/documents outside the read rule', () => {
  everywhere((host, database) => {
    let started: Started
    let stranger: Browser
    let strangerId: number
    let ownerId: number
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        upload: { dir: temporaryFile('-files') },
        apiKeys: true,
        auth: { rbac: true, roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
        collections: [
          ...COLLECTIONS,
          { slug: 'drop', access: { create: 'anyone', read: 'admin', update: 'anyone', delete: 'anyone' }, fields: [{ name: 'title' }] },
          { slug: 'shut', fields: diary.fields, access: { read: 'admin', create: 'admin' } },
          { slug: 'inbox', fields: diary.fields, access: { read: 'admin' } },
          { slug: 'media', access: { read: own }, fields: [{ name: 'owner', type: 'relationship', to: 'users' }] },
        ],
        globals: [{ slug: 'vault', ...diary, orderable: undefined, access: { read: 'admin' } }],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      ownerId = (await makeUser(cms, 'owner@x.org', { role: 'editor' })).id
      strangerId = (await makeUser(cms, 'stranger@x.org', { role: 'editor' })).id
      await makeUser(cms, 'member@x.org', { role: 'reader' })
      const admin = await new Browser(listener).login('admin@x.org')
      stranger = await new Browser(listener).login('stranger@x.org')
      const { roles } = (await admin.get('/admin/roles')).body
      const { id, permissions } = roles.find((role: any) => role.key === 'editor')
      const narrowed = await admin.patch(`/admin/roles/${id}`, { permissions: { ...permissions, own: { memo: ['read'] } } })
      expect(narrowed.status, narrowed.text).to.equal(200)
      await cms.updateGlobal('vault', { title: 'secret', status: 'published' } as object)
    })
    after(() => end(started?.cms))

    /** A document of the owner with everything that could show it: live, with a pending draft and its versions. */
    async function made(slug: string) {
      const asOwner = started.cms.as({ id: ownerId, role: 'editor' })
      const doc = (await asOwner.create(slug, { title: 'secret', owner: ownerId, status: 'published' })) as { id: number }
      if (slug !== 'binned') await asOwner.update(slug, doc.id, { title: 'secret plan', status: 'draft' })
      const { docs } = await asOwner.findVersions(slug, doc.id)
      return { id: doc.id, version: docs[0]!.id }
    }

    const stored = async (slug: string, id: number) => JSON.stringify(await started.cms.findById(slug, id, { draft: true, depth: 0 }))

    it('the table names every route below a document', () => {
      const routes = started.cms.engine.http.routes.flatMap(({ method, path }) =>
        path.startsWith('/:collection/:id') ? `${method} ${path}` : [],
      )
      expect(routes.sort()).to.deep.equal(Object.keys(DOORS).sort())
    })

    for (const { slug } of COLLECTIONS) {
      it(`${slug}: every door`, async () => {
        const { id, version } = await made(slug)
        const neighbor = ((await started.cms.create(slug, { title: 'n', owner: strangerId, createdBy: strangerId } as object)) as any).id
        const before = await stored(slug, id)
        const doors = [
          ...Object.entries(DOORS).map(([route, body]) => {
            const [method, path] = route.split(' ') as [string, string]
            return [method.toLowerCase(), path.replace('/:collection/:id', ''), body] as const
          }),
          ...MORE,
        ]
        for (const [method, path, body] of doors) {
          const at = (one: number) => `/${slug}/${one}${path.replace(/:version|V(?=\?|$)/, String(version)).replace(':job', '1')}`
          const sent =
            JSON.parse(
              JSON.stringify(body ?? null)
                .replace('"N"', String(neighbor))
                .replace('"ME"', String(strangerId)),
            ) ?? undefined
          stranger.headers = { 'if-match': '"r1"' }
          const given = await stranger.send(method as 'get', at(id), sent)
          const missing = await stranger.send(method as 'get', at(MISSING), sent)
          stranger.headers = {}
          const summary = ({ status, text }: { status: number; text: string }) => `${method} ${path}: ${status} ${text}`
          expect(summary(given)).to.equal(summary(missing))
          expect(given.status, summary(given)).to.be.oneOf([400, 404])
          expect(given.text).to.not.include('secret')
        }
        expect(await stored(slug, id)).to.equal(before)
      })

      it(`${slug}: in the Local API`, async () => {
        const { id, version } = await made(slug)
        const before = await stored(slug, id)
        const as = started.cms.as({ id: strangerId, role: 'editor' })
        const calls: Record<string, (one: number) => Promise<unknown>> = {
          update: (one) => as.update(slug, one, {}),
          delete: (one) => as.delete(slug, one),
          autosave: (one) => as.autosave(slug, one, {}),
          unpublish: (one) => as.unpublish(slug, one),
          discardDraft: (one) => as.discardDraft(slug, one),
          recover: (one) => as.recover(slug, one),
          move: (one) => as.move(slug, one, { after: MISSING }),
          findVersions: (one) => as.findVersions(slug, one),
          findVersion: (one) => as.findVersion(slug, one, version),
          restoreVersion: (one) => as.restoreVersion(slug, one, version),
          preview: (one) => as.preview(slug, one, {}),
          createPreviewToken: (one) => as.createPreviewToken(slug, one),
          schedule: (one) => as.schedule(slug, one, { action: 'publish', at: '2999-01-01' }),
          scheduled: (one) => as.scheduled(slug, one),
          cancelSchedule: (one) => as.cancelSchedule(slug, one, 1),
          translations: (one) => as.translations(slug, one),
        }
        for (const [name, run] of Object.entries(calls)) {
          const outcome = (one: number) =>
            run(one).then(JSON.stringify as (value: unknown) => string, (error) => `${error.code}: ${error.message}`)
          expect(`${name} ${await outcome(id)}`).to.equal(`${name} ${await outcome(MISSING)}`)
          expect(await outcome(id)).to.match(/^(NOT_FOUND|BAD_REQUEST|VALIDATION)/)
        }
        expect(await as.update(slug, id, {}, { where: { title: { equals: 'secret' } } })).to.equal(null)
        expect(await stored(slug, id)).to.equal(before)
      })
    }

    it('an account that somebody may change but not read', async () => {
      const calls = await started.cms
        .as({ id: strangerId, role: 'reader' })
        .update('users', ownerId, {})
        .catch((error) => error)
      expect(calls.code).to.equal('NOT_FOUND')
    })

    it('files', async () => {
      const { cms } = started
      const { id } = (await cms.upload({ filename: 'a.pdf', content: pdf }, { owner: ownerId, alt: 'secret' } as object)) as { id: number }
      for (const one of [id, MISSING]) {
        expect((await stranger.patch(`/media/${one}`, {})).status).to.equal(404)
        expect((await stranger.delete(`/media/${one}`)).status).to.equal(404)
        expect((await stranger.upload(pdf, 'b.pdf', {}, { method: 'put', path: `/media/${one}/file` })).status).to.equal(404)
        expect((await stranger.post(`/media/${one}/signed-url`)).status).to.equal(404)
      }
      expect(await cms.findById('media', id)).to.include({ alt: 'secret', originalName: 'a.pdf' })
    })

    it('where nothing of a collection may be read, the answer is that of a read', async () => {
      const { cms, listener } = started
      const visitor = new Browser(listener)
      const sent = await visitor.post('/drop', { title: 'mine' })
      expect(sent.status).to.equal(201)
      expect(sent.body).to.include({ title: 'mine' })
      const { id } = sent.body
      const admin = await new Browser(listener).login('admin@x.org')
      const { body } = await admin.post('/api-keys', { name: 'k', permissions: { collections: { drop: ['update', 'delete'] } } })
      const key = new Browser(listener)
      key.headers = { authorization: `Bearer ${body.key}` }
      for (const [browser, status] of [
        [visitor, 401],
        [stranger, 403],
        [await new Browser(listener).login('member@x.org'), 403],
        [key, 403],
      ] as const)
        for (const one of [id, MISSING]) {
          expect((await browser.get(`/drop/${one}`)).status).to.equal(status)
          expect((await browser.patch(`/drop/${one}`, {})).status).to.equal(status)
          expect((await browser.delete(`/drop/${one}`)).status).to.equal(status)
        }
      expect(await cms.findById('drop', id)).to.include({ title: 'mine' })
    })

    it('choices for a form that the caller never sees', async () => {
      const ask = async (about: object) => (await stranger.post('/admin/choices', { field: 'owner', ...about })).status
      expect(await ask({ collection: 'diary' })).to.equal(200)
      expect(await ask({ collection: 'shut' })).to.equal(403)
      expect(await ask({ collection: 'inbox' }), 'they may send something in').to.equal(200)
      expect(await ask({ global: 'vault' })).to.equal(403)
    })

    it('globals', async () => {
      const { cms } = started
      const before = JSON.stringify(await cms.findGlobal('vault', { draft: true }))
      const { docs } = await cms.findGlobalVersions('vault')
      const routes = cms.engine.http.routes.filter(({ path }) => path.startsWith('/globals/:slug'))
      expect(routes.length).to.be.greaterThan(10)
      for (const { method, path } of routes) {
        const at = path.replace(':slug', 'vault').replace(':version', String(docs[0]!.id)).replace(':job', '1')
        const body = method === 'GET' || method === 'DELETE' ? undefined : { action: 'publish', at: '2999-01-01', title: 'taken over' }
        const answer = await stranger.send(method.toLowerCase() as 'get', at, body)
        expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(403)
      }
      expect(JSON.stringify(await cms.findGlobal('vault', { draft: true }))).to.equal(before)
    })
  })
})
