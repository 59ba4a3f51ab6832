/** Two processes of a rolling deploy change roles: what an older one does not know stays as the newer one has it. */
import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { type Deployed, deployed, endDeployed, SHARED } from '../store/deployed.ts'

const config = (isNewer: boolean) =>
  ({
    auth: { rbac: true, roles: ['admin', 'editor'] },
    ...(isNewer && { admin: { pages: [{ path: 'reports', label: 'Reports', component: 'x-reports' }] } }),
    collections: [
      {
        slug: 'posts',
        ...(isNewer && { drafts: true }),
        fields: [{ name: 'title' }, { name: 'author', type: 'relationship', to: 'users' }, ...(isNewer ? [{ name: 'secret' }] : [])],
      },
      ...(isNewer ? [{ slug: 'notes', fields: [{ name: 'text' }, { name: 'secret' }] }] : []),
    ],
    globals: isNewer ? [{ slug: 'site', fields: [{ name: 'name' }] }] : [],
  }) as unknown as Partial<Config>

const GRANTED = {
  collections: { posts: ['read', 'create', 'update', 'publish'], notes: ['read', 'delete'] },
  globals: { site: ['read', 'update'] },
  admin: ['status', 'page:reports'],
  own: { posts: ['update', 'publish'], notes: ['delete'] },
  fields: { collections: { posts: { title: 'read', secret: 'hidden' }, notes: { secret: 'hidden' } }, globals: { site: { name: 'read' } } },
}

for (const database of SHARED)
  describe(`features/roles: an older process with ${database.name}`, () => {
    let both: Deployed
    let headers: Record<string, string>
    let id: number
    before(async () => {
      both = await deployed(database, config(false), config(true))
      await makeUser(both.newer, 'boss@example.org', { role: 'admin' })
      const { token } = await both.newer.auth.login({ email: 'boss@example.org', password: PASSWORD })
      headers = { authorization: `Bearer ${token}` }
      id = (await roles(both.newer)).find(({ key }: any) => key === 'editor').id
    })
    after(() => endDeployed(both))

    const ask = (cms: Handle) => request(express().use(cmsMiddleware(cms)))
    const roles = async (cms: Handle) => (await ask(cms).get('/api/cms/admin/roles').set(headers).expect(200)).body.roles
    const permissions = async (cms: Handle) => (await roles(cms)).find((role: any) => role.id === id).permissions
    const save = async (cms: Handle, permissions: object) =>
      (await ask(cms).patch(`/api/cms/admin/roles/${id}`).set(headers).send({ permissions }).expect(200)).body.permissions

    it('shows and saves what it knows, and keeps the rest', async () => {
      expect(await save(both.newer, GRANTED)).to.deep.equal(GRANTED)
      const known = await permissions(both.older)
      expect(known).to.deep.equal({
        collections: { posts: ['read', 'create', 'update'] },
        globals: {},
        admin: ['status'],
        own: { posts: ['update'] },
        fields: { collections: { posts: { title: 'read' } }, globals: {} },
      })
      const changed = { ...known, collections: { posts: ['read', 'update', 'delete'] }, admin: [], own: {}, fields: {} }
      expect((await save(both.older, changed)).collections).to.deep.equal(changed.collections)
      expect(await permissions(both.newer)).to.deep.equal({
        collections: { posts: ['read', 'update', 'delete', 'publish'], notes: ['read', 'delete'] },
        globals: { site: ['read', 'update'] },
        admin: ['page:reports'],
        own: { posts: ['publish'], notes: ['delete'] },
        fields: { collections: { posts: { secret: 'hidden' }, notes: { secret: 'hidden' } }, globals: { site: { name: 'read' } } },
      })
    })

    it('takes all of a collection away where it takes away everything that it knows of it', async () => {
      await save(both.newer, GRANTED)
      await save(both.older, { ...(await permissions(both.older)), collections: { posts: [] } })
      const { collections, own } = await permissions(both.newer)
      expect(collections).to.deep.equal({ posts: [], notes: ['read', 'delete'] })
      expect(own).to.deep.equal({ notes: ['delete'] })
    })
  })
