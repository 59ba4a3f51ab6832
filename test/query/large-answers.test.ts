/** An answer to a caller holds only so many related documents and characters, whichever route gives it; the system's own answers hold what they hold. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { driversFor, end, HOSTS, type Started, start } from '../harness/start.ts'

const anyone = { read: 'anyone', create: 'anyone', update: 'anyone', delete: 'anyone' }
const ring = [
  { name: 'title' },
  { name: 'text', type: 'textarea' },
  { name: 'next', type: 'relationship', to: 'posts' },
  { name: 'posts', type: 'relationship', to: 'posts', hasMany: true },
  { name: 'hooked', type: 'relationship', to: 'hooked', hasMany: true },
  {
    name: 'layout',
    type: 'blocks',
    blocks: [{ slug: 'links', fields: [{ name: 'posts', type: 'relationship', to: 'posts', hasMany: true }] }],
  },
]
const READS: string[] = []
const collections = [
  { slug: 'posts', access: anyone, versions: true, fields: ring },
  {
    slug: 'hooked',
    access: anyone,
    fields: [{ name: 'title' }, { name: 'others', type: 'relationship', to: 'hooked', hasMany: true }],
    hooks: {
      afterRead: ({ doc }: any) => {
        READS.push(doc.title)
        return { ...doc, title: `${doc.title}!` }
      },
    },
  },
]
const globals = [{ slug: 'home', access: { read: 'anyone', update: 'anyone' }, fields: ring }]
const LIMITS = { documents: 300, characters: 60_000 }
const COUNT = 12

type Sent = [method: 'get' | 'post' | 'patch', path: string, body?: object]

describe('query/large answers', () => {
  for (const database of driversFor('query/large-answers')) {
    for (const host of HOSTS) {
      describe(`on ${host.name} with ${database.name}`, () => {
        let started: Started
        let cms: Handle
        const all = Array.from({ length: COUNT }, (_, n) => n + 1)
        const long = 'ก'.repeat(4000)

        before(async () => {
          started = await start(host, database, { collections, globals, queries: { answer: LIMITS } } as never)
          cms = started.cms
          for (const n of all) await cms.create('posts', { title: `p${n}`, text: 'x'.repeat(100) })
          for (const n of all) await cms.create('hooked', { title: `h${n}` })
          const related = { next: 1, posts: all, hooked: [1], layout: [{ blockType: 'links', posts: all }] }
          for (const n of all) await cms.update('posts', n, related, { depth: 0 })
          for (const n of all) await cms.update('hooked', n, { others: all }, { depth: 0 })
          await cms.updateGlobal('home', related, { depth: 0 })
          for (let n = 0; n < 20; n++) await cms.create('posts', { title: 'long', text: long })
        })
        after(() => end(cms))
        const ask = ([method, path, body]: Sent) => started.agent[method](`/api/cms${path}`).send(body)

        const tooMuch: Record<string, Sent> = {
          'a list': ['get', '/posts?sort=id&limit=12&depth=3'],
          'a list of documents with hooks': ['get', '/hooked?limit=12&depth=3'],
          'a list at depth 2': ['get', '/posts?sort=id&limit=12&depth=2'],
          'a document': ['get', '/posts/1?depth=2'],
          'a document with hooks': ['get', '/hooked/1?depth=3'],
          'a global': ['get', '/globals/home?depth=2'],
        }
        for (const [name, request] of Object.entries(tooMuch))
          it(`refuses ${name} that is filled in too far, and says what to lower`, async () => {
            const answer = await ask(request)
            expect([answer.status, answer.body.errors?.[0].code, answer.body.errors?.[0].field]).to.deep.equal([400, 'BAD_QUERY', 'depth'])
            expect(answer.body.errors[0].message).to.match(/more than 300 related documents|longer than 60,000 characters/)
            expect(answer.body.errors[0].message).to.include('Lower `depth` or `limit`, or select fewer fields with `select`')
            expect((await ask([request[0], request[1].replace(/depth=\d/, 'depth=0'), request[2]])).status).to.equal(200)
          })

        it('refuses a list of documents that are long by themselves, and gives each of them alone', async () => {
          const list = await ask(['get', '/posts?sort=-id&limit=20&depth=0'])
          expect([list.status, list.body.errors?.[0].field]).to.deep.equal([400, 'limit'])
          expect((await ask(['get', '/posts?sort=-id&limit=10&depth=0'])).status).to.equal(200)
          expect((await ask(['get', '/posts?sort=-id&limit=20&depth=0&select=title'])).status).to.equal(200)
          const { id } = await cms.create('posts', { title: 'longer than any answer', text: 'x'.repeat(70_000), next: 1 })
          expect((await ask(['get', `/posts/${id}`])).body)
            .to.have.property('text')
            .with.length(70_000)
          expect((await ask(['get', '/posts?sort=-id&limit=1&depth=0'])).body.docs[0].text).to.have.length(70_000)
          const [version] = (await cms.findVersions('posts', id)).docs
          expect((await cms.as({ id: 1, role: 'admin' }).findVersion('posts', id, version!.id)).data!['text']).to.have.length(70_000)
          await cms.update('posts', 1, { posts: [id] }, { depth: 0 })
          expect((await ask(['get', '/posts/1?depth=1&select=posts'])).status, 'as a target it counts').to.equal(400)
          await cms.update('posts', 1, { posts: all }, { depth: 0 })
          await cms.delete('posts', id)
        })

        it('saves a change whose answer would hold too much, and answers it with ids', async () => {
          const body = { title: 'made', posts: all, layout: [{ blockType: 'links', posts: all }] }
          const made = await ask(['post', '/posts?depth=3', body])
          expect([made.status, made.body.posts, made.body.layout[0].posts]).to.deep.equal([201, all, all])
          const changed = await ask(['patch', `/posts/${made.body.id}?depth=3`, { title: 'changed' }])
          expect([changed.status, changed.body.title, changed.body.posts]).to.deep.equal([200, 'changed', all])
          const small = await ask(['patch', `/posts/${made.body.id}?depth=1`, { layout: [] }])
          expect(small.body.posts.map(({ id }: any) => id)).to.deep.equal(all)
          expect((await ask(['patch', '/globals/home?depth=3', { title: 'home' }])).body).to.deep.include({ title: 'home', posts: all })
          const local = await cms.as({ id: 1, role: 'admin' }).update('posts', made.body.id, { title: 'again' }, { depth: 3 })
          expect(local).to.deep.include({ title: 'again', posts: all })
          await cms.delete('posts', made.body.id)
        })

        it('holds for the Local API of a caller, and not for the system', async () => {
          const codeOf = (work: Promise<unknown>) =>
            work.then(
              () => 'answered',
              (error) => error.code as string,
            )
          for (const caller of [cms.as(null), cms.as({ id: 1, role: 'admin' })]) {
            expect(await codeOf(caller.find('posts', { depth: 3, sort: 'id' }))).to.equal('BAD_QUERY')
            expect(await codeOf(caller.findById('posts', 1, { depth: 3 }))).to.equal('BAD_QUERY')
            expect(await codeOf(caller.findGlobal('home', { depth: 3 }))).to.equal('BAD_QUERY')
            expect(await codeOf(caller.find('posts', { depth: 1, sort: 'id', limit: 2 }))).to.equal('answered')
          }
          const { docs } = await cms.find('posts', { depth: 3, sort: 'id', limit: 12 })
          expect(docs[11].posts[11].layout[0].posts[0].title).to.equal('p1')
        })

        it('gives each related document to its hooks once, however often it stands in an answer', async () => {
          READS.length = 0
          const { docs } = (await ask(['get', '/hooked?depth=1&limit=12&sort=id'])).body
          expect(docs[3].others[5].title).to.equal('h6!')
          expect(READS).to.have.length(2 * COUNT)
          READS.length = 0
          const deep = await cms.find('hooked', { depth: 3, limit: 1, sort: 'id' })
          expect(deep.docs[0].others[1].others[2].others[3]).to.deep.include({ title: 'h4!', others: all })
          expect(deep.docs[0].others[1].others[3]).to.have.property('others').with.length(COUNT)
          expect(READS).to.have.length(1 + COUNT)
        })
      })
    }
  }
})
