/** `galley/testing`, as the tests of a host use it. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import type { Config } from '../../lib/config.ts'
import { type TestCms, testCms } from '../../testing/testing.ts'
import { DATABASES } from '../harness/start.ts'

const express = createRequire(import.meta.url)('express')

const config: Partial<Config> = {
  secret: 'the-secret-of-production-that-is-not-used-here',
  db: undefined as never,
  webhooks: [{ url: 'http://127.0.0.1:9/' }],
  collections: [
    {
      slug: 'posts',
      drafts: true,
      schedule: true,
      useAsTitle: 'title',
      access: { read: 'published' },
      fields: [
        { name: 'title', required: true, maxLength: 8 },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'cover', type: 'upload', required: true },
        { name: 'author', type: 'relationship', to: 'authors', required: true },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, minRows: 2 },
        { name: 'kind', type: 'select', options: ['news', 'essay'], required: true },
        { name: 'pages', type: 'number', integer: true, min: 5, max: 900, required: true },
        { name: 'note' },
        { name: 'seo', type: 'group', fields: [{ name: 'line', required: true, minLength: 30 }] },
        {
          name: 'parts',
          type: 'blocks',
          minRows: 1,
          blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'textarea', required: true }] }],
        },
        { name: 'body', type: 'richText', required: true },
      ],
    },
    { slug: 'authors', fields: [{ name: 'mail', type: 'email', required: true, unique: true }] },
    { slug: 'tags', fields: [{ name: 'name', required: true, unique: true }] },
    { slug: 'codes', fields: [{ name: 'code', required: true, pattern: '^[A-Z]{3}$' }] },
    { slug: 'eggs', fields: [{ name: 'hen', type: 'relationship', to: 'hens', required: true }] },
    { slug: 'hens', fields: [{ name: 'egg', type: 'relationship', to: 'eggs', required: true }] },
  ],
}

describe('testing', () => {
  let test: TestCms
  before(async () => {
    test = await testCms(config)
  })
  after(() => test.stop())

  it('makes documents that the schema admits, and what they point to @long', async () => {
    const post = (await test.make('posts', { note: 'given' })) as any
    expect(post).to.include({ status: 'published', note: 'given', kind: 'news' })
    expect(post.tags).to.have.length(2)
    expect(post.author.mail).to.match(/^made-\d+@example\.org$/)
    expect(post.cover.mimeType).to.equal('image/png')
    for (let n = 0; n < 20; n++) await test.make('posts')
    const { body } = await request(test.listener).get('/api/cms/posts?limit=1').expect(200)
    expect(body.totalDocs).to.equal(21)
  })

  it('says what it can’t think up', async () => {
    expect((await test.make('codes').catch((error) => error)).message).to.equal("'code' has its own rules: provide a value for it")
    expect(await test.make('codes', { code: 'ABC' })).to.include({ code: 'ABC' })
    expect((await test.make('eggs').catch((error) => error)).message).to.include("'eggs' must point to one of 'eggs' → 'hens' → 'eggs'")
  })

  it('signs people in', async () => {
    const editor = await test.signIn('editor')
    const draft = await test.build('posts', { status: 'draft' })
    await request(test.listener).post('/api/cms/posts').send(draft).expect(401)
    await request(test.listener).post('/api/cms/posts').set(editor.headers).send(draft).expect(201)
    const { body } = await request(test.listener).get('/api/cms/users/me').set(editor.headers)
    expect(body.user).to.include({ id: editor.user.id, role: 'editor' })
  })

  it('keeps mails, and moves the clock', async () => {
    await test.cms.sendEmail({ to: 'a@example.org', subject: 'Hello', text: 'There' })
    await test.cms.runJobs()
    expect(test.mails[0]).to.include({ to: 'a@example.org', subject: 'Hello' })
    const { id } = (await test.make('posts', { status: 'draft' })) as { id: number }
    const at = new Date(test.clock.now().getTime() + 3600_000)
    await test.cms.schedule('posts', id, { action: 'publish', at })
    test.clock.forward(3601)
    await test.cms.runJobs()
    expect(await test.cms.findById('posts', id)).to.include({ status: 'published' })
  })

  it('stands in an application, on another database, and leaves nothing behind', async () => {
    const other = await testCms(config, { db: DATABASES[1]!.fresh() })
    const app = express()
    app.use(cmsMiddleware(other.cms))
    app.get('/', async (req: any, res: any) => res.json(await req.cms.find('posts')))
    await other.make('posts')
    expect((await request(app).get('/').expect(200)).body.totalDocs).to.equal(1)
    const folder = other.cms.engine.settings.upload.dir!
    expect(existsSync(folder)).to.equal(true)
    await other.stop()
    expect(existsSync(folder)).to.equal(false)
  })
})
