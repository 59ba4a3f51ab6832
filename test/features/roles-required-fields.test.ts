/** A role that may create a collection can set its required fields: others are refused, and those that are stored may not create. */
import { expect } from 'chai'
import { roles } from '../../lib/features/roles/index.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/roles: required fields', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let author: Browser
    let id: number

    before(async () => {
      started = await start(host, database, {
        auth: { rbac: true, roles: ['admin', 'author'] },
        collections: [
          { slug: 'drafted', drafts: true, fields: [{ name: 'price', required: true }] },
          {
            slug: 'offers',
            admin: { ownerField: 'lead' },
            fields: [
              { name: 'title', required: true },
              { name: 'price', type: 'number', required: true },
              { name: 'unit', required: true, defaultValue: 'kg' },
              { name: 'slug', type: 'slug', from: 'title', required: true },
              { name: 'lead', type: 'relationship', to: 'users', required: true },
              { name: 'note' },
              { name: 'seo', type: 'group', fields: [{ name: 'text', required: true }] },
              { name: 'rows', type: 'array', minRows: 1, fields: [{ name: 'a' }] },
            ],
          },
        ],
      })
      for (const role of ['admin', 'author']) await makeUser(started.cms, `${role}@example.org`, { role })
      admin = await new Browser(started.listener).login('admin@example.org')
      author = await new Browser(started.listener).login('author@example.org')
      id = (await admin.get('/admin/roles')).body.roles.find((role: any) => role.key === 'author').id
    })
    after(() => end(started?.cms))

    const permissions = (denied: Record<string, string>, operations = ['read', 'create', 'update']) => ({
      collections: { offers: operations },
      fields: { collections: { offers: denied } },
    })

    it('are refused to be read-only or hidden, with a sentence for each', async () => {
      for (const [name, as] of Object.entries({ title: 'read', price: 'hidden', seo: 'read', rows: 'hidden' })) {
        const expected = {
          field: `permissions.fields.collections.offers.${name}`,
          message: `must not be '${as}', because '${name}' is required and the role may create 'offers'`,
          code: 'VALIDATION',
        }
        const changed = await admin.patch(`/admin/roles/${id}`, { permissions: permissions({ [name]: as, note: 'hidden' }) })
        expect([changed.status, changed.body.errors]).to.deep.equal([400, [expected]])
        const added = await admin.post('/admin/roles', { key: 'helper', permissions: permissions({ [name]: as }) })
        expect([added.status, added.body.errors]).to.deep.equal([400, [expected]])
      }
      const both = await admin.patch(`/admin/roles/${id}`, { permissions: permissions({ title: 'read', price: 'read' }) })
      expect(both.body.errors).to.have.length(2)
      expect((await admin.get('/admin/roles')).body.roles).to.have.length(2)
    })

    it('may be denied where the system fills them in, or nothing is created', async () => {
      for (const allowed of [
        permissions({ unit: 'read', slug: 'hidden', lead: 'read', note: 'hidden' }),
        permissions({ title: 'hidden', price: 'read' }, ['read', 'update']),
        { collections: { drafted: ['create'] }, fields: { collections: { drafted: { price: 'read' } } } },
      ])
        expect((await admin.patch(`/admin/roles/${id}`, { permissions: allowed })).status).to.equal(200)
      await admin.patch(`/admin/roles/${id}`, { permissions: permissions({ unit: 'read', slug: 'hidden', lead: 'read', note: 'hidden' }) })
      const made = await author.post('/offers', { title: 'Tea', price: 3, seo: { text: 'x' }, rows: [{ a: 'b' }] })
      expect(made.status, made.text).to.equal(201)
    })

    it('of a stored role take its right to create, and somebody is told', async () => {
      const { dialect } = started.cms.engine.store
      const stored = JSON.stringify({ ...permissions({ price: 'read' }), globals: {}, admin: [], own: {} })
      const sql = dialect.native(
        `update ${dialect.table('$roles')} set ${dialect.quote('permissions')} = ? where ${dialect.quote('key')} = ?`,
      )
      await started.cms.engine.store.atomically((connection) => connection.all(sql, [stored, 'author']))
      const body = { title: 'Tea', price: 3, seo: { text: 'x' }, rows: [{ a: 'b' }] }
      const denied = await author.post('/offers', body)
      expect(denied.status, denied.text).to.equal(403)
      expect((await author.get('/offers')).status).to.equal(200)
      const { attention } = (await admin.get('/admin/status')).body
      expect(attention.find((one: any) => one.id === 'roles')).to.deep.equal({
        id: 'roles',
        count: 1,
        roles: [{ role: 'author', collection: 'offers', fields: ['price'] }],
      })
      await roles.start!(started.cms.engine)
      expect(started.logged.filter(({ level }) => level === 'warn').map(({ line }) => line.trim())).to.include(
        "the role 'author' can't set 'price', which is required, so it may not create 'offers'; open the field to the role, or take 'create' from it",
      )
      expect((await admin.patch(`/admin/roles/${id}`, { name: 'Author' })).status, 'its name may still change').to.equal(200)
      expect((await admin.patch(`/admin/roles/${id}`, { permissions: permissions({}) })).status).to.equal(200)
      expect((await author.post('/offers', { ...body, title: 'Coffee' })).status).to.equal(201)
      expect((await admin.get('/admin/status')).body.attention.map((one: any) => one.id)).to.not.include('roles')
    })
  })
})
