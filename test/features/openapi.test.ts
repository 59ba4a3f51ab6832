/** The API described by itself: no description names a field that its reader can't read, and what is described is what is answered. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const admins = { read: 'admin' } as const
const config: Partial<Config> = {
  apiKeys: true,
  localization: { locales: ['en', 'th'] },
  auth: { rbac: true, roles: ['admin', 'editor', 'author', 'reader'], members: { roles: ['reader'] } },
  collections: [
    {
      slug: 'posts',
      useAsTitle: 'zzTitle',
      access: { read: 'anyone', create: 'loggedIn' },
      admin: {
        sidebar: ['x-panel'],
        layout: [{ tabs: [{ label: 'Main', fields: ['title', 'zzNote'] }] }],
        badge: { where: { zzNote: { exists: true } } },
        list: { sort: '-zzNote' },
      },
      fields: [
        { name: 'title', required: true, localized: true },
        { name: 'zzTitle', access: admins },
        { name: 'zzNote', required: true, defaultValue: 'x', pattern: '^x', access: admins },
        { name: 'zzLocal', localized: true, access: admins },
        { name: 'zzHidden', hidden: true },
        { name: 'hint', admin: { condition: { field: 'zzHidden', equals: 'zzSecretWord' } } },
        { name: 'zzMargin', type: 'number' },
        { name: 'zzRelation', type: 'relationship', to: 'papers', access: admins },
        { name: 'slug', type: 'slug', from: 'zzTitle' },
        { name: 'reason', admin: { condition: { field: 'zzNote', equals: 'x' } } },
        { name: 'choice', type: 'relationship', to: 'papers', filterOptions: { zzPaper: { equals: 'x' } } },
        { name: 'items', type: 'array', fields: [{ name: 'name' }, { name: 'zzCost', access: admins }] },
        { name: 'seo', type: 'group', fields: [{ name: 'text' }, { name: 'zzScore', required: true, defaultValue: '1', access: admins }] },
        { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text' }, { name: 'zzSource', access: admins }] }] },
        { name: 'own', access: { read: ({ data }: any) => data?.['title'] === 'open' } },
      ],
    },
    { slug: 'papers', access: { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' }, fields: [{ name: 'zzPaper' }] },
  ],
  globals: [{ slug: 'site', access: { read: 'anyone' }, fields: [{ name: 'name' }, { name: 'zzKey', access: admins }] }],
}

const RULED = ['zzTitle', 'zzNote', 'zzLocal', 'zzRelation', 'zzCost', 'zzScore', 'zzSource', 'zzKey', 'zzPaper']

describe('features/openapi', () => {
  pairwise((host, database) => {
    let started: Started
    const callers: Record<string, (path: string) => Promise<{ status: number; text: string; body: any; headers: Record<string, string> }>> =
      {}

    before(async () => {
      started = await start(host, database, config)
      const { cms, listener } = started
      const people: Record<string, Browser> = {}
      for (const role of ['admin', 'editor', 'author', 'reader']) {
        const { email } = await makeUser(cms, `${role}@example.org`, { role })
        people[role === 'reader' ? 'member' : role] = await new Browser(listener).login(email)
      }
      const roles = (await people['admin']!.get('/admin/roles')).body.roles
      const author = roles.find((role: any) => role.key === 'author')
      const permissions = { ...author.permissions, fields: { collections: { posts: { zzMargin: 'hidden' } }, globals: {} } }
      expect((await people['admin']!.patch(`/admin/roles/${author.id}`, { permissions })).status).to.equal(200)
      const permitted = { collections: { posts: ['read'] }, globals: {} }
      const made = await people['editor']!.post('/api-keys', { name: 'k', permissions: permitted })
      expect(made.status, made.text).to.equal(201)
      const key = made.body.key ?? made.body.doc?.key
      const plain = new Browser(listener)
      const keyed = new Browser(listener)
      keyed.headers = { authorization: `Bearer ${key}` }
      for (const [name, browser] of Object.entries({ nobody: plain, key: keyed, ...people })) callers[name] = (path) => browser.get(path)
    })
    after(() => end(started?.cms))

    const SEES: Record<string, string[]> = {
      nobody: ['zzMargin'],
      member: ['zzMargin'],
      key: ['zzMargin'],
      editor: ['zzMargin'],
      author: [],
      admin: ['zzMargin', ...RULED],
    }
    for (const [caller, visible] of Object.entries(SEES)) {
      it(`names to ${caller} what may be read, in all three documents`, async () => {
        for (const path of ['/openapi.json', '/schema/posts', '/admin/schema']) {
          const { status, text } = await callers[caller]!(path)
          if (path === '/admin/schema' && ['nobody', 'member', 'key'].includes(caller)) {
            expect(text, path).to.not.include('zz')
            continue
          }
          expect(status, `${path} ${text}`).to.equal(200)
          const named = [...new Set(text.match(/zz[A-Za-z]+/g) ?? [])]
          const elsewhere = path === '/schema/posts' ? ['zzKey', 'zzPaper'] : []
          expect(named, path).to.have.members(visible.filter((name) => !elsewhere.includes(name)))
          expect(text).to.include('"title"').and.to.include('"items"').and.to.include('"own"')
        }
      })
    }

    it('makes its OpenAPI document once for each kind of caller, with a tag', async () => {
      const { features } = started.cms.engine
      const { creations } = features
      let made = 0
      Object.defineProperty(features, 'creations', { configurable: true, get: () => made++ >= 0 && creations })
      try {
        const tags = new Map<string, string>()
        for (let round = 0; round < 3; round++)
          for (const caller of Object.keys(SEES)) {
            const { status, headers } = await callers[caller]!(`/openapi.json?x=${round}`)
            expect([status, headers['content-type']]).to.deep.equal([200, 'application/json; charset=utf-8'])
            expect(tags.get(caller) ?? headers['etag'], caller).to.equal(headers['etag'])
            tags.set(caller, headers['etag']!)
          }
        expect(made).to.be.at.most(Object.keys(SEES).length)
        expect(new Set(['nobody', 'author', 'admin'].map((caller) => tags.get(caller)))).to.have.property('size', 3)
        const again = await started.agent.get('/api/cms/openapi.json').set('if-none-match', tags.get('nobody')!)
        expect([again.status, again.text]).to.deep.equal([304, ''])
        const other = await started.agent.get('/api/cms/openapi.json').set('if-none-match', tags.get('admin')!)
        expect(other.status).to.equal(200)
      } finally {
        Object.defineProperty(features, 'creations', { configurable: true, value: creations })
      }
    })

    it('keeps what it names consistent: required, conditions, layouts', async () => {
      const { body } = await callers['nobody']!('/schema/posts')
      expect(body.required).to.deep.equal(['title'])
      expect(body['x-cms']).to.not.have.property('useAsTitle')
      expect(body['x-cms'].admin).to.deep.equal({
        sidebar: ['x-panel'],
        layout: [{ tabs: [{ label: 'Main', fields: ['title'] }] }],
        list: {},
      })
      expect(body.properties.reason['x-cms']?.admin).to.not.have.property('condition')
      expect(body.properties.seo.required ?? []).to.deep.equal([])
      expect((await callers['admin']!('/schema/posts')).body.required).to.have.members(['title', 'zzNote'])
    })

    it('describes answers as they are, whatever select leaves out', async () => {
      const { cms } = started
      const { id } = await cms.create('posts', {
        title: 'closed',
        own: 'x',
        items: [{ name: 'a' }],
        parts: [{ blockType: 'quote', text: 'b' }],
      })
      await cms.create('posts', { title: 'open', own: 'y' })
      await cms.updateGlobal('site', { name: 'n' })
      for (const caller of ['nobody', 'editor', 'admin']) {
        const { body: document } = await callers[caller]!('/openapi.json')
        const ajv = formats.default(new Ajv2020({ strict: false, formats: { slug: true } }))
        ajv.addSchema(document, 'api')
        const reads: [address: string, path: string][] = [
          [`/posts/${id}`, '~1posts~1{id}'],
          ['/posts', '~1posts'],
          ['/globals/site', '~1globals~1site'],
          [`/posts/${id}/references`, '~1posts~1{id}~1references'],
        ]
        for (const [address, path] of reads) {
          const selections = address.includes('references')
            ? ['']
            : address.includes('site')
              ? ['', 'select=name', 'select=updatedAt']
              : ['', 'select=title', 'select=seo,items', 'select=id', 'depth=0']
          const schema = `api#/paths/${path}/get/responses/200/content/application~1json/schema`
          const fits = ajv.getSchema(schema)!
          for (const query of selections) {
            const answer = await callers[caller]!(`${address}?${query}`)
            expect(answer.status, answer.text).to.equal(200)
            expect(fits(answer.body), `${caller} ${address}?${query} ${JSON.stringify(fits.errors)} ${answer.text}`).to.equal(true)
          }
        }
        expect(ajv.getSchema('api#/components/schemas/PostSelected')!({ title: 'x' }), 'the id always comes along').to.equal(false)
        expect(ajv.getSchema('api#/components/schemas/Post')!({ id: 1, title: 'x' }), 'whole documents are whole').to.equal(false)
        const whole = await callers[caller]!(`/posts/${id}`)
        expect(ajv.getSchema('api#/components/schemas/Post')!(whole.body), caller).to.equal(true)
      }
    })
  })
})
