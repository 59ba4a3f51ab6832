/** Uploads and what becomes of them: the document, the file, its replacement and its end. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { isLoggedIn } from '../../../lib/access/rules.ts'
import type { CollectionConfig } from '../../../lib/content-config.ts'
import { longUnlessDrawn } from '../../harness/depth.ts'
import { jpeg, pdf, png, svg } from '../../harness/files.ts'
import { Browser, makeUser } from '../../harness/people.ts'
import { everywhere } from '../../harness/start.ts'
import { expectNothingLeft, keyOf, type Place, STORAGES, startPlace } from './place.ts'

const collections: CollectionConfig[] = [
  {
    slug: 'posts',
    fields: [
      { name: 'cover', type: 'upload', mimeTypes: ['image/*'] },
      { name: 'files', type: 'upload', hasMany: true, minRows: 1, maxRows: 2, mimeTypes: ['documents', 'image/png'] },
      { name: 'mine', type: 'upload', filterOptions: { alt: { equals: 'mine' } } },
    ],
  },
  {
    slug: 'media',
    trash: true,
    fields: [
      { name: 'credit', maxLength: 10 },
      { name: 'year', type: 'number' },
      { name: 'free', type: 'boolean' },
      { name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'] },
      { name: 'maker', type: 'group', fields: [{ name: 'name' }] },
    ],
  },
]

describe('media: uploads', () => {
  everywhere((host, database) => {
    for (const kind of STORAGES) {
      describe(`to ${kind}${longUnlessDrawn(kind, STORAGES, `${host.name} ${database.name}`)}`, () => {
        let place: Place
        beforeEach(async () => {
          place = await startPlace(
            host,
            database,
            { collections, apiKeys: true, upload: { mimeTypes: ['image/*', 'image/svg+xml', 'documents'], maxFileSize: 200_000 } },
            kind,
          )
        })
        afterEach(() => place.done())

        it('makes a document of a file, that anybody can read', async () => {
          const content = await png()
          const { status, body } = await place.admin.upload(content, 'Café in the rain.PNG', {
            alt: 'A café',
            credit: 'Ann',
            year: '1999',
            free: 'true',
            'tags[]': 'a',
            'maker[name]': 'Ann B.',
            filename: 'mine.exe',
            mimeType: 'text/html',
          })
          expect(status).to.equal(201)
          expect(body.filename).to.match(/^Café-in-the-rain-[0-9a-f]{8}\.png$/)
          expect(body).to.deep.include({
            id: 1,
            originalName: 'Café in the rain.PNG',
            mimeType: 'image/png',
            filesize: content.length,
            width: 300,
            height: 200,
            alt: 'A café',
            credit: 'Ann',
            year: 1999,
            free: true,
            tags: ['a'],
            maker: { name: 'Ann B.' },
            url: `/api/cms/media/file/${encodeURIComponent(body.filename)}`,
            sizes: {},
          })
          expect(body).not.to.have.property('original')
          const { body: list } = await place.visitor.get('/media')
          expect(list.docs).to.deep.equal([body])
          const file = await place.visitor.get(body.url)
          expect(file.status).to.equal(200)
          expect(file.body.equals(content)).to.equal(true)
          expect(await place.lying()).to.deep.equal([body.filename])
          expect(await place.waiting()).to.deep.equal([])
        })

        it('serves files as they are, for good, and never as a page', async () => {
          const { body } = await place.admin.upload(await png(), 'a.png')
          const get = (headers: Record<string, string>) => {
            place.visitor.headers = headers
            return place.visitor.get(body.url)
          }
          const whole = await get({})
          expect(whole.headers).to.deep.include({
            'content-type': 'image/png',
            'content-length': String(body.filesize),
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox",
            'cross-origin-resource-policy': 'cross-origin',
            'accept-ranges': 'bytes',
          })
          const { etag } = whole.headers as { etag: string }
          expect((await get({ 'if-none-match': etag })).status).to.equal(304)
          expect((await get({ 'if-none-match': '"other"' })).status).to.equal(200)
          const size = body.filesize as number
          for (const [range, status, length, contentRange] of [
            ['bytes=0-9', 206, 10, `bytes 0-9/${size}`],
            ['bytes=10-', 206, size - 10, `bytes 10-${size - 1}/${size}`],
            ['bytes=-5', 206, 5, `bytes ${size - 5}-${size - 1}/${size}`],
            [`bytes=0-${size + 100}`, 206, size, `bytes 0-${size - 1}/${size}`],
            [`bytes=${size}-`, 200, size, undefined],
            ['bytes=9-3', 200, size, undefined],
            ['bytes=0-1,4-5', 200, size, undefined],
            ['bytes=-0', 200, size, undefined],
            ['lines=0-1', 200, size, undefined],
            ['bytes=-', 200, size, undefined],
          ] as const) {
            const part = await get({ range })
            expect([part.status, part.body.length, part.headers['content-range']], range).to.deep.equal([status, length, contentRange])
          }
          expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).to.equal(206)
          expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).to.equal(200)
          place.visitor.headers = {}
          const head = await place.visitor.send('get', body.url, (sending: any) => Object.assign(sending, { method: 'HEAD' }))
          expect([head.status, head.headers['content-length'], head.headers['etag']]).to.deep.equal([200, String(size), etag])
        })

        it('serves what could run as a download, and PDF without a sandbox', async () => {
          const drawing = await place.admin.upload(svg, 'a.svg')
          const file = await place.visitor.get(drawing.body.url)
          expect(file.headers['content-type']).to.equal('image/svg+xml')
          expect(file.headers['content-disposition']).to.match(/^attachment; filename\*=UTF-8''a-[0-9a-f]{8}\.svg$/)
          expect([drawing.body.width, drawing.body.height]).to.deep.equal([40, 20])
          const document = await place.admin.upload(pdf, 'a.pdf')
          const served = await place.visitor.get(document.body.url)
          expect(served.headers).not.to.have.any.keys('content-security-policy', 'content-disposition')
        })

        it('answers 404 for every name that is no file', async () => {
          await place.admin.upload(pdf, 'a.pdf')
          for (const name of [
            'nothing-1a2b3c4d.pdf',
            '..%2f..%2fetc%2fpasswd',
            '%2e%2e',
            'a',
            'private%2fa-1a2b3c4d.pdf',
            '%00',
            'a-1a2b3c4d.pdf%00',
            '.incoming',
            `${'a'.repeat(300)}-1a2b3c4d.pdf`,
          ])
            expect((await place.visitor.get(`/media/file/${name}`)).status, name).to.equal(404)
        })

        it('keeps the id of a document whose file is replaced', async () => {
          const before = (await place.admin.upload(await png(), 'before.png', { alt: 'kept' })).body
          const { status, body } = await place.admin.upload(
            await jpeg(60, 40),
            'after.png',
            { credit: 'Bob' },
            { path: '/media/1/file', method: 'put' },
          )
          expect(status).to.equal(200)
          expect(body).to.deep.include({
            id: 1,
            alt: 'kept',
            credit: 'Bob',
            originalName: 'after.png',
            mimeType: 'image/jpeg',
            width: 60,
            height: 40,
          })
          expect(body.url).to.match(/after-[0-9a-f]{8}\.jpg$/)
          expect((await place.visitor.get(before.url)).status).to.equal(404)
          expect((await place.visitor.get(body.url)).status).to.equal(200)
          expect(await place.lying()).to.deep.equal([body.filename])
          expect(await place.waiting()).to.deep.equal([])
        })

        it('removes the files of a document only when it goes for good', async () => {
          const { body } = await place.admin.upload(await png(), 'a.png')
          expect((await place.admin.delete('/media/1')).status).to.equal(200)
          expect(await place.lying()).to.deep.equal([body.filename])
          expect((await place.admin.post('/media/1/recover')).status).to.equal(200)
          await place.admin.delete('/media/1')
          expect((await place.admin.delete('/media/1')).status).to.equal(200)
          expect((await place.visitor.get(body.url)).status).to.equal(404)
          await expectNothingLeft(place)
        })

        it('leaves nothing of a file whose document is refused', async () => {
          for (const [fields, field] of [
            [{ credit: 'far too long' }, 'credit'],
            [{ tags: 'c' }, 'tags'],
            [{ year: 'soon' }, 'year'],
            [{ free: 'perhaps' }, 'free'],
            [{ 'crop[x]': '10' }, 'crop'],
          ] as const) {
            const { status, body } = await place.admin.upload(await png(), 'a.png', fields)
            expect([status, body.errors[0].field.split('.')[0]], field).to.deep.equal([400, field])
          }
          await expectNothingLeft(place)
        })

        it('says what is wrong with a body that brings no file', async () => {
          const sent = async (body: unknown) => place.admin.send('post', '/media', body)
          expect((await sent({})).body.errors[0]).to.include({
            field: 'file',
            message: "is required: send a form with a field 'file', or JSON with a 'url'",
          })
          expect((await sent({ url: 'https://example.org/a.png' })).body.errors[0]).to.include({ field: 'url' })
          const form = await sent((sending: any) => sending.field('alt', 'x'))
          expect([form.status, form.body.errors[0].field]).to.deep.equal([400, 'file'])
          const text = await sent((sending: any) => sending.set('content-type', 'text/plain').send('x'))
          expect(text.status).to.equal(415)
          const other = await sent((sending: any) => sending.attach('picture', pdf, 'a.pdf'))
          expect([other.status, other.body.errors[0].field]).to.deep.equal([400, 'file'])
          const two = await sent((sending: any) => sending.attach('file', pdf, 'a.pdf').attach('file', pdf, 'b.pdf'))
          expect([two.status, two.body.errors[0].field]).to.deep.equal([400, 'file'])
          await expectNothingLeft(place)
        })

        it('counts bytes as they come', async () => {
          const large = Buffer.concat([pdf, Buffer.alloc(200_001 - pdf.length)])
          const { status, body } = await place.admin.upload(large, 'a.pdf')
          expect([status, body.errors[0].field, body.errors[0].code]).to.deep.equal([413, 'file', 'TOO_LARGE'])
          const larger = await place.admin.upload(Buffer.alloc(400_000), 'a.pdf')
          expect(larger.status).to.equal(413)
          await expectNothingLeft(place)
          expect((await place.admin.upload(large.subarray(0, 200_000), 'a.pdf')).status).to.equal(201)
        })

        it('lets no one in who may not', async () => {
          expect((await place.visitor.upload(pdf, 'a.pdf')).status).to.equal(401)
          const { body } = await place.admin.post('/api-keys', { name: 'reads', permissions: { collections: { media: ['read'] } } })
          const app = new Browser(place.listener)
          app.headers = { authorization: `Bearer ${body.key}` }
          expect((await app.upload(pdf, 'a.pdf')).status).to.equal(403)
          await place.admin.upload(pdf, 'a.pdf')
          expect((await app.upload(pdf, 'b.pdf', {}, { path: '/media/1/file', method: 'put' })).status).to.equal(403)
          expect((await place.visitor.upload(pdf, 'b.pdf', {}, { path: '/media/1/file', method: 'put' })).status).to.equal(401)
          expect((await place.admin.upload(pdf, 'b.pdf', {}, { path: '/media/9/file', method: 'put' })).status).to.equal(404)
          expect(await place.lying()).to.have.length(1)
          place.admin.csrfToken = 'wrong'
          expect((await place.admin.upload(pdf, 'a.pdf')).status).to.equal(403)
        })

        it('lets uploads alone tell of the file', async () => {
          const { body } = await place.admin.upload(await png(), 'a.png')
          const changed = await place.admin.patch('/media/1', {
            filename: 'x',
            url: '/x',
            sizes: { a: 1 },
            mimeType: 'text/html',
            width: 1,
            alt: 'now',
          })
          expect(changed.body).to.deep.equal({ ...body, alt: 'now', updatedAt: changed.body.updatedAt })
          const bySystem = (await place.cms.update('media', 1, { filename: 'x', url: 'x', original: { url: 'x' } } as object)) as any
          expect(bySystem.url).to.equal(body.url)
          const made = await place.cms.create('media', { filename: 'x' } as object).catch((error) => error)
          expect(made.errors[0]).to.include({ field: 'file' })
        })

        it('gives fields files of the kinds that they name', async () => {
          await place.admin.upload(await png(), 'a.png', { alt: 'mine' })
          await place.admin.upload(pdf, 'b.pdf')
          const post = (data: object) => place.admin.post('/posts', data)
          const refused = await post({ cover: 2, files: [1], mine: 2 })
          expect(refused.body.errors.map(({ field, message }: any) => `${field} ${message}`)).to.deep.equal([
            'cover media 2 must be of the type: image/*',
            "mine media 2 can't be selected here",
          ])
          expect((await post({ files: [] })).body.errors[0].message).to.equal('must have at least 1 row')
          expect((await post({ files: [1, 2, 1] })).body.errors[0].message).to.equal('must have at most 2 rows')
          expect((await post({ cover: 9, files: [1] })).body.errors[0].message).to.equal('media 9 does not exist')
          const good = await post({ cover: 1, files: [2, 1], mine: 1 })
          expect(good.status).to.equal(201)
          expect(good.body.cover.url).to.match(/\/media\/file\/a-/)
          expect(good.body.files.map((file: any) => file.originalName)).to.deep.equal(['b.pdf', 'a.png'])
          const used = await place.admin.get('/media/1/references')
          expect(used.body.references).to.deep.equal([
            { collection: 'posts', id: 1, title: null, fields: ['cover', 'files', 'mine'], draft: false },
          ])
        })

        it('takes files from code, under the same limits and rules', async () => {
          const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-local-'))
          const file = path.join(folder, 'from disk.png')
          await writeFile(file, await png())
          const { cms } = place
          const made = [
            await cms.upload(file, { alt: 'path' }),
            await cms.upload({ filename: 'bytes.pdf', content: pdf }),
            await cms.upload({ filename: 'stream.pdf', content: Readable.from([pdf.subarray(0, 9), pdf.subarray(9)]) }),
            await cms.upload({ filename: 'blob.pdf', content: new Blob([pdf]) }),
          ]
          expect(made.map((doc) => doc.originalName)).to.deep.equal(['from disk.png', 'bytes.pdf', 'stream.pdf', 'blob.pdf'])
          const replaced = await cms.replaceFile(made[1].id, { filename: 'other.pdf', content: pdf })
          expect([replaced.id, replaced.originalName]).to.deep.equal([made[1].id, 'other.pdf'])
          const failed = async (work: Promise<unknown>) => ((await work.catch((error) => error)) as { code?: string }).code
          expect(await failed(cms.upload({ filename: 'a.exe', content: Buffer.from('MZ') }))).to.equal('BAD_REQUEST')
          expect(await failed(cms.upload({ filename: 'a.pdf', content: Buffer.alloc(300_000) }))).to.equal('TOO_LARGE')
          expect(await failed(cms.as(null).upload({ filename: 'a.pdf', content: pdf }))).to.equal('UNAUTHENTICATED')
          expect(await failed(cms.uploadFromURL('https://example.org/a.png'))).to.equal('BAD_REQUEST')
          expect(await place.lying()).to.have.length(4)
          expect(await place.waiting()).to.deep.equal([])
        })

        it('tells of uploads as of any other change', async () => {
          const events: any[] = []
          place.cms.engine.events.listen((one) => void events.push(one))
          const { body } = await place.admin.upload(await png(), 'a.png')
          await place.admin.upload(pdf, 'b.pdf', {}, { path: '/media/1/file', method: 'put' })
          await place.admin.delete('/media/1')
          expect(events.map((one) => one.event)).to.deep.equal(['create', 'update', 'delete'])
          expect(events[0].doc).to.include({ url: body.url, filename: body.filename })
          expect(events[0].doc).not.to.have.property('original')
        })
      })
    }

    it('asks access rules that look at the document once it is known, others before the file is read', async () => {
      const calls: unknown[] = []
      const place = await startPlace(host, database, {
        collections: [
          {
            slug: 'media',
            access: {
              create: ({ user, data }: any) => calls.push(data?.alt) > 0 && (user?.role === 'admin' || data?.alt === 'open'),
              update: isLoggedIn,
            },
          },
        ],
      })
      await makeUser(place.cms, 'editor@x.org', { role: 'editor' })
      const editor = await new Browser(place.listener).login('editor@x.org')
      expect((await editor.upload(await png(), 'a.png', { alt: 'closed' })).status).to.equal(403)
      expect((await editor.upload(await png(), 'a.png', { alt: 'open' })).status).to.equal(201)
      expect(calls).to.include('closed')
      expect(await place.lying()).to.have.length(1)
      await place.done()
    })

    it('makes addresses absolute with serverURL, and leads to the storage where that has its own', async () => {
      const place = await startPlace(host, database, {
        serverURL: 'https://example.org',
        upload: { imageSizes: [{ name: 'small', width: 10 }] },
      })
      const { body } = await place.admin.send('post', '/media', (form: any) =>
        form.set('origin', 'https://example.org').attach('file', Buffer.from(pdf), 'a.pdf'),
      )
      expect(body.url).to.match(/^https:\/\/example\.org\/api\/cms\/media\/file\/a-/)
      await place.done()
      const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-cdn-'))
      const { disk } = await import('../../../adapters/disk.ts')
      const storage = { ...disk({ dir: folder }), url: (key: string) => `https://cdn.example.org/${key}` }
      const other = await startPlace(host, database, { upload: { storage, imageSizes: [{ name: 'small', width: 10 }] } })
      const made = await other.admin.upload(await png(), 'a.png')
      expect(made.body.url).to.match(/^https:\/\/cdn\.example\.org\/a-[0-9a-f]{8}\.png$/)
      expect(made.body.sizes.small.url).to.match(/^https:\/\/cdn\.example\.org\/a-[0-9a-f]{8}\.small\.png$/)
      expect(keyOf(made.body.sizes.small.url)).to.be.a('string')
      await other.done()
    })
  })
})
