/** A file in use is only replaced by one that the fields which hold it take, whichever door the other file comes in by. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Config } from '../../../lib/config.ts'
import type { CollectionConfig } from '../../../lib/content-config.ts'
import { jpeg, pdf, png } from '../../harness/files.ts'
import { Browser, makeUser } from '../../harness/people.ts'
import { everywhere } from '../../harness/start.ts'
import { docOf } from '../../harness/writing.ts'
import { type Place, startPlace } from './place.ts'

const picture = { name: 'picture', type: 'upload', mimeTypes: ['image/*'] } as const
const anything = { name: 'anything', type: 'upload' } as const

const posts: CollectionConfig = {
  slug: 'posts',
  drafts: true,
  trash: true,
  access: { read: 'anyone' },
  fields: [
    { name: 'title' },
    picture,
    anything,
    { name: 'poster', type: 'upload', mimeTypes: ['image/*'], localized: true },
    { name: 'seo', type: 'group', fields: [picture] },
    { name: 'gallery', type: 'upload', hasMany: true, mimeTypes: ['image/png', 'image/jpeg'] },
    { name: 'rows', type: 'array', fields: [picture, anything] },
    { name: 'parts', type: 'blocks', blocks: [{ slug: 'figure', fields: [picture] }] },
    { name: 'body', type: 'richText', blocks: [{ slug: 'figure', fields: [picture, anything] }] },
    { name: 'secret', type: 'upload', mimeTypes: ['image/*'], access: { read: 'admin' } },
  ],
} as never
const site = { slug: 'site', fields: [picture] } as never

const figure = (attrs: object) => docOf({ type: 'contentBlock', attrs: { blockType: 'figure', ...attrs } } as never)

/** A document that holds a file where only images are taken, and the field that the refusal names. */
const HELD: Record<string, [field: string, write: (place: Place, id: number) => Promise<unknown>]> = {
  'in a field': ['posts.picture', ({ cms }, id) => cms.create('posts', { picture: id })],
  'in a group': ['posts.seo.picture', ({ cms }, id) => cms.create('posts', { seo: { picture: id } })],
  'among several': ['posts.gallery', ({ cms }, id) => cms.create('posts', { gallery: [id] })],
  'in a row': ['posts.rows.picture', ({ cms }, id) => cms.create('posts', { rows: [{ picture: id }] })],
  'in a block': ['posts.parts.figure.picture', ({ cms }, id) => cms.create('posts', { parts: [{ blockType: 'figure', picture: id }] })],
  'in a block of a text': ['posts.body', ({ cms }, id) => cms.create('posts', { body: figure({ picture: id }) })],
  'in another language': ['posts.poster', ({ cms }, id) => cms.create('posts', { poster: id }, { locale: 'th' })],
  'in a draft': ['posts.picture', ({ cms }, id) => cms.create('posts', { picture: id }, { draft: true })],
  'in changes that are not published': [
    'posts.picture',
    async ({ cms }, id) => {
      const post = await cms.create('posts', { title: 'live' })
      await cms.update('posts', post.id, { picture: id }, { draft: true })
    },
  ],
  'in a text whose changes are not published': [
    'posts.body',
    async ({ cms }, id) => {
      const post = await cms.create('posts', { title: 'live' })
      await cms.update('posts', post.id, { body: figure({ picture: id }) }, { draft: true })
    },
  ],
  'in the trash': [
    'posts.picture',
    async ({ cms }, id) => {
      const post = await cms.create('posts', { picture: id })
      await cms.delete('posts', post.id)
    },
  ],
  'in a global': ['site.picture', ({ cms }, id) => cms.updateGlobal('site', { picture: id })],
}

/** Where any kind is taken. */
const FREE: Record<string, (place: Place, id: number) => Promise<unknown>> = {
  nowhere: async () => undefined,
  'in a field': ({ cms }, id) => cms.create('posts', { anything: id }),
  'in a row': ({ cms }, id) => cms.create('posts', { rows: [{ anything: id }] }),
  'in a block of a text': ({ cms }, id) => cms.create('posts', { body: figure({ anything: id }) }),
  'in a text': ({ cms }, id) => cms.create('posts', { body: docOf({ type: 'image', attrs: { media: id, alt: 'a' } }) }),
}

const config: Partial<Config> = {
  collections: [posts],
  globals: [site],
  localization: { locales: ['en', 'th'] },
  upload: {
    mimeTypes: ['image/*', 'application/pdf'],
    fromURL: { allowedHosts: ['127.0.0.1'], allowPrivate: true },
  } as never,
}

describe('media: the kind of a file in use', () => {
  everywhere((host, database) => {
    let place: Place
    let server: Server
    before(async () => {
      place = await startPlace(host, database, config)
      server = createServer((_request, response) => response.end(pdf)).listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(async () => {
      server.close()
      await place.done()
    })

    const uploaded = async () => ((await place.cms.upload({ filename: 'a.png', content: await png() })) as any).id as number
    const address = (id: number) => ({ path: `/media/${id}/file`, method: 'put' as const })
    const kept = async (id: number) => expect((await place.cms.findById('media', id)).mimeType).to.equal('image/png')

    for (const [where, [field, write]] of Object.entries(HELD))
      it(`stays, ${where}`, async () => {
        const id = await uploaded()
        await write(place, id)
        const lying = await place.lying()
        const { status, body } = await place.admin.upload(pdf, 'a.pdf', {}, address(id))
        expect(status, JSON.stringify(body)).to.equal(400)
        expect(body.errors).to.have.length(1)
        expect(body.errors[0]).to.deep.include({ field: 'file', reason: 'file-in-use' })
        expect(body.errors[0].values).to.deep.include({ found: 'application/pdf', fields: [field] })
        expect(body.errors[0].message).to.include(field)
        await kept(id)
        expect(await place.lying()).to.deep.equal(lying)
        expect((await place.admin.upload(await jpeg(), 'a.jpg', {}, address(id))).status).to.equal(200)
      })

    for (const [where, write] of Object.entries(FREE))
      it(`may change, ${where}`, async () => {
        const id = await uploaded()
        await write(place, id)
        const { status, body } = await place.admin.upload(pdf, 'a.pdf', {}, address(id))
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body.mimeType).to.equal('application/pdf')
      })

    it('stays, whichever door the other file comes in by', async () => {
      const id = await uploaded()
      await place.cms.create('posts', { picture: id })
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.pdf`
      const { status, body } = await place.admin.send('put', `/media/${id}/file`, { url })
      expect([status, body.errors[0].reason]).to.deep.equal([400, 'file-in-use'])
      const refused = await (place.cms as any).replaceFile(id, { filename: 'a.pdf', content: pdf }).catch((error: any) => error)
      expect(refused.errors?.[0].reason).to.equal('file-in-use')
      await place.cms.update('media', id, { mimeType: 'application/pdf', crop: { x: 0, y: 0, width: 50, height: 50 } } as never)
      await kept(id)
    })

    it('is not in the way where the field would refuse the present file, too', async () => {
      const id = await uploaded()
      await place.cms.create('posts', { picture: id })
      const { store } = place.cms.engine
      const { dialect } = store
      const sql = `update ${dialect.table('media')} set ${dialect.quote('mimeType')} = 'application/zip' where ${dialect.quote('id')} = ${id}`
      await store.commit({ writes: [{ kind: 'update', sql, values: [] }], seals: [] } as never)
      expect((await place.admin.upload(pdf, 'a.pdf', {}, address(id))).status).to.equal(200)
    })

    it('names no field that the caller may not read', async () => {
      const id = await uploaded()
      await place.cms.create('posts', { secret: id })
      await makeUser(place.cms, 'ed@x.org', { role: 'editor' })
      const editor = await new Browser(place.listener).login('ed@x.org')
      const { status, body } = await editor.upload(pdf, 'a.pdf', {}, address(id))
      expect(status).to.equal(400)
      expect(body.errors[0].values).to.deep.equal({ found: 'application/pdf', types: ['image/*'] })
      expect(JSON.stringify(body)).not.to.include('secret')
    })
  })
})
