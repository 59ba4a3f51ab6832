/** What is made of pictures: sizes, crops, and the originals without the place where they were made. */
import { expect } from 'chai'
import sharp from 'sharp'
import type { Config } from '../../../lib/config.ts'
import { chunk, exifWithLocation, halves, jpeg, jpegWithLocation, pdf, png } from '../../harness/files.ts'
import { DATABASES, HOSTS, pairwise } from '../../harness/start.ts'
import { keyOf, type Place, startPlace } from './place.ts'

const imageSizes: NonNullable<NonNullable<Config['upload']>['imageSizes']> = [
  { name: 'wide', width: 200 },
  { name: 'square', width: 100, height: 100 },
  { name: 'boxed', width: 100, height: 100, fit: 'contain' },
  { name: 'within', width: 100, height: 100, fit: 'inside' },
  { name: 'huge', width: 5000, height: 4000 },
  { name: 'broad', width: 5000, height: 50 },
]

const dimensions = (sizes: Record<string, { width: number; height: number }>) =>
  Object.fromEntries(Object.entries(sizes).map(([name, { width, height }]) => [name, `${width}x${height}`]))

describe('media: images', () => {
  pairwise((host, database) => {
    let place: Place
    beforeEach(async () => {
      place = await startPlace(host, database, { upload: { imageSizes, mimeTypes: ['image/*', 'documents'] } })
    })
    afterEach(() => place.done())

    const pixels = async (url: string) => {
      const { body } = await place.visitor.get(url)
      const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) =>
        [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].map((one) => Math.round(one / 255)).join('')
      return { info, left: at(1, Math.floor(info.height / 2)), right: at(info.width - 2, Math.floor(info.height / 2)), at }
    }

    it('makes sizes of every kind that can be rendered, in the same format, never larger @long', async () => {
      for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
        const content = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
          .toFormat(format)
          .toBuffer()
        const { status, body } = await place.admin.upload(content, `a.${format}`)
        expect(status, format).to.equal(201)
        expect(dimensions(body.sizes)).to.deep.equal({
          wide: '200x150',
          square: '100x100',
          boxed: '100x100',
          within: '100x75',
          huge: '400x300',
          broad: '400x50',
        })
        for (const size of Object.values(body.sizes) as any[]) {
          const file = await place.visitor.get(size.url)
          expect(file.body.length).to.equal(size.filesize)
          expect(file.headers['content-type']).to.equal(body.mimeType)
          const metadata = await sharp(file.body).metadata()
          expect([metadata.width, metadata.height]).to.deep.equal([size.width, size.height])
        }
      }
      const list = await place.visitor.get('/media?limit=100')
      const keys = list.body.docs.flatMap((doc: any) => [doc, ...Object.values(doc.sizes)].map((file: any) => keyOf(file.url)))
      expect(await place.lying()).to.deep.equal(keys.sort())
    })

    it('makes none of what is no picture, nor of what moves', async () => {
      const moving = await sharp([await png(20, 20), await png(20, 20, 'blue')], { join: { animated: true } })
        .gif()
        .toBuffer()
      expect((await place.admin.upload(moving, 'a.gif')).body).to.deep.include({ sizes: {}, width: 20, height: 20 })
      expect((await place.admin.upload(pdf, 'a.pdf')).body).to.deep.include({ sizes: {}, width: null, height: null })
    })

    it('turns sizes upright and takes their metadata off', async () => {
      const content = await sharp(await jpeg(300, 200))
        .withExif({ IFD0: { Copyright: 'Ann' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const { body } = await place.admin.upload(content, 'a.jpg')
      expect([body.width, body.height]).to.deep.equal([200, 300])
      expect(dimensions(body.sizes)).to.include({ wide: '200x300', within: '67x100' })
      const metadata = await sharp((await place.visitor.get(body.sizes.wide.url)).body).metadata()
      expect([metadata.orientation, metadata.exif]).to.deep.equal([undefined, undefined])
    })

    it('keeps the focal point within sizes that cover, and makes them anew when it moves', async () => {
      const { body } = await place.admin.upload(await halves(400, 100, 'red', 'blue'), 'a.png')
      expect(await pixels(body.sizes.square.url)).to.deep.include({ left: '100', right: '001' })
      const moved = (await place.admin.patch('/media/1', { focalPoint: { x: 90, y: 50 } })).body
      expect(moved.sizes.square.url).not.to.equal(body.sizes.square.url)
      expect(await pixels(moved.sizes.square.url)).to.deep.include({ left: '001', right: '001' })
      expect((await place.visitor.get(body.sizes.square.url)).status).to.equal(404)
      expect(await place.lying()).to.have.length(7)
      const other = (await place.admin.patch('/media/1', { alt: 'text alone' })).body
      expect(other.url).to.equal(moved.url)
    })

    it('keeps a crop as data: the picture and its sizes show it, the original comes back without it @long', async () => {
      const { body } = await place.admin.upload(await halves(400, 100, 'red', 'blue'), 'a.png')
      const crop = { x: 50, y: 0, width: 50, height: 100 }
      const cut = (await place.admin.patch('/media/1', { crop })).body
      expect(cut).to.deep.include({ crop, width: 200, height: 100 })
      expect(dimensions(cut.sizes)).to.include({ wide: '200x100', square: '100x100', broad: '200x50' })
      for (const url of [cut.url, cut.sizes.wide.url, cut.sizes.square.url])
        expect(await pixels(url), url).to.deep.include({ left: '001', right: '001' })
      expect((await place.visitor.get(cut.url)).body.length).to.equal(cut.filesize)
      const back = (await place.admin.patch('/media/1', { crop: null })).body
      expect([back.width, back.height, back.filesize]).to.deep.equal([400, 100, body.filesize])
      expect(await pixels(back.url)).to.deep.include({ left: '100', right: '001' })
      expect(await place.lying()).to.have.length(7)
      expect(await place.waiting()).to.deep.equal([])
    })

    it('refuses crops that are no part of the picture', async () => {
      await place.admin.upload(await png(), 'a.png')
      for (const crop of [
        { x: 0, y: 0, width: 50 },
        { x: 60, y: 0, width: 50, height: 50 },
        { x: 0, y: 0, width: 0, height: 50 },
        { x: -1, y: 0, width: 5, height: 5 },
        { x: 0, y: 0, width: 101, height: 5 },
        { x: 'a', y: 0, width: 1, height: 1 },
      ]) {
        const { status, body } = await place.admin.patch('/media/1', { crop })
        expect([status, body.errors?.[0].field.split('.')[0]], JSON.stringify(crop)).to.deep.equal([400, 'crop'])
      }
      expect(await place.lying()).to.have.length(7)
    })

    it('renders a crop and a focal point that come with the upload', async () => {
      const fields = {
        'crop[x]': '0',
        'crop[y]': '0',
        'crop[width]': '50',
        'crop[height]': '100',
        'focalPoint[x]': '10',
        'focalPoint[y]': '10',
      }
      const { body } = await place.admin.upload(await halves(400, 100, 'red', 'blue'), 'a.png', fields)
      expect(body.width).to.equal(200)
      expect(await pixels(body.url)).to.deep.include({ left: '100', right: '100' })
      const replaced = await place.admin.upload(
        await halves(400, 100, 'red', 'blue'),
        'b.png',
        {},
        { path: '/media/1/file', method: 'put' },
      )
      expect(replaced.body).to.deep.include({ width: 400, focalPoint: { x: null, y: null } })
    })

    it('takes the place out of originals, and nothing else @long', async () => {
      const pictures: Record<string, Buffer> = {
        'little.jpg': await jpegWithLocation(true),
        'big.jpg': await jpegWithLocation(false),
        'a.png': await pngWith(chunk('eXIf', exifWithLocation(true))),
        'a.webp': await sharp(await png(50, 40))
          .withExif({ IFD0: { Make: 'Make' }, IFD3: { GPSLatitude: '13/1 45/1 1234/100', GPSLongitude: '100/1 30/1 5678/100' } })
          .webp()
          .toBuffer(),
      }
      for (const [name, content] of Object.entries(pictures)) {
        expect(await placeIn(content), name).to.equal(true)
        const { status, body } = await place.admin.upload(content, name)
        expect(status, name).to.equal(201)
        const kept = (await place.visitor.get(body.url)).body as Buffer
        expect(await placeIn(kept), name).to.equal(false)
        expect(kept.length).to.equal(content.length)
        expect(kept.includes('Make')).to.equal(true)
        const { width, height } = await sharp(kept, { failOn: 'warning' }).metadata()
        expect(width! * height!).to.be.above(0)
        await sharp(kept, { failOn: 'warning' }).stats()
      }
    })
  })

  describe('with upload.keepMetadata', () => {
    it('leaves originals as they came', async () => {
      const place = await startPlace(HOSTS[0]!, DATABASES[0]!, { upload: { keepMetadata: true } })
      const content = await jpegWithLocation()
      const { body } = await place.admin.upload(content, 'a.jpg')
      expect((await place.visitor.get(body.url)).body.equals(content)).to.equal(true)
      await place.done()
    })
  })
})

async function pngWith(extra: Buffer): Promise<Buffer> {
  const plain = await png(50, 40)
  return Buffer.concat([plain.subarray(0, 33), extra, plain.subarray(33)])
}

/** Whether the bytes still tell the place: degrees as EXIF holds them, or what XMP says. */
async function placeIn(content: Buffer): Promise<boolean> {
  const little = Buffer.from([13, 0, 0, 0, 1, 0, 0, 0, 45, 0, 0, 0])
  const big = Buffer.from([0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 0, 45])
  return [little, big, Buffer.from('13,45.205N'), Buffer.from('Bangkok')].some((part) => content.includes(part))
}
