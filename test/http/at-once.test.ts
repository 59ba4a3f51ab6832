/** Every route that changes a document, many times at once on the same documents: without `If-Match` none is refused as stale. A new route without a row here fails. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'

import { makeUser, PASSWORD } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

interface Facts {
  /** Of `posts` and `media`. */
  id: number
  other: number
  version: number
}

type Body = (facts: Facts, n: number) => object | FormData | undefined

const file = (content: string) => {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'text/plain' }), 'a.txt')
  return form
}
const published: Body = (_, n) => ({ a: `${n}`, ...(n % 2 && { status: 'published' }) })
const none: Body = () => undefined

/** By route, as collection and as global. */
const CHANGES: Record<string, Body> = {
  'PATCH /:collection/:id': published,
  'DELETE /:collection/:id': none,
  'POST /:collection/:id/autosave': (_, n) => ({ b: `${n}` }),
  'POST /:collection/:id/unpublish': none,
  'POST /:collection/:id/discard-draft': none,
  'POST /:collection/:id/recover': none,
  'POST /:collection/:id/move': ({ other }) => ({ before: other }),
  'POST /:collection/:id/versions/:version/restore': none,
  'POST /globals/:slug': published,
  'PATCH /globals/:slug': published,
  'POST /globals/:slug/autosave': (_, n) => ({ b: `${n}` }),
  'POST /globals/:slug/unpublish': none,
  'POST /globals/:slug/discard-draft': none,
  'POST /globals/:slug/versions/:version/restore': none,
  'PUT /media/:id/file': (_, n) => file(`text ${n}`),
}
/** They change no document: they plan, preview, count or tell who is there. */
const OTHERS = /\/(schedule|preview|preview-token|presence|signed-url|references|translations)(\/|$)/

describe('http/at-once', function () {
  this.timeout(120_000)
  everywhere((host, database) => {
    let started: Started
    let origin: string
    let authorization: string
    let close: () => void
    const kept = new Map<string, Buffer>()

    before(async () => {
      const fields = [{ name: 'a' }, { name: 'b' }]
      const storage: any = {
        name: 'memory',
        async put(key: string, stream: AsyncIterable<Buffer>) {
          for await (const chunk of stream) kept.set(key, chunk)
        },
        get: async () => null,
        delete: async (key: string) => void kept.delete(key),
      }
      started = await start(host, database, {
        upload: { storage, mimeTypes: ['text/plain'] },
        collections: [{ slug: 'posts', drafts: true, versions: true, schedule: true, trash: true, orderable: true, fields }],
        globals: [{ slug: 'site', drafts: true, versions: true, schedule: true, fields }],
      } as any)
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      authorization = `Bearer ${(await started.cms.auth.login({ email: 'boss@example.org', password: PASSWORD })).token}`
      const server = createServer(started.listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      close = () => server.close()
    })
    after(async () => {
      close()
      await end(started.cms)
    })

    it('has a row for each', () => {
      const about = /^\/(:collection\/:id|globals\/:slug|media\/:id)(\/|$)/
      const routes = started.cms.engine.http.routes.filter(({ method, path }) => method !== 'GET' && about.test(path) && !OTHERS.test(path))
      expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).to.deep.equal(Object.keys(CHANGES).sort())
    })

    it('refuses none as stale @long', async () => {
      const { cms } = started
      const other = (await cms.create('posts', { a: 'other' })).id as number
      await cms.updateGlobal('site', { a: 'first', status: 'published' })
      const globalVersion = (await cms.findGlobalVersions('site')).docs[0]!.id
      for (let round = 0; round < 4; round++) {
        const { id } = await cms.create('posts', { a: 'first', status: 'published' })
        const version = (await cms.findVersions('posts', id)).docs[0]!.id
        const media = await cms.upload({ filename: 'a.txt', content: Buffer.from('a') } as any)
        const requests = Object.entries(CHANGES).flatMap(([route, body]) =>
          Array.from({ length: 6 }, async (_, n) => {
            const isGlobal = route.includes(':slug')
            // A document is deleted for good by the second time; it must be there for the others.
            if (route === 'DELETE /:collection/:id' && n > 0) return []
            const facts = { id: id as number, other, version: (isGlobal ? globalVersion : version) as number }
            const [method, path] = route.split(' ') as [string, string]
            const address = path
              .replace('media/:id', `media/${media.id}`)
              .replace(':collection', 'posts')
              .replace(':slug', 'site')
              .replace(':id', `${id}`)
              .replace(':version', `${facts.version}`)
            const given = body(facts, n)
            const answer = await fetch(`${origin}/api/cms${address}`, {
              method,
              headers: { authorization, ...(given && !(given instanceof FormData) && { 'content-type': 'application/json' }) },
              ...(given && { body: given instanceof FormData ? given : JSON.stringify(given) }),
            })
            const text = await answer.text()
            // In the trash a document is not there, and one that is not live has no draft to throw away.
            const isFine = answer.ok || answer.status === 404 || (/discard-draft/.test(path) && answer.status === 400)
            return isFine && !text.includes('STALE') ? [] : [`${route}: ${answer.status} ${text}`]
          }),
        )
        expect((await Promise.all(requests)).flat(), `round ${round}`).to.deep.equal([])
      }
    })
  })
})
