/** What the server gives the admin: its page under any mount path, its files for good, and of content types only what each person may. */
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import { standalone } from '../../adapters/standalone.ts'
import { newsroom } from '../harness/newsroom.ts'
import { Browser, makeUser, PASSWORD } from '../harness/people.ts'
import { configWith, DATABASES, end, OTHER_HOSTS, pairwise, type Started, start, startCms } from '../harness/start.ts'

const require = createRequire(import.meta.url)
const express = require('express')

/** Addresses in a page, as a browser resolves them. */
const addressesIn = (html: string, at: string) =>
  [...html.matchAll(/(?:href|src|api|base)="((?!data:)[^"]+)"/g)].map((match) => new URL(match[1]!, `http://x${at}`).pathname)

async function signedIn(started: Started, email: string): Promise<Browser> {
  const browser = new Browser(started.listener)
  expect((await browser.post('/users/login', { email, password: PASSWORD })).status).to.equal(200)
  return browser
}

describe('features/admin', () => {
  pairwise((host, database) => {
    let started: Started
    before(async () => {
      started = await start(host, database, {
        ...newsroom,
        audit: true,
        auth: { rbac: true, members: { roles: ['reader'] }, roles: ['admin', 'editor', 'reader'] },
        admin: {
          brand: { name: '<The> "newsroom"', color: '#0f766e' },
          menu: ['tags', 'posts'],
          pages: [
            { path: 'all', component: 'x-all', label: 'All' },
            { path: 'mine', component: 'x-mine', label: 'Mine', access: ({ user }: any) => user.email === 'nok@example.org' },
            { path: 'broken', component: 'x-broken', label: 'Broken', access: () => Promise.reject(new Error('no')) },
          ],
          switcher: { cookie: 'tenant', label: 'Tenant', options: async ({ user }: any) => [{ value: user.email, label: user.email }] },
        },
      })
      await makeUser(started.cms, 'nok@example.org', { role: 'admin' })
      await makeUser(started.cms, 'eve@example.org', { role: 'editor' })
      await makeUser(started.cms, 'mia@example.org', { role: 'reader', name: 'Mia Berg' })
      await started.cms.create('posts', { title: 'A % and a _', status: 'draft' })
      await started.cms.create('authors', { name: 'A % of Ada' })
    })
    after(() => end(started.cms))

    it('gives one page for every path below, with a policy that lets nothing in', async () => {
      for (const path of ['/admin', '/admin/', '/admin/c/posts/7', '/admin/reset-password?token=x']) {
        const { headers, text } = await request(started.listener).get(path).expect(200)
        expect(headers['content-security-policy'])
          .to.include("default-src 'none'; script-src 'self'; style-src 'self'")
          .and.to.include("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
          .and.to.not.include('unsafe')
        expect(headers).to.include({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
        })
        expect(text)
          .to.include('&lt;The&gt;')
          .and.to.not.match(/<script(?![^>]*\ssrc=)|\son\w+=|style=/)
        const addresses = addressesIn(text, path)
        expect(addresses).to.include.members(['/api/cms', '/admin/'])
        for (const address of addresses.filter((one) => one.includes('/assets/'))) await request(started.listener).get(address).expect(200)
      }
      await request(started.listener).head('/admin').expect(200)
      expect((await request(started.listener).post('/admin').expect(405)).headers['allow']).to.equal('GET, HEAD')
      await request(started.listener).get('/administrator').expect(404)
    })

    it('has an icon, so that browsers ask the host for none', async () => {
      const { text, headers } = await request(started.listener).get('/admin').expect(200)
      const [, drawing] = /<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml;base64,([^"]+)">/.exec(text)!
      expect(String(Buffer.from(drawing!, 'base64'))).to.match(/^<svg .*<\/svg>$/)
      expect(headers['content-security-policy']).to.match(/img-src [^;]*\bdata:/)
    })

    it('gives its files compressed and for good, and nothing else', async () => {
      const page = await request(started.listener).get('/admin')
      const [entry] = addressesIn(page.text, '/admin').filter((one) => /cms-admin-\w+\.js$/.test(one))
      const plain = await request(started.listener).get(entry!).set('accept-encoding', 'identity').expect(200)
      expect(plain.headers['cache-control']).to.equal('public, max-age=31536000, immutable')
      expect(plain.headers['content-type']).to.equal('text/javascript; charset=utf-8')
      const packed = await request(started.listener)
        .get(entry!)
        .set('accept-encoding', 'gzip')
        .parse((response: any, done: any) => {
          const chunks: Buffer[] = []
          const raw = response.req?.res ?? response
          raw.on('data', (chunk: Buffer) => chunks.push(chunk))
          raw.on('end', () => done(null, Buffer.concat(chunks)))
        })
      const body = packed.body as Buffer
      expect(String(body[0] === 0x1f ? gunzipSync(body) : body)).to.equal(plain.text ?? String(plain.body))
      const stable = await request(started.listener).get('/admin/assets/cms-admin.js').expect(200)
      expect(stable.headers['cache-control']).to.equal('no-cache')
      for (const name of ['nothing.js', 'manifest.json', '..%2f..%2fpackage.json', '%2e%2e/package.json', 'module-0.js', ''])
        await request(started.listener).get(`/admin/assets/${name}`).expect(404)
    })

    it('describes content types to each person as they may use them', async () => {
      const anonymous = await request(started.listener).get('/api/cms/admin/schema').expect(200)
      expect(anonymous.body).to.deep.equal({ user: null })
      const nok = (await (await signedIn(started, 'nok@example.org')).get('/admin/schema')).body
      expect(nok.collections.map((one: any) => one.slug).slice(0, 2)).to.deep.equal(['tags', 'posts'])
      expect(nok.views).to.include.members(['roles', 'audit', 'backups', 'status'])
      expect(nok.pages.map((one: any) => one.path)).to.deep.equal(['all', 'mine'])
      expect(nok.switcher.options).to.deep.equal([{ value: 'nok@example.org', label: 'nok@example.org' }])
      const posts = nok.collections.find((one: any) => one.slug === 'posts')
      expect(posts).to.include({ drafts: true, versions: true, schedule: true, trash: true, title: 'title', localized: true })
      expect(posts.may).to.deep.equal({ read: true, readsAll: true, create: true, update: true, delete: true, publish: true })
      expect(posts.fields.find((one: any) => one.name === 'title')).to.deep.include({
        type: 'text',
        required: true,
        localized: true,
        maxLength: 120,
      })
      expect(posts.fields.find((one: any) => one.name === 'body')).to.deep.include({
        type: 'richText',
        headings: [1, 2, 3, 4, 5, 6],
        blocks: [],
        embeds: [],
      })
      const users = nok.collections.find((one: any) => one.slug === 'users')
      expect(users.fields.map((one: any) => one.name)).to.include('password')

      const admin = await signedIn(started, 'nok@example.org')
      const { roles } = (await admin.get('/admin/roles')).body
      const editor = roles.find((one: any) => one.key === 'editor')
      await admin.patch(`/admin/roles/${editor.id}`, {
        permissions: {
          ...editor.permissions,
          admin: ['audit', 'page:all'],
          collections: { ...editor.permissions.collections, authors: [], posts: ['read', 'update'] },
          fields: { collections: { posts: { summary: 'hidden', slug: 'read' } }, globals: {} },
        },
      })
      const eve = (await (await signedIn(started, 'eve@example.org')).get('/admin/schema')).body
      expect(eve.collections.map((one: any) => one.slug)).to.not.include('authors')
      const limited = eve.collections.find((one: any) => one.slug === 'posts')
      expect(limited.may).to.deep.equal({ read: true, readsAll: true, create: false, update: true, delete: false, publish: false })
      expect(limited.fields.map((one: any) => one.name)).to.not.include('summary')
      expect(limited.fields.find((one: any) => one.name === 'slug').locked).to.deep.equal({ create: true, update: true })
      expect(eve.views).to.deep.equal(['audit', 'api'])
      expect(eve.pages.map((one: any) => one.path)).to.deep.equal(['all'])
      expect((await (await signedIn(started, 'mia@example.org')).get('/admin/schema')).status).to.equal(403)
    })

    it('counts and finds what this person sees', async () => {
      const nok = await signedIn(started, 'nok@example.org')
      expect((await nok.get('/admin/counts')).body.counts).to.include({ posts: 1, authors: 1, users: 3 })
      expect((await nok.get('/admin/search?q=%25')).body.hits.map((hit: any) => hit.title).sort()).to.deep.equal([
        'A % and a _',
        'A % of Ada',
      ])
      const mia = { collection: 'users', title: 'Mia Berg' }
      for (const q of ['berg', 'mia@'])
        expect(
          (await nok.get(`/admin/search?q=${q}`)).body.hits.map(({ id: _, ...hit }: any) => hit),
          q,
        ).to.deep.equal([mia])
      for (const query of ['', '?q=', `?q=${'x'.repeat(201)}`, '?q[a]=b'])
        expect((await nok.get(`/admin/search${query}`)).status, query).to.equal(400)
      const eve = await signedIn(started, 'eve@example.org')
      expect((await eve.get('/admin/counts')).body.counts).to.not.have.property('authors')
      expect((await eve.get('/admin/search?q=A%20')).body.hits.map((hit: any) => hit.collection))
        .to.include('posts')
        .and.to.not.include('authors')
    })
  })

  it('stands below whatever it is mounted on', async () => {
    const middleware = cmsMiddleware(configWith(DATABASES[0]!, newsroom))
    const app = express().use('/sub/site', middleware)
    const { text } = await request(app).get('/sub/site/admin/c/posts').expect(200)
    const addresses = addressesIn(text, '/sub/site/admin/c/posts')
    expect(addresses).to.include.members(['/sub/site/api/cms', '/sub/site/admin/'])
    for (const address of addresses.filter((one) => one.includes('/assets/'))) await request(app).get(address).expect(200)
    await end(await middleware.cms)
  })

  for (const host of OTHER_HOSTS)
    it(`is there on ${host.name}, under a path of one's own`, async () => {
      const started = await start(host, DATABASES[0]!, { ...newsroom, admin: { path: '/back/office' } })
      const { text } = await request(started.listener).get('/back/office/c/posts').expect(200)
      expect(addressesIn(text, '/back/office/c/posts')).to.include.members(['/api/cms', '/back/office/'])
      await end(started.cms)
    })

  it('is there in a server of its own', async () => {
    const cms = await startCms(DATABASES[0]!, newsroom)
    const { server, stop } = await standalone(cms, 0, '127.0.0.1')
    await request(server).get('/admin').expect(200)
    await stop()
  })
})
