/** Every route that answers a document answers it as it was asked for: `depth`, `select` and `locale` mean the same at each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { Response } from 'supertest'
import { disk } from '../../adapters/disk.ts'

import type { Config } from '../../lib/config.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const content: any[] = [
  { name: 'title' },
  { name: 'note', localized: true },
  { name: 'author', type: 'relationship', to: 'people' },
  { name: 'tags', type: 'relationship', to: 'people', hasMany: true },
  { name: 'cover', type: 'upload' },
  {
    name: 'layout',
    type: 'blocks',
    blocks: [{ slug: 'by', fields: [{ name: 'author', type: 'relationship', to: 'people' }] }],
  },
]
const full = { title: 'Title', author: 1, tags: [1], cover: 1, layout: [{ blockType: 'by', author: 1 }] }
const editorial = { drafts: true, versions: true, schedule: true }

type Sends = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
interface Situation {
  browser: Browser
  query: string
  storage: { lastKey: string; put(content: Buffer): Promise<void> }
  /** A live document with a pending draft. */
  pending(slug?: string): Promise<number>
  global(): Promise<void>
  send(method: Sends, path: string, body?: object): Promise<Response>
}
interface Row {
  run(situation: Situation): Promise<Response>
  /** Where the answer holds the document. @default all of it */
  in?: 'doc' | 'docs'
  /** Files have relations of their own. */
  of?: 'media'
  /** It always answers ids alone. */
  flat?: true
  /** What it is about is shown whole. */
  whole?: true
}

const onDocument =
  (method: Sends, subpath: string, body: object = {}, slug = 'posts') =>
  async ({ pending, send }: Situation) =>
    send(method, `/${slug}/${await pending(slug)}${subpath}`, body)
const onGlobal =
  (method: Sends, subpath: string, body: object = {}) =>
  async ({ global, send }: Situation) => {
    await global()
    return send(method, `/globals/site${subpath}`, body)
  }

async function restored(base: string, { browser, send }: Situation): Promise<Response> {
  const { docs } = (await browser.get(`${base}/versions`)).body
  return send('POST', `${base}/versions/${docs.at(-1).id}/restore`)
}

const ROUTES: Record<string, Row> = {
  'GET /:collection': {
    in: 'docs',
    run: async ({ pending, browser, query }) => {
      await pending()
      return browser.get(`/posts?draft=true&${query}`)
    },
  },
  'GET /:collection/:id': { run: async ({ pending, browser, query }) => browser.get(`/posts/${await pending()}?draft=true&${query}`) },
  'POST /:collection': { run: ({ send }) => send('POST', '/posts', full) },
  'PATCH /:collection/:id': { run: onDocument('PATCH', '', { title: 'Changed' }) },
  'DELETE /:collection/:id': { flat: true, whole: true, run: onDocument('DELETE', '') },
  'POST /:collection/:id/autosave': { run: onDocument('POST', '/autosave', { title: 'Changed' }) },
  'POST /:collection/:id/unpublish': { run: onDocument('POST', '/unpublish') },
  'POST /:collection/:id/discard-draft': { run: onDocument('POST', '/discard-draft') },
  'POST /:collection/:id/versions/:version/restore': {
    run: async (situation) => restored(`/posts/${await situation.pending()}`, situation),
  },
  'POST /:collection/:id/preview': { in: 'doc', whole: true, run: onDocument('POST', '/preview', { title: 'Changed' }) },
  'POST /:collection/preview': { in: 'doc', whole: true, run: ({ send }) => send('POST', '/posts/preview', full) },
  'POST /:collection/:id/recover': {
    run: async ({ pending, browser, send }) => {
      const id = await pending()
      await browser.delete(`/posts/${id}`)
      return send('POST', `/posts/${id}/recover`)
    },
  },
  'POST /:collection/:id/move': {
    run: async ({ pending, send }) => send('POST', `/posts/${await pending()}/move`, { before: await pending() }),
  },
  'GET /globals/:slug': {
    run: async ({ global, browser, query }) => {
      await global()
      return browser.get(`/globals/site?draft=true&${query}`)
    },
  },
  'POST /globals/:slug': { run: onGlobal('POST', '', { title: 'Changed' }) },
  'PATCH /globals/:slug': { run: onGlobal('PATCH', '', { title: 'Changed' }) },
  'POST /globals/:slug/autosave': { run: onGlobal('POST', '/autosave', { title: 'Changed' }) },
  'POST /globals/:slug/unpublish': { run: onGlobal('POST', '/unpublish') },
  'POST /globals/:slug/discard-draft': { run: onGlobal('POST', '/discard-draft') },
  'POST /globals/:slug/preview': { in: 'doc', whole: true, run: onGlobal('POST', '/preview', { title: 'Changed' }) },
  'POST /globals/:slug/versions/:version/restore': {
    run: async (situation) => {
      await situation.global()
      return restored('/globals/site', situation)
    },
  },
  'POST /media': {
    of: 'media',
    run: async ({ browser, query }) =>
      browser.upload(await png(8, 8), 'a.png', { title: 'Title', author: '1', tags: '[1]' }, { path: `/media?${query}` }),
  },
  'PUT /media/:id/file': {
    of: 'media',
    run: async ({ browser, query }) => browser.upload(await png(9, 9), 'b.png', {}, { path: `/media/1/file?${query}`, method: 'put' }),
  },
  'POST /media/uploads/complete': {
    of: 'media',
    run: async ({ browser, storage, send }) => {
      const file = await png(7, 7)
      const begun = await browser.post('/media/uploads', { filename: 'c.png', mimeType: 'image/png', filesize: file.length })
      expect(begun.status, begun.text).to.equal(201)
      await storage.put(file)
      return send('POST', '/media/uploads/complete', { token: begun.body.token, title: 'Title', author: 1, tags: [1] })
    },
  },
}

/** They change something and answer no document. */
const OTHERS = [
  'POST /:collection/:id/presence',
  'POST /globals/:slug/presence',
  'POST /:collection/:id/schedule',
  'POST /globals/:slug/schedule',
  'DELETE /:collection/:id/schedule/:job',
  'DELETE /globals/:slug/schedule/:job',
  'POST /media/:id/signed-url',
  'POST /media/uploads',
]

describe('features: every route that answers a document', () => {
  pairwise((host, database) => {
    let started: Started
    let browser: Browser
    let folder: string
    let storage: Situation['storage']

    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'galley-test-answers-'))
      const files = disk({ dir: folder })
      storage = {
        lastKey: '',
        put: (content) => files.put(storage.lastKey, Readable.from([content]), { size: content.length, mimeType: 'image/png' }),
      }
      const direct = {
        ...files,
        name: 'direct',
        put: files.put.bind(files),
        get: files.get.bind(files),
        delete: files.delete.bind(files),
        uploadURL: async (key: string) => {
          storage.lastKey = key
          return { url: 'https://files.example/', method: 'PUT' as const, headers: {} }
        },
      }
      const config: Partial<Config> = {
        localization: { locales: ['en', 'th'] },
        upload: { storage: direct },
        collections: [
          { slug: 'people', fields: [{ name: 'name' }] },
          { slug: 'posts', ...editorial, trash: true, orderable: true, preview: () => '/', fields: content },
          { slug: 'media', fields: content.slice(0, 4) },
        ],
        globals: [{ slug: 'site', ...editorial, preview: () => '/', fields: content }],
      }
      started = await start(host, database, config)
      await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
      browser = await new Browser(started.listener).login('admin@x.org')
      await started.cms.create('people', { name: 'Ada' })
      const uploaded = await browser.upload(await png(8, 8), 'a.png', { title: 'Title', author: '1', tags: '[1]' })
      expect(uploaded.status, uploaded.text).to.equal(201)
    })
    after(async () => {
      await end(started?.cms)
      await rm(folder, { recursive: true, force: true })
    })

    it('is in the table', () => {
      const about = /^\/(?::collection|globals\/:slug|media)(?:\/|$)/
      const changing = started.cms.engine.http.routes.filter(({ method, path }) => method !== 'GET' && about.test(path))
      const known = [...Object.keys(ROUTES).filter((route) => !route.startsWith('GET') && route !== 'POST /media'), ...OTHERS]
      expect(changing.map(({ method, path }) => `${method} ${path}`).sort()).to.deep.equal(known.sort())
    })

    async function answered(row: Row, query: string): Promise<any> {
      const answer = await row.run({
        browser,
        query,
        storage,
        async pending(slug = 'posts') {
          const { id } = (await started.cms.create(slug, { ...full, status: 'published' })) as { id: number }
          await started.cms.update(slug, id, { tags: [1], title: 'Pending', status: 'draft' })
          return id
        },
        async global() {
          await started.cms.updateGlobal('site', { ...full, status: 'published' })
          await started.cms.updateGlobal('site', { title: 'Pending', status: 'draft' })
        },
        send: (method, to, body = {}) =>
          browser.send(method.toLowerCase() as 'post', `${to}?${query}`, method === 'GET' ? undefined : body),
      })
      expect(answer.status, answer.text).to.be.oneOf([200, 201])
      return row.in === 'docs' ? answer.body.docs[0] : row.in === 'doc' ? answer.body.doc : answer.body
    }

    for (const [route, row] of Object.entries(ROUTES)) {
      it(route, async () => {
        const flat = await answered(row, 'depth=0')
        expect(flat, route).to.deep.include({ author: 1, tags: [1] })
        if (row.of !== 'media') {
          expect(flat.cover).to.equal(1)
          expect(flat.layout[0].author).to.equal(1)
        }
        const deep = await answered(row, 'depth=1')
        if (row.flat) expect(deep).to.deep.include({ author: 1, tags: [1] })
        else {
          expect(deep.author).to.include({ id: 1, name: 'Ada' })
          expect(deep.tags[0]).to.include({ id: 1, name: 'Ada' })
          if (row.of !== 'media') expect(deep.layout[0].author).to.include({ id: 1, name: 'Ada' })
        }
        expect((await answered(row, 'locale=all')).note).to.have.keys('en', 'th')
        if (row.whole) return
        const some = await answered(row, 'depth=0&select=author')
        expect(Object.keys(some).filter((name) => name !== 'id')).to.deep.equal(['author'])
      })

      if (!row.flat)
        it(`${route} refuses a depth that does not exist`, async () => {
          const refused = await answered(row, 'depth=9').then(
            () => undefined,
            (error: Error) => error.message,
          )
          expect(refused).to.include('must be a whole number from 0 to 3')
        })
    }
  })
})
