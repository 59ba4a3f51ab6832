/** Folders, private files and the links to them; direct uploads. */
import { expect } from 'chai'
import { checkFiles } from '../../../lib/features/media/commands.ts'
import { jpeg, pdf, png } from '../../harness/files.ts'
import { Browser, makeUser } from '../../harness/people.ts'
import { pairwise } from '../../harness/start.ts'
import { expectNothingLeft, type Place, type STORAGES, startPlace } from './place.ts'

const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.from([36, 1, 0, 0]), Buffer.from('WAVEfmt '), Buffer.alloc(100_000)])

describe('media: private files, folders, direct uploads', () => {
  pairwise((host, database) => {
    let place: Place
    const started = async (kind: (typeof STORAGES)[number] = 'disk') => {
      place = await startPlace(
        host,
        database,
        {
          upload: {
            folders: true,
            imageSizes: [{ name: 'small', width: 20 }],
            mimeTypes: ['image/*', 'application/pdf', 'audio/*'],
            maxFileSize: 300_000,
          },
          auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
          collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'cover', type: 'upload' }] }],
        },
        kind,
      )
      await makeUser(place.cms, 'member@x.org', { role: 'reader' })
    }
    afterEach(() => place.done())

    it('keeps private files from visitors and members, wherever they are mentioned', async () => {
      await started()
      const { body } = await place.admin.upload(await png(), 'secret.png', { private: 'true', alt: 'CANARY-ALT' })
      expect(body.url).to.match(/^\/api\/cms\/media\/private\/secret-/)
      await place.admin.post('/posts', { cover: 1 })
      const member = await new Browser(place.listener).login('member@x.org')
      for (const who of [place.visitor, member]) {
        for (const path of ['/media/1', body.url, body.sizes.small.url, '/media/1/references'])
          expect((await who.get(path)).status, path).to.equal(404)
        expect((await who.get('/media')).body.totalDocs).to.equal(0)
        expect((await who.get('/posts/1')).body.cover).to.equal(null)
        expect((await who.get('/posts?where[cover.alt][like]=CANARY')).body.totalDocs).to.equal(0)
        expect((await who.post('/media/1/signed-url')).status).to.equal(404)
        expect((await who.get(`/media/file/private%2f${body.filename}`)).status).to.equal(404)
      }
      const file = await place.admin.get(body.url)
      expect([file.status, file.headers['cache-control']]).to.deep.equal([200, 'private, no-cache'])
      expect((await place.admin.get(body.sizes.small.url)).status).to.equal(200)
    })

    it('signs links that hold for a while, for one file each', async () => {
      await started()
      const { body } = await place.admin.upload(await png(), 'secret.png', { private: 'true' })
      const links = (await place.admin.post('/media/1/signed-url')).body
      expect((await place.visitor.get(links.url)).status).to.equal(200)
      expect((await place.visitor.get(links.sizes.small)).status).to.equal(200)
      const signature = new URL(links.url, 'http://x').searchParams.get('signature')!
      expect(
        (
          await place.visitor.get(
            `${body.sizes.small.url}?expires=${Math.floor(Date.parse(links.expiresAt) / 1000)}&signature=${signature}`,
          )
        ).status,
      ).to.equal(404)
      expect((await place.visitor.get(links.url.replace(/expires=\d/, 'expires=9'))).status).to.equal(404)
      expect((await place.visitor.get(links.url.slice(0, -1))).status).to.equal(404)
      place.clock.forward(3601)
      expect((await place.visitor.get(links.url)).status).to.equal(404)
      for (const expiresIn of [0, -1, 604_801, 1.5, '60', null])
        expect((await place.admin.post('/media/1/signed-url', { expiresIn })).body.errors?.[0].field, String(expiresIn)).to.equal(
          'expiresIn',
        )
      expect((await place.cms.signedURL(1, { expiresIn: 604_800 })).expiresAt).to.equal('2030-01-08T13:00:01.000Z')
    })

    it('moves files when they become private, or public again', async () => {
      await started()
      const open = (await place.admin.upload(await png(), 'a.png')).body
      const hidden = (await place.admin.patch('/media/1', { private: true })).body
      expect((await place.visitor.get(open.url)).status).to.equal(404)
      expect((await place.visitor.get(hidden.url)).status).to.equal(404)
      expect((await place.lying()).every((key) => key.startsWith('private/'))).to.equal(true)
      const shown = (await place.admin.patch('/media/1', { private: false })).body
      expect((await place.visitor.get(shown.url)).status).to.equal(200)
      expect(await place.lying()).to.have.length(2)
      expect(await place.waiting()).to.deep.equal([])
    })

    it('makes private what lies in a private folder, or comes into one', async () => {
      await started()
      await place.admin.post('/media-folders', { name: 'Outer' })
      await place.admin.post('/media-folders', { name: 'Inner', parent: 1 })
      await place.admin.upload(pdf, 'a.pdf', { folder: '2' })
      expect((await place.visitor.get('/media/1')).body.private).to.equal(false)
      await place.admin.patch('/media-folders/1', { private: true })
      expect((await place.visitor.get('/media/1')).status).to.equal(404)
      expect((await place.admin.get('/media/1')).body.url).to.include('/private/')
      expect((await place.admin.upload(pdf, 'b.pdf', { folder: '2' })).body.private).to.equal(true)
      expect((await place.admin.patch('/media/2', { private: false })).body.private).to.equal(true)
      expect((await place.admin.patch('/media/2', { private: false, folder: null })).body.private).to.equal(false)
    })

    it('keeps the tree of folders a tree', async () => {
      await started()
      const post = (data: object) => place.admin.post('/media-folders', data)
      expect((await post({ name: 'Photos' })).status).to.equal(201)
      expect((await post({ name: 'pHOTOS' })).body.errors).to.deep.equal([
        { message: 'must be unique', reason: 'unique', field: 'name', code: 'UNIQUE' },
      ])
      expect((await post({ name: 'photos', parent: 1 })).status).to.equal(201)
      expect((await post({ name: 'Deep', parent: 2 })).status).to.equal(201)
      for (const parent of [1, 2, 3])
        expect((await place.admin.patch('/media-folders/1', { parent })).body.errors[0].field, `1 in ${parent}`).to.equal('parent')
      expect((await post({ name: 'x', parent: 99 })).body.errors[0].message).to.equal('media-folders 99 does not exist')
      expect((await place.visitor.get('/media-folders')).status).to.equal(401)
      await place.admin.upload(pdf, 'a.pdf', { folder: '2' })
      expect((await place.admin.delete('/media-folders/1')).status).to.equal(200)
      expect((await place.admin.get('/media-folders/2?depth=0')).body).to.include({ name: 'photos', parent: null })
      await post({ name: 'deep' })
      expect((await place.admin.delete('/media-folders/2')).status).to.equal(200)
      expect((await place.admin.get('/media-folders/3?depth=0')).body).to.include({ name: 'Deep (2)', parent: null })
      expect((await place.admin.get('/media/1?depth=0')).body.folder).to.equal(null)
    })

    it('never makes a circle of two moves at once @long', async () => {
      await started()
      for (const name of ['a', 'b']) await place.admin.post('/media-folders', { name })
      for (let round = 0; round < 10; round++) {
        const [one, two] = await Promise.all([
          place.admin.patch('/media-folders/1', { parent: 2 }),
          place.admin.patch('/media-folders/2', { parent: 1 }),
        ])
        expect([one.status, two.status].filter((status) => status === 200)).to.have.length(1)
        await place.admin.patch('/media-folders/1', { parent: null })
        await place.admin.patch('/media-folders/2', { parent: null })
      }
    })

    it('offers direct uploads only where the storage takes them', async () => {
      await started()
      const { status, body } = await place.admin.post('/media/uploads', { filename: 'a.png', mimeType: 'image/png', filesize: 10 })
      expect([status, body.errors[0].message]).to.deep.equal([
        404,
        'This is not enabled here; to enable it, configure upload: { storage: s3(…) }; without it, send the file to /media',
      ])
      await expectNothingLeft(place)
    })

    it('takes files straight to the storage, and looks at them once they are there @long', async () => {
      await started('S3')
      const send = async (content: Buffer, input: object, announced = content.length) => {
        const begun = await place.admin.post('/media/uploads', { filesize: announced, ...input })
        expect(begun.status, JSON.stringify(begun.body)).to.equal(201)
        const { url, method, headers, token } = begun.body
        const sent = await fetch(url, { method, headers, body: new Uint8Array(content) })
        expect(sent.status).to.equal(200)
        return token as string
      }
      const complete = (data: object) => place.admin.post('/media/uploads/complete', data)

      const picture = await jpeg()
      const token = await send(picture, { filename: 'photo.jpg', mimeType: 'image/jpeg' })
      expect((await place.visitor.post('/media/uploads/complete', { token })).status).to.equal(401)
      const made = await complete({ token, alt: 'direct' })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      expect(made.body).to.deep.include({ alt: 'direct', width: 300, filesize: picture.length, originalName: 'photo.jpg' })
      expect((await place.visitor.get(made.body.sizes.small.url)).status).to.equal(200)
      expect(await place.lying()).to.have.length(2)
      const again = await complete({ token })
      expect([again.status, again.body.errors[0].field]).to.deep.equal([400, 'token'])

      const audio = await complete({ token: await send(wav, { filename: 'sound.wav', mimeType: 'audio/wav' }) })
      expect(audio.status, JSON.stringify(audio.body)).to.equal(201)
      expect((await place.visitor.get(audio.body.url)).body.equals(wav)).to.equal(true)

      const impostor = await complete({ token: await send(pdf, { filename: 'a.wav', mimeType: 'audio/wav' }) })
      expect([impostor.status, impostor.body.errors[0].field]).to.deep.equal([400, 'file'])
      const shorter = await complete({ token: await send(pdf, { filename: 'a.pdf', mimeType: 'application/pdf' }, pdf.length + 5) })
      expect([shorter.status, shorter.body.errors[0].message]).to.deep.equal([
        400,
        `has ${pdf.length} bytes instead of the ${pdf.length + 5} that were announced`,
      ])
      for (const wrong of ['x', '', 'a.b', null, token.slice(0, -2), `${token}.x`])
        expect((await complete({ token: wrong })).status, String(wrong)).to.equal(400)
      for (const [input, field, status] of [
        [{ filename: 'a.exe', mimeType: 'application/x-msdownload', filesize: 1 }, 'mimeType', 400],
        [{ filename: 'a.png', mimeType: 'image/png', filesize: 300_001 }, 'file', 413],
        [{ filename: 'a.png', mimeType: 'image/png', filesize: -1 }, 'filesize', 400],
        [{ mimeType: 'image/png', filesize: 1 }, 'filename', 400],
      ] as const) {
        const refused = await place.admin.post('/media/uploads', input)
        expect([refused.status, refused.body.errors[0].field]).to.deep.equal([status, field])
      }
      expect((await place.visitor.post('/media/uploads', { filename: 'a.png', mimeType: 'image/png', filesize: 1 })).status).to.equal(401)

      place.clock.forward(4 * 3600)
      await place.cms.runJobs()
      expect(await place.waiting()).to.deep.equal([])
      expect(await place.lying()).to.have.length(3)
      expect(await checkFiles(place.cms)).to.deep.equal({ missing: [], unneeded: [] })
    })

    it('serves no file before it is checked, keeps none that is refused, and lets none be exchanged afterwards @long', async () => {
      await started('S3')
      const begin = async (content: Buffer, filename: string, mimeType: string, more: object = {}) =>
        (await place.admin.post('/media/uploads', { filesize: content.length, filename, mimeType, ...more })).body
      const send = async ({ url, method, headers }: any, content: Buffer) =>
        (await fetch(url, { method, headers, body: new Uint8Array(content) })).status
      const complete = (data: object) => place.admin.post('/media/uploads/complete', data)
      const exchanged = Buffer.from(wav)
      exchanged.fill(7, 100)

      for (const [content, name, type] of [
        [wav, 'sound.wav', 'audio/wav'],
        [pdf, 'text.pdf', 'application/pdf'],
      ] as const) {
        for (const more of [{}, { private: true }]) {
          const begun = await begin(content, name, type, more)
          expect(await send(begun, content)).to.equal(200)
          const [landed] = await place.lying()
          const landing = landed!.split('/').at(-1)!
          for (const address of [landing, `arriving/${landing}`, `arriving%2F${landing}`, encodeURIComponent(landed!)]) {
            expect((await place.visitor.get(`/media/file/${address}`)).status, address).to.equal(404)
            expect((await place.admin.get(`/media/private/${address}`)).status, address).to.equal(404)
          }
          const made = await complete({ token: begun.token, ...more })
          expect(made.status, made.text).to.equal(201)
          expect(await place.lying())
            .to.have.length(1)
            .and.not.include(landed)
          await send(begun, type === 'audio/wav' ? exchanged : content)
          expect((await place.admin.get(made.body.url)).body.equals(content), 'what was judged is what is served').to.equal(true)
          expect((await complete({ token: begun.token })).status).to.equal(400)
          place.clock.forward(4 * 3600)
          await place.cms.runJobs()
          expect(await place.lying(), 'what was sent late is gone').to.have.length(1)
          await place.admin.delete(`/media/${made.body.id}`)
          expect(await place.lying()).to.deep.equal([])
        }
      }

      for (const [content, name, type, announced] of [
        [pdf, 'a.wav', 'audio/wav', pdf.length],
        [wav, 'a.wav', 'audio/wav', wav.length + 1],
        [Buffer.from('#!/bin/sh'), 'a.png', 'image/png', 9],
      ] as const) {
        const begun = await begin(content, name, type, { filesize: announced })
        await send(begun, content)
        const { status, body } = await complete({ token: begun.token })
        expect([status, body.errors[0].field]).to.deep.equal([400, 'file'])
        expect(await place.lying(), 'refused').to.deep.equal([])
        expect((await complete({ token: begun.token })).body.errors[0].field).to.equal('token')
      }
      const early = await begin(pdf, 'b.pdf', 'application/pdf')
      expect((await complete({ token: early.token })).body.errors[0].message).to.equal('has not arrived in the storage yet')
      await send(early, pdf)
      const wrong = await complete({ token: early.token, alt: { no: 'text' } })
      expect([wrong.status, wrong.body.errors[0].field]).to.deep.equal([400, 'alt'])
      expect((await complete({ token: early.token })).status, 'only the form was wrong').to.equal(201)
      const audio = await begin(wav, 'c.wav', 'audio/wav')
      await send(audio, wav)
      expect((await complete({ token: audio.token, alt: { no: 'text' } })).status).to.equal(400)
      expect(await place.lying(), 'the copy is taken back').to.have.length(2)
      expect((await complete({ token: audio.token })).status).to.equal(201)

      for (const mimeType of [
        'audio/x\r\nX-Evil: 1',
        'audio/x\nX: 1',
        'audio',
        'audio/',
        '/wav',
        'audio/wav; a=b',
        'audio/wav ',
        ' audio/wav',
        'a/b/c',
        'audio/*',
      ]) {
        const refused = await place.admin.post('/media/uploads', { filename: 'a.wav', mimeType, filesize: 9 })
        expect([refused.status, refused.body.errors[0].field], mimeType).to.deep.equal([400, 'mimeType'])
      }
    })

    it('finds what nobody needs, and what is missing', async () => {
      await started()
      const { body } = await place.admin.upload(pdf, 'a.pdf')
      await place.storage.put('stray-1a2b3c4d.pdf', (await import('node:stream')).Readable.from([pdf]), {
        size: pdf.length,
        mimeType: 'application/pdf',
      })
      await place.storage.delete(body.filename)
      expect(await checkFiles(place.cms)).to.deep.equal({ missing: [{ id: 1, key: body.filename }], unneeded: ['stray-1a2b3c4d.pdf'] })
    })
  })
})
