/** Roles that admins manage: what they take from rules, own documents, fields, their history, and who owns what. */
import { expect } from 'chai'
import { roles } from '../../lib/features/roles/index.ts'
import { Browser, type Made, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/roles', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let people: Record<'admin' | 'author' | 'other', Made>
    let admin: Browser
    let author: Browser
    let ids: Record<string, number>

    before(async () => {
      started = await start(host, database, {
        clock,
        audit: true,
        auth: { rbac: true, roles: ['admin', 'editor', 'author'] },
        admin: { pages: [{ path: 'reports', component: 'x-reports', label: 'Reports' }] },
        collections: [
          {
            slug: 'notes',
            access: { delete: 'admin' },
            fields: [
              { name: 'text' },
              { name: 'price', type: 'number' },
              { name: 'secret' },
              { name: 'deep', type: 'group', fields: [{ name: 'inner' }] },
            ],
          },
          { slug: 'plans', fields: [{ name: 'text' }, { name: 'lead', type: 'relationship', to: 'users' }], admin: { ownerField: 'lead' } },
          { slug: 'open', access: { read: 'anyone' }, fields: [{ name: 'text' }] },
          { slug: 'users', fields: [{ name: 'phone' }, { name: 'profile', type: 'group', fields: [{ name: 'bio' }] }] },
          {
            slug: 'forms',
            fields: [
              { name: 'must', required: true },
              { name: 'preset', required: true, defaultValue: 'x' },
            ],
          },
        ],
        globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
      })
      people = {
        admin: await makeUser(started.cms, 'boss@example.org', { role: 'admin' }),
        author: await makeUser(started.cms, 'author@example.org', { role: 'author' }),
        other: await makeUser(started.cms, 'other@example.org', { role: 'author' }),
      }
      admin = await new Browser(started.listener).login(people.admin.email)
      author = await new Browser(started.listener).login(people.author.email)
      ids = Object.fromEntries((await admin.get('/admin/roles')).body.roles.map((role: any) => [role.key, role.id]))
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    const grant = async (permissions: object) => {
      const answer = await admin.patch(`/admin/roles/${ids['author']}`, { permissions })
      expect(answer.status, answer.text).to.equal(200)
      return answer.body.permissions
    }

    it('first gives every role what it could do without roles', async () => {
      const { body } = await admin.get('/admin/roles')
      expect(body.roles.map((role: any) => [role.key, role.system, role.users])).to.deep.equal([
        ['admin', true, 1],
        ['editor', true, 0],
        ['author', true, 2],
      ])
      expect(body.roles[2].permissions.collections.notes).to.deep.equal(['read', 'create', 'update', 'delete'])
      expect(body.collections.map((one: any) => [one.slug, one.new])).to.deep.include(['notes', false])
      expect(body.collections.find((one: any) => one.slug === 'notes').fields).to.include.members(['text', 'price', 'createdBy'])
      expect(body.globals).to.deep.equal([{ slug: 'site', ops: ['read', 'update'], new: false, fields: ['name'] }])
      expect(body.collections.find((one: any) => one.slug === 'users').ruled, 'what no role can grant').to.deep.equal({
        create: 'admins',
        update: 'own',
        delete: 'admins',
      })
      expect(body.views).to.deep.equal(['status', 'audit', 'deliveries', 'page:reports'])
      expect(body.roles.map((role: any) => role.permissions.admin)).to.deep.equal([
        ['status', 'audit', 'deliveries', 'page:reports'],
        ['page:reports'],
        ['page:reports'],
      ])
      for (const path of ['/admin/status', '/admin/audit', '/admin/deliveries']) expect((await author.get(path)).status, path).to.equal(403)
      expect((await author.post('/notes', { text: 'by the author' })).status).to.equal(201)
    })

    it('takes operations away, also through relations, filters and globals, and never widens a rule', async () => {
      const note = (await started.cms.create('notes', { text: 'kept', createdBy: people.author.id })) as { id: number }
      const plan = (await started.cms.create('plans', { text: 'p', lead: people.other.id })) as { id: number }
      const kept = await grant({
        collections: { notes: ['update', 'delete', 'fly'], plans: ['read'], nothing: ['read'] },
        globals: {},
        admin: ['status', 'page:none'],
      })
      expect(kept.collections).to.deep.equal({ notes: ['read', 'update', 'delete'], plans: ['read'] })
      expect(kept.admin).to.deep.equal(['status'])
      expect((await author.patch(`/notes/${note.id}`, { text: 'changed' })).status).to.equal(200)
      for (const answer of [
        await author.post('/notes', { text: 'x' }),
        await author.delete(`/notes/${note.id}`),
        await author.patch(`/plans/${plan.id}`, { text: 'x' }),
        await author.delete(`/users/${people.author.id}`),
        await author.get('/open'),
        await author.get('/globals/site'),
        await author.get('/schema/open'),
        await author.get('/admin/roles'),
      ])
        expect(answer.status, `${answer.request.method} ${answer.request.url}`).to.equal(403)
      expect((await author.get(`/plans/${plan.id}`)).body.lead).to.equal(null)
      expect((await author.get('/plans?where[lead.email][like]=other')).body.totalDocs).to.equal(0)
      expect((await new Browser(started.listener).get('/open')).status).to.equal(200)
      expect((await admin.get('/users')).status).to.equal(200)
      await grant({ collections: { notes: ['read'] } })
      expect((await author.patch(`/notes/${note.id}`, { text: 'x' })).status).to.equal(403)
    })

    it('never takes reading and changing oneself away', async () => {
      const { id, email } = people.author
      const everyField = { email: 'read', name: 'hidden', password: 'read', phone: 'hidden', profile: 'read', role: 'read' }
      for (const permissions of [
        {},
        { collections: { users: ['read'] }, fields: { collections: { users: everyField } } },
        { collections: { users: ['read', 'update'] }, fields: { collections: { users: everyField } } },
      ]) {
        await grant(permissions)
        const changed = await author.patch(`/users/${id}`, {
          name: 'Ada',
          phone: '123',
          profile: { bio: 'mine' },
          role: 'admin',
          active: false,
          password: PASSWORD,
          currentPassword: PASSWORD,
        })
        expect(changed.status, changed.text).to.equal(200)
        expect(changed.body).to.deep.include({ email, name: 'Ada', phone: '123', profile: { bio: 'mine' }, role: 'author', active: true })
        // A new password ends every session.
        author = await new Browser(started.listener).login(email)
        expect((await author.get(`/users/${id}`)).body).to.include({ name: 'Ada', phone: '123' })
        expect((await author.get('/users/me')).body.user).to.include({ name: 'Ada', phone: '123' })
        await started.cms.update('users', id, { name: null, phone: null, profile: { bio: null } })
      }
      await started.cms.update('users', people.other.id, { name: 'never-seen', phone: 'never-seen' })
      const all = await author.get('/users')
      expect(all.body.totalDocs).to.be.above(1)
      expect(all.text).to.not.include('never-seen')
      expect((await author.get('/users?where[phone][equals]=never-seen')).status).to.equal(403)
      await grant({})
      expect((await author.get('/users')).body.docs.map((one: any) => one.id)).to.deep.equal([id])
      for (const answer of [await author.get(`/users/${people.other.id}`), await author.patch(`/users/${people.other.id}`, { name: 'x' })])
        expect(answer.status, `${answer.request.method} ${answer.request.url}`).to.equal(404)
      expect((await author.delete(`/users/${id}`)).status).to.equal(403)
    })

    it('refuses to deny a field without which nothing can be created', async () => {
      const change = (operations: string[], fields: object) =>
        admin.patch(`/admin/roles/${ids['author']}`, {
          permissions: { collections: { forms: operations }, fields: { collections: { forms: fields } } },
        })
      for (const denial of ['read', 'hidden']) {
        const refused = await change(['create'], { must: denial })
        expect(refused.status).to.equal(400)
        expect(refused.body.errors[0].field).to.equal('permissions.fields.collections.forms.must')
        expect((await change(['create'], { preset: denial })).status).to.equal(200)
        expect((await change(['read', 'update'], { must: denial })).status).to.equal(200)
      }
    })

    it('takes back the views of the system that an earlier version granted at first, and none that an admin granted', async () => {
      const { store } = started.cms.engine
      const { table, quote: q, native } = store.dialect
      const old = JSON.stringify({ collections: { notes: ['read'] }, admin: ['status', 'audit', 'deliveries', 'page:reports'] })
      await store.exclusively((connection) =>
        connection.all(native(`update ${table('$roles')} set ${q('permissions')} = ? where ${q('key')} in ('editor', 'author')`), [old]),
      )
      const viewsOf = async () =>
        Object.fromEntries((await admin.get('/admin/roles')).body.roles.map((role: any) => [role.key, role.permissions.admin]))
      await roles.start!(started.cms.engine)
      expect(await viewsOf()).to.deep.include({
        admin: ['status', 'audit', 'deliveries', 'page:reports'],
        editor: ['page:reports'],
        author: ['status', 'audit', 'deliveries', 'page:reports'],
      })
      expect(started.logged.filter((one) => one.level === 'warn').at(-1)!.line).to.include(
        "the role 'editor' no longer opens status, audit, deliveries",
      )
      const [latest] = (await admin.get(`/admin/roles/${ids['editor']}/history`)).body
      expect(latest).to.deep.include({ author: null })
      expect(latest.permissions.admin).to.deep.equal(['page:reports'])
      expect((await admin.get('/admin/audit?action=role.update&limit=1')).body.docs[0]).to.deep.include({
        title: 'editor',
        detail: { removed: ['status', 'audit', 'deliveries'] },
      })
      await admin.patch(`/admin/roles/${ids['editor']}`, { permissions: { admin: ['audit'] } })
      await roles.start!(started.cms.engine)
      expect((await viewsOf())['editor']).to.deep.equal(['audit'])
    })

    it('limits a role to its own documents', async () => {
      const all = ['read', 'create', 'update', 'delete']
      await grant({
        collections: { notes: ['read', 'create', 'update'], plans: all },
        own: { notes: ['update'], plans: ['read', 'update', 'delete', 'create'] },
      })
      const mine = (await author.post('/notes', { text: 'mine', createdBy: people.other.id })).body
      expect(mine.createdBy.id).to.equal(people.author.id)
      expect(await started.cms.findById('notes', mine.id, { depth: 0 })).to.include({ createdBy: people.author.id })
      const theirs = (await started.cms.create('notes', { text: 'theirs', createdBy: people.other.id })) as { id: number }
      expect((await author.patch(`/notes/${mine.id}`, { text: 'changed', createdBy: people.other.id })).status).to.equal(200)
      expect(await started.cms.findById('notes', mine.id, { depth: 0 })).to.include({ createdBy: people.author.id })
      expect((await author.patch(`/notes/${theirs.id}`, { text: 'x' })).status).to.equal(403)
      expect((await author.get(`/notes/${theirs.id}`)).status).to.equal(200)
      const plan = (await author.post('/plans', { text: 'my plan', lead: people.other.id })).body
      expect(await started.cms.findById('plans', plan.id, { depth: 0 })).to.include({ lead: people.author.id })
      const other = (await started.cms.create('plans', { text: 'their plan', lead: people.other.id })) as { id: number }
      expect((await author.get(`/plans/${other.id}`)).status).to.equal(404)
      expect((await author.get('/plans')).body.docs.map((doc: any) => doc.id)).to.deep.equal([plan.id])
      expect((await author.delete(`/plans/${other.id}`)).status).to.equal(404)
      expect((await author.delete(`/plans/${plan.id}`)).status).to.equal(200)
    })

    it('hides fields, and makes others read-only', async () => {
      await grant({
        collections: { notes: ['read', 'create', 'update'] },
        fields: { collections: { notes: { secret: 'hidden', deep: 'hidden', price: 'read', gone: 'read' } } },
      })
      const made = (await started.cms.create('notes', { text: 'a', price: 5, secret: 'never-seen', deep: { inner: 'never-seen' } })) as {
        id: number
      }
      const answer = await author.get(`/notes/${made.id}`)
      expect(answer.body).to.include({ text: 'a', price: 5 }).and.to.not.have.any.keys('secret', 'deep')
      expect((await author.get('/notes')).text).to.not.include('never-seen')
      for (const query of ['where[secret][equals]=never-seen', 'sort=secret', 'select=secret', 'where[deep.inner][equals]=x'])
        expect((await author.get(`/notes?${query}`)).status, query).to.equal(403)
      const changed = await author.patch(`/notes/${made.id}`, { text: 'b', price: 9, secret: 'mine', deep: { inner: 'mine' } })
      expect(changed.body).to.include({ text: 'b', price: 5 })
      expect(await started.cms.findById('notes', made.id)).to.deep.include({ secret: 'never-seen', deep: { inner: 'never-seen' } })
      expect((await admin.get(`/notes/${made.id}`)).body.secret).to.equal('never-seen')
    })

    it('adds, changes and removes roles, and keeps their history @long', async () => {
      for (const [body, field] of [
        [{}, 'key'],
        [{ key: 'Big Boss' }, 'key'],
        [{ key: 'x'.repeat(33) }, 'key'],
        [{ key: 'editor' }, 'key'],
        [{ key: 'helper', name: '' }, 'name'],
        [{ key: 'helper', permissions: [] }, 'permissions'],
      ] as const) {
        const answer = await admin.post('/admin/roles', body)
        expect(answer.status, JSON.stringify(body)).to.equal(400)
        expect(answer.body.errors[0].field).to.equal(field)
      }
      const made = await admin.post('/admin/roles', { key: 'helper', name: 'Helper', permissions: { collections: { notes: ['read'] } } })
      const [entry] = (await admin.get('/admin/audit?action=role.create&limit=1')).body.docs
      expect(entry.title, 'the log has the name').to.equal('Helper')
      expect(made.status).to.equal(201)
      expect(made.body).to.include({ key: 'helper', name: 'Helper', system: false, users: 0 })
      const user = (await admin.post('/users', { email: 'helper@example.org', password: PASSWORD, role: 'helper' })).body
      expect(user.role).to.equal('helper')
      const helper = await new Browser(started.listener).login('helper@example.org')
      expect((await helper.get('/notes')).status).to.equal(200)
      expect((await helper.post('/notes', {})).status).to.equal(403)
      expect((await admin.delete(`/admin/roles/${made.body.id}`)).status).to.equal(400)
      expect((await admin.delete(`/admin/roles/${ids['editor']}`)).status).to.equal(400)
      expect((await admin.patch(`/admin/roles/${ids['admin']}`, { permissions: {} })).status).to.equal(400)
      for (let n = 0; n < 52; n++) await admin.patch(`/admin/roles/${made.body.id}`, { name: `Helper ${n}` })
      const history = (await admin.get(`/admin/roles/${made.body.id}/history`)).body
      expect(history).to.have.length(50)
      expect(history[0]).to.deep.include({ name: 'Helper 51', author: { id: people.admin.id, email: people.admin.email } })
      expect((await admin.patch(`/users/${user.id}`, { role: 'king' })).body.errors[0].field).to.equal('role')
      await admin.patch(`/users/${user.id}`, { role: 'author' })
      expect((await admin.delete(`/admin/roles/${made.body.id}`)).body).to.deep.equal({ deleted: 1 })
      expect((await admin.get(`/admin/roles/${made.body.id}/history`)).status).to.equal(404)
      expect((await admin.patch(`/users/${user.id}`, { role: 'helper' })).body.errors[0].field).to.equal('role')
    })

    it('moves what a user owns to somebody else', async () => {
      const leaving = await makeUser(started.cms, 'leaving@example.org', { role: 'author' })
      const own = (slug: string, field: string) =>
        started.cms.create(slug, { text: 'owned', [field]: leaving.id }) as Promise<{ id: number }>
      const [note, plan] = [await own('notes', 'createdBy'), await own('plans', 'lead')]
      expect((await admin.get(`/admin/owned/${leaving.id}`)).body).to.deep.equal([
        { collection: 'notes', count: 1 },
        { collection: 'plans', count: 1 },
      ])
      expect((await author.get(`/admin/owned/${leaving.id}`)).status).to.equal(403)
      for (const wrong of ['x', '0', '-1', '1.5'])
        expect((await admin.delete(`/users/${leaving.id}?transferTo=${wrong}`)).status, wrong).to.equal(400)
      expect((await admin.delete(`/users/${leaving.id}?transferTo=${leaving.id}`)).status).to.equal(400)
      expect((await admin.delete(`/users/${leaving.id}?transferTo=99999`)).status).to.equal(404)
      expect((await admin.delete(`/users/${leaving.id}?transferTo=${people.other.id}`)).status).to.equal(200)
      expect(await started.cms.findById('notes', note.id, { depth: 0 })).to.include({ createdBy: people.other.id })
      expect(await started.cms.findById('plans', plan.id, { depth: 0 })).to.include({ lead: people.other.id })
      const second = await makeUser(started.cms, 'second@example.org', { role: 'author' })
      const left = (await started.cms.create('notes', { text: 'left', createdBy: second.id })) as { id: number }
      expect((await admin.delete(`/users/${second.id}?transferTo=none`)).status).to.equal(200)
      expect(await started.cms.findById('notes', left.id, { depth: 0 })).to.include({ createdBy: null })
    })
  })
})
