/** Files filled with as many of the smallest parts as fit: none of them keeps the event loop from others. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import { COST } from '../../../lib/auth/passwords.ts'
import { oneIn } from '../../harness/depth.ts'
import { chunk, gif } from '../../harness/files.ts'

/** A little less than the default `maxFileSize`. */
const ROOM = 10 * 1024 * 1024 - 20_000
/** Milliseconds of processor time; 1 to 27 were measured, and 840 and more where a library walked through all the parts. */
const LONGEST_TURN = 500

const bytes = (...parts: (Uint8Array | number[] | string)[]) =>
  Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from(one))))
const filled = (...part: Parameters<typeof bytes>) => {
  const one = bytes(...part)
  return Buffer.alloc(Math.floor(ROOM / one.length) * one.length, one)
}
const empty = (type: string) => chunk(type, Buffer.alloc(0))
const big = (value: number) => {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(value)
  return four
}
const little = (value: number) => big(value).reverse()

/** A directory whose every entry says that the GPS directory is this very one. */
const knot = (entries: number) => {
  const head = bytes('MM\0*', big(8), big(entries).subarray(2))
  return bytes(head, Buffer.alloc(entries * 12, bytes([0x88, 0x25, 0, 4], big(1), big(8))), big(0))
}
const app1 = (exif: Buffer) => bytes([0xff, 0xe1], big(exif.length + 8).subarray(2), 'Exif\0\0', exif)

const FORMATS = ['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'] as const
type Format = (typeof FORMATS)[number]
const intact = (format: Format) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer()
/** A sound picture with something in it, or behind it. */
const within = async (format: Format, at: number, content: Buffer) => {
  const picture = await intact(format)
  return bytes(picture.subarray(0, at), content, picture.subarray(at))
}

const webp = (...inner: Buffer[]) => {
  const content = bytes('VP8X', little(10), [2, 0, 0, 0, 63, 0, 0, 63, 0, 0], ...inner)
  return bytes('RIFF', little(content.length + 4), 'WEBP', content)
}
const boxes = (brand: string) => bytes(big(16), `ftyp${brand}\0\0\0\0`, filled(big(8), 'free'))
const zipEntry = bytes('PK\x03\x04\x14\0\0\0\0\0', Buffer.alloc(16), [1, 0, 0, 0], 'a')
const JP2 = bytes(big(12), 'jP  \r\n\x87\n', big(20), 'ftypjp2 \0\0\0\0jp2 ')
const gifWith = async (content: Buffer) => {
  const picture = await intact('gif')
  const head = 13 + 3 * (2 << (picture[10]! & 7))
  return bytes(picture.subarray(0, head), content, picture.subarray(head))
}

/** A text, or another chunk in the same way, of megabytes that are packed in kilobytes. */
const packed = (type: string, name: string, megabytes: number) =>
  chunk(type, bytes(name, type === 'iTXt' ? [0, 1, 0, 0, 0] : [0, 0], deflateSync(Buffer.alloc(megabytes * 1024 * 1024, '00'))))
const PACKED: Record<string, [type: string, name: string]> = {
  profiles: ['zTXt', 'Raw profile type exif'],
  comments: ['zTXt', 'Comment'],
  packets: ['iTXt', 'XML:com.adobe.xmp'],
  'comments in Unicode': ['iTXt', 'Comment'],
  colors: ['iCCP', 'sRGB'],
}

const REFUSED: Record<string, () => Buffer | Promise<Buffer>> = {
  'a PNG of empty text chunks': () => within('png', 33, filled(empty('tEXt'))),
  'a PNG of empty palettes': () => within('png', 33, filled(empty('sPLT'))),
  'a PNG of empty private chunks': () => within('png', 33, filled(empty('prVt'))),
  'a PNG of texts of a kilobyte': () => within('png', 33, filled(chunk('tEXt', Buffer.from('a\0'.padEnd(1024, 'b'))))),
  'a PNG of empty pixels': () => within('png', 33, filled(empty('IDAT'))),
  'an APNG of empty chunks': () => within('png', 33, bytes(chunk('acTL', bytes(big(1), big(0))), filled(empty('bKGD')))),
  'a PNG whose EXIF leads to itself, again and again': () => within('png', 33, chunk('eXIf', knot(400))),
  'a PNG whose EXIF has too many entries': () => within('png', 33, chunk('eXIf', knot(2500))),
  'a JPEG whose EXIF leads to itself, again and again': () => within('jpeg', 2, app1(knot(400))),
  'a JPEG whose EXIF has too many entries': () => within('jpeg', 2, app1(knot(2500))),
  'a JPEG of empty comments': () => within('jpeg', 2, filled([0xff, 0xfe, 0, 2])),
  'a JPEG of EXIF': () => within('jpeg', 2, filled([0xff, 0xe1, 0, 16], 'Exif\0\0II*\0\x08\0\0\0')),
  'a WebP of empty chunks': async () => webp((await intact('webp')).subarray(12), filled('ABCD', little(0))),
  'a WebP of small frames': async () => {
    const pixels = (await intact('webp')).subarray(12)
    const frame = bytes('ANMF', little(16 + pixels.length), [0, 0, 0, 0, 0, 0, 63, 0, 0, 63, 0, 0, 1, 0, 0, 0], pixels)
    return webp(bytes('ANIM', little(6), Buffer.alloc(6)), filled(frame))
  },
  'an AVIF of empty boxes': () => boxes('avif'),
  'an AVIF with empty boxes behind it': async () => bytes(await intact('avif'), filled(big(8), 'free')),
  'a HEIC of empty boxes': () => boxes('heic'),
  'a JPEG XL of small boxes': () => bytes(big(12), 'JXL \r\n\x87\n', big(16), 'ftypjxl \0\0\0\0', filled(big(12), 'jxlp', big(0))),
  'a JPEG 2000 of empty boxes': () => bytes(JP2, filled(big(8), 'free')),
  'a JPEG 2000 of empty boxes inside': () => bytes(JP2, big(filled(big(8), 'free').length + 8), 'jp2h', filled(big(8), 'free')),
  'a GIF of empty comments': () => gifWith(filled([0x21, 0xfe, 0])),
  'a GIF of controls': () => gifWith(filled([0x21, 0xf9, 4, 0, 0, 0, 0, 0])),
  'a GIF of frames': () => gif(Math.floor(ROOM / (gif(2).length - gif(1).length))),
  'a GIF of frames with colours of their own': () => gifWith(filled([0x2c], Buffer.alloc(8), [0x80], Buffer.alloc(6), [2, 0])),
  ...Object.fromEntries(
    Object.entries(PACKED).flatMap(([name, [type, keyword]]) => [
      [`a PNG of 30 packed ${name}`, () => within('png', 33, bytes(...Array.from({ length: 30 }, () => packed(type, keyword, 10))))],
      [
        `a PNG of 900 packed ${name}, each of which is small`,
        () => within('png', 33, bytes(...Array.from({ length: 900 }, () => packed(type, keyword, 1)))),
      ],
    ]),
  ),
  'a PNG of packed comments whose ends are missing': () => {
    const damaged = chunk('zTXt', bytes('Comment\0\0', deflateSync(Buffer.alloc(1024 * 1024, 'x')).subarray(0, -20)))
    return within('png', 33, bytes(...Array.from({ length: 30 }, () => damaged)))
  },
  'a PNG of 9 MB of comments': () =>
    within('png', 33, bytes(...Array.from({ length: 9 }, () => chunk('tEXt', Buffer.alloc(1024 * 1024, 'a\0b'))))),
  'an icon file of empty icons': () => bytes('icns', big(ROOM), filled('abcd', big(8))),
}

const ANSWERED: Record<string, [make: () => Buffer | Promise<Buffer>, status: number]> = {
  'a PNG of 6 MB of packed comments': [() => within('png', 33, bytes(packed('zTXt', 'Comment', 3), packed('iTXt', 'Comment', 3))), 201],
  'a GIF of ten thousand frames': [() => gif(10_000), 201],
  'a GIF whose comment has blocks of a byte': [() => gifWith(bytes([0x21, 0xfe], filled([1, 65]).subarray(8), [0])), 201],
  'a TIFF of empty directories': [() => bytes('II*\0', little(8), filled([0, 0], little(8))), 400],
  'a video of empty boxes': [() => boxes('isom'), 201],
  'a Matroska of empty elements': [() => bytes([0x1a, 0x45, 0xdf, 0xa3, 0x10, 0x9f, 0, 0], filled([0xec, 0x80])), 400],
  'a ZIP of empty entries': [() => filled(zipEntry), 201],
  'a ZIP whose entry never ends': [() => bytes(zipEntry.fill(8, 6, 7), filled('PK\x07\x08')), 201],
  'an ASF of empty objects': [
    () =>
      bytes(
        [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c],
        little(ROOM),
        Buffer.alloc(10),
        filled(Buffer.alloc(16, 7), little(24), little(0)),
      ),
    201,
  ],
  'ID3 behind ID3': [() => filled('ID3\x03', Buffer.alloc(6)), 400],
  'an Ogg of empty pages': [() => filled('OggS', Buffer.alloc(23)), 201],
  'a WAV of empty chunks': [() => bytes('RIFF', little(ROOM), 'WAVE', filled('abcd', little(0))), 201],
  'a FLAC of empty blocks': [() => bytes('fLaC', filled([4, 0, 0, 0])), 201],
  'a gzip of nothing, again and again': [() => filled(gzipSync('')), 201],
  'a gzip of a gigabyte of nothing': [() => gzipSync(Buffer.alloc(1e9)), 201],
  'a text of byte order marks': [() => filled([0xef, 0xbb, 0xbf]), 201],
  'a drawing of elements': [() => bytes('<svg xmlns="http://www.w3.org/2000/svg">', filled('<a/>'), '</svg>'), 201],
  'a drawing of references': [() => bytes('<svg xmlns="http://www.w3.org/2000/svg">', filled('&lt;'), '</svg>'), 201],
  'a drawing whose last reference is none': [() => bytes('<svg>', filled('&lt;'), '&lt</svg>'), 400],
}

describe('media: files of many parts', function () {
  this.timeout(60_000)
  let folder: string
  let child: ChildProcess
  let origin: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-test-parts-'))
    const config = {
      collections: [{ slug: 'media', access: { read: 'anyone', create: 'anyone' }, fields: [] }],
      upload: {
        dir: path.join(folder, 'files'),
        mimeTypes: ['image/*', 'image/svg+xml', 'video/*', 'audio/*', 'application/*', 'text/*'],
        // What has to do with the location refuses no file here.
        keepMetadata: true,
      },
    }
    const served = new URL('../../harness/served.ts', import.meta.url).pathname
    child = fork(served, [path.join(folder, 'parts.db'), String(COST.N), JSON.stringify(config)], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: folder },
    })
    const [port] = await once(child, 'message')
    origin = `http://127.0.0.1:${port}`
    for (const format of FORMATS) expect((await upload(await intact(format))).status, format).to.equal(201)
  })

  after(async () => {
    child?.disconnect()
    await rm(folder, { recursive: true, force: true })
  })

  async function upload(content: Buffer): Promise<{ status: number; body: any; turn: number }> {
    const form = new FormData()
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'file')
    // Making a file may take longer than a connection is kept open.
    const ask = (path: string, sending: object = {}) => fetch(origin + path, { headers: { connection: 'close' }, ...sending })
    await ask('/turn')
    const answer = await ask('/api/cms/media', { method: 'POST', body: form })
    const body = await answer.json()
    return { status: answer.status, body, turn: Number(await (await ask('/turn')).text()) }
  }

  for (const [index, [name, make]] of oneIn(3, Object.entries(REFUSED)).entries())
    it(`refuses ${name} before anything expensive happens${index === 0 ? '' : ' @long'}`, async () => {
      const { status, body, turn } = await upload(await make())
      expect([status, body.errors?.[0].field], JSON.stringify(body)).to.deep.equal([400, 'file'])
      expect(body.errors[0].message).to.match(
        /^has (too many (metadata )?parts|too much text|metadata that leads to itself|a directory of metadata that is too long); save it again/,
      )
      expect(turn, 'milliseconds of processor time').to.be.below(LONGEST_TURN)
    })

  for (const [index, [name, [make, expected]]] of oneIn(3, Object.entries(ANSWERED)).entries())
    it(`answers ${expected} to ${name}, in turns${index === 0 ? '' : ' @long'}`, async () => {
      const { status, body, turn } = await upload(await make())
      expect(status, JSON.stringify(body)).to.equal(expected)
      expect(turn, 'milliseconds of processor time').to.be.below(LONGEST_TURN)
    })
})
