/** An unknown locale is refused by every method and route that takes one, whether the site has several languages or one. */
import { expect } from 'chai'
import { createClient } from '../../client/client.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start, temporaryFile } from '../harness/start.ts'

const PDF = { filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }

/** Each returns what the call gave for a locale. */
const METHODS: Record<string, (cms: any, options: object) => Promise<unknown>> = {
  find: (cms, options) => cms.find('posts', options),
  all: (cms, options) => cms.all('posts', options).next(),
  findById: (cms, options) => cms.findById('posts', 1, options),
  count: (cms, options) => cms.count('posts', options),
  create: (cms, options) => cms.create('posts', { title: 'x' }, options),
  update: (cms, options) => cms.update('posts', 1, { title: 'x' }, options),
  delete: (cms, options) => cms.delete('posts', 1, options),
  findGlobal: (cms, options) => cms.findGlobal('site', options),
  updateGlobal: (cms, options) => cms.updateGlobal('site', { title: 'x' }, options),
  findVersion: (cms, options) => cms.findVersion('posts', 1, 1, options),
  findGlobalVersion: (cms, options) => cms.findGlobalVersion('site', 4, options),
  restoreVersion: (cms, options) => cms.restoreVersion('posts', 1, 1, options),
  restoreGlobalVersion: (cms, options) => cms.restoreGlobalVersion('site', 4, options),
  unpublish: (cms, options) => cms.unpublish('posts', 1, options),
  unpublishGlobal: (cms, options) => cms.unpublishGlobal('site', options),
  autosave: (cms, options) => cms.autosave('posts', 1, { title: 'y' }, options),
  autosaveGlobal: (cms, options) => cms.autosaveGlobal('site', { title: 'y' }, options),
  discardDraft: (cms, options) => cms.discardDraft('posts', 1, options),
  discardGlobalDraft: (cms, options) => cms.discardGlobalDraft('site', options),
  preview: (cms, options) => cms.preview('posts', 1, { title: 'x' }, options),
  'preview of a new document': (cms, options) => cms.preview('posts', null, { title: 'x' }, options),
  previewGlobal: (cms, options) => cms.previewGlobal('site', { title: 'x' }, options),
  move: (cms, options) => cms.move('posts', 1, { before: 2 }, options),
  recover: (cms, options) => cms.recover('posts', 3, options),
  upload: (cms, options) => cms.upload(PDF, {}, options),
  replaceFile: (cms, options) => cms.replaceFile(1, PDF, options),
}

const ROUTES: [method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object][] = [
  ['get', '/posts'],
  ['get', '/posts/1'],
  ['post', '/posts', { title: 'x' }],
  ['patch', '/posts/1', { title: 'x' }],
  ['delete', '/posts/1'],
  ['get', '/globals/site'],
  ['patch', '/globals/site', { title: 'x' }],
  ['post', '/globals/site', { title: 'x' }],
  ['get', '/posts/1/versions/1'],
  ['post', '/posts/1/versions/1/restore', {}],
  ['post', '/posts/1/unpublish', {}],
  ['post', '/posts/1/discard-draft', {}],
  ['post', '/posts/1/autosave', { title: 'y' }],
  ['post', '/posts/1/preview', { title: 'x' }],
  ['post', '/posts/preview', { title: 'x' }],
  ['post', '/posts/1/move', { before: 2 }],
  ['post', '/posts/3/recover', {}],
  ['get', '/globals/site/versions/4'],
  ['post', '/globals/site/unpublish', {}],
  ['post', '/globals/site/preview', { title: 'x' }],
]

const SITES: [site: string, config: object, says: string][] = [
  ['one language', {}, "There is one language here; to have several, configure localization: { locales: ['en', …] }"],
  ['several languages', { localization: { locales: ['en', 'th'] } }, 'must be one of: en, th, all'],
]

for (const [site, config, says] of SITES)
  describe(`features/one-language: an unknown locale, on a site with ${site}`, () => {
    let started: Started
    let admin: Browser
    before(async () => {
      const words = { drafts: true, versions: true, fields: [{ name: 'title' }] }
      started = await start(HOSTS[0]!, DATABASES[0]!, {
        ...config,
        upload: { dir: temporaryFile('-files') },
        collections: [{ slug: 'posts', ...words, trash: true, orderable: true, access: { read: 'anyone' } }],
        globals: [{ slug: 'site', ...words }],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      admin = await new Browser(listener).login('admin@x.org')
      for (const title of ['a', 'b', 'c']) await cms.create('posts', { title, status: 'published' })
      await cms.delete('posts', 3)
      await cms.updateGlobal('site', { title: 'x', status: 'published' })
      await cms.upload(PDF)
      expect((await cms.findGlobalVersions('site')).docs.map(({ id }) => id)).to.deep.equal([4])
    })
    after(() => end(started?.cms))

    for (const [name, call] of Object.entries(METHODS))
      it(`${name} refuses it, and changes nothing`, async () => {
        const { cms } = started
        const stored = () => Promise.all([cms.find('posts', { draft: true }), cms.findGlobal('site', { draft: true }), cms.find('media')])
        const before = await stored()
        const error: any = await call(cms, { locale: 'zz' }).catch((error) => error)
        expect([error?.status, error?.code, error?.message]).to.deep.equal([400, 'BAD_QUERY', `locale: ${says}`])
        expect(await stored()).to.deep.equal(before)
      })

    it('cms.in refuses it at once', () => {
      expect(() => started.cms.in('zz' as never)).to.throw(`locale: ${says}`)
    })

    for (const [method, path, body] of ROUTES)
      it(`${method.toUpperCase()} ${path} refuses it`, async () => {
        const address = `${path}?locale=zz`
        const answer: any = await (body ? (admin as any)[method](address, body) : (admin as any)[method](address))
        expect([answer.status, answer.body.errors]).to.deep.equal([
          400,
          [{ message: says, code: 'BAD_QUERY', field: 'locale', ...reason(says) }],
        ])
      })

    it('galley/client passes the sentence on', async () => {
      const fetching = async (address: any) => {
        const { pathname, search } = new URL(String(address))
        const { status, text } = await started.agent.get(pathname + search)
        return new Response(text, { status, headers: { 'content-type': 'application/json' } })
      }
      const client: any = createClient({ url: 'https://example.org/api/cms', locale: 'zz', fetch: fetching as never } as never)
      const error = await client.find('posts').catch((error: Error) => error)
      expect([error.status, error.message]).to.deep.equal([400, `locale: ${says}`])
    })
  })

const reason = (says: string) => (says.startsWith('must be one of') ? { reason: 'one-of', values: { options: ['en', 'th', 'all'] } } : {})
