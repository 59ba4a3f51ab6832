/** A document can't grow without end, change by change: beyond four million characters it is refused, as a draft as well. */
import { expect } from 'chai'
import { LARGEST_DOCUMENT } from '../../lib/operations/limit-size.ts'
import { driversFor, end, HOSTS, type Started, start } from '../harness/start.ts'

const anyone = { read: 'anyone', create: 'anyone', update: 'anyone' }
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const texts = NAMES.map((name) => ({ name, type: 'textarea', localized: true }))
const config = {
  localization: { locales: ['en', 'th'] },
  collections: [
    { slug: 'posts', access: anyone, fields: texts },
    { slug: 'drafted', drafts: true, versions: true, access: anyone, fields: texts },
  ],
  globals: [{ slug: 'home', access: { read: 'anyone', update: 'anyone' }, fields: texts }],
}
const text = 'x'.repeat(900_000)

for (const host of HOSTS)
  for (const database of driversFor('operations/limit-size'))
    describe(`operations/size of documents on ${host.name} with ${database.name}`, () => {
      let started: Started
      before(async () => {
        started = await start(host, database, config as never)
      })
      after(() => end(started.cms))
      const patch = (path: string, body: object) => started.agent.patch(`/api/cms${path}`).send(body)

      /** Changes until one is refused: how many were saved, and what the refusal says. */
      async function grow(path: string, changes: [query: string, body: object][]): Promise<{ saved: number; refusal: string }> {
        for (const [saved, [query, body]] of changes.entries()) {
          const { status, body: answer } = await patch(`${path}${query}`, body)
          if (status !== 200) return { saved, refusal: `${status} ${answer.errors[0].message}` }
        }
        return { saved: changes.length, refusal: 'all saved' }
      }
      const changes = (more = ''): [string, object][] =>
        ['en', 'th'].flatMap((locale) => NAMES.map((name): [string, object] => [`?locale=${locale}&depth=0${more}`, { [name]: text }]))

      it('refuses what makes it too large, field by field and language by language @long', async () => {
        const { id } = (await started.agent.post('/api/cms/posts').send({ a: 'a' })).body
        for (const path of [`/posts/${id}`, '/globals/home']) {
          if (path === '/globals/home') await patch(path, { a: 'a' })
          const { saved, refusal } = await grow(path, changes())
          expect(saved).to.equal(4)
          expect(refusal).to.match(/^400 The document would have 4,\d{3},\d{3} characters .* the limit is 4,000,000\. Shorten/)
          expect((await patch(path, { a: 'short' })).status).to.equal(200)
          expect((await patch(path, { e: text })).status, 'there is room again').to.equal(200)
        }
      })

      it('counts a pending draft', async () => {
        const { id } = await started.cms.create('drafted', { a: text, b: text, status: 'published' })
        const editor = started.cms.as({ id: 1, role: 'admin' })
        await editor.update('drafted', id, { a: 'other', status: 'draft' })
        const error = await editor.update('drafted', id, { c: text, d: text, status: 'draft' }).catch((one) => one)
        expect([error.status, error.code]).to.deep.equal([400, 'VALIDATION'])
        const { a, c } = await editor.update('drafted', id, { status: 'published' })
        expect([a, c]).to.deep.equal(['other', null])
      })

      it('lets documents that are larger already be read, changed and made smaller, and the system save any @long', async () => {
        const all = Object.fromEntries(NAMES.map((name) => [name, text]))
        const { id } = await started.cms.create('posts', all)
        expect(NAMES.length * text.length).to.be.above(LARGEST_DOCUMENT)
        expect((await started.agent.get(`/api/cms/posts/${id}`)).body.f).to.have.length(text.length)
        expect((await patch(`/posts/${id}`, { a: text.replaceAll('x', 'y') })).status).to.equal(200)
        expect((await patch(`/posts/${id}`, { a: `${text}x` })).status).to.equal(400)
        expect((await patch(`/posts/${id}`, { a: null })).status).to.equal(200)
        expect((await patch(`/posts/${id}`, { b: null, c: null })).status).to.equal(200)
        expect((await patch(`/posts/${id}`, { b: text })).status).to.equal(200)
      })
    })
