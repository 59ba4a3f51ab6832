/** Whichever door a picture comes in by, the place where it was taken stays outside. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import sharp from 'sharp'
import { media } from '../../../lib/features/media/index.ts'
import { exifWithLocation, jpeg, png } from '../../harness/files.ts'
import { pairwise } from '../../harness/start.ts'
import { HOLDS_EXIF, HOLDS_IPTC, HOLDS_MANIFEST, HOLDS_XMP, iptc, makerNote, type Pictures, PLACE } from './metadata-holders.ts'
import { type Place, startPlace } from './place.ts'

const XMP = Buffer.from(
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description e:GPSLatitude="${PLACE}" xmlns:e="http://ns.adobe.com/exif/1.0/"/></r:RDF></x:xmpmeta>`,
)
const LOCATING = Buffer.from(`{"EXIF:GPSLatitude":"${PLACE}"}`)

/** One picture of each container, and of each way in which one can tell the place. */
const CONTENTS: Record<string, (pictures: Pictures) => Buffer | Promise<Buffer>> = {
  'EXIF.jpg': (pictures) => HOLDS_EXIF['APP1 of a JPEG']!(exifWithLocation(true), pictures),
  'maker.jpg': (pictures) => HOLDS_EXIF['APP1 of a JPEG']!(makerNote(true), pictures),
  'IPTC.jpg': (pictures) => HOLDS_IPTC['APP13 of a JPEG']!(iptc(90, false), pictures),
  'manifest.jpg': (pictures) => HOLDS_MANIFEST['APP11 of a JPEG']!(LOCATING, pictures),
  'XMP.png': (pictures) => HOLDS_XMP['iTXt of a PNG']!(XMP, pictures),
  'manifest.png': (pictures) => HOLDS_MANIFEST['caBX of a PNG']!(LOCATING, pictures),
  'XMP.webp': (pictures) => HOLDS_XMP['a WebP']!(XMP, pictures),
  'XMP.gif': (pictures) => HOLDS_XMP['a GIF']!(XMP, pictures),
  'XMP.avif': (pictures) => sharp(pictures.png).withXmp(String(XMP)).avif().toBuffer(),
  'XMP.tif': (pictures) => sharp(pictures.png).withXmp(String(XMP)).tiff().toBuffer(),
  'EXIF.jxl': (pictures) => HOLDS_EXIF['a box of a JPEG XL']!(exifWithLocation(true), pictures),
  'XMP.jp2': (pictures) => HOLDS_XMP['a box of a JPEG 2000']!(XMP, pictures),
  'XMP.psd': (pictures) => HOLDS_XMP['a Photoshop file']!(XMP, pictures),
  'metadata.svg': () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><metadata>${XMP}</metadata></svg>`),
  'photo.svg': async (pictures) => {
    const photo = await HOLDS_EXIF['APP1 of a JPEG']!(exifWithLocation(true), pictures)
    return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/jpeg;base64,${photo.toString('base64')}"/></svg>`)
  },
}

/** Degrees of `exifWithLocation`. */
const DEGREES = Buffer.from([13, 0, 0, 0, 1, 0, 0, 0, 45, 0, 0, 0])

function tellsPlace(file: Buffer): boolean {
  const embedded = /base64,([^"]+)"/.exec(file.toString('latin1'))?.[1]
  return file.includes(PLACE) || file.includes(DEGREES) || (embedded !== undefined && tellsPlace(Buffer.from(embedded, 'base64')))
}

interface Given {
  place: Place
  content: Buffer
  name: string
  /** Where it is served. */
  url: string
}

const answered = async (sent: Promise<{ status: number; body: any; text: string }>): Promise<any> => {
  const { status, body, text } = await sent
  expect(status, text).to.be.oneOf([200, 201])
  return body
}
const another = async ({ place }: Given): Promise<number> =>
  ((await place.cms.upload({ filename: 'a.png', content: await png() })) as any).id

/** Each gives the document that came of it. */
const DOORS: Record<string, (given: Given) => Promise<any>> = {
  'a form': ({ place, content, name }) => answered(place.admin.upload(content, name)),
  'a form, in place of another file': async (given) => {
    const path = `/media/${await another(given)}/file`
    return answered(given.place.admin.upload(given.content, given.name, {}, { path, method: 'put' }))
  },
  'an address': ({ place, url }) => answered(place.admin.post('/media', { url })),
  'an address, in place of another file': async (given) =>
    answered(given.place.admin.send('put', `/media/${await another(given)}/file`, { url: given.url })),
  'a direct upload': async ({ place, content, name }) => {
    const mimeType = await typeOf(place, content, name)
    const begun = await answered(place.admin.post('/media/uploads', { filename: name, mimeType, filesize: content.length }))
    await fetch(begun.url, { method: begun.method, headers: begun.headers, body: new Uint8Array(content) })
    return answered(place.admin.post('/media/uploads/complete', { token: begun.token }))
  },
  'cms.upload': ({ place, content, name }) => place.cms.upload({ filename: name, content }),
  'cms.uploadFromURL': ({ place, url }) => place.cms.uploadFromURL(url),
  'cms.replaceFile': async (given) => given.place.cms.replaceFile(await another(given), { filename: given.name, content: given.content }),
}

const types = new Map<string, string>()
async function typeOf(place: Place, content: Buffer, name: string): Promise<string> {
  const found = types.get(name) ?? ((await place.cms.upload({ filename: name, content })) as any).mimeType
  types.set(name, found)
  return found
}

describe('media/doors', function () {
  this.timeout(60_000)
  pairwise((host, database) => {
    let place: Place
    let server: Server
    const served = new Map<string, Buffer>()
    before(async () => {
      server = createServer((request, response) => response.end(served.get(request.url!))).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const upload = { fromURL: { allowedHosts: ['127.0.0.1'], allowPrivate: true }, mimeTypes: ['image/*', 'image/svg+xml'] }
      place = await startPlace(host, database, { upload } as never, 'S3')
      const picture = await png(16, 16)
      const pictures = { jpeg: await jpeg(16, 16), png: picture, webp: await sharp(picture).webp().toBuffer() }
      for (const [name, make] of Object.entries(CONTENTS)) served.set(`/${name}`, await make(pictures))
    })
    after(async () => {
      server.close()
      await place.done()
    })

    for (const [door, enter] of Object.entries(DOORS))
      it(`closes ${door} to places @long`, async () => {
        const { port } = server.address() as AddressInfo
        for (const [path, content] of served) {
          expect(tellsPlace(content), path).to.equal(true)
          const { filename } = await enter({ place, content, name: path.slice(1), url: `http://127.0.0.1:${port}${path}` })
          const { stream } = (await place.storage.get(filename))!
          const stored = await buffer(stream)
          expect(stored.length, path).to.equal(content.length)
          expect(tellsPlace(stored), `${path}: ${stored.toString('latin1').slice(0, 500)}`).to.equal(false)
        }
      })

    it('are all doors there are', () => {
      const { routes } = place.cms.engine.http
      const about = routes.filter(({ method, path }) => path.startsWith('/media') && method !== 'GET' && method !== 'DELETE')
      expect(about.map(({ name }) => name).sort()).to.deep.equal(['beginUpload', 'completeUpload', 'replaceFile', 'signedURL'])
      expect(Object.keys(place.cms.engine.features.creations)).to.include('media')
      expect(Object.keys(media.local!).sort()).to.deep.equal(['replaceFile', 'signedURL', 'upload', 'uploadFromURL'])
    })
  })
})
