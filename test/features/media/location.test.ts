/** Removing the location from pictures: nothing but the location changes, and no crafted file makes it expensive. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import { removeLocation } from '../../../lib/features/media/location.ts'
import { oneIn } from '../../harness/depth.ts'
import { chunk, exifWithLocation, gif, jpegWithLocation, png, pngOf } from '../../harness/files.ts'
import { processorTime } from '../../harness/processor-time.ts'
import { temporaryFile } from '../../harness/start.ts'

const GPS = { IFD0: { Make: 'Make' }, IFD3: { GPSLatitude: '13/1 45/1 1234/100', GPSLongitude: '100/1 30/1 5678/100' } }
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="13,45.205N" photoshop:City="Bangkok" xmp:Creator="Ann"/></x:xmpmeta>'

/** XMP of about this length that takes a parser long, or a regular expression. */
const LONG_XMP: Record<string, (length: number) => string> = {
  'deep elements': (length) => '<a>'.repeat(length / 3),
  'many elements': (length) => `<a>${'<b/>'.repeat(length / 4)}</a>`,
  'many places': (length) => `<a>${'<GPSa/>'.repeat(length / 7)}</a>`,
  'places within places': (length) => `<a>${`${'<GPSa>'.repeat(900)}${'</GPSa>'.repeat(900)}`.repeat(length / 900 / 13)}</a>`,
  'many attributes': (length) => `<a ${Array.from({ length: length / 12 }, (_, index) => `a${index}=""`).join(' ')}/>`,
  'many namespaces': (length) =>
    `<a>${Array.from({ length: length / 40 }, (_, index) => `<b xmlns:n${index}="urn:${index}"/>`).join('')}</a>`,
  'a huge text': (length) => `<a>${'x'.repeat(length)}</a>`,
  'a huge value': (length) => `<a GPSLatitude="${'x'.repeat(length)}"/>`,
  'a huge name': (length) => `<${'a'.repeat(length)}/>`,
  'a long blank': (length) => `<a ${' '.repeat(length)}/>`,
  'blanks before no value': (length) => `<a b${' '.repeat(length)}c/>`,
  references: (length) => `<a>${'&lt;'.repeat(length / 4)}</a>`,
  ampersands: (length) => `<a>${'&'.repeat(length)}</a>`,
  comments: (length) => `<a>${'<!---->'.repeat(length / 7)}</a>`,
  'open comments': (length) => `<a>${'<!--'.repeat(length / 4)}</a>`,
  instructions: (length) => `<a>${'<?a?>'.repeat(length / 5)}</a>`,
  entities: (length) => `<!DOCTYPE a [${'<!ENTITY a "&b;&b;">'.repeat(length / 20)}]><a>&a;</a>`,
  'open quotes': (length) => `<a b="${'<a b='.repeat(length / 5)}`,
}

/** Leads readers of blocks to the end of the packet, wherever they come from. */
const GIF_TRAILER = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])

describe('the location of a picture', () => {
  const file = temporaryFile('.picture')
  after(() => rm(file, { force: true }))

  async function without(content: Buffer): Promise<Buffer> {
    await writeFile(file, content)
    await removeLocation(file)
    return readFile(file)
  }

  const INTACT: Record<string, () => Promise<Buffer>> = {
    'a JPEG, little-endian': () => jpegWithLocation(true),
    'a JPEG, big-endian': () => jpegWithLocation(false),
    'a JPEG with a second picture behind it': async () => Buffer.concat([await jpegWithLocation(true), await jpegWithLocation(false)]),
    'a PNG with an eXIf chunk': () => pngWith(chunk('eXIf', exifWithLocation(true))),
    'a PNG with XMP': () => pngWith(chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`))),
    'a WebP': async () =>
      sharp(await png(50, 40))
        .withExif(GPS)
        .webp()
        .toBuffer(),
    'an AVIF': async () =>
      sharp(await png(64, 64))
        .withExif(GPS)
        .avif()
        .toBuffer(),
    'a TIFF': async () => Buffer.concat([exifWithLocation(false), Buffer.alloc(100_000, 7)]),
    'a GIF with XMP': async () => {
      const plain = gif(1)
      return Buffer.concat([
        plain.subarray(0, -1),
        Buffer.from(`\x21\xff\x0bXMP DataXMP${XMP}`, 'latin1'),
        GIF_TRAILER,
        Buffer.from([0x3b]),
      ])
    },
  }

  for (const [name, make] of Object.entries(INTACT))
    it(`is blanked in ${name}, and nothing else`, async () => {
      const before = await make()
      expect(tellsPlace(before)).to.equal(true)
      const after = await without(before)
      expect(tellsPlace(after)).to.equal(false)
      expect(after.length).to.equal(before.length)
      for (const kept of ['Make', 'xmp:Creator="Ann"']) expect(after.includes(kept)).to.equal(before.includes(kept))
      const changed = [...before.keys()].filter((at) => before[at] !== after[at])
      const isChecksum = (at: number) => name.includes('PNG') && changed.at(-1)! - at < 4
      for (const at of changed) if (!isChecksum(at)) expect([0, 0x20], `byte ${at}`).to.include(after[at])
      if (!/TIFF/.test(name)) await sharp(after, { failOn: 'warning' }).stats()
    })

  it('is blanked in compressed metadata of a PNG by emptying the chunk', async () => {
    const packed = deflateSync(Buffer.from(XMP))
    for (const extra of [
      chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), packed])),
      chunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0', 'latin1'), packed])),
    ]) {
      const after = await without(await pngWith(extra))
      expect(after.includes(packed)).to.equal(false)
      await sharp(after, { failOn: 'warning' }).stats()
    }
    const comment = await pngWith(chunk('tEXt', Buffer.from('Comment\0II*\0 exif:GPSLatitude="1"')))
    expect((await without(comment)).equals(comment)).to.equal(true)
  })

  it('leaves pixels alone that look like metadata', async () => {
    const pixels = Buffer.concat(Array.from({ length: 40 }, () => exifWithLocation(true)))
    const raw = sharp(Buffer.concat([pixels, Buffer.alloc(60_000 - pixels.length)]), { raw: { width: 200, height: 100, channels: 3 } })
    const picture = await raw.png({ compressionLevel: 0 }).toBuffer()
    expect((await without(picture)).equals(picture)).to.equal(true)
  })

  const HEAD = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0xff, 0xff, 0, 0])
  const repeated = (part: Buffer, size: number) => Buffer.concat(Array.from({ length: Math.floor(size / part.length) }, () => part))
  const bytes = (...parts: (Buffer | number[] | string)[]) =>
    Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from(one as Buffer))))
  const app1 = (content: Buffer) => bytes([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255], content)
  const MB = 1024 * 1024

  /** Directories of the greatest length, whose entries all point to GPS, XMP, or to each other. */
  function knot(entries: number, tag: number): Buffer {
    const out = Buffer.alloc(8 + 2 + entries * 12 + 4)
    out.write('II*\0', 0, 'latin1')
    out.writeUInt32LE(8, 4)
    out.writeUInt16LE(entries, 8)
    for (let at = 10; at < 10 + entries * 12; at += 12) {
      out.writeUInt16LE(tag, at)
      out.writeUInt16LE(4, at + 2)
      out.writeUInt32LE(1, at + 4)
      out.writeUInt32LE(8, at + 8)
    }
    out.writeUInt32LE(8, out.length - 4)
    return out
  }

  const CRAFTED: Record<string, () => Buffer> = {
    'a PNG with 30 KB of TIFF heads behind it': () => bytes(pngOf(1, 1), repeated(HEAD, 30_000)),
    'a PNG with 10 MB of TIFF heads behind it': () => bytes(pngOf(1, 1), repeated(HEAD, 10 * MB)),
    '10 MB of TIFF heads': () => bytes('BM', repeated(HEAD, 10 * MB)),
    'a TIFF file of TIFF heads': () => repeated(HEAD, 10 * MB),
    'a PNG with masses of eXIf chunks': () => bytes(pngOf(1, 1).subarray(0, 33), repeated(chunk('eXIf', exifWithLocation(true)), 10 * MB)),
    'a PNG of a million empty chunks': () => bytes(pngOf(1, 1).subarray(0, 33), repeated(chunk('skIp', Buffer.alloc(0)), 10 * MB)),
    'a JPEG with thousands of APP1 segments': () => bytes([0xff, 0xd8], repeated(app1(bytes('Exif\0\0', exifWithLocation(true))), 10 * MB)),
    'a JPEG with thousands of XMP segments': () =>
      bytes([0xff, 0xd8], repeated(app1(bytes('http://ns.adobe.com/xap/1.0/\0', XMP)), 10 * MB)),
    'a JPEG of nothing but markers': () => bytes([0xff, 0xd8], Buffer.alloc(4 * MB, 0xff)),
    'a JPEG of restart markers': () => bytes([0xff, 0xd8, 0xff], repeated(Buffer.from([0xff, 0xd0]), 4 * MB)),
    'a JPEG of pictures behind each other': () => repeated(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 10 * MB),
    'a WebP with masses of EXIF chunks': () => bytes('RIFF\0\0\0\0WEBP', repeated(bytes('EXIF\x10\0\0\0', HEAD, [0, 0, 0, 0]), 10 * MB)),
    'a WebP of empty chunks': () => bytes('RIFF\0\0\0\0WEBP', repeated(bytes('ABCD\0\0\0\0'), 10 * MB)),
    'an AVIF of empty boxes': () => bytes([0, 0, 0, 16], 'ftypavif\0\0\0\0', repeated(bytes([0, 0, 0, 8], 'free'), 10 * MB)),
    'an AVIF with a list of 65,535 extents of nothing': () => {
      const place = bytes([0, 1, 0, 0, 0, 0, 255, 255])
      const iloc = bytes('iloc', [1, 0, 0, 0, 0, 0, 255, 255], repeated(place, 65_535 * 8))
      const infe = bytes([0, 0, 0, 21], 'infe', [2, 0, 0, 0, 0, 1, 0, 0], 'Exif\0')
      const boxes = bytes([0, 0, 0, 14 + 21], 'iinf', [0, 0, 0, 0, 0, 1], infe, length(iloc), iloc)
      const meta = bytes('meta', [0, 0, 0, 0], boxes)
      return bytes([0, 0, 0, 16], 'ftypavif\0\0\0\0', length(meta), meta)
    },
    'a TIFF whose pages go round in a circle': () => knot(2, 0x0100),
    'a TIFF whose entries all point to GPS': () => knot(500, 0x8825),
    'a TIFF with a directory that is too long': () => knot(501, 0x8825),
    'a TIFF whose entries all point to XMP': () => bytes(knot(500, 0x02bc), Buffer.alloc(10 * MB, 0x20)),
    'a BigTIFF': () => bytes('II+\0', [8, 0, 0, 0]),
    ...Object.fromEntries(
      Object.entries(LONG_XMP).map(([name, xmp]) => [
        `a TIFF with XMP of ${name}`,
        () => {
          const packet = bytes(xmp(2 * MB), '    ')
          const entry = bytes([0xbc, 2, 1, 0], little(packet.length), little(26))
          return bytes('II*\0', little(8), [1, 0], entry, little(0), packet)
        },
      ]),
    ),
    'XMP of names without an end': () =>
      bytes(
        pngOf(1, 1).subarray(0, 33),
        chunk('iTXt', bytes('XML:com.adobe.xmp\0\0\0\0\0', repeated(bytes('exif:GPS'), MB), Buffer.alloc(3 * MB, 0x61))),
      ),
  }

  function little(value: number): Buffer {
    const out = Buffer.alloc(4)
    out.writeUInt32LE(value)
    return out
  }

  function length(content: Buffer): Buffer {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length + 4)
    return head
  }

  for (const [index, [name, make]] of oneIn(2, Object.entries(CRAFTED)).entries())
    it(`costs little to look for in ${name}${index === 0 ? '' : ' @long'}`, async () => {
      await without(await jpegWithLocation(true))
      const crafted = make()
      await writeFile(file, crafted)
      const costs: number[] = []
      // The least of three: the first run also pays for the compiler.
      for (let turn = 0; turn < 3; turn++) {
        const spent = processorTime()
        const refusal = await removeLocation(file).then(
          () => undefined,
          (error) => error,
        )
        costs.push(spent())
        if (refusal) expect([refusal.code, refusal.errors?.[0].field], refusal.stack).to.deep.equal(['BAD_REQUEST', 'file'])
      }
      // On a slow machine, kilobytes take up to 60 ms and megabytes up to a second; work without a bound takes from ten seconds to hours.
      const limit = crafted.length < MB ? 150 : 3000
      expect(Math.min(...costs), 'milliseconds of processor time').to.be.below(limit)
    })
})

async function pngWith(extra: Buffer): Promise<Buffer> {
  const plain = await png(50, 40)
  return Buffer.concat([plain.subarray(0, 33), extra, plain.subarray(33)])
}

/** Degrees as EXIF holds them, or what XMP says. */
function tellsPlace(content: Buffer): boolean {
  const little = Buffer.from([13, 0, 0, 0, 1, 0, 0, 0, 45, 0, 0, 0])
  const big = Buffer.from([0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 0, 45])
  return [little, big, Buffer.from('13,45.205N'), Buffer.from('Bangkok')].some((part) => content.includes(part))
}
