/** What any reader could find in a picture, to see whether a place is left. */
import { inflateSync } from 'node:zlib'
import { bytes, DIGEST, PHOTOSHOP, PLACE } from './metadata-holders.ts'

/** What any reader could find, however it is packed or written. */
export function tellsPlace(file: Buffer): boolean {
  return readings(file).some((text) => [...PATTERNS, PLACE].some((part) => text.includes(part)))
}

/** Degrees of `exifWithLocation`, in both byte orders and in hexadecimal digits. */
const PATTERNS = [bytes([13, 0, 0, 0, 1, 0, 0, 0, 45, 0, 0, 0]), bytes([0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 0, 45])].map((one) =>
  one.toString('latin1'),
)

export function readings(file: Buffer): string[] {
  const unpacked = [...file.keys()]
    .filter((at) => file[at] === 0x78)
    .flatMap((at) => {
      try {
        return [inflateSync(file.subarray(at), { finishFlush: 2 })]
      } catch {
        return []
      }
    })
  const marks = [DIGEST, PHOTOSHOP]
  const unpackedSegments = marks.map((mark) => bytes(...segmentsOf(file, mark)))
  return [file, ...unpacked, ...unpackedSegments].flatMap((one) => {
    const text = one.toString('latin1')
    const digits = text.replace(/\n/g, '').match(/(?:[\da-f]{2}){12,}/g) ?? []
    const decoded = digits.flatMap((hex) => [0, 1].map((first) => Buffer.from(hex.slice(first), 'hex').toString('latin1')))
    return [text, ...decoded].flatMap((reading) => [
      reading,
      plain(reading),
      ...[0, 1].map((first) => reading.slice(first).replace(/([\s\S])\0/g, '$1')),
    ])
  })
}

/** Contents of the segments that begin with this, or have it behind the name of extended XMP, in the order of their places. */
function segmentsOf(file: Buffer, mark: string): Buffer[] {
  const found: { order: number; content: Buffer }[] = []
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
    const isExtension = mark === DIGEST
    const begin = isExtension ? at - 35 : at
    const length = begin >= 2 ? file.readUInt16BE(begin - 2) - 2 : 0
    const skipped = isExtension ? 75 : mark.length
    const order = isExtension ? file.readUInt32BE(at + 36) : at
    found.push({ order, content: file.subarray(begin + skipped, begin + length) })
  }
  return found.sort((a, b) => a.order - b.order).map(({ content }) => content)
}

/** Without comments and raw text, with references resolved. */
const plain = (text: string) =>
  text
    .replace(/<!--[\s\S]*?-->|<!\[CDATA\[|\]\]>/g, '')
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex, digits) => String.fromCharCode(Number.parseInt(digits, hex ? 16 : 10) & 0xffff))
