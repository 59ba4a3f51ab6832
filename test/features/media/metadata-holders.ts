/** The parts of pictures that can hold metadata: XMP, IPTC data, EXIF and the places of videos. */
import { deflateSync } from 'node:zlib'
import { chunk, gif } from '../../harness/files.ts'

export const bytes = (...parts: (Uint8Array | number[] | string)[]) =>
  Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from(one))))
export const big = (value: number, wide = 4) => {
  const out = Buffer.alloc(wide)
  out.writeUIntBE(value, 0, wide)
  return out
}
const little = (value: number, wide = 4) => big(value, wide).reverse()
export const box = (type: string, ...content: Parameters<typeof bytes>) => bytes(big(bytes(...content).length + 8), type, ...content)

/** Stands for the place in every value, and nowhere else. */
export const PLACE = 'Quito'
export const CREDIT = 'Ann Photographer'

export const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0'
export const app = (marker: number, ...content: Parameters<typeof bytes>) =>
  bytes([0xff, 0xe0 + marker], big(bytes(...content).length + 2, 2), ...content)
export const DIGEST = '0123456789ABCDEF0123456789ABCDEF'
const pieces = (xmp: Buffer, ...cuts: number[]) => {
  const ends = [...cuts, xmp.length]
  return ends.map((end, index) => {
    const from = index === 0 ? 0 : ends[index - 1]!
    return app(1, 'http://ns.adobe.com/xmp/extension/\0', DIGEST, big(xmp.length), big(from), xmp.subarray(from, end))
  })
}
const middleOf = (xmp: Buffer, part: string) => Math.max(1, xmp.indexOf(part) + 2)
const resource = (id: number, content: Buffer) =>
  bytes('8BIM', big(id, 2), [0, 0], big(content.length), content, content.length % 2 ? [0] : [])
export const PHOTOSHOP = 'Photoshop 3.0\0'
const profile = (name: string, content: Buffer) =>
  `\n${name}\n    ${content.length}\n${content.toString('hex').replace(/(.{72})/g, '$1\n')}\n`
const GIF_TRAILER = bytes(
  [1],
  Array.from({ length: 256 }, (_, index) => 255 - index),
  [0],
)

/** A directory of values that are longer than four bytes, and a next one. */
function tiff(
  entries: [tag: number, type: number, content: Buffer][],
  { isLittle = true, inner }: { isLittle?: boolean; inner?: Buffer } = {},
) {
  const number = isLittle ? little : big
  const size = (type: number) => (type === 4 ? 4 : type === 3 ? 2 : 1)
  const all = inner ? [...entries, [0x014a, 4, number(0)] as [number, number, Buffer]] : entries
  let at = 8 + 2 + all.length * 12 + 4
  const values: Buffer[] = []
  const rows = all.map(([tag, type, content]) => {
    const row = bytes(number(tag, 2), number(type, 2), number(content.length / size(type)), tag === 0x014a ? number(innerAt()) : number(at))
    if (tag !== 0x014a) {
      values.push(content)
      at += content.length
    }
    return row
  })
  function innerAt() {
    return 8 + 2 + all.length * 12 + 4 + entries.reduce((sum, [, , content]) => sum + content.length, 0)
  }
  const head = bytes(isLittle ? 'II*\0' : 'MM\0*', number(8), number(all.length, 2), ...rows, number(0), ...values)
  // The inner directory counts its places from the same beginning.
  return inner ? bytes(head, shifted(inner, head.length)) : head
}

/** The first directory of a TIFF file, for another place. */
function shifted(file: Buffer, by: number): Buffer {
  const out = Buffer.from(file.subarray(8))
  for (let at = 2; at < 2 + out.readUInt16LE(0) * 12; at += 12) out.writeUInt32LE(out.readUInt32LE(at + 8) - 8 + by, at + 8)
  return out
}

const padded = (content: Buffer) => bytes(content, Buffer.alloc(5 - Math.min(5, content.length)), content.length % 2 ? [0] : [])

export interface Pictures {
  jpeg: Buffer
  png: Buffer
  webp: Buffer
}
/** A packet that says nothing. */
const EMPTY = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')

type Holder = (content: Buffer, pictures: Pictures) => Buffer | Promise<Buffer>

export const inJpeg = (picture: Buffer, ...segments: Buffer[]) => bytes(picture.subarray(0, 2), ...segments, picture.subarray(2))
export const inPng = (picture: Buffer, ...chunks: Buffer[]) => bytes(picture.subarray(0, 33), ...chunks, picture.subarray(33))
const inWebp = (picture: Buffer, type: string, content: Buffer) => {
  const inner = bytes('VP8X', little(10), [type === 'EXIF' ? 8 : 4, 0, 0, 0, 15, 0, 0, 15, 0, 0], picture.subarray(12))
  const file = bytes(inner, type, little(content.length), content, content.length % 2 ? [0] : [])
  return bytes('RIFF', little(file.length + 4), 'WEBP', file)
}
const comment = (text: Buffer) => bytes([0xff, 0xfe], big(text.length + 2, 2), text)
/** A comment of blocks, each with its length. */
const inGif = (text: Buffer) => {
  const blocks = Array.from({ length: Math.ceil(text.length / 255) }, (_, index) => text.subarray(index * 255, (index + 1) * 255))
  return bytes(gif(1).subarray(0, -1), [0x21, 0xfe], ...blocks.map((block) => bytes([block.length], block)), [0, 0x3b])
}
const JXL = bytes(big(12), 'JXL \r\n\x87\n', box('ftyp', 'jxl \0\0\0\0jxl '))
const JP2 = bytes(big(12), 'jP  \r\n\x87\n', box('ftyp', 'jp2 \0\0\0\0jp2 '))
const number = (hex: string) => Buffer.from(hex, 'hex')

/** The parts of pictures that hold XMP as it is, so that credits can stay. */
export const HOLDS_XMP: Record<string, Holder> = {
  'APP1 of a JPEG': (xmp, { jpeg }) => inJpeg(jpeg, app(1, XMP_MARK, xmp)),
  'a second APP1 of a JPEG': (xmp, { jpeg }) => inJpeg(jpeg, app(1, XMP_MARK, EMPTY), app(1, XMP_MARK, xmp)),
  'APP3 of a JPEG': (xmp, { jpeg }) => inJpeg(jpeg, app(3, XMP_MARK, xmp)),
  'a segment behind the pixels': (xmp, { jpeg }) => bytes(jpeg.subarray(0, -2), app(1, XMP_MARK, xmp), [0xff, 0xd9]),
  'a second picture': (xmp, { jpeg }) => bytes(jpeg, inJpeg(jpeg, app(1, XMP_MARK, xmp))),
  'extended XMP in one piece': (xmp, { jpeg }) => inJpeg(jpeg, app(1, XMP_MARK, EMPTY), ...pieces(xmp)),
  'extended XMP, cut in the name': (xmp, { jpeg }) => inJpeg(jpeg, ...pieces(xmp, middleOf(xmp, 'GPSL'))),
  'extended XMP, cut in the value': (xmp, { jpeg }) => inJpeg(jpeg, ...pieces(xmp, middleOf(xmp, PLACE))),
  'extended XMP of small pieces': (xmp, { jpeg }) =>
    inJpeg(jpeg, ...pieces(xmp, ...Array.from({ length: Math.floor(xmp.length / 7) - 1 }, (_, index) => 7 * (index + 1)))),
  'resources of a JPEG': (xmp, { jpeg }) => inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x03ed, Buffer.alloc(7)), resource(0x0424, xmp))),
  'resources that are cut': (xmp, { jpeg }) => {
    const all = bytes(resource(0x03ed, Buffer.alloc(7)), resource(0x0424, xmp))
    return inJpeg(jpeg, app(13, PHOTOSHOP, all.subarray(0, 60)), app(13, PHOTOSHOP, all.subarray(60)))
  },
  'iTXt of a PNG': (xmp, { png }) => inPng(png, chunk('iTXt', bytes('XML:com.adobe.xmp\0\0\0\0\0', xmp))),
  'iTXt of a language': (xmp, { png }) => inPng(png, chunk('iTXt', bytes('XML:com.adobe.xmp\0\0\0en\0Metadata\0', xmp))),
  'tEXt of a PNG': (xmp, { png }) => inPng(png, chunk('tEXt', bytes('XML:com.adobe.xmp\0', xmp))),
  'a WebP': (xmp, { webp }) => inWebp(webp, 'XMP ', xmp),
  'a TIFF, little-endian': (xmp) => tiff([[700, 1, padded(xmp)]]),
  'a TIFF, big-endian': (xmp) => tiff([[700, 7, padded(xmp)]], { isLittle: false }),
  'a part of a page of a TIFF': (xmp) => tiff([[0x010e, 2, bytes('About\0')]], { inner: tiff([[700, 1, padded(xmp)]]) }),
  'resources of a TIFF': (xmp) => tiff([[34377, 7, padded(resource(0x0424, xmp))]]),
  'tXMP of a PNG': (xmp, { png }) => inPng(png, chunk('tXMP', xmp)),
  'a GIF': (xmp) => bytes(gif(1).subarray(0, -1), '\x21\xff\x0bXMP DataXMP', xmp, GIF_TRAILER, [0x3b]),
  'a box of a JPEG XL': (xmp) => bytes(JXL, box('jxlc', [0xff, 0x0a]), box('xml ', xmp)),
  'a box of a JPEG 2000': (xmp) => bytes(JP2, box('uuid', number('be7acfcb97a942e89c71999491e3afac'), xmp)),
  'a Photoshop file': (xmp) =>
    bytes(
      '8BPS',
      big(1, 2),
      Buffer.alloc(6),
      big(3, 2),
      big(1),
      big(1),
      big(8, 2),
      big(3, 2),
      big(0),
      big(resource(0x0424, xmp).length),
      resource(0x0424, xmp),
    ),
}

/** Those in which it is packed, or which are only searched. */
export const HIDES_XMP: Record<string, Holder> = {
  'a packed iTXt': (xmp, { png }) => inPng(png, chunk('iTXt', bytes('XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(xmp)))),
  'zTXt of a PNG': (xmp, { png }) => inPng(png, chunk('zTXt', bytes('XML:com.adobe.xmp\0\0', deflateSync(xmp)))),
  'a packed profile of a PNG': (xmp, { png }) =>
    inPng(png, chunk('zTXt', bytes('Raw profile type xmp\0\0', deflateSync(profile('xmp', xmp))))),
  'a profile of a PNG': (xmp, { png }) => inPng(png, chunk('tEXt', bytes('Raw profile type APP1\0', profile('generic', xmp)))),
  'extended XMP out of order': (xmp, { jpeg }) => inJpeg(jpeg, ...pieces(xmp, middleOf(xmp, PLACE)).reverse()),
  'extended XMP that overlaps': (xmp, { jpeg }) => inJpeg(jpeg, ...pieces(xmp, 40), ...pieces(xmp, 60)),
  'a comment of a JPEG': (xmp, { jpeg }) => inJpeg(jpeg, comment(xmp)),
  'a comment of a GIF': (xmp) => inGif(xmp),
  'a packed box of a JPEG XL': (xmp) => bytes(JXL, box('jxlc', [0xff, 0x0a]), box('brob', 'xml ', xmp)),
}

export const dataSet = (record: number, kind: number, value: string, isLong = false) =>
  bytes([0x1c, record, kind], isLong ? bytes(big(0x8004, 2), big(value.length)) : big(value.length, 2), value)
export const iptc = (kind: number, isLong: boolean) =>
  bytes(dataSet(1, 90, '\x1b%G'), dataSet(2, 80, CREDIT), dataSet(2, kind, PLACE, isLong), dataSet(2, 116, CREDIT))

export const HOLDS_IPTC: Record<string, Holder> = {
  'APP13 of a JPEG': (data, { jpeg }) => inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x0404, data))),
  'resources that are cut in the value': (data, { jpeg }) => {
    const all = resource(0x0404, data)
    const cut = middleOf(all, PLACE)
    return inJpeg(jpeg, app(13, PHOTOSHOP, all.subarray(0, cut)), app(13, PHOTOSHOP, all.subarray(cut)))
  },
  'a named resource': (data, { jpeg }) => inJpeg(jpeg, app(13, PHOTOSHOP, '8BIM', big(0x0404, 2), '\x04name\0', big(data.length), data)),
  'a TIFF': (data) => tiff([[33723, 7, padded(data)]]),
  'resources of a TIFF': (data) => tiff([[34377, 1, padded(resource(0x0404, data))]], { isLittle: false }),
  'a box of a JPEG 2000': (data) => bytes(JP2, box('uuid', number('33c7a4d2b81d4723a0baf1a3e097ad38'), data)),
  'a box of a JPEG 2000 with the older number': (data) => bytes(JP2, box('uuid', number('09a14e97c0b442e0bebf36df6f0ce36f'), data)),
  'resources of a JPEG 2000': (data) => bytes(JP2, box('uuid', number('2c4c0100850440b9a03e562148d6dfeb'), resource(0x0404, data))),
}

const withExif = (jpeg: Buffer, exif: Buffer) => inJpeg(jpeg, app(1, 'Exif\0\0', exif))

export const HOLDS_EXIF: Record<string, Holder> = {
  'APP1 of a JPEG': (exif, { jpeg }) => inJpeg(jpeg, app(1, 'Exif\0\0', exif)),
  'a second APP1 of a JPEG': (exif, { jpeg }) => inJpeg(jpeg, app(1, 'Exif\0\0', tiff([])), app(1, 'Exif\0\0', exif)),
  'two segments of a JPEG': (exif, { jpeg }) =>
    inJpeg(jpeg, app(1, 'Exif\0\0', exif.subarray(0, 70)), app(1, 'Exif\0\0', exif.subarray(70))),
  'APP3 of a JPEG': (exif, { jpeg }) => inJpeg(jpeg, app(3, 'Exif\0\0', exif)),
  'APP3 of another mark': (exif, { jpeg }) => inJpeg(jpeg, app(3, 'Meta\0\0', exif)),
  'a segment without a mark': (exif, { jpeg }) => inJpeg(jpeg, app(1, exif)),
  'a segment behind the pixels': (exif, { jpeg }) => bytes(jpeg.subarray(0, -2), app(1, 'Exif\0\0', exif), [0xff, 0xd9]),
  'a second picture': (exif, { jpeg }) => bytes(jpeg, inJpeg(jpeg, app(1, 'Exif\0\0', exif))),
  'what follows a JPEG': (exif, { jpeg }) => bytes(jpeg, 'SEFT', exif),
  'a thumbnail': (exif, { jpeg }) =>
    inJpeg(jpeg, app(1, 'Exif\0\0', tiff([[0x0201, 7, bytes([0xff, 0xd8], app(1, 'Exif\0\0', exif), [0xff, 0xd9])]]))),
  'resources of a JPEG': (exif, { jpeg }) => inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x0422, exif))),
  'eXIf of a PNG': (exif, { png }) => inPng(png, chunk('eXIf', exif)),
  'eXIf of a PNG with a mark': (exif, { png }) => inPng(png, chunk('eXIf', bytes('Exif\0\0', exif))),
  'a GIF': (exif) => bytes(gif(1).subarray(0, -1), '\x21\xff\x0bEXIFDataEXI', [exif.length], exif, [0, 0x3b]),
  'a thumbnail of JFXX': (exif, { jpeg }) => inJpeg(jpeg, app(0, 'JFXX\0\x10', withExif(jpeg, exif))),
  'a thumbnail of Photoshop': (exif, { jpeg }) =>
    inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x040c, bytes(Buffer.alloc(28), withExif(jpeg, exif))))),
  'an old thumbnail of Photoshop': (exif, { jpeg }) =>
    inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x0409, bytes(Buffer.alloc(28), withExif(jpeg, exif))))),
  'a preview of a PNG': (exif, { png, jpeg }) => inPng(png, chunk('prVW', withExif(jpeg, exif))),
  'two eXIf of a PNG': (exif, { png }) => inPng(png, chunk('eXIf', exif), chunk('eXIf', exif)),
  'what follows a PNG': (exif, { png }) => bytes(png, chunk('eXIf', exif)),
  'a profile of a PNG': (exif, { png }) => inPng(png, chunk('tEXt', bytes('Raw profile type exif\0', profile('exif', exif)))),
  'a packed profile of a PNG': (exif, { png }) =>
    inPng(png, chunk('zTXt', bytes('Raw profile type exif\0\0', deflateSync(profile('exif', exif))))),
  'a WebP': (exif, { webp }) => inWebp(webp, 'EXIF', exif),
  'a WebP with a mark': (exif, { webp }) => inWebp(webp, 'EXIF', bytes('Exif\0\0', exif)),
  'a frame of a WebP': (exif, { webp }) => {
    const head = bytes('VP8X', little(10), [2, 0, 0, 0, 15, 0, 0, 15, 0, 0], 'ANIM', little(6), Buffer.alloc(6))
    const frame = bytes(
      Buffer.alloc(6),
      [15, 0, 0, 15, 0, 0, 100, 0, 0, 0],
      webp.subarray(12),
      'EXIF',
      little(exif.length),
      exif,
      exif.length % 2 ? [0] : [],
    )
    const file = bytes(head, 'ANMF', little(frame.length), frame)
    return bytes('RIFF', little(file.length + 4), 'WEBP', file)
  },
  'a TIFF': (exif) => exif,
  'a thumbnail of a HEIC': (exif, { jpeg }) => heicOf('jpeg', withExif(jpeg, exif)),
  'a box of a JPEG XL': (exif) => bytes(JXL, box('jxlc', [0xff, 0x0a]), box('Exif', big(0), exif)),
  'a box of a JPEG 2000': (exif) => bytes(JP2, box('uuid', 'JpgTiffExif->JP2', exif)),
  'a camera file': (exif) => bytes('FUJIFILMCCD-RAW ', Buffer.alloc(84), inJpeg(bytes([0xff, 0xd8, 0xff, 0xd9]), app(1, 'Exif\0\0', exif))),
}

/** A HEIC with one item. */
function heicOf(type: string, item: Buffer): Buffer {
  const head = box('ftyp', 'heic\0\0\0\0mif1heic')
  const meta = (offset: number) =>
    box(
      'meta',
      big(0),
      box('hdlr', big(0), big(0), 'pict', Buffer.alloc(13)),
      box('iinf', big(0), big(1, 2), box('infe', [2, 0, 0, 0], big(1, 2), big(0, 2), type, '\0')),
      box('iloc', big(0), [0x44, 0], big(1, 2), big(1, 2), big(0, 2), big(1, 2), big(offset), big(item.length)),
    )
  return bytes(head, meta(head.length + meta(0).length + 8), box('mdat', item))
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** Titles, captions and comments. */
export const HOLDS_TEXT: Record<string, (text: string, pictures: Pictures) => Buffer> = {
  'tEXt of a PNG': (text, { png }) => inPng(png, chunk('tEXt', bytes(`Comment\0${text}`))),
  'zTXt of a PNG': (text, { png }) => inPng(png, chunk('zTXt', bytes('Comment\0\0', deflateSync(text)))),
  'iTXt of a PNG': (text, { png }) => inPng(png, chunk('iTXt', bytes(`Comment\0\0\0en\0Note\0${text}`))),
  'a packed iTXt': (text, { png }) => inPng(png, chunk('iTXt', bytes('Comment\0\x01\0en\0Note\0', deflateSync(text)))),
  'a comment of a JPEG': (text, { jpeg }) => inJpeg(jpeg, comment(latin1(text))),
  'a comment of a JPEG in UTF-16': (text, { jpeg }) => inJpeg(jpeg, comment(utf16(text))),
  'APP5 of a JPEG': (text, { jpeg }) => inJpeg(jpeg, app(5, text)),
  'a comment of a GIF': (text) => inGif(latin1(text)),
  'a caption of IPTC data': (text, { jpeg }) => inJpeg(jpeg, app(13, PHOTOSHOP, resource(0x0404, dataSet(2, 120, text)))),
  'a description in EXIF': (text, { jpeg }) => withExif(jpeg, tiff([[0x010e, 2, bytes(text, '\0')]])),
  'a description in EXIF of a PNG': (text, { png }) => inPng(png, chunk('eXIf', tiff([[0x010e, 2, bytes(text, '\0')]]))),
  'a description in EXIF of a WebP': (text, { webp }) => inWebp(webp, 'EXIF', tiff([[0x010e, 2, bytes(text, '\0')]])),
  'a copyright in EXIF': (text, { jpeg }) => withExif(jpeg, tiff([[0x8298, 2, bytes(text, '\0')]])),
  'a name in EXIF in UTF-8': (text, { jpeg }) => withExif(jpeg, tiff([[0xa433, 129, bytes(text, '\0')]])),
  'a comment in EXIF': (text, { jpeg }) => withExif(jpeg, tiff([[0x9286, 7, bytes('ASCII\0\0\0', text)]])),
  'a comment in EXIF in UTF-16': (text, { jpeg }) => withExif(jpeg, tiff([[0x9286, 7, bytes('UNICODE\0', utf16(text))]])),
  'a comment in EXIF in UTF-16, big-endian': (text, { jpeg }) =>
    withExif(jpeg, tiff([[0x9286, 7, bytes('UNICODE\0', utf16(text).swap16())]], { isLittle: false })),
  'a comment of Windows': (text, { jpeg }) => withExif(jpeg, tiff([[0x9c9c, 1, utf16(text)]])),
}

/** What is taken out as a whole. */
export const HOLDS_TRACKS: Record<string, Holder> = {
  'APP13 of another mark': (data, { jpeg }) => inJpeg(jpeg, app(13, data)),
  'the notes of a film camera': (data, { jpeg }) => inJpeg(jpeg, app(6, 'GoPro\0', data)),
  'what a JPEG XL keeps of a JPEG': (data) => bytes(JXL, box('jxlc', [0xff, 0x0a]), box('jbrd', data)),
  'meTa of a PNG': (data, { png }) => inPng(png, chunk('meTa', data)),
}

/** A signed history: boxes of boxes, with what cameras say of the picture as CBOR or JSON. */
const manifest = (facts: Buffer) =>
  box(
    'jumb',
    box('jumd', 'c2pa', Buffer.alloc(12), [3], 'c2pa\0'),
    box('jumb', box('jumd', 'cbor', Buffer.alloc(12), [3], 'cawg.metadata\0'), box('cbor', facts)),
  )
const inSegments = (jpeg: Buffer, boxes: Buffer, cut: number) =>
  inJpeg(
    jpeg,
    ...[boxes.subarray(0, cut), boxes.subarray(cut)].map((piece, index) =>
      app(11, 'JP', big(1, 2), big(index + 1), index === 0 ? [] : boxes.subarray(0, 8), piece),
    ),
  )

export const HOLDS_MANIFEST: Record<string, Holder> = {
  'APP11 of a JPEG': (facts, { jpeg }) => inJpeg(jpeg, app(11, 'JP', big(1, 2), big(1), manifest(facts))),
  'APP11 of a JPEG, cut in two': (facts, { jpeg }) => inSegments(jpeg, manifest(facts), manifest(facts).indexOf(facts)),
  'APP11 of a JPEG, cut in the name': (facts, { jpeg }) => inSegments(jpeg, manifest(facts), manifest(facts).indexOf(facts) + 3),
  'caBX of a PNG': (facts, { png }) => inPng(png, chunk('caBX', manifest(facts))),
  'a WebP': (facts, { webp }) => inWebp(webp, 'C2PA', manifest(facts)),
  'a GIF': (facts) => bytes(gif(1).subarray(0, -1), '\x21\xff\x0bC2PA_GIF\x01\0\0', [manifest(facts).length], manifest(facts), [0, 0x3b]),
  'a box of a JPEG XL': (facts) => bytes(JXL, box('jxlc', [0xff, 0x0a]), manifest(facts)),
  'a box with a number': (facts) =>
    bytes(JP2, box('uuid', number('d8fec3d61b0e483c92975828877ec481'), Buffer.alloc(4), 'manifest\0', manifest(facts))),
  'a TIFF': (facts) => tiff([[52545, 7, manifest(facts)]]),
}

/** What only the maker of a camera understands, in a directory of EXIF. */
export const makerNote = (isLittle: boolean) => tiff([[0x927c, 7, bytes('MAKER\0', PLACE, Buffer.alloc(20))]], { isLittle })

const VIDEO = (place: Buffer) => bytes(box('ftyp', 'mp42\0\0\0\0'), box('mdat', Buffer.alloc(100)), box('moov', box('udta', place)))
export const HOLDS_VIDEO: Record<string, Holder> = {
  'a photo that moves': (place, { jpeg }) => bytes(jpeg, VIDEO(place)),
  'a HEIC that moves': (place) => bytes(box('ftyp', 'heic\0\0\0\0mif1heic'), box('mdat', Buffer.alloc(100)), box('mpvd', VIDEO(place))),
}
