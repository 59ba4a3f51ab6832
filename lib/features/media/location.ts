/** Removes the location from a picture's metadata in place: no byte moves. Only drawings with changed pictures are rewritten. */
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { GalleyError } from '../../errors.ts'
import { Pace } from '../../pace.ts'
import { maySpellAddress } from './embedded-addresses.ts'
import { changeEmbedded, type Outer } from './embedded-pictures.ts'
import { isTransparent, withoutShifts } from './encodings.ts'
import { blankDirectories } from './exif-place.ts'
import { blankIptc, metadataIn } from './iptc-place.ts'
import { metadataParts } from './metadata-parts.ts'
import { innerPart, type MetadataKind, type Part, type Stretch } from './part-count.ts'
import { PictureFile } from './picture-file.ts'
import { mayTellPlace } from './place-names.ts'
import type { MetadataValue } from './readable-text.ts'
import { tellsPlaceWithin } from './told-place.ts'
import { Unpacking } from './unpacking.ts'
import { unreadable } from './unreadable.ts'
import { isTrueWithin } from './windows.ts'
import { blankDrawing, blankPacket, mayHoldMetadata } from './xmp-place.ts'

/** Blanks the location. Throws if it can't be removed with certainty. */
export const removeLocation = (path: string): Promise<void> => removeFrom(path, { depth: 0, count: 0, unpacking: new Unpacking() })

/** `around`: the nesting of embedded pictures, and how many were found so far. */
async function removeFrom(path: string, embedding: Embedding): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    const file = new PictureFile(handle, size, embedding.unpacking)
    const changed = new Set<Stretch>()
    const parts = await metadataParts(handle, size)
    // The list grows by parts nested in other parts.
    for (const part of parts) {
      const { changes } = file
      parts.push(...(await BLANKED_BY[part.holds](file, part)))
      if (parts.length > MOST_PARTS) throw unreadable('has too many metadata parts')
      if (part.chunk && file.changes > changes) changed.add(part.chunk)
    }
    for (const chunk of changed) await updateChecksum(file, chunk)
    if (parts[0]?.holds === 'drawing') await removeFromEmbedded(path, 'drawing', embedding)
    else if (embedding.depth > 0) await removeFromText(path, embedding)
  } finally {
    await handle.close()
  }
}

const MOST_PARTS = 4000
const isMarkup = (content: Buffer): boolean => /^\s*</.test(content.toString('latin1', 0, 1000))

/** A drawing in a style sheet in a drawing, and pictures in that. */
const MOST_DEPTH = 3
/** More than any program embeds. */
const MOST_EMBEDDED = 200

interface Embedding {
  depth: number
  /** Everything found so far, at any depth. */
  count: number
  /** The shared limit for unpacked content. */
  unpacking: Unpacking
}

/** A `data:` URL may contain a style sheet. Content with zero bytes isn't text. */
async function removeFromText(path: string, embedding: Embedding): Promise<void> {
  const content = await readFile(path)
  const hasZeros = content.includes(0)
  if (isWide(content) || (!hasZeros && !isTransparent(content.toString('latin1')))) {
    if (await mayBeLocated(content)) throw unreadable('holds text that is not in UTF-8')
  } else if (!hasZeros) await removeFromEmbedded(path, 'styles', embedding)
}

/** How UTF-16 text begins, with and without a byte order mark. */
const isWide = (content: Buffer): boolean => /^(?:\xff\xfe|\xfe\xff|\0<)/.test(content.toString('latin1', 0, 2))

/** Whether text that can't be read as a drawing may contain a location, or a picture that does. */
async function mayBeLocated(content: Buffer): Promise<boolean> {
  const isSuspicious = (window: string) => {
    const text = withoutShifts(window.replaceAll('\0', ''))
    return mayTellPlace(text) || mayHoldMetadata(text) || maySpellAddress(text)
  }
  return isTrueWithin(content.toString('latin1'), isSuspicious, new Pace())
}

async function removeFromEmbedded(path: string, kind: Outer, embedding: Embedding): Promise<void> {
  const aside = `${path}.embedded`
  const withoutPlace = async (content: Buffer) => {
    if (embedding.depth === MOST_DEPTH) throw unreadable('holds pictures within pictures within pictures')
    if (++embedding.count > MOST_EMBEDDED) throw unreadable('holds too many pictures')
    embedding.depth++
    try {
      await writeFile(aside, content)
      await removeFrom(aside, embedding)
      return await readFile(aside)
    } catch (error) {
      // Any file may begin like a drawing.
      if (!(error instanceof GalleyError) || !isMarkup(content) || (await mayBeLocated(content))) throw error
      return content
    } finally {
      embedding.depth--
      await rm(aside, { force: true })
    }
  }
  const before = await readFile(path)
  const after = await changeEmbedded(before, kind, withoutPlace)
  if (after !== before) await writeFile(path, after)
}

/** Each returns the parts with further metadata that it has found. */
const BLANKED_BY: Record<MetadataKind, (file: PictureFile, part: Part) => Promise<Part[]>> = {
  exif: blankDirectories,
  xmp: (file, part) => blankWithin(file, part, blankPacket),
  iptc: blankDataSets,
  drawing: (file, part) => blankWithin(file, part, expectBlanked, LARGEST_DRAWING),
  resources: blankResources,
  manifest: blankManifest,
  text: blankText,
  packed: blankPacked,
  unread: blankWhole,
}

const LARGEST = 8 * 1024 * 1024
/** Larger drawings are refused on upload. */
const LARGEST_DRAWING = 100_000_000

/** Reads the pieces together, and writes those that have changed. */
async function blankWithin(
  file: PictureFile,
  { pieces }: Part,
  blank: (bytes: Buffer) => void | Promise<void>,
  largest = LARGEST,
): Promise<Part[]> {
  const bytes = await joinPieces(file, pieces, largest)
  const before = Buffer.from(bytes)
  await setImmediate()
  await blank(bytes)
  let from = 0
  for (const { at, end } of pieces) {
    const to = from + end - at
    const piece = bytes.subarray(from, to)
    if (!piece.equals(before.subarray(from, to))) await file.write(at, piece)
    from = to
  }
  return []
}

async function joinPieces(file: PictureFile, pieces: readonly Stretch[], largest: number): Promise<Buffer> {
  if (pieces.reduce((sum, { at, end }) => sum + end - at, 0) > largest) throw unreadable('has too much metadata')
  const read: Buffer[] = []
  for (const piece of pieces) read.push(await file.read(piece))
  const [first] = read
  return first && read.length === 1 ? first : Buffer.concat(read)
}

async function expectBlanked(drawing: Buffer): Promise<void> {
  if (!isTransparent(drawing.toString('latin1'))) throw unreadable('is not in UTF-8')
  await setImmediate()
  if (!(await blankDrawing(drawing))) throw unreadable('is not well-formed XML')
}

/** A caption is checked like other texts. */
async function blankDataSets(file: PictureFile, part: Part): Promise<Part[]> {
  await blankWithin(file, part, blankIptc)
  return [{ ...part, holds: 'text' }]
}

async function blankResources(file: PictureFile, part: Part): Promise<Part[]> {
  const held = metadataIn(await joinPieces(file, part.pieces, LARGEST))
  return held.map(({ holds, from, to }) => innerPart(part, holds, from, to)).filter(({ pieces }) => pieces.length > 0)
}

/** A manifest contains pictures of earlier states. */
const LARGEST_MANIFEST = 32 * 1024 * 1024

/** A manifest is signed, so nothing can be removed from it: one that may contain a location is blanked as a whole. */
async function blankManifest(file: PictureFile, part: Part): Promise<Part[]> {
  const text = (await joinPieces(file, part.pieces, LARGEST_MANIFEST)).toString('latin1')
  return (await isTrueWithin(text, mayTellPlace, new Pace())) ? blankWhole(file, part) : []
}

/** Half of the bytes of UTF-16 text are zeros. */
function valueIn(text: Buffer): MetadataValue {
  const document = withoutZeros(text).toString('latin1')
  return { document, pieces: [{ at: 0, end: document.length }] }
}

/** Much faster than replacing them in a string. */
function withoutZeros(bytes: Buffer): Buffer {
  if (!bytes.includes(0)) return bytes
  const kept = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte !== 0) kept[length++] = byte
  }
  return kept.subarray(0, length)
}

/** Titles and comments are kept, unless a program has written a location into them. Packets were already found, except those in UTF-16. */
async function blankText(file: PictureFile, part: Part): Promise<Part[]> {
  const text = await joinPieces(file, part.pieces, LARGEST)
  const besidesPackets = !text.includes(0)
  return (await tellsPlaceWithin(valueIn(text), new Pace(), { besidesPackets })) ? blankWhole(file, part) : []
}

async function blankPacked(file: PictureFile, part: Part): Promise<Part[]> {
  const text = valueIn(await file.unpacking.inflated(await joinPieces(file, part.pieces, LARGEST)))
  return (await tellsPlaceWithin(text, new Pace())) ? blankWhole(file, part) : []
}

/** Renames the emptied part, because readers would expect content under a known name. */
async function blankWhole(file: PictureFile, { pieces, renamed }: Part): Promise<Part[]> {
  for (const { at, end } of pieces) await file.write(at, Buffer.alloc(end - at, ' '))
  if (renamed) await file.write(renamed.at, Buffer.from(renamed.as, 'latin1'))
  return []
}

async function updateChecksum(file: PictureFile, { at, end }: Stretch): Promise<void> {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(await file.read({ at: at + 4, end })))
  await file.write(end, sum)
}
