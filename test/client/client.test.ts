/** `galley/client` over real sockets: content, sessions, keys, uploads, errors, and the same in a browser. */
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { ApiError, Client, createClient } from '../../client/client.ts'
import { type Site, serve } from '../harness/admin.ts'
import { openPage } from '../harness/browser.ts'
import { png } from '../harness/files.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, HOSTS, temporaryFile } from '../harness/start.ts'

const failing = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  )

describe('client', () => {
  it('says what createClient lacks', () => {
    const CREATED: [given: unknown, says: string][] = [
      [undefined, 'options: must be an object with any of url, key, locale, headers, fetch, not undefined'],
      [{ uri: 'https://example.org' }, "uri: unknown option 'uri'. did you mean 'url'?"],
      [{ url: 'https://example.org', key: '' }, 'key: must be the text of an API key, cms_ and 52 more characters, not an empty text'],
      [{ url: 'https://example.org', key: null }, 'key: must be the text of an API key, cms_ and 52 more characters, not null'],
      [{ url: 'https://example.org', locale: '' }, 'locale: must be the name of a locale, not an empty text'],
      [{ url: 'https://example.org', headers: 'x-a: b' }, 'headers: must be an object of texts that may be sent as headers'],
      [{ url: 'https://example.org', fetch: true }, 'fetch: must be a function, not a boolean'],
      [{}, "url: must be the address of the API, such as 'https://example.org/api/cms'; only in a page is a path enough"],
      [{ url: '/api/cms' }, "url: must be the address of the API, such as 'https://example.org/api/cms'; only in a page is a path enough"],
    ]
    for (const [given, says] of CREATED) {
      let error: any
      try {
        createClient(given as any)
      } catch (thrown) {
        error = thrown
      }
      expect(error).to.be.instanceOf(ApiError).and.include({ status: 500, code: 'CONFIG', message: says })
    }
  })

  it('has methods that work without it', async () => {
    const answer = async () => Response.json({ docs: [], user: null, totalDocs: 4, hasNextPage: false })
    class Counting extends Client {
      override async count() {
        return 1 + (await super.count('tags'))
      }
    }
    const own = new Counting({ url: 'https://example.org/api/cms', fetch: answer })
    const { find, all, count, address, auth } = own
    expect(await find('tags')).to.include({ totalDocs: 4 })
    for await (const _ of all('tags')) expect.fail('there are none')
    expect(await count()).to.equal(5)
    expect(address('/x')).to.equal('https://example.org/api/cms/x')
    const { me } = auth
    expect(await me()).to.equal(null)
    expect(Object.keys(own)).to.deep.equal(['auth'])
  })

  for (const [index, host] of HOSTS.entries()) {
    describe(`on ${host.name} with ${DATABASES[index]!.name}`, () => {
      let site: Site
      let client: Client
      let url: string

      before(async () => {
        site = await serve(
          {
            ...newsroom,
            apiKeys: true,
            upload: { dir: temporaryFile('-files'), folders: true },
            endpoints: [{ path: '/hello', method: 'get', handler: () => new Response('{"hello":1}') }],
          },
          { host, database: DATABASES[index]! },
        )
        url = `${site.origin}/api/cms`
        await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
        client = createClient({ url })
      })
      after(() => site.stop())

      it('signs in, is somebody, and signs out', async () => {
        expect(await client.auth.me()).to.equal(null)
        const refused = await failing(client.create('tags', { name: 'x' }))
        expect(refused).to.be.instanceOf(ApiError).and.include({ status: 401, code: 'UNAUTHENTICATED' })
        const wrong = await failing(client.auth.login({ email: 'nok@example.org', password: 'not this one' }))
        expect(wrong.status).to.equal(401)
        const { user } = await client.auth.login({ email: 'nok@example.org', password: PASSWORD })
        expect(user).to.include({ email: 'nok@example.org', role: 'admin' })
        expect(await client.auth.me()).to.include({ email: 'nok@example.org' })
        const other = createClient({ url })
        await other.auth.login({ email: 'nok@example.org', password: PASSWORD })
        await other.auth.logout()
        expect(await other.auth.me()).to.equal(null)
        await client.auth.login({ email: 'nok@example.org', password: PASSWORD })
      })

      it('creates, finds, counts, changes and deletes', async () => {
        for (let n = 1; n <= 25; n++) await client.create('tags', { name: `tag ${String(n).padStart(2, '0')}` })
        const found = await client.find('tags', { where: { name: { like: 'tag 1' } }, sort: ['-name'], limit: 3, select: ['name'] })
        expect(found).to.include({ totalDocs: 10, hasNextPage: true })
        expect(found.docs.map(({ name }) => name)).to.deep.equal(['tag 19', 'tag 18', 'tag 17'])
        const all: string[] = []
        for await (const { name } of client.all('tags', { limit: 10, sort: 'name' })) all.push(name)
        expect(all).to.have.length(25)
        expect(await client.count('tags', { where: { name: { like: 'tag 2' } } })).to.equal(6)
        expect(await client.update('tags', 1, { name: 'first' })).to.include({ id: 1, name: 'first' })
        expect((await failing(client.delete('tags', 1, { transferTo: 'none' } as object))).message).to.match(
          /^transferTo: has no effect on 'tags'/,
        )
        expect(await client.delete('tags', 1)).to.include({ name: 'first' })
        expect(await client.findById('tags', 1)).to.equal(null)
        expect(await client.updateGlobal('site', { tagline: 'Set it' })).to.include({ tagline: 'Set it' })
        expect(await client.findGlobal('site')).to.include({ tagline: 'Set it' })
        expect(await client.send('GET', '/hello')).to.deep.equal({ hello: 1 })
      })

      it('reads everything with limit: 0, page by page', async () => {
        const old = await client.count('tags')
        for (let n = old; n < 103; n++) await site.cms.create('tags', { name: `more ${n}` })
        const whole = await client.find('tags', { limit: 0, sort: 'name', select: ['name'] })
        expect(whole).to.include({ totalDocs: 103, limit: 0, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false })
        expect(new Set(whole.docs.map(({ id }: any) => id)).size).to.equal(103)
        expect((await client.find('tags', { limit: 0, count: false })).totalDocs).to.equal(null)
        let found = 0
        for await (const _ of client.all('tags', { limit: 0 })) found++
        expect(found).to.equal(103)
      })

      it('reads every version with limit: 0, and none twice where one is saved meanwhile', async () => {
        const pages = [[5, 4], [4, 3], [2]]
        const sent: string[] = []
        const paged: any = createClient({
          url,
          fetch: async (address) => {
            sent.push(String(address))
            return Response.json({ docs: pages[sent.length - 1]!.map((version) => ({ id: version })), hasNextPage: sent.length < 3 })
          },
        })
        const whole = await paged.findVersions('posts', 1, { limit: 0 })
        expect(whole.docs).to.deep.equal([5, 4, 3, 2].map((version) => ({ id: version })))
        expect(whole).to.include({ totalDocs: 4, limit: 0, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false })
        expect(sent.at(-1)).to.include('limit=100&page=3')
      })

      it('refuses misspelt options and nonsense, before anything is sent', async () => {
        let sent = 0
        const counting: any = createClient({
          url,
          fetch: (...given) => {
            sent++
            return fetch(...given)
          },
        })
        const CALLS: Record<string, (options: unknown) => Promise<unknown>> = {
          find: (options) => counting.find('tags', options),
          all: (options) => counting.all('tags', options).next(),
          findById: (options) => counting.findById('tags', 1, options),
          count: (options) => counting.count('tags', options),
          create: (options) => counting.create('tags', { name: 'x' }, options),
          update: (options) => counting.update('tags', 1, {}, options),
          delete: (options) => counting.delete('tags', 1, options),
          findGlobal: (options) => counting.findGlobal('site', options),
          updateGlobal: (options) => counting.updateGlobal('site', {}, options),
          unpublish: (options) => counting.unpublish('posts', 1, options),
          discardDraft: (options) => counting.discardDraft('posts', 1, options),
          autosave: (options) => counting.autosave('posts', 1, {}, options),
          findVersions: (options) => counting.findVersions('posts', 1, options),
          findVersion: (options) => counting.findVersion('posts', 1, 1, options),
          restoreVersion: (options) => counting.restoreVersion('posts', 1, 1, options),
          schedule: (options) => counting.schedule('posts', 1, {}, options),
          scheduled: (options) => counting.scheduled('posts', 1, options),
          cancelSchedule: (options) => counting.cancelSchedule('posts', 1, 1, options),
          preview: (options) => counting.preview('posts', 1, {}, options),
          translations: (options) => counting.translations('posts', 1, options),
          references: (options) => counting.references('posts', 1, options),
          recover: (options) => counting.recover('posts', 1, options),
          move: (options) => counting.move('posts', 1, { after: 2 }, options),
          upload: (options) => counting.upload({ filename: 'a.txt', content: 'x' }, {}, options),
          replaceFile: (options) => counting.replaceFile(1, { filename: 'a.txt', content: 'x' }, options),
        }
        const others = ['constructor', 'send', 'address']
        expect(Object.keys(CALLS).sort()).to.deep.equal(
          Object.getOwnPropertyNames(Object.getPrototypeOf(counting))
            .filter((name) => !others.includes(name))
            .sort(),
        )
        for (const [name, call] of Object.entries(CALLS))
          for (const options of [{ whre: {} }, null, 3]) {
            const error = await failing(call(options))
            expect(error, name).to.be.instanceOf(ApiError).and.include({ status: 400, code: 'BAD_QUERY' })
            expect(error.message, name).to.match(
              options === 3 || options === null
                ? /^options: must be an object/
                : /^whre: unknown option 'whre'\. (did you mean 'where'\?|use )/,
            )
          }
        const OWN: [says: string, call: () => Promise<unknown>][] = [
          ["qurey: unknown option 'qurey'. did you mean 'query'?", () => counting.send('GET', '/tags', { qurey: {} })],
          [
            'options: must be an object with any of query, body, headers, signal, keepalive, not null',
            () => counting.send('GET', '/x', null),
          ],
          ["method: must be a method such as 'GET'", () => counting.send('/tags', 'GET')],
          ['query: must be an object', () => counting.send('GET', '/tags', { query: 'limit=1' })],
          ["att: unknown option 'att'. did you mean 'at'?", () => counting.schedule('posts', 1, { action: 'publish', att: new Date() })],
          [
            "depth: unknown option 'depth'. use one of compare, locale, fallbackLocale, signal",
            () => counting.findVersion('posts', 1, 1, { depth: 2 } as object),
          ],
          ["befor: unknown option 'befor'. did you mean 'before'?", () => counting.move('posts', 1, { befor: 2 })],
          ["emial: unknown option 'emial'. did you mean 'email'?", () => counting.auth.login({ emial: 'x', password: 'x' })],
          ["tokn: unknown option 'tokn'. did you mean 'token'?", () => counting.auth.resetPassword({ tokn: 'x', password: 'x' })],
          ["nam: unknown option 'nam'. did you mean 'name'?", () => counting.auth.signUp({ email: 'x', nam: 'x' })],
          ["page: unknown option 'page'. use one of where, ", () => counting.all('tags', { page: 2 }).next()],
          ["whre: unknown option 'whre'. did you mean 'where'?", () => counting.find('tags', { limit: 0, whre: {} })],
          ['idempotencyKey: must be 1 to 255 printable ', () => counting.create('tags', { name: 'x' }, { idempotencyKey: '' })],
          ['idempotencyKey: must be 1 to 255 printable ', () => counting.create('tags', { name: 'x' }, { idempotencyKey: 'ก' })],
          ['signal: must be an AbortSignal, not a number', () => counting.find('tags', { signal: 3 })],
          ["contnt: unknown option 'contnt'. did you mean", () => counting.upload({ filename: 'a.txt', content: 'x', contnt: 'y' })],
          ['progress: must be a function, not a number', () => counting.upload({ filename: 'a.txt', content: 'x' }, {}, { progress: 1 })],
          ['data: must be an object, not null', () => counting.upload({ filename: 'a.txt', content: 'x' }, null)],
        ]
        for (const [says, call] of OWN) {
          const error = await failing(call())
          expect(error, says).to.be.instanceOf(ApiError).and.include({ status: 400 })
          expect(error.message).to.include(says)
        }
        expect(() => counting.address('/tags', 'x')).to.throw(ApiError, 'query: must be an object')
        const several = await failing(counting.find('tags', { limt: 1, whre: {} }))
        expect(several.problems.map(({ field }) => field)).to.deep.equal(['limt', 'whre'])
        const circle: Record<string, unknown> = {}
        circle['self'] = circle
        expect(await failing(counting.create('tags', circle))).to.include({ status: 400, code: 'BAD_REQUEST' })
        expect(await failing(counting.upload(undefined))).to.include({ status: 400, code: 'BAD_REQUEST' })
        expect(await failing(counting.upload({ filenam: 'a.txt', content: 'x' }))).to.include({ status: 400, code: 'BAD_REQUEST' })
        expect(await failing(counting.send('GET'))).to.include({ status: 400, code: 'BAD_REQUEST' })
        for (const id of ['', '.', '..']) expect(await counting.findById('tags', id)).to.equal(null)
        expect(sent).to.equal(0)
        expect(await failing(counting.find())).to.include({ status: 404, code: 'NOT_FOUND' })
        expect(await counting.findById('tags', '../posts')).to.equal(null)
      })

      it('says what is wrong, field by field', async () => {
        const error = await failing(client.create('posts', { title: '', status: 'published' }))
        expect(error).to.include({ status: 400, code: 'REQUIRED' })
        expect(error.problems).to.deep.include({ field: 'title', message: 'is required', code: 'REQUIRED', reason: 'required' })
        expect(error.message).to.include('title: is required')
      })

      it('changes nothing that somebody else changed since', async () => {
        const post = (await client.create('posts', { title: 'One' })) as { id: number }
        const read = (await client.findById('posts', post.id, { draft: true }))!
        await client.update('posts', post.id, { summary: 'By somebody else' })
        const stale = await failing(client.update('posts', post.id, { summary: 'Mine' }, { ifUnchanged: read }))
        expect(stale.code).to.equal('STALE')
        const fresh = (await client.findById('posts', post.id, { draft: true }))!
        const saved = await client.update('posts', post.id, { summary: 'Mine' }, { ifUnchanged: fresh })
        expect(await client.update('posts', post.id, { summary: 'Again' }, { ifUnchanged: saved })).to.include({ summary: 'Again' })
        expect((await failing(client.update('posts', post.id, {}, { ifUnchanged: { id: 1 } }))).message).to.equal(
          'ifUnchanged: must be a document that this client has read by id, or saved',
        )
        const once = { idempotencyKey: 'once' }
        const one = await client.create('posts', { title: 'Once' }, once)
        expect((await client.create('posts', { title: 'Once' }, once)).id).to.equal(one.id)
        const reused = await failing(client.create('posts', { title: 'Twice' }, once))
        expect(reused).to.include({ status: 422, code: 'KEY_REUSED' })
        expect(reused.problems[0]).to.include({ id: one.id })
        await client.delete('posts', one.id)
      })

      it('does editorial work', async () => {
        const { id } = (await client.create('posts', { title: 'Hello' })) as { id: number }
        await client.update('posts', id, { status: 'published' })
        await client.autosave('posts', id, { title: 'Hello again' })
        expect(await client.findById('posts', id)).to.include({ title: 'Hello' })
        expect(await client.findById('posts', id, { draft: true })).to.include({ title: 'Hello again' })
        const { docs } = await client.findVersions('posts', id, { limit: 2 })
        expect(await client.findVersions('posts', id, { limit: 0 })).to.deep.equal(await site.cms.findVersions('posts', id, { limit: 0 }))
        expect(docs).to.have.length(2)
        expect((await client.findVersion('posts', id, docs[0]!.id, { compare: 'live' })).changes).to.deep.include({
          field: 'title',
          before: 'Hello',
          after: 'Hello again',
        })
        await client.discardDraft('posts', id)
        await client.restoreVersion('posts', id, docs[0]!.id)
        const { id: job } = await client.schedule('posts', id, { action: 'publish', at: new Date('2999-01-01') })
        expect(await client.scheduled('posts', id)).to.have.length(1)
        await client.cancelSchedule('posts', id, job as number)
        expect(await client.unpublish('posts', id)).to.include({ status: 'draft' })
        const thai = createClient({ url, locale: 'th', headers: {} })
        await thai.auth.login({ email: 'nok@example.org', password: PASSWORD })
        await thai.update('posts', id, { title: 'สวัสดี' })
        expect(await client.findById('posts', id, { draft: true, locale: 'th' })).to.include({ title: 'สวัสดี' })
        expect((await client.translations('posts', id))['th']).to.include({ filled: 1 })
        expect((await client.references('posts', id)).total).to.equal(0)
        await client.delete('posts', id)
        expect(await client.recover('posts', id)).to.include({ id })
      })

      it('uploads and replaces files, with what is said of them', async () => {
        const folder = (await client.create('media-folders', { name: 'Press' })) as { id: number }
        const file = { filename: 'a.png', content: new Uint8Array(await png()) }
        const doc = (await client.upload(file, { alt: 'A square', folder: folder.id, focalPoint: { x: 10, y: 20 } })) as any
        expect(doc).to.deep.include({ alt: 'A square', mimeType: 'image/png', focalPoint: { x: 10, y: 20 } })
        const next = (await client.replaceFile(doc.id, new File([new Uint8Array(await png(10, 10))], 'b.png'))) as any
        expect(next).to.include({ id: doc.id, width: 10, originalName: 'b.png' })
        expect((await failing(client.upload({ filename: 'x.exe', content: 'MZ' }))).problems[0]!.field).to.equal('file')
      })

      it('comes with a key, which can no more than it may', async () => {
        const { key } = (await client.create('api-keys', {
          name: 'reader',
          permissions: { collections: { tags: ['read'] } },
        })) as { key: string }
        const reader = createClient({ url, key })
        expect((await reader.find('tags', { limit: 1 })).docs).to.have.length(1)
        expect((await failing(reader.create('tags', { name: 'no' }))).status).to.equal(403)
      })

      it('can be called off, and tells when nothing answers', async () => {
        const off = new AbortController()
        const pending = failing(client.find('tags', { signal: off.signal }))
        off.abort()
        expect((await pending).name).to.equal('AbortError')
        const nowhere = await failing(createClient({ url: 'http://127.0.0.1:9/api/cms' }).find('tags'))
        expect(nowhere).to.include({
          status: 0,
          isOffline: true,
          message: 'No response from the server to GET http://127.0.0.1:9/api/cms/tags (bad port)',
        })
        const page = await failing(createClient({ url: `${site.origin}/elsewhere` }).find('tags'))
        expect(page.status).to.equal(404)
      })
    })
  }

  describe('in a browser', function () {
    this.timeout(60_000)
    let site: Site

    before(async () => {
      const dist = new URL('../../dist/client/', import.meta.url)
      site = await serve({
        ...newsroom,
        upload: { dir: temporaryFile('-files') },
        endpoints: [
          { path: '/page', method: 'get', handler: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }) },
          {
            path: '/js/:file',
            method: 'get',
            handler: async ({ params }: any) =>
              new Response(await readFile(new URL(params.file, dist), 'utf8'), { headers: { 'content-type': 'text/javascript' } }),
          },
        ],
      })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())

    it('uses the cookies of the browser and the token against foreign forms, and says how far an upload is', async () => {
      const page = await openPage()
      await page.goto(`${site.origin}/api/cms/page`)
      const result: any = await page.evaluate(`(async () => {
        const { createClient } = await import('/api/cms/js/client.js')
        const client = createClient({ url: '/api/cms' })
        await client.auth.login({ email: 'nok@example.org', password: '${PASSWORD}' })
        const again = createClient({ url: '/api/cms' })
        const tag = await again.create('tags', { name: 'From a page' })
        const shares = []
        const file = new File([Uint8Array.from(atob('${(await png(400, 400)).toString('base64')}'), (c) => c.charCodeAt(0))], 'a.png')
        const doc = await again.upload(file, { alt: 'x' }, { progress: (share) => shares.push(share) })
        await again.auth.logout()
        return { tag: tag.name, alt: doc.alt, last: shares.at(-1), me: await client.auth.me(), seen: document.cookie.includes('svc-session') }
      })()`)
      expect(result).to.deep.equal({ tag: 'From a page', alt: 'x', last: 1, me: null, seen: false })
    })
  })
})
