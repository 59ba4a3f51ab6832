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
