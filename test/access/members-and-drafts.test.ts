/** Visitors and members never see drafts, also where they may change documents: no route shows one, opens one or loses one. */
import { expect } from 'chai'

import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const MISSING = 99_999

const word = {
  drafts: true,
  versions: true,
  schedule: true,
  preview: ({ doc }: any) => `/word/${doc.title}`,
  access: { read: 'anyone', create: 'anyone', update: 'anyone', delete: 'anyone' },
  fields: [
    { name: 'title', localized: true },
    { name: 'text' },
    { name: 'tags', type: 'select', options: ['secret', 'open'], hasMany: true },
    { name: 'seo', type: 'group', fields: [{ name: 'headline' }, { name: 'note' }] },
    { name: 'rows', type: 'array', fields: [{ name: 'text' }] },
    { name: 'others', type: 'relationship', to: 'words', hasMany: true },
  ],
}

const EDITORIAL = [/autosave/, /preview/, /versions/, /unpublish/, /discard-draft/, /schedule/, /translations/, /presence/]

describe('access/members and drafts', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let memberId: number
    const people: Record<string, Browser> = {}
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
        collections: [{ slug: 'words', ...word, orderable: true, trash: true }],
        globals: [{ slug: 'site', ...word, access: { read: 'anyone', update: 'anyone' } }],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      memberId = (await makeUser(cms, 'member@x.org', { role: 'reader' })).id
      editor = await new Browser(listener).login('editor@x.org')
      people['member'] = await new Browser(listener).login('member@x.org')
      people['visitor'] = new Browser(listener)
    })
    after(() => end(started?.cms))

    const DRAFT = { title: 'secret', text: 'secret', seo: { headline: 'secret' }, tags: ['secret'] }

    async function live() {
      const { id } = (
        await editor.post('/words', { title: 'open', text: 'open', seo: { headline: 'open', note: 'n' }, status: 'published' })
      ).body
      return id as number
    }

    async function pending() {
      const id = await live()
      expect((await editor.patch(`/words/${id}`, { ...DRAFT, status: 'draft' })).status).to.equal(200)
      return id
    }

    const draftOf = (id: number) => started.cms.findById('words', id, { draft: true, depth: 0 }) as Promise<any>

    const doors = (slug: string) =>
      started.cms.engine.http.routes.flatMap(({ method, path }) =>
        path.startsWith(slug) ? [[method.toLowerCase() as 'get' | 'delete', path.slice(slug.length)] as const] : [],
      )

    /** Everything below a document, with bodies that are taken. */
    async function answers(browser: Browser, at: string, version: number, slug: string) {
      const given: [string, { status: number; text: string }][] = []
      for (const [method, path] of doors(slug)) {
        if (method === 'delete' && path === '') continue
        const body = path === '/schedule' ? { action: 'publish', at: '2999-01-01' } : path === '/move' ? { after: 1 } : {}
        const address = `${at}${path.replace(':version', String(version)).replace(':job', '1')}`
        for (const query of ['', '?draft=true'])
          given.push([`${method} ${path}${query}`, await browser.send(method, address + query, method === 'get' ? undefined : body)])
      }
      return given
    }

    for (const who of ['member', 'visitor']) {
      const closed = who === 'member' ? 403 : 401

      it(`a ${who} neither sees nor loses a pending draft`, async () => {
        const id = await pending()
        const [{ id: version }] = (await editor.get(`/words/${id}/versions`)).body.docs
        for (const [door, { status, text }] of await answers(people[who]!, `/words/${id}`, version, '/:collection/:id')) {
          expect(text, door).to.not.include('secret')
          if (EDITORIAL.some((one) => one.test(door))) expect(status, door).to.equal(closed)
          else expect(status, `${door} ${text}`).to.be.oneOf([200, 400])
        }
        expect(await draftOf(id)).to.deep.include({ status: 'draft', text: 'secret', tags: ['secret'] })
        expect((await editor.get(`/words/${id}`)).body).to.include({ text: 'open', status: 'published' })
      })

      it(`a draft that was never published does not exist for a ${who}`, async () => {
        const { id } = (await editor.post('/words', DRAFT)).body
        const [{ id: version }] = (await editor.get(`/words/${id}/versions`)).body.docs
        const there = await answers(people[who]!, `/words/${id}`, version, '/:collection/:id')
        const missing = await answers(people[who]!, `/words/${MISSING}`, version, '/:collection/:id')
        const lines = (given: typeof there) => given.map(([door, { status, text }]) => `${door}: ${status} ${text}`)
        expect(lines(there)).to.deep.equal(lines(missing))
        expect((await people[who]!.patch(`/words/${id}`, { status: 'published' })).status).to.equal(404)
        expect((await people[who]!.delete(`/words/${id}`)).status).to.equal(404)
        expect(await draftOf(id)).to.deep.include({ status: 'draft', text: 'secret' })
      })

      it(`a change by a ${who} goes live, and into the pending draft as well`, async () => {
        const id = await pending()
        const other = await live()
        const changed = await people[who]!.patch(`/words/${id}`, {
          seo: { note: 'new' },
          rows: [{ text: 'r' }],
          others: [other],
          status: 'published',
        })
        expect(changed.status, changed.text).to.equal(200)
        expect(changed.body).to.deep.include({ status: 'published', text: 'open', seo: { headline: 'open', note: 'new' } })
        const draft = await draftOf(id)
        expect(draft).to.deep.include({ status: 'draft', title: 'secret', tags: ['secret'], seo: { headline: 'secret', note: 'new' } })
        expect(draft.rows[0].text).to.equal('r')
        expect(draft.others).to.deep.equal([other])
        const thai = await people[who]!.patch(`/words/${id}?locale=th`, { title: 'ไทย' })
        expect(thai.body, thai.text).to.include({ title: 'ไทย', text: 'open' })
        expect(await started.cms.findById('words', id, { draft: true, locale: 'all', depth: 0 } as object)).to.deep.include({
          title: { en: 'secret', th: 'ไทย' },
          status: 'draft',
        })
        const [newest] = (await editor.get(`/words/${id}/versions`)).body.docs
        expect((await editor.get(`/words/${id}/versions/${newest.id}`)).body.data).to.include({ text: 'open', status: 'published' })
        const published = await editor.patch(`/words/${id}`, { status: 'published' })
        expect(published.body).to.deep.include({ title: 'secret', text: 'secret', seo: { headline: 'secret', note: 'new' } })
        const where = '/words?where[others][equals]='
        expect((await editor.get(where + other)).body.docs.map((doc: any) => doc.id)).to.include(id)
      })

      it(`a ${who} can't save a draft of what is live, and deletes what is live with its draft`, async () => {
        const id = await pending()
        const refused = await people[who]!.patch(`/words/${id}`, { text: 'x', status: 'draft' })
        expect(refused.status).to.equal(closed)
        if (who === 'member') expect(refused.body.errors[0].message).to.equal('You are not allowed to save a draft of a published document')
        expect(await draftOf(id)).to.include({ text: 'secret' })
        const deleted = await people[who]!.delete(`/words/${id}`)
        expect(deleted.status).to.equal(200)
        expect(deleted.body).to.include({ text: 'open', status: 'published' })
      })

      it(`a ${who} sends a document in, and no longer finds it`, async () => {
        const sent = await people[who]!.post('/words', { text: 'mine' })
        expect(sent.status).to.equal(201)
        expect(sent.body).to.include({ text: 'mine', status: 'draft' })
        expect((await people[who]!.patch(`/words/${sent.body.id}`, { text: 'x' })).status).to.equal(404)
      })
    }

    it('globals', async () => {
      const { cms } = started
      const slug = '/globals/:slug'
      expect((await editor.post('/globals/site', DRAFT)).status).to.equal(200)
      for (const who of ['member', 'visitor']) {
        const closed = who === 'member' ? 403 : 401
        const check = async (changes: number) => {
          const [{ id: version }] = (await editor.get('/globals/site/versions')).body.docs
          for (const [door, { status, text }] of await answers(people[who]!, '/globals/site', version, slug)) {
            expect(text, door).to.not.include('secret')
            const isChange = /^(post|patch) (\?|$)/.test(door)
            expect(status, `${door} ${text}`).to.equal(EDITORIAL.some((one) => one.test(door)) ? closed : isChange ? changes : 200)
          }
          expect(await cms.findGlobal('site', { draft: true })).to.include({ text: 'secret', status: 'draft' })
        }
        await cms.unpublishGlobal('site')
        await check(closed)
        await cms.updateGlobal('site', { text: 'open', title: 'open', seo: { headline: 'open' }, tags: [], status: 'published' } as object)
        await cms.updateGlobal('site', { ...DRAFT, status: 'draft' } as object)
        await check(200)
      }
    })

    it('the Local API', async () => {
      const id = await pending()
      const as = started.cms.as({ id: memberId, role: 'reader' })
      const editorial: Record<string, () => Promise<unknown>> = {
        autosave: () => as.autosave('words', id, {}),
        unpublish: () => as.unpublish('words', id),
        discardDraft: () => as.discardDraft('words', id),
        findVersions: () => as.findVersions('words', id),
        findVersion: () => as.findVersion('words', id, 1),
        restoreVersion: () => as.restoreVersion('words', id, 1),
        preview: () => as.preview('words', id, {}),
        createPreviewToken: () => as.createPreviewToken('words', id),
        schedule: () => as.schedule('words', id, { action: 'publish', at: '2999-01-01' }),
        scheduled: () => as.scheduled('words', id),
        translations: () => as.translations('words', id),
      }
      for (const [name, run] of Object.entries(editorial)) {
        const error: any = await run().catch((one) => one)
        expect(error.code, name).to.equal('FORBIDDEN')
      }
      expect(await as.update('words', id, {})).to.include({ text: 'open' })
      expect(await as.findById('words', id, { draft: true })).to.include({ text: 'open' })
      expect(await draftOf(id)).to.include({ text: 'secret' })
    })
  })
})
