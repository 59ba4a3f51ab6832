/** Files for tests: real ones of each kind, made here. */
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

export const png = (width = 300, height = 200, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

export const jpeg = (width = 300, height = 200, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

const SCENES = {
  river: `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f3d9b1"/><stop offset="1" stop-color="#7fa7b8"/></linearGradient>
    <rect width="800" height="500" fill="url(#sky)"/><circle cx="590" cy="150" r="52" fill="#fbf1dc"/>
    <path d="M0 300 Q160 190 330 270 T800 230 V500 H0Z" fill="#4f7580"/><path d="M0 360 Q220 280 430 350 T800 310 V500 H0Z" fill="#2f525e"/>
    <path d="M330 500 Q480 420 420 360 Q600 400 560 500Z" fill="#a9c6cc"/>`,
  press: `<rect width="800" height="500" fill="#efe6d6"/><rect x="120" y="90" width="260" height="330" rx="6" fill="#fffdf8"/>
    <path d="M150 135h150M150 175h200M150 205h200M150 235h170M150 285h200M150 315h200M150 345h130" stroke="#4a3f35" stroke-width="12"/>
    <rect x="440" y="150" width="250" height="270" rx="10" fill="#8c4b3b"/><circle cx="565" cy="150" r="74" fill="#b9745f"/>
    <rect x="410" y="330" width="310" height="34" rx="6" fill="#5d2f25"/>`,
  leaves: `<linearGradient id="dusk" x2="1" y2="1"><stop stop-color="#284b45"/><stop offset="1" stop-color="#86a873"/></linearGradient>
    <rect width="800" height="500" fill="url(#dusk)"/><path d="M140 470C170 240 300 110 520 60C480 280 350 420 140 470Z" fill="#cfdcae"/>
    <path d="M140 470Q300 280 520 60" stroke="#6e8f5c" stroke-width="8" fill="none"/>
    <path d="M430 480C470 340 560 270 720 250C690 380 590 460 430 480Z" fill="#e7c873"/>`,
} as const

/** A picture as an article has it. */
export const scene = (name: keyof typeof SCENES) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500">${SCENES[name]}</svg>`))
    .jpeg({ quality: 80 })
    .toBuffer()

/** Left half of one colour, right half of another. */
export const halves = (width: number, height: number, left: string, right: string) =>
  sharp({ create: { width, height, channels: 3, background: left } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: right } }, left: width / 2, top: 0 }])
    .png()
    .toBuffer()

/** Noise does not compress: a picture as heavy as a photo. */
export const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg({ quality: 90 })
    .toBuffer()

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>')

/** A PNG of a few bytes that claims to be as large as one likes. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(20)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A GIF that shows one pixel, many times. */
export function gif(frames: number): Buffer {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0])])
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** A ZIP of named entries; `size` lies about how large one is. */
export function zip(entries: readonly { name: string; content: Buffer; size?: number; stored?: boolean }[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, content, size = content.length, stored = false } of entries) {
    const data = stored ? content : deflateRawSync(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(stored ? 0 : 8, 4)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(size, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, tail, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const office = (part: string, type: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: Buffer.from(`<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${OFFICE}.${type}.main+xml"/></Types>`),
    },
    { name: part, content: Buffer.from('<x/>') },
  ])

export const docx = office('word/document.xml', 'wordprocessingml.document')
export const xlsx = office('xl/workbook.xml', 'spreadsheetml.sheet')
export const pptx = office('ppt/presentation.xml', 'presentationml.presentation')
export const openDocument = (kind: 'text' | 'spreadsheet' | 'presentation') =>
  zip([{ name: 'mimetype', content: Buffer.from(`application/vnd.oasis.opendocument.${kind}`), stored: true }])

/** EXIF data that says where a picture was made, little- or big-endian. */
export function exifWithLocation(isLittle: boolean): Buffer {
  const out = Buffer.alloc(200)
  const short = (value: number, at: number) => (isLittle ? out.writeUInt16LE(value, at) : out.writeUInt16BE(value, at))
  const long = (value: number, at: number) => (isLittle ? out.writeUInt32LE(value, at) : out.writeUInt32BE(value, at))
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    short(tag, at)
    short(type, at + 2)
    long(count, at + 4)
    long(value, at + 8)
  }
  out.write(isLittle ? 'II*\0' : 'MM\0*', 0, 'latin1')
  long(8, 4)
  short(2, 8)
  entry(10, 0x010f, 2, 5, 150)
  entry(22, 0x8825, 4, 1, 40)
  short(2, 40)
  entry(42, 0x0002, 5, 3, 80)
  entry(54, 0x0004, 5, 3, 104)
  for (const [index, value] of [13, 1, 45, 1, 1234, 100, 100, 1, 30, 1, 5678, 100].entries()) long(value, 80 + index * 4)
  out.write('Make\0', 150, 'latin1')
  return out
}

/** A JPEG with EXIF and XMP that tell the place. */
export async function jpegWithLocation(isLittle = true): Promise<Buffer> {
  const plain = await jpeg()
  const segment = (content: Buffer) => {
    const head = Buffer.from([0xff, 0xe1, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const exif = segment(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWithLocation(isLittle)]))
  const xmp = segment(
    Buffer.from(
      'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="13,45.205N" photoshop:City="Bangkok" xmp:Creator="Ann"/></x:xmpmeta>',
      'latin1',
    ),
  )
  return Buffer.concat([plain.subarray(0, 2), exif, xmp, plain.subarray(2)])
}
