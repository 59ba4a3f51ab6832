/** What the admin asks for beside content: who is at a document now, views of lists, what a relation may point to. */
import { expect } from 'chai'
import { newsroom } from '../harness/newsroom.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/presence, saved-views and choices', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let nok: Browser
    let eve: Browser
    let may: Browser
    before(async () => {
      started = await start(host, database, {
        ...newsroom,
        clock,
        auth: { roles: ['admin', 'editor', 'author'] },
        onRequest: ({ headers }) => ({ context: { tenant: headers['x-tenant'] } }),
        globals: [...newsroom.globals!, { slug: 'house', scope: ({ context }: any) => context.tenant, fields: [{ name: 'name' }] }],
        collections: [
          ...newsroom.collections!,
          { slug: 'secrets', access: { read: 'admin', update: 'admin' }, fields: [{ name: 'name' }] },
          {
            slug: 'users',
            // Authors may read nobody but themselves.
            access: {
              read: ({ user, member }: any) => user !== null && !member && (user.role !== 'author' || { id: { equals: user.id } }),
            },
          },
          {
            slug: 'shelves',
            admin: { badge: { where: { cost: { equals: 'low' } } } },
            fields: [{ name: 'cost', access: { read: 'admin' } }],
          },
          {
            slug: 'guides',
            fields: [
              { name: 'dish', type: 'relationship', to: 'dishes', localized: true, access: { read: 'admin' } },
              { name: 'free', type: 'relationship', to: 'dishes', localized: true },
              { name: 'plain', type: 'relationship', to: 'dishes', access: { read: 'admin' } },
              {
                name: 'kept',
                type: 'group',
                access: { read: 'admin' },
                fields: [{ name: 'dish', type: 'relationship', to: 'dishes' }],
              },
              { name: 'unseen', type: 'group', hidden: true, fields: [{ name: 'dish', type: 'relationship', to: 'dishes' }] },
            ],
          },
          { slug: 'dishes', fields: [{ name: 'name' }, { name: 'kind' }, { name: 'cost', hidden: true }] },
          {
            slug: 'menus',
            fields: [
              { name: 'kind' },
              {
                name: 'courses',
                type: 'array',
                fields: [
                  {
                    name: 'dish',
                    type: 'relationship',
                    to: 'dishes',
                    filterOptions: ({ data, user }: any) =>
                      user.role === 'author' ? false : { kind: { equals: data.kind }, cost: { equals: 'low' } },
                  },
                ],
              },
              { name: 'house', type: 'relationship', to: 'secrets', filterOptions: { name: { not_equals: 'x' } } },
            ],
          },
        ],
      })
      const people = [
        ['nok', 'admin'],
        ['eve', 'editor'],
        ['may', 'author'],
      ] as const
      const browsers: Browser[] = []
      for (const [name, role] of people) {
        await makeUser(started.cms, `${name}@example.org`, { role, name })
        const browser = new Browser(started.listener)
        await browser.post('/users/login', { email: `${name}@example.org`, password: PASSWORD })
        browsers.push(browser)
      }
      ;[nok, eve, may] = browsers as [Browser, Browser, Browser]
      await started.cms.create('posts', { title: 'One' })
      await started.cms.create('secrets', { name: 'One' })
      for (let n = 0; n < 30; n++) await started.cms.create('dishes', { name: `Soup ${n}`, kind: 'soup', cost: 'low' })
      await started.cms.create('dishes', { name: 'Soup of gold', kind: 'soup', cost: 'high' })
      await started.cms.create('dishes', { name: 'Cake', kind: 'sweet', cost: 'low' })
    })
    after(() => end(started.cms))

    const at = async (browser: Browser, path: string, body: object = {}) => (await browser.post(`${path}/presence`, body)).body.others

    it('tells who else has a document open, until they leave or are not heard of', async () => {
      expect(await at(nok, '/posts/1')).to.deep.equal([])
      const [since] = [clock.now().toISOString()]
      expect(await at(eve, '/posts/1')).to.deep.equal([{ name: 'nok', since }])
      expect(await at(nok, '/posts/1')).to.deep.include.members([{ name: 'eve', since }])
      expect(await at(may, '/globals/site')).to.deep.equal([])
      clock.forward(40)
      expect(await at(eve, '/posts/1')).to.have.length(1)
      clock.forward(10)
      expect(await at(eve, '/posts/1')).to.deep.equal([])
      expect(await at(nok, '/posts/1')).to.have.length(1)
      expect(await at(nok, '/posts/1', { leaving: true })).to.deep.equal([])
      expect(await at(eve, '/posts/1')).to.deep.equal([])
    })

    it('names nobody of another tenant', async () => {
      nok.headers = { 'x-tenant': 'north' }
      eve.headers = { 'x-tenant': 'south' }
      expect(await at(nok, '/globals/house')).to.deep.equal([])
      expect(await at(eve, '/globals/house')).to.deep.equal([])
      eve.headers = { 'x-tenant': 'north' }
      expect(await at(eve, '/globals/house')).to.have.length(1)
      expect(await at(eve, '/globals/house', { leaving: true })).to.deep.equal([])
      expect(await at(nok, '/globals/house')).to.deep.equal([])
      expect((await eve.post('/posts/99/presence', { leaving: true })).status).to.equal(200)
      nok.headers = {}
      eve.headers = {}
    })

    it('tells nobody who may not change the document', async () => {
      expect((await eve.post('/secrets/1/presence')).status).to.equal(403)
      expect((await nok.post('/secrets/1/presence')).status).to.equal(200)
      expect((await nok.post('/secrets/9/presence')).status).to.equal(404)
      expect((await new Browser(started.listener).post('/posts/1/presence')).status).to.equal(401)
    })

    it('gives what a relation may point to, for what the form says by now', async () => {
      const query = { collection: 'menus', field: 'courses.dish', data: { kind: 'soup' } }
      const soups = await eve.post('/admin/choices', query)
      expect(soups.body.totalDocs).to.equal(30)
      expect(soups.body.docs).to.have.length(24)
      expect(soups.text).to.not.include('low')
      expect((await eve.post('/admin/choices', { ...query, page: 2 })).body.docs).to.have.length(6)
      expect((await eve.post('/admin/choices', { ...query, where: { name: { like: 'gold' } } })).body.docs).to.deep.equal([])
      expect((await eve.post('/admin/choices', { ...query, data: { kind: 'sweet' } })).body.docs[0].name).to.equal('Cake')
      expect((await may.post('/admin/choices', query)).body.docs).to.deep.equal([])
    })

    it('gives nobody more than they may read', async () => {
      const house = { collection: 'menus', field: 'house', data: {} }
      expect((await nok.post('/admin/choices', house)).body.totalDocs).to.equal(1)
      expect((await eve.post('/admin/choices', house)).status).to.equal(403)
      const query = { collection: 'menus', field: 'courses.dish', data: { kind: 'soup' }, where: { cost: { equals: 'low' } } }
      expect((await eve.post('/admin/choices', query)).status).to.equal(400)
      for (const field of ['kind', 'gone', undefined])
        expect((await eve.post('/admin/choices', { collection: 'menus', field })).status).to.equal(400)
      expect((await eve.post('/admin/choices', { collection: 'gone', field: 'x' })).status).to.equal(404)
    })

    it('gives no choices of a relation that is hidden from the caller, itself or with what is around it', async () => {
      const ask = async (browser: Browser, field: string) =>
        (await browser.post('/admin/choices', { collection: 'guides', field, data: {} })).status
      for (const field of ['dish', 'dish.en', 'plain', 'kept.dish']) {
        expect(await ask(eve, field), field).to.equal(400)
        expect(await ask(nok, field), field).to.equal(200)
      }
      for (const field of ['free', 'free.en']) expect(await ask(eve, field), field).to.equal(200)
      expect(await ask(nok, 'unseen.dish')).to.equal(400)
    })

    it('leaves a badge out for whoever may not ask its filter, and counts all the rest', async () => {
      await started.cms.create('shelves', { cost: 'low' })
      const all = (await nok.get('/admin/counts')).body
      const { status, body } = await eve.get('/admin/counts')
      expect(status).to.equal(200)
      expect(all.badges.shelves).to.equal(1)
      expect(body.badges).to.not.have.property('shelves')
      expect(body.counts.shelves).to.equal(1)
      expect(Object.keys(body.counts)).to.include('dishes').and.not.include('secrets')
    })

    it('calls people by their names where users may be read, by initials elsewhere, never by email', async () => {
      clock.forward(100)
      const { cms, listener } = started
      await makeUser(cms, 'nameless@example.org', { role: 'editor' })
      await makeUser(cms, 'long@example.org', { role: 'editor', name: 'Élodie van der Berg' })
      const nameless = await new Browser(listener).login('nameless@example.org')
      const long = await new Browser(listener).login('long@example.org')
      for (const one of [nameless, long, eve]) await one.post('/posts/1/presence')
      const names = async (browser: Browser) => (await at(browser, '/posts/1')).map(({ name }: any) => name)
      expect(await names(eve)).to.have.members([null, 'Élodie van der Berg'])
      expect(await names(may)).to.have.members([null, 'É. V.', 'E.'])
      const { text } = await may.post('/posts/1/presence')
      expect(text).to.not.include('@')
      clock.forward(100)
    })

    it('keeps views for oneself; admins keep them for a role or for all', async () => {
      const view = { collection: 'posts', name: ' Drafts ', query: 'filter=x&sort=title' }
      const mine = await eve.post('/admin/views', view)
      expect(mine.status).to.equal(201)
      expect(mine.body).to.deep.equal({ ...view, id: 1, name: 'Drafts', sharedWith: null, isMine: true })
      expect((await eve.post('/admin/views', { ...view, sharedWith: '*' })).status).to.equal(403)
      await nok.post('/admin/views', { ...view, name: 'For authors', sharedWith: 'author' })
      await nok.post('/admin/views', { ...view, name: 'For all', sharedWith: '*' })
      const names = async (browser: Browser) => (await browser.get('/admin/views')).body.map(({ name }: any) => name)
      expect(await names(eve)).to.deep.equal(['For all', 'Drafts'])
      expect(await names(may)).to.deep.equal(['For all', 'For authors'])
      expect((await may.delete('/admin/views/1')).status).to.equal(404)
      expect((await may.delete('/admin/views/2')).status).to.equal(403)
      expect((await nok.delete('/admin/views/2')).status).to.equal(200)
      expect(await names(may)).to.deep.equal(['For all'])
    })

    it('refuses a name that somebody would see twice in a list', async () => {
      const view = (name: string, sharedWith: string | null = null, collection = 'dishes') => ({
        collection,
        name,
        sharedWith,
        query: 'q=x',
      })
      const keep = (browser: Browser, ...given: Parameters<typeof view>) => browser.post('/admin/views', view(...given))
      const mine = (await keep(eve, 'Soups')).body.id
      const forAuthors = (await keep(nok, 'Cakes', 'author')).body.id
      const forAll = (await keep(nok, 'Menu', '*')).body.id
      const cases: [what: string, status: number, answer: Promise<any>][] = [
        ['one of my own', 400, eve.post('/admin/views', { ...view(' soups '), query: 'q=y' })],
        ['the same once more', 201, keep(eve, 'Soups')],
        ['in another list', 201, keep(eve, 'Soups', null, 'menus')],
        ['of somebody else', 201, keep(may, 'Soups')],
        ['shared with me', 400, keep(may, 'Cakes')],
        ['shared with another role', 201, keep(eve, 'Cakes')],
        ['shared with all', 400, keep(eve, 'MENU')],
        ['shared with a role that has it', 400, keep(nok, 'cakes', 'author')],
        ['shared with all where a role has it', 400, keep(nok, 'Cakes', '*')],
        ['renamed to one of my own', 400, eve.patch(`/admin/views/${mine}`, { name: 'Menu' })],
        ['renamed to itself in other letters', 200, eve.patch(`/admin/views/${mine}`, { name: 'SOUPS' })],
        ['another query', 200, eve.patch(`/admin/views/${mine}`, { query: 'q=z' })],
        ['shared where it is there already', 400, nok.patch(`/admin/views/${forAuthors}`, { name: 'Menu' })],
        ['shared with others', 200, nok.patch(`/admin/views/${forAll}`, { sharedWith: 'editor' })],
      ]
      for (const [what, status, answer] of cases) {
        const { status: given, body } = await answer
        expect(given, what).to.equal(status)
        if (status === 400)
          expect(body.errors, what).to.deep.equal([
            { field: 'name', message: 'is the name of another view of this list', reason: 'unique', code: 'UNIQUE' },
          ])
      }
      for (const browser of [nok, eve, may])
        for (const { id, isMine, collection } of (await browser.get('/admin/views')).body)
          if (isMine && collection !== 'posts') await browser.delete(`/admin/views/${id}`)
    })

    it('changes views, and puts them in an order; only admins change what others shared', async () => {
      const view = { collection: 'posts', query: 'sort=title' }
      const add = async (browser: Browser, name: string, sharedWith: string | null = null): Promise<number> =>
        (await browser.post('/admin/views', { ...view, name, sharedWith })).body.id
      const names = async (browser: Browser) =>
        (await browser.get('/admin/views')).body.map(({ name }: any) => name).filter((name: string) => /^[A-Z]$/.test(name))
      const [a, b, c, shared] = [await add(eve, 'A'), await add(eve, 'B'), await add(eve, 'C'), await add(nok, 'X', '*')]
      expect((await eve.post('/admin/views/order', { ids: [c, a, b] })).body).to.deep.equal({ ordered: 3 })
      expect(await names(eve)).to.deep.equal(['X', 'C', 'A', 'B'])
      const renamed = await eve.patch(`/admin/views/${a}`, { name: ' Z ', query: 'sort=-title' })
      expect(renamed.body).to.deep.equal({ id: a, collection: 'posts', name: 'Z', query: 'sort=-title', sharedWith: null, isMine: true })
      expect(await names(eve)).to.deep.equal(['X', 'C', 'Z', 'B'])
      expect((await eve.patch(`/admin/views/${b}`, { sharedWith: '*' })).status).to.equal(403)
      const hidden = await add(nok, 'Hidden')
      for (const id of [shared, hidden]) {
        const status = id === shared ? 403 : 404
        expect((await eve.patch(`/admin/views/${id}`, { name: 'x' })).status).to.equal(status)
        expect((await eve.post('/admin/views/order', { ids: [a, id] })).status).to.equal(status)
      }
      expect(await names(eve), 'refused as a whole').to.deep.equal(['X', 'C', 'Z', 'B'])
      expect((await nok.patch(`/admin/views/${b}`, { sharedWith: 'author' })).body.sharedWith).to.equal('author')
      expect(await names(may)).to.deep.equal(['B', 'X'])
      for (const body of [{ name: '' }, { query: 7 }, { sharedWith: 'a b' }])
        expect((await eve.patch(`/admin/views/${a}`, body)).status).to.equal(400)
      for (const ids of [undefined, 'x', [1, 1], ['1'], Array.from({ length: 201 }, (_, n) => n)])
        expect((await eve.post('/admin/views/order', { ids })).status).to.equal(400)
      for (const id of [a, b, c, shared, hidden]) await nok.delete(`/admin/views/${id}`)
    })

    it('tells what is planned, to those who may read the document', async () => {
      const { cms } = started
      const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
      const { id } = (await cms.create('posts', { title: 'Later', status: 'draft' })) as { id: number }
      await cms.schedule('posts', id, { action: 'unpublish', at: at(3) })
      await cms.schedule('posts', id, { action: 'publish', at: at(1) })
      const both = ['publish', 'unpublish'].map((action, n) => ({ collection: 'posts', id, title: 'Later', action, runAt: at(1 + 2 * n) }))
      expect((await eve.get('/admin/planned')).body).to.deep.equal(both)
      expect((await eve.get(`/admin/planned?collection=posts&ids=1,${id}`)).body).to.deep.equal(both)
      expect((await eve.get('/admin/planned?collection=posts&ids=1')).body).to.deep.equal([])
      expect((await eve.get('/admin/planned?collection=secrets&ids=1')).body).to.deep.equal([])
      for (const query of ['ids=1', 'collection=posts', 'collection=posts&ids=x', 'collection=posts&ids='])
        expect((await eve.get(`/admin/planned?${query}`)).status, query).to.equal(400)
      await cms.delete('posts', id, { trash: false } as object)
      expect((await eve.get('/admin/planned')).body, 'in the trash').to.deep.equal([])
    })

    it('refuses what is no view', async () => {
      const wrong = await eve.post('/admin/views', { collection: 'gone', name: ' ', query: 7, sharedWith: 'a b' })
      expect(wrong.status).to.equal(400)
      expect(wrong.body.errors.map(({ field }: any) => field)).to.deep.equal(['collection', 'name', 'query', 'sharedWith'])
    })

    it('keeps and lists no views of what one may not read', async () => {
      const view = { collection: 'secrets', name: 'Canary', query: 'filter=canary' }
      const refused = await eve.post('/admin/views', view)
      expect(refused.status).to.equal(400)
      expect(refused.body).to.deep.equal((await eve.post('/admin/views', { ...view, collection: 'gone' })).body)
      const { body } = await nok.post('/admin/views', { ...view, sharedWith: '*' })
      expect((await nok.get('/admin/views')).text).to.include('canary')
      expect((await eve.get('/admin/views')).text).to.not.include('anary')
      expect((await eve.delete(`/admin/views/${body.id}`)).status).to.equal(404)
      expect((await nok.delete(`/admin/views/${body.id}`)).status).to.equal(200)
    })

    it('forgets what somebody kept for themselves when they go, and leaves what they shared', async () => {
      const { store } = started.cms.engine
      const views = () => store.read(`select name from ${store.dialect.table('$views')} order by id`)
      expect((await views()).map((row) => row['name'])).to.deep.equal(['Drafts', 'For all'])
      await started.cms.delete('users', 2)
      expect((await views()).map((row) => row['name'])).to.deep.equal(['For all'])
    })
  })
})
