/** Removes the place where a picture was taken from its metadata. It works in place: no byte moves, so every container stays sound. */
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { changePictures } from './embedded-pictures.ts'
import { blankDirectories } from './exif-place.ts'
import { blankIptc, heldIn } from './iptc-place.ts'
import { metadataParts } from './metadata-parts.ts'
import { type Holds, type Part, type Stretch, within } from './part-count.ts'
import { PictureFile } from './picture-file.ts'
import { mayTellPlace } from './place-names.ts'
import { unreadable } from './unreadable.ts'
import { blankDrawing, blankPacket } from './xmp-place.ts'

/** Blanks what says the place. Throws a refusal where that can't be done for certain. */
export const removeLocation = (path: string): Promise<void> => removeFrom(path, 0)

/** `depth`: in how many drawings the picture stands. */
async function removeFrom(path: string, depth: number): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    const file = new PictureFile(handle, size)
    const changed = new Set<Stretch>()
    const parts = await metadataParts(handle, size)
    // The list grows by the parts that stand inside others.
    for (const part of parts) {
      const { changes } = file
      parts.push(...(await BLANKED_BY[part.holds](file, part)))
      if (parts.length > MOST_PARTS) throw unreadable('has too many metadata parts')
      if (part.chunk && file.changes > changes) changed.add(part.chunk)
    }
    for (const chunk of changed) await updateChecksum(file, chunk)
    if (parts[0]?.holds === 'drawing') await removeFromEmbedded(file, path, depth)
  } finally {
    await handle.close()
  }
}

const MOST_PARTS = 1200
/** A drawing in a drawing, and pictures in that. */
const MOST_DEPTH = 2

async function removeFromEmbedded(file: PictureFile, path: string, depth: number): Promise<void> {
  const drawing = await file.read({ at: 0, end: file.size })
  const aside = `${path}.embedded`
  const withoutPlace = async (picture: Buffer) => {
    if (depth === MOST_DEPTH) throw unreadable('holds pictures within pictures within pictures')
    try {
      await writeFile(aside, picture)
      await removeFrom(aside, depth + 1)
      return await readFile(aside)
    } finally {
      await rm(aside, { force: true })
    }
  }
  if (await changePictures(drawing, withoutPlace)) await file.write(0, drawing)
}

/** Each tells which parts with further metadata it has found. */
const BLANKED_BY: Record<Holds, (file: PictureFile, part: Part) => Promise<Part[]>> = {
  exif: blankDirectories,
  xmp: (file, part) => blankWithin(file, part, blankPacket),
  iptc: (file, part) => blankWithin(file, part, blankIptc),
  drawing: (file, part) => blankWithin(file, part, expectBlanked, LARGEST_DRAWING),
  resources: blankResources,
  manifest: blankManifest,
  unread: blankWhole,
}

const LARGEST = 8 * 1024 * 1024
/** No larger one gets in. */
const LARGEST_DRAWING = 100_000_000

/** Reads the pieces together, and writes those that have changed. */
async function blankWithin(
  file: PictureFile,
  { pieces }: Part,
  blank: (bytes: Buffer) => void | Promise<void>,
  largest = LARGEST,
): Promise<Part[]> {
  const bytes = await joined(file, pieces, largest)
  const before = Buffer.from(bytes)
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

async function joined(file: PictureFile, pieces: readonly Stretch[], largest: number): Promise<Buffer> {
  if (pieces.reduce((sum, { at, end }) => sum + end - at, 0) > largest) throw unreadable('has too much metadata')
  const read: Buffer[] = []
  for (const piece of pieces) read.push(await file.read(piece))
  return Buffer.concat(read)
}

async function expectBlanked(drawing: Buffer): Promise<void> {
  if (!(await blankDrawing(drawing))) throw unreadable('is not well-formed XML')
}

async function blankResources(file: PictureFile, part: Part): Promise<Part[]> {
  const held = heldIn(await joined(file, part.pieces, LARGEST))
  return held.map(({ holds, from, to }) => within(part, holds, from, to)).filter(({ pieces }) => pieces.length > 0)
}

/** A manifest holds pictures of earlier states. */
const LARGEST_MANIFEST = 32 * 1024 * 1024

/** It is signed, so that nothing can be taken from it: one that may tell a place goes as a whole. */
async function blankManifest(file: PictureFile, part: Part): Promise<Part[]> {
  const text = (await joined(file, part.pieces, LARGEST_MANIFEST)).toString('latin1')
  return mayTellPlace(text) ? blankWhole(file, part) : []
}

/** A name that readers know would promise what isn't there any longer. */
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
