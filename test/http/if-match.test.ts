/** `If-Match` as RFC 9110 has it: which tags allow a change, which make it stale, on every route that changes a document. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

/** Of a document with revision 3. */
const CURRENT = [
  '*',
  ' * ',
  '"r3"',
  '"r3.abc"',
  'W/"r3.abc"',
  '"r3.abc-gzip"',
  '"r3-br"',
  'W/"r3.abc;gzip"',
  '"r1", "r3"',
  '"x,y",W/"r3.1"',
  ',,"r1",,"r3",',
]
const OTHERS = [
  '"r3"x',
  '"r3" "r3"',
  '"r2"',
  '"r33"',
  '"r3.abc-other"',
  'r3',
  'nonsense',
  '""',
  '"abc"',
  'W/"r4"',
  '"r1", "r2"',
  '"*"',
  '"r3x"',
  '"r03"',
  '"r3',
  ',',
]

/** Every route that changes one document; `{}` stands for its address. */
const CHANGES: ['post' | 'patch' | 'delete', string, object?][] = [
  ['patch', '{}', { title: 'd' }],
  ['delete', '{}'],
  ['post', '{}/unpublish'],
  ['post', '{}/discard-draft'],
  ['post', '{}/autosave', { title: 'd' }],
  ['post', '{}/versions/<oldest>/restore'],
  ['post', '{}/move', { after: 1 }],
]

describe('http/if-match', () => {
  everywhere((host, database) => {
    let started: Started
    let editor: Browser
    let globals = 0

    before(async () => {
      started = await start(host, database, {
        collections: [{ slug: 'posts', drafts: true, versions: true, trash: true, orderable: true, fields: [{ name: 'title' }] }],
        globals: Array.from({ length: 8 }, (_, n) => ({ slug: `g${n}`, drafts: true, versions: true, fields: [{ name: 'title' }] })),
      })
      await makeUser(started.cms, 'ed@example.org')
      editor = await new Browser(started.listener).login('ed@example.org')
      await started.cms.create('posts', { title: 'first' })
    })
    after(() => end(started?.cms))

    const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, tag: string, body?: object) =>
      editor.send(method, path, (sending: any) => sending.set('if-match', tag).send(body))

    /** Live, with a pending draft, and at revision 3. */
    async function document(): Promise<string> {
      const { id } = (await started.cms.create('posts', { title: 'a', status: 'published' })) as { id: number }
      await started.cms.update('posts', id, { title: 'b' })
      const answer = await editor.patch(`/posts/${id}`, { title: 'c', status: 'draft' })
      expect(answer.headers['etag']).to.equal('"r3"')
      return `/posts/${id}`
    }

    async function global(): Promise<string> {
      const slug = `g${globals++}`
      await started.cms.updateGlobal(slug, { title: 'a', status: 'published' })
      await started.cms.updateGlobal(slug, { title: 'b' })
      await started.cms.updateGlobal(slug, { title: 'c', status: 'draft' })
      return `/globals/${slug}`
    }

    const isStale = (answer: any, what: string) => {
      expect(answer.status, what).to.equal(400)
      expect(answer.body.errors[0], what).to.include({ code: 'STALE' }).and.to.have.property('updatedAt')
    }

    it('changes what has one of the tags', async () => {
      for (const tag of CURRENT) expect((await send('patch', await document(), tag, { title: 'd' })).status, tag).to.equal(200)
    })

    it('takes the tag of every read', async () => {
      const path = await document()
      for (const query of ['', '?draft=true', '?select=title', '?depth=0']) {
        const { etag } = (await editor.get(path + query)).headers
        expect((await send('post', `${path}/autosave`, etag!, { title: query })).status, query).to.equal(200)
      }
    })

    it('refuses any other tag as stale, and changes nothing', async () => {
      const path = await document()
      for (const tag of OTHERS) {
        isStale(await send('patch', path, tag, { title: 'd' }), tag)
        isStale(await send('delete', path, tag), tag)
      }
      expect((await editor.get(`${path}?draft=true`)).body.title).to.equal('c')
    })

    for (const [method, path, body] of CHANGES)
      it(`is asked by ${method.toUpperCase()} ${path}`, async () => {
        for (const make of path === '{}/move' || method === 'delete' ? [document] : [document, global]) {
          const at = await make()
          const oldest = path.includes('<oldest>') ? (await editor.get(`${at}/versions`)).body.docs.at(-1).id : ''
          const target = path.replace('{}', at).replace('<oldest>', oldest)
          isStale(await send(method, target, '"r2"', body), target)
          const answer = await send(method, target, '"r3.abc"', body)
          expect(answer.status, `${target}: ${answer.text}`).to.equal(200)
        }
      })

    it('finds nothing to match where there is no document', async () => {
      for (const tag of ['*', '"r1"'])
        for (const [method, path, body] of CHANGES.filter(([, path]) => !path.includes('<oldest>')))
          expect((await send(method, path.replace('{}', '/posts/9999'), tag, body)).status, `${method} ${path} ${tag}`).to.equal(404)
    })

    it('takes the tag of a global that was never saved, until somebody saves it', async () => {
      const path = `/globals/g${globals++}`
      const { etag } = (await editor.get(path)).headers as { etag: string }
      isStale(await send('post', path, '"r1"', { title: 'x' }), 'another revision')
      expect((await send('post', path, etag, { title: 'x' })).status).to.equal(200)
      isStale(await send('post', path, etag, { title: 'y' }), 'saved meanwhile')
      expect((await send('post', path, '*', { title: 'y' })).status).to.equal(200)
    })

    it('compares If-None-Match without what a proxy adds', async () => {
      const path = await document()
      const { etag } = (await editor.get(path)).headers as { etag: string }
      const bare = etag.slice(1, -1)
      for (const tag of [etag, `W/${etag}`, `"${bare}-gzip"`, `"other", "${bare};gzip"`, '*'])
        expect((await editor.send('get', path, (sending: any) => sending.set('if-none-match', tag))).status, tag).to.equal(304)
      expect((await editor.send('get', path, (sending: any) => sending.set('if-none-match', '"other"'))).status).to.equal(200)
    })
  })
})
