/** Wherever the API names a person, a caller learns of them what the rules of `users` let this caller read: names and addresses there, initials elsewhere. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const LATER = '2035-01-01T00:00:00.000Z'

describe('auth/shown people', () => {
  pairwise((host, database) => {
    let started: Started
    let id: number
    let ann: number
    const people: Record<string, Browser> = {}
    before(async () => {
      started = await start(host, database, {
        auth: { roles: ['admin', 'editor', 'reader', 'author'] },
        apiKeys: true,
        audit: true,
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            schedule: true,
            trash: true,
            access: { create: 'loggedIn', update: 'loggedIn', delete: 'owner', read: 'loggedIn' },
            fields: [{ name: 'title' }],
          },
          {
            slug: 'users',
            access: { read: ({ user }: any) => user !== null && (user.role !== 'author' || { id: { equals: user.id } }) },
            // Readers see who somebody is, and not how to reach them.
            fields: [{ name: 'email', type: 'email', access: { read: ({ user }: any) => user?.role !== 'reader' } }],
          },
        ],
      } as object)
      const { cms, listener } = started
      ann = (await makeUser(cms, 'ann@x.org', { name: 'Ann Berg', role: 'admin' })).id
      for (const role of ['editor', 'reader', 'author']) {
        await makeUser(cms, `${role}@x.org`, { role })
        people[role] = await new Browser(listener).login(`${role}@x.org`)
      }
      const boss = await new Browser(listener).login('ann@x.org')
      people['admin'] = boss
      const key = async (permissions: object) => {
        const answer = await boss.post('/api-keys', {
          name: 'k',
          permissions: { collections: { posts: ['read', 'update'], ...permissions } },
        })
        const browser = new Browser(listener)
        browser.headers = { authorization: `Bearer ${answer.body.key}` }
        return browser
      }
      people['key'] = await key({})
      people['key that reads users'] = await key({ users: ['read'] })
      id = (await boss.post('/posts', { title: 'one', status: 'published' })).body.id
      expect((await boss.post(`/posts/${id}/schedule`, { action: 'unpublish', at: LATER })).status).to.equal(201)
    })
    after(() => end(started.cms))

    const named = { email: 'ann@x.org', name: 'Ann Berg' }
    const kept = { email: null, name: 'A. B.' }
    for (const [role, shown] of Object.entries({
      admin: named,
      editor: named,
      reader: { email: null, name: 'Ann Berg' },
      author: kept,
      key: kept,
      'key that reads users': named,
    })) {
      it(`shows authors of versions and schedules to the ${role} as ${shown.name}, ${shown.email ?? 'without address'}`, async () => {
        const browser = people[role]!
        const author = { id: ann, ...shown }
        const { docs } = (await browser.get(`/posts/${id}/versions`)).body
        expect(docs[0].author).to.deep.equal(author)
        expect((await browser.get(`/posts/${id}/versions/${docs[0].id}`)).body.author).to.deep.equal(author)
        const [planned] = (await browser.get(`/posts/${id}/schedule`)).body
        expect(planned.author).to.deep.equal(author)
      })
    }

    it('shows one’s own name to whoever may read nobody else', async () => {
      const author = people['author']!
      const made = await author.post('/posts', { title: 'mine' })
      const planned = await author.post(`/posts/${made.body.id}/schedule`, { action: 'publish', at: LATER })
      expect(planned.body.author).to.include({ email: 'author@x.org', name: null })
    })

    it('names a creator by id alone where users are kept, also in the trash', async () => {
      const author = people['author']!
      const { id: mine, createdBy } = (await author.post('/posts', { title: 'two', status: 'published' })).body
      expect(createdBy).to.include({ email: 'author@x.org' })
      for (const path of [`/posts/${id}/versions`, `/posts/${id}/schedule`, `/posts/${id}`, '/posts', `/posts/${mine}/versions`])
        expect((await author.get(`${path}?depth=2`)).text, path).to.not.include('ann@')
      expect((await people['admin']!.delete(`/posts/${mine}`)).status).to.equal(200)
      expect((await author.get('/posts?trash=true&depth=2')).text).to.not.include('ann@')
    })

    it('keeps the audit log, which holds addresses, for those who have the right to it', async () => {
      for (const role of ['editor', 'reader', 'author', 'key', 'key that reads users'])
        expect((await people[role]!.get('/admin/audit')).status, role).to.equal(403)
      const [entry] = (await people['admin']!.get('/admin/audit?action=schedule')).body.docs
      expect(entry.actor.email).to.be.a('string')
    })
  })

  pairwise((host, database) => {
    it('no route names people to callers whose role, key or rule keeps users from them', async () => {
      const { cms, listener } = await start(host, database, {
        auth: { rbac: true, roles: ['admin', 'editor', 'writer', 'reader'], members: { roles: ['reader'] } },
        apiKeys: true,
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            schedule: true,
            trash: true,
            access: { read: 'anyone', update: 'anyone' },
            fields: [{ name: 'title' }, { name: 'by', type: 'relationship', to: 'users' }],
          },
          { slug: 'users', access: { read: 'self' } },
        ],
        globals: [{ slug: 'site', drafts: true, versions: true, schedule: true, fields: [{ name: 'name' }] }],
      } as object)
      const { id: ann } = await makeUser(cms, 'ann@x.org', { name: 'Ann Berg', role: 'admin' })
      const boss = await new Browser(listener).login('ann@x.org')
      const { id } = (await boss.post('/posts', { title: 'one', by: ann, status: 'published' })).body
      await boss.patch(`/posts/${id}`, { title: 'two', status: 'draft' })
      await boss.post(`/posts/${id}/schedule`, { action: 'publish', at: LATER })
      await boss.post('/globals/site', { name: 'x' })
      await boss.post('/globals/site/schedule', { action: 'publish', at: LATER })
      await boss.post(`/posts/${id}/presence`)
      const { roles } = (await boss.get('/admin/roles')).body
      const writer = roles.find((role: any) => role.key === 'writer')
      await boss.patch(`/admin/roles/${writer.id}`, {
        permissions: {
          collections: { posts: ['read', 'update', 'publish'] },
          globals: { site: ['read', 'update', 'publish'] },
          admin: ['status'],
        },
      })
      const callers: Record<string, Browser> = { visitor: new Browser(listener) }
      for (const role of ['editor', 'writer', 'reader']) {
        await makeUser(cms, `${role}@x.org`, { role })
        callers[role] = await new Browser(listener).login(`${role}@x.org`)
      }
      const permissions = { collections: { posts: ['read', 'update', 'publish'] }, globals: { site: ['read', 'update'] } }
      const made = await callers['editor']!.post('/api-keys', { name: 'k', permissions })
      callers['key'] = new Browser(listener)
      callers['key'].headers = { authorization: `Bearer ${made.body.key}` }
      const [version] = (await boss.get(`/posts/${id}/versions`)).body.docs
      const doors = [
        ...[
          '',
          '/versions',
          `/versions/${version.id}`,
          `/versions/${version.id}?compare=live`,
          '/schedule',
          '/schedule?state=failed',
          '/references',
        ],
        ...['?draft=true&depth=3', '?trash=true'],
      ].map((path) => `/posts/${id}${path}`)
      for (const [who, browser] of Object.entries(callers)) {
        for (const path of [
          ...doors,
          ...[
            '/posts?draft=true&depth=3',
            '/globals/site?depth=3',
            '/globals/site/versions',
            '/globals/site/schedule',
            '/users',
            `/users/${ann}`,
          ],
          ...[
            '/admin/search?q=ann',
            '/admin/schema',
            '/admin/counts',
            '/admin/audit',
            '/admin/audit.csv',
            '/admin/views',
            '/api-keys',
            '/admin/status',
          ],
        ]) {
          const { text, status } = await browser.get(path)
          expect(text, `${who} ${path} ${status}`).to.not.match(/ann@|Ann Berg/)
        }
        for (const [path, body] of [
          [`/posts/${id}/presence`, {}],
          [`/posts/${id}/preview?depth=3`, {}],
          [`/posts/${id}/autosave?depth=3`, {}],
          ['/admin/choices', { collection: 'posts', field: 'by', q: 'ann' }],
          [`/posts/${id}/schedule`, { action: 'unpublish', at: LATER }],
        ] as const)
          expect((await browser.post(path, body)).text, `${who} ${path}`).to.not.match(/ann@|Ann Berg/)
      }
      const { docs } = (await callers['writer']!.get(`/posts/${id}/versions`)).body
      expect(docs.at(-1).author).to.deep.equal({ id: ann, email: null, name: 'A. B.' })
      await end(cms)
    })
  })
})
