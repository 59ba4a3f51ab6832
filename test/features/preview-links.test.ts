/** What a preview link opens: one document with its draft, under the field rules of a visitor, for as long as its issuer may read it. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

/** Stands in everything that a visitor may not see. */
const CANARY = 'canary'
const FORBIDDEN = ['note', 'seo.score', 'rows.cost', 'parts.cost', 'kept', 'author.email', 'secret.text', 'reviewer.name']

describe('features/preview links', () => {
  pairwise((host, database) => {
    let started: Started
    let visitor: Browser
    let editor: { id: number; email: string }
    let boss: { id: number; email: string }
    let token: string

    before(async () => {
      const onlyAdmins = { read: 'admin' } as const
      started = await start(host, database, {
        auth: { roles: ['admin', 'editor', 'reader', 'writer'], members: { roles: ['reader'] } },
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        onRequest: ({ user, headers }) => ({ context: { tenant: user?.['tenant'] ?? headers['x-tenant'] } }),
        collections: [
          { slug: 'users', fields: [{ name: 'tenant' }] },
          { slug: 'secrets', access: { read: 'admin' }, fields: [{ name: 'text' }] },
          {
            slug: 'tags',
            drafts: true,
            access: { read: 'anyone' },
            fields: [
              { name: 'label', access: onlyAdmins },
              { name: 'title', localized: true },
            ],
          },
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            preview: () => '/here',
            access: {
              read: ({ user }: any) => (user === null ? { open: { equals: true } } : user.role !== 'writer'),
              update: ({ user, member }: any) => user !== null && !member,
              delete: 'admin',
            },
            fields: [
              { name: 'title', localized: true },
              { name: 'open', type: 'boolean' },
              { name: 'note', access: onlyAdmins },
              { name: 'kept', hidden: true },
              { name: 'mine', access: { read: ({ user, data }: any) => user !== null && data?.title !== null } },
              { name: 'seo', type: 'group', fields: [{ name: 'score', type: 'number', access: onlyAdmins }, { name: 'text' }] },
              { name: 'rows', type: 'array', fields: [{ name: 'cost', access: onlyAdmins }, { name: 'text' }] },
              {
                name: 'parts',
                type: 'blocks',
                blocks: [{ slug: 'price', fields: [{ name: 'cost', access: onlyAdmins }, { name: 'text' }] }],
              },
              { name: 'author', type: 'relationship', to: 'users' },
              { name: 'reviewer', type: 'relationship', to: 'users', access: onlyAdmins },
              { name: 'secret', type: 'relationship', to: 'secrets' },
              { name: 'secrets', type: 'relationship', to: 'secrets', hasMany: true },
              { name: 'tag', type: 'relationship', to: 'tags' },
              { name: 'hiddenTag', type: 'relationship', to: 'tags' },
              { name: 'next', type: 'relationship', to: 'posts' },
            ],
          },
          {
            slug: 'rented',
            drafts: true,
            access: {
              read: ({ user, context }: any) => user !== null && { tenant: { equals: context['tenant'] ?? '' } },
              update: 'loggedIn',
            },
            fields: [{ name: 'tenant' }, { name: 'text' }],
          },
        ],
        globals: [
          {
            slug: 'site',
            drafts: true,
            access: { read: 'loggedIn' },
            fields: [{ name: 'name' }, { name: 'note', access: onlyAdmins }, { name: 'secret', type: 'relationship', to: 'secrets' }],
          },
          {
            slug: 'corner',
            drafts: true,
            access: { read: 'anyone' },
            scope: ({ context }: any) => (context['tenant'] as string | undefined) ?? 'none',
            fields: [{ name: 'name' }],
          },
        ],
      })
      const { cms, listener } = started
      visitor = new Browser(listener)
      boss = await makeUser(cms, 'boss-canary@example.org', { role: 'admin', name: CANARY })
      editor = await makeUser(cms, 'ed-canary@example.org', { role: 'editor', name: CANARY, tenant: 'a' })
      await cms.create('secrets', { text: CANARY })
      await cms.create('tags', { title: 'seen', label: CANARY, status: 'published' })
      await cms.create('tags', { title: `${CANARY} of a draft` })
      await cms.create('posts', { title: CANARY, open: true })
      await cms.create('posts', {
        title: 'the draft',
        open: false,
        note: CANARY,
        kept: CANARY,
        mine: CANARY,
        seo: { score: 99777, text: 'yes' },
        rows: [{ cost: CANARY, text: 'a row' }],
        parts: [{ blockType: 'price', cost: CANARY, text: 'a block' }],
        author: editor.id,
        reviewer: boss.id,
        secret: 1,
        secrets: [1],
        tag: 1,
        hiddenTag: 2,
        next: 1,
      })
      await cms.create('posts', { title: 'public', open: true, status: 'published' })
      await cms.create('rented', { tenant: 'a', text: 'rooms' })
      await cms.updateGlobal('site', { name: 'the global', note: CANARY, secret: 1 })
      token = await asAdmin().createPreviewToken('posts', 2)
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    const asAdmin = () => started.cms.as({ id: boss.id, role: 'admin' })
    const asEditor = () => started.cms.as({ id: editor.id, role: 'editor', tenant: 'a' }, { tenant: 'a' })
    const link = (path: string, of = token) => visitor.get(`${path}${path.includes('?') ? '&' : '?'}preview=${of}`)
    const holds = (text: string) => text.includes(CANARY) || text.includes('99777')

    it('shows the document and its draft, and of everything else what a visitor sees', async () => {
      for (const depth of [0, 1, 2, 3]) {
        for (const locale of ['en', 'de', 'all']) {
          const { status, text, body } = await link(`/posts/2?depth=${depth}&locale=${locale}`)
          expect(status, text).to.equal(200)
          expect(holds(text), text).to.equal(false)
          expect(body).to.not.have.any.keys('note', 'kept', 'mine', 'reviewer')
          expect(body.seo).to.deep.equal({ text: 'yes' })
          expect(Object.keys(body.rows[0])).to.have.members(['id', 'text'])
          expect(Object.keys(body.parts[0])).to.have.members(['id', 'blockType', 'text'])
          if (depth === 0) continue
          expect(body).to.include({ author: null, secret: null, hiddenTag: null, next: null })
          expect(body.secrets).to.deep.equal([])
          expect(body.tag).to.have.property('title')
        }
      }
      const system = await started.cms.createPreviewToken('posts', 2)
      const shown = await link('/posts/2?depth=3&showHidden=true', system)
      expect([shown.status, holds(shown.text)]).to.deep.equal([200, false])
    })

    it('shows a pending draft the same way, and of a global as well', async () => {
      const { cms } = started
      await cms.update('posts', 3, { title: 'pending', note: CANARY, secret: 1, status: 'draft' })
      const pending = await link('/posts/3?depth=3', await asAdmin().createPreviewToken('posts', 3))
      expect(pending.body).to.include({ title: 'pending', secret: null, status: 'draft' })
      expect(holds(pending.text)).to.equal(false)
      await cms.discardDraft('posts', 3)
      const site = await link('/globals/site?depth=3', await asAdmin().createGlobalPreviewToken('site'))
      expect(site.body).to.include({ name: 'the global', secret: null })
      expect(holds(site.text)).to.equal(false)
    })

    it('selects nothing that a visitor may not read', async () => {
      for (const name of ['note', 'reviewer']) expect((await link(`/posts/2?select=${name}`)).status, name).to.equal(403)
      expect((await link('/posts/2?select=kept')).status).to.equal(400)
      expect((await link('/posts/2?select=mine')).body, 'readable in some documents').to.deep.equal({ id: 2 })
      expect((await link('/posts/2?select=title')).body).to.deep.equal({ id: 2, title: 'the draft' })
    })

    it('opens no other route, document or list', async () => {
      for (const [path, status] of [
        ['/posts/1', 401],
        ['/posts/3', 401],
        ['/secrets/1', 401],
        ['/globals/site', 401],
        ['/posts/2/versions', 401],
        ['/users', 401],
        ['/secrets', 401],
      ] as const)
        expect((await link(path)).status, path).to.equal(status)
      expect((await link('/posts')).body.totalDocs, 'a list is that of a visitor').to.equal(1)
      expect((await link('/posts/2/references')).status).to.equal(404)
      expect((await visitor.patch(`/posts/2?preview=${token}`, { title: 'x' })).status).to.equal(401)
      expect((await visitor.delete(`/posts/2?preview=${token}`)).status).to.equal(401)
    })

    it('gives a handle that reads as a visitor does, with that one document', async () => {
      const { cms } = started
      for (const given of [token, await cms.createPreviewToken('posts', 2)]) {
        const handle: any = await cms.as(null).withPreview(given)
        expect(handle.user).to.equal(null)
        const { docs, totalDocs } = await handle.find('posts', { depth: 3, draft: true, showHidden: true })
        expect([totalDocs, docs.map(({ id }: any) => id)]).to.deep.equal([2, [3, 2]])
        expect(holds(JSON.stringify(docs))).to.equal(false)
        expect(await handle.count('posts', { where: { title: { equals: 'the draft' } } })).to.equal(1)
        expect(await handle.findById('posts', 1, { draft: true })).to.equal(null)
        expect((await handle.findById('posts', 2)).title).to.equal('the draft')
        for (const slug of ['secrets', 'users'])
          expect((await handle.find(slug).catch((error: any) => error)).code, slug).to.equal('UNAUTHENTICATED')
        const changes = [
          () => handle.update('posts', 2, { title: 'x' }),
          () => handle.autosave('posts', 2, { title: 'x' }),
          () => handle.unpublish('posts', 2),
          () => handle.delete('posts', 2),
          () => handle.findVersions('posts', 2),
          () => handle.preview('posts', 2, {}),
          () => handle.createPreviewToken('posts', 2),
        ]
        for (const change of changes) expect((await change().catch((error: any) => error)).code).to.equal('UNAUTHENTICATED')
      }
    })

    it('tells no right guess from a wrong one', async () => {
      const handle: any = await started.cms.as(null).withPreview(token)
      for (const path of FORBIDDEN) {
        const ask = async (value: unknown) => {
          const options = { where: { [path]: { equals: value } } }
          return handle.find('posts', options).then(
            ({ totalDocs }: any) => totalDocs,
            (error: any) => error.message,
          )
        }
        const right = path === 'seo.score' ? 99777 : path === 'author.email' ? editor.email : CANARY
        expect(await ask(right), path).to.equal(await ask(path === 'seo.score' ? 1 : 'wrong'))
        const order = (sort: string) =>
          handle.find('posts', { sort }).then(
            ({ docs }: any) => docs.map(({ id }: any) => id),
            (error: any) => error.code,
          )
        // Where nothing is to be seen, the id decides both ways.
        expect(await order(path), path).to.deep.equal(await order(`-${path}`))
      }
    })

    it('dies with what its issuer may read', async () => {
      const { cms } = started
      const lent = await asEditor().createPreviewToken('posts', 3)
      await cms.update('posts', 3, { title: 'pending', status: 'draft' })
      const title = async () => (await link('/posts/3', lent)).body.title
      const handle = async () =>
        (await cms
          .as(null)
          .withPreview(lent)
          .catch((error) => error.code)) as unknown
      expect(await title()).to.equal('pending')
      for (const change of [{ role: 'writer' }, { role: 'reader' }, { active: false }]) {
        await cms.update('users', editor.id, change)
        expect(await title(), JSON.stringify(change)).to.not.equal('pending')
        if (!('role' in change && change.role === 'reader')) {
          expect((await link('/posts/3', lent)).status, JSON.stringify(change)).to.equal(401)
          expect(await handle()).to.equal('UNAUTHENTICATED')
        }
        await cms.update('users', editor.id, { role: 'editor', active: true })
        expect(await title()).to.equal('pending')
      }
      await cms.discardDraft('posts', 3)
    })

    it('asks the issuer’s rule in the issuer’s context, whoever opens it', async () => {
      const { cms } = started
      const lent = await asEditor().createPreviewToken('rented', 1)
      expect((await link('/rented/1', lent)).body).to.include({ text: 'rooms' })
      expect((await visitor.get('/rented/1')).status).to.equal(401)
      await cms.update('users', editor.id, { tenant: 'b' })
      expect((await link('/rented/1', lent)).status).to.equal(401)
      await cms.update('users', editor.id, { tenant: 'a' })
      const corner = asEditor()
      await corner.updateGlobal('corner', { name: 'of a' })
      const held = await corner.createGlobalPreviewToken('corner')
      expect((await link('/globals/corner', held)).body.name).to.equal('of a')
      expect((await visitor.get('/globals/corner')).body.name).to.equal(null)
    })

    it('does not lend a session its own rights', async () => {
      const admin = await new Browser(started.listener).login(boss.email)
      const shown = await admin.get(`/posts/2?depth=3&preview=${token}`)
      expect([shown.status, holds(shown.text)]).to.deep.equal([200, false])
      const visitor = new Browser(started.listener)
      for (const [method, path, body] of [
        ['get', '/posts'],
        ['get', '/posts?draft=true'],
        ['get', '/secrets'],
        ['get', '/users'],
        ['get', '/posts/2/versions'],
        ['get', '/posts/2/references'],
        ['get', '/globals/site/versions'],
        ['patch', '/posts/2', { title: 'x' }],
        ['post', '/posts', { title: 'x' }],
        ['post', '/posts/2/preview', {}],
        ['post', '/globals/site', { name: 'x' }],
        ['delete', '/posts/2'],
      ] as const)
        for (const brought of [token, 'wrong']) {
          const at = `${path}${path.includes('?') ? '&' : '?'}preview=${brought}`
          const [mine, theirs] = [await admin.send(method, at, body), await visitor.send(method, at, body)]
          expect(`${method} ${at} ${mine.status} ${mine.text}`).to.equal(`${method} ${at} ${theirs.status} ${theirs.text}`)
        }
      expect((await admin.get('/admin/counts?preview=x')).status, 'not about content').to.equal(200)
    })
  })
})
