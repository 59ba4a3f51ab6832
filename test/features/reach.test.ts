/** Nobody saves a draft out of their own reach: the filter of an update rule holds for what waits to be published, at every door. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, onePairAtLength, type Started, start } from '../harness/start.ts'

/** By collection: a filter of its update rule, content within reach, and content out of it. */
const CASES: Record<string, { filter: object; mine: object; others: object }> = {
  text: { filter: { tenant: { equals: 'a' } }, mine: { tenant: 'a' }, others: { tenant: 'b' } },
  empty: { filter: { tenant: { equals: 'a' } }, mine: { tenant: 'a' }, others: { tenant: null } },
  not: { filter: { tenant: { not_equals: 'b' } }, mine: { tenant: null }, others: { tenant: 'b' } },
  list: { filter: { tenant: { in: ['a', 'c'] } }, mine: { tenant: 'c' }, others: { tenant: 'b' } },
  like: { filter: { tenant: { like: 'Bangkok' } }, mine: { tenant: 'in bangkok' }, others: { tenant: 'in Paris' } },
  number: { filter: { level: { lt: 5 } }, mine: { level: 4.5 }, others: { level: 5 } },
  flag: { filter: { open: { equals: true } }, mine: { open: true }, others: { open: false } },
  date: { filter: { due: { gt: '2030-01-01' } }, mine: { due: '2031-01-01' }, others: { due: '2029-01-01' } },
  group: { filter: { 'seo.region': { equals: 'a' } }, mine: { seo: { region: 'a' } }, others: { seo: { region: 'b' } } },
  localized: { filter: { told: { equals: 'a' } }, mine: { told: 'a' }, others: { told: 'b' } },
  one: { filter: { home: { equals: 1 } }, mine: { home: 1 }, others: { home: 2 } },
  hop: { filter: { 'home.name': { equals: 'mine' } }, mine: { home: 1 }, others: { home: 2 } },
  many: { filter: { homes: { in: [1] } }, mine: { homes: [2, 1] }, others: { homes: [2] } },
  manyHop: { filter: { 'homes.name': { equals: 'mine' } }, mine: { homes: [1] }, others: { homes: [2] } },
  several: { filter: { tags: { in: ['a'] } }, mine: { tags: ['a', 'b'] }, others: { tags: ['b'] } },
  rows: { filter: { 'rows.region': { equals: 'a' } }, mine: { rows: [{ region: 'a' }] }, others: { rows: [{ region: 'b' }] } },
  either: {
    filter: { or: [{ tenant: { equals: 'a' } }, { and: [{ level: { equals: 1 } }, { open: { equals: true } }] }] },
    mine: { level: 1, open: true, tenant: 'b' },
    others: { level: 1, open: false, tenant: 'b' },
  },
}

/** The first with and without versions, the others in turns. */
const slugsOf = (name: string): string[] => {
  const [plain, kept] = [name.toLowerCase(), `${name.toLowerCase()}-kept`]
  const index = Object.keys(CASES).indexOf(name)
  return index === 0 ? [plain, kept] : [index % 2 ? plain : kept]
}

describe('features/reach', () => {
  onePairAtLength('reach')((host, database) => {
    let started: Started
    let editor: Browser

    before(async () => {
      const fields: any[] = [
        { name: 'title' },
        { name: 'tenant' },
        { name: 'level', type: 'number' },
        { name: 'open', type: 'boolean' },
        { name: 'due', type: 'date' },
        { name: 'seo', type: 'group', fields: [{ name: 'region' }] },
        { name: 'told', localized: true },
        { name: 'home', type: 'relationship', to: 'homes' },
        { name: 'homes', type: 'relationship', to: 'homes', hasMany: true },
        { name: 'tags', type: 'select', options: ['a', 'b'], hasMany: true },
        { name: 'rows', type: 'array', fields: [{ name: 'region' }] },
      ]
      const access = (filter: object) => ({ read: 'anyone', update: ({ user }: any) => user !== null && (user.role === 'admin' || filter) })
      started = await start(host, database, {
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        collections: [
          { slug: 'homes', fields: [{ name: 'name' }] },
          ...Object.entries(CASES).flatMap(([name, { filter }]) =>
            slugsOf(name).map((slug) => ({
              slug,
              drafts: true,
              versions: slug.endsWith('-kept'),
              schedule: true,
              trash: true,
              access: access(filter) as any,
              fields,
            })),
          ),
          // The same filters as rules for reading, with the default rule for changes.
          ...Object.entries(CASES).map(([name, { filter }]) => ({
            slug: `read-${name.toLowerCase()}`,
            drafts: true,
            versions: true,
            schedule: true,
            preview: () => '/x',
            access: { read: ({ user }: any) => user?.role === 'admin' || filter } as any,
            fields,
          })),
        ],
        globals: [{ slug: 'site', drafts: true, access: access({ tenant: { equals: 'a' } }) as any, fields }],
      })
      const { cms, listener } = started
      const made = await makeUser(cms, 'ed@example.org', { role: 'editor' })
      editor = await new Browser(listener).login(made.email)
      await cms.create('homes', { name: 'mine' })
      await cms.create('homes', { name: 'foreign' })
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    for (const [name, { mine, others }] of Object.entries(CASES)) {
      it(`keeps drafts within a filter on ${name}`, async () => {
        const { cms } = started
        for (const slug of slugsOf(name)) {
          const live = (await cms.create(slug, { title: 'live', ...mine, status: 'published' })) as any
          const never = (await cms.create(slug, { title: 'never', ...mine })) as any
          for (const { id } of [live, never]) {
            const at = `/${slug}/${id}`
            const before = await cms.findById(slug, id, { draft: true, depth: 0 })
            for (const answer of [
              await editor.patch(at, { ...others, status: 'draft' }),
              await editor.post(`${at}/autosave`, others),
              await editor.patch(at, { ...others, status: 'published' }),
            ])
              expect(answer.status, answer.text).to.equal(403)
            expect(await cms.findById(slug, id, { draft: true, depth: 0 })).to.deep.equal(before)
            expect((await editor.post(`${at}/autosave`, { title: 'next', ...mine })).status).to.equal(200)
            expect((await editor.patch(at, { title: 'after', status: 'draft' })).status).to.equal(200)
          }
          await cms.update(slug, live.id, { ...others, status: 'draft' })
          const at = `/${slug}/${live.id}`
          expect((await editor.patch(at, { title: 'x', status: 'draft' })).status).to.equal(403)
          expect((await editor.patch(at, { status: 'published' })).status).to.equal(403)
          expect((await editor.post(`${at}/unpublish`)).status).to.equal(403)
          expect((await editor.post(`${at}/schedule`, { action: 'publish', at: '2999-01-01' })).status).to.equal(403)
          expect((await editor.post(`${at}/discard-draft`)).status).to.equal(200)
          expect((await editor.post(`${at}/schedule`, { action: 'publish', at: '2999-01-01' })).status).to.equal(201)
        }
      })
    }

    for (const [name, { mine, others }] of Object.entries(CASES)) {
      it(`shows no draft and no version beyond a read rule on ${name}`, async () => {
        const { cms } = started
        const slug = `read-${name.toLowerCase()}`
        const { id } = (await cms.create(slug, { title: 'secret', ...others, status: 'published' })) as any
        await cms.update(slug, id, { title: 'open', ...mine, status: 'published' })
        const at = `/${slug}/${id}`
        const { docs: saves } = await cms.findVersions(slug, id)
        const [newer, older] = saves.map((one) => `${at}/versions/${one.id}`)
        const history = (await editor.get(`${at}/versions`)).body
        expect([history.docs.map((one: any) => one.id), history.totalDocs]).to.deep.equal([[saves[0]!.id], 1])
        expect((await editor.get(newer!)).body.data, 'a version within reach').to.include({ title: 'open' })
        for (const answer of [
          await editor.get(older!),
          await editor.get(`${older}?compare=live`),
          await editor.get(`${newer}?compare=${saves[1]!.id}`),
          await editor.post(`${older}/restore`),
        ]) {
          expect(answer.status, answer.text).to.equal(404)
          expect(answer.text).to.not.include('secret')
        }
        await cms.update(slug, id, { title: 'secret', ...others, status: 'draft' })
        const before = await cms.findById(slug, id, { draft: true, depth: 0 })
        const [{ id: pending }] = (await cms.findVersions(slug, id)).docs as any
        expect((await editor.get(at)).body).to.include({ title: 'open' })
        expect((await editor.get(`${at}?draft=true`)).body).to.include({ title: 'open', status: 'published' })
        const listed = (await editor.get(`/${slug}?draft=true&where[id][equals]=${id}`)).body.docs
        expect(listed.map((one: any) => one.title)).to.deep.equal(['open'])
        for (const [method, path, body] of [
          ['post', '/preview', {}],
          ['post', '/autosave', {}],
          ['patch', '', {}],
          ['patch', '', { ...mine, status: 'draft' }],
          ['patch', '', { ...mine, status: 'published' }],
          ['post', '/unpublish'],
          ['post', '/discard-draft'],
          ['post', '/schedule', { action: 'publish', at: '2999-01-01' }],
          ['get', `/versions/${pending}`],
        ] as const) {
          const answer = await editor.send(method, at + path, body)
          expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(403)
          expect(answer.text).to.not.include('secret')
        }
        expect(await cms.findById(slug, id, { draft: true, depth: 0 })).to.deep.equal(before)
        await cms.update(slug, id, { title: 'theirs again', ...mine, status: 'draft' })
        expect((await editor.get(`${at}?draft=true`)).body).to.include({ title: 'theirs again', status: 'draft' })
        expect((await editor.post(`${at}/preview`, {})).body.doc).to.include({ title: 'theirs again' })
        expect((await editor.patch(at, { title: 'next' })).status).to.equal(200)
      })
    }

    it('restores no version and recovers nothing that is out of reach', async () => {
      const { cms } = started
      const { id } = (await cms.create('text-kept', { tenant: 'b', status: 'published' })) as any
      await cms.update('text-kept', id, { tenant: 'a', status: 'published' })
      const { docs } = await cms.findVersions('text-kept', id)
      expect((await editor.post(`/text-kept/${id}/versions/${docs.at(-1)!.id}/restore`)).status).to.equal(403)
      expect((await editor.post(`/text-kept/${id}/versions/${docs[0]!.id}/restore`)).status).to.equal(200)
      const others = (await cms.create('text', { tenant: 'b' })) as any
      await cms.delete('text', others.id)
      expect((await editor.post(`/text/${others.id}/recover`)).status).to.be.within(403, 404)
    })

    it('holds for globals', async () => {
      const { cms } = started
      await cms.updateGlobal('site', { tenant: 'a', status: 'published' })
      expect((await editor.patch('/globals/site', { tenant: 'b', status: 'draft' })).status).to.equal(403)
      expect((await editor.post('/globals/site/autosave', { tenant: 'b' })).status).to.equal(403)
      expect((await editor.post('/globals/site/autosave', { tenant: 'a', title: 'x' })).status).to.equal(200)
    })
  })
})
