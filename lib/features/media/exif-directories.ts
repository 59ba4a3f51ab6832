/** Counts the directories of EXIF data before a library follows their pointers: many that point to each other cost it seconds. */
import type { FileHandle } from 'node:fs/promises'
import type { Stretch } from './part-count.ts'
import { overfull } from './unreadable.ts'

/** The heads of TIFF and BigTIFF, of JPEG XR, and of camera files. EXIF data is a TIFF file. */
export const beginsDirectories = (head: string): boolean => /^(?:II[*+]\0|MM\0[*+]|II\xbc\x01|IIU\0|IIR[OS]|MMOR)/.test(head)

/** EXIF has about 60 tags; camera makers add their own. */
const MOST_ENTRIES = 500
/** A photo has five; a TIFF file has one per page. */
const MOST_DIRECTORIES = 1000
/** Entries that point to another directory: EXIF, GPS, interoperability. */
const POINTERS: readonly number[] = [0x8769, 0x8825, 0xa005]
const ENTRY = 12

/** Refuses what no program writes: long directories, too many of them, and several pointers of one kind in a directory. */
export async function expectShortDirectories(handle: FileHandle, { at, end }: Stretch): Promise<void> {
  const read = async (place: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, Math.max(0, Math.min(length, end - at - place)), at + place)
    return buffer.subarray(0, bytesRead)
  }
  const head = await read(0, 8)
  const mark = head.toString('latin1', 0, 4)
  if (head.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return
  const isLittle = mark.startsWith('II')
  const short = (bytes: Buffer, place: number) => (isLittle ? bytes.readUInt16LE(place) : bytes.readUInt16BE(place))
  const long = (bytes: Buffer, place: number) => (isLittle ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place))
  const places = new Set([long(head, 4)])
  // Iteration includes the places added to the set on the way.
  for (const place of places) {
    if (places.size > MOST_DIRECTORIES) throw overfull('has too many directories of metadata')
    const counted = await read(place, 2)
    if (counted.length < 2) continue
    const count = short(counted, 0)
    if (count > MOST_ENTRIES) throw overfull('has a directory of metadata that is too long')
    const bytes = await read(place + 2, count * ENTRY + 4)
    const pointers = new Set<number>()
    for (let entry = 0; entry + ENTRY <= Math.min(bytes.length, count * ENTRY); entry += ENTRY) {
      const tag = short(bytes, entry)
      if (!POINTERS.includes(tag)) continue
      if (pointers.size === pointers.add(tag).size) throw overfull('has metadata that leads to itself')
      places.add(long(bytes, entry + 8))
    }
    if (bytes.length === count * ENTRY + 4) places.add(long(bytes, count * ENTRY))
    places.delete(0)
  }
}
