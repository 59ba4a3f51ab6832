/** Locations in IPTC data and in Photoshop's resources. */

import type { MetadataKind } from './part-count.ts'
import { PLACES_OF_IPTC } from './place-names.ts'

const DATA_SET = 0x1c
const SECOND_RECORD = 2
const SPACE = 0x20

/** Blanks place names. From the first byte that isn't a data set, everything is blanked. */
export function blankIptc(bytes: Buffer): void {
  let at = 0
  while (at + 5 <= bytes.length && bytes[at] === DATA_SET) {
    const [record, kind] = [bytes.readUInt8(at + 1), bytes.readUInt8(at + 2)]
    const size = bytes.readUInt16BE(at + 3)
    const wide = size >= 0x8000 ? size & 0x7fff : 0
    if (wide > 4 || at + 5 + wide > bytes.length) break
    const content = at + 5 + wide
    const end = content + (wide > 0 ? bytes.readUIntBE(at + 5, wide) : size)
    if (end > bytes.length) break
    if (record === SECOND_RECORD && PLACES_OF_IPTC.includes(kind)) bytes.fill(SPACE, content, end)
    at = end
  }
  bytes.fill(0, at)
}

/**
 * Resources that hold other kinds of metadata, by number. Thumbnails have metadata of their own; since they aren't needed, they are treated
 * as unreadable.
 */
const HELD: Readonly<Record<number, MetadataKind>> = {
  1028: 'iptc',
  1033: 'unread',
  1036: 'unread',
  1058: 'exif',
  1059: 'exif',
  1060: 'xmp',
}

export interface EmbeddedMetadata {
  holds: MetadataKind
  from: number
  to: number
}

/** The metadata among the resources. From the first byte that isn't a resource, everything is blanked. */
export function metadataIn(bytes: Buffer): EmbeddedMetadata[] {
  const found: EmbeddedMetadata[] = []
  let at = 0
  while (at + 12 <= bytes.length && /^(?:8BIM|MeSa|PHUT|AgHg|DCSR)$/.test(bytes.toString('latin1', at, at + 4))) {
    const name = bytes.readUInt8(at + 6) + 1
    const size = at + 6 + name + (name % 2)
    if (size + 4 > bytes.length) break
    const from = size + 4
    const length = bytes.readUInt32BE(size)
    const holds = HELD[bytes.readUInt16BE(at + 4)]
    if (holds) found.push({ holds, from, to: Math.min(from + length, bytes.length) })
    at = from + length + (length % 2)
  }
  if (at < bytes.length) found.push({ holds: 'unread', from: at, to: bytes.length })
  return found
}
