/** The parts of a picture that a walk through the file meets, and the limit on their number. */
import { overfull } from './unreadable.ts'

/** A stretch of the file, from `at` up to `end`. */
export interface Stretch {
  at: number
  end: number
}

/**
 * `exif` begins with a TIFF head, `xmp` is XML, `iptc` a list of IPTC data sets, `resources` are Photoshop's, `drawing` is a whole SVG,
 * `manifest` the signed history of a picture (C2PA), `text` is written by people and programs, `packed` is deflated text. `unread` is
 * metadata that isn't understood, or is a location as a whole.
 */
export type MetadataKind = 'exif' | 'xmp' | 'iptc' | 'resources' | 'drawing' | 'manifest' | 'text' | 'packed' | 'unread'

/** Everything after `packedAt` is deflated. */
export interface PackedText extends Stretch {
  packedAt: number
}

export interface Part {
  holds: MetadataKind
  /** In the order in which readers join them: metadata that is too long for one segment is split at any byte. */
  pieces: readonly Stretch[]
  /** A PNG chunk carries a checksum, which has to be updated after a change. */
  chunk?: Stretch
  /** The name that an emptied part gets, so that every reader skips it. */
  renamed?: { at: number; as: string }
}

/** The content of a part from one byte to another. */
export function innerPart({ pieces, chunk }: Part, holds: MetadataKind, from: number, to: number): Part {
  const inner: Stretch[] = []
  let before = 0
  for (const { at, end } of pieces) {
    const [first, last] = [Math.max(at, at + from - before), Math.min(end, at + to - before)]
    if (first < last) inner.push({ at: first, end: last })
    before += end - at
  }
  return { holds, pieces: inner, ...(chunk && { chunk }) }
}

/** How many stretches a file may have that are shorter than `SMALL` bytes, or hold no pixels. */
const MOST_SMALL = 10_000
export const SMALL = 1024

/** Counts parts without keeping them. */
export class Count {
  readonly isKept: boolean = false
  #small = 0

  /** Counts a skipped stretch. */
  step(): void {
    if (++this.#small > MOST_SMALL) throw overfull('has too many parts')
  }

  /** A text or a color profile of a PNG, which may be packed. */
  addText(_text: PackedText): void {}

  add(_holds: MetadataKind, _at: number, _end: number, _more?: Pick<Part, 'chunk' | 'renamed'>): void {}

  /** Pieces that readers join. */
  join(_holds: MetadataKind, _pieces: readonly Stretch[], _more?: Pick<Part, 'chunk' | 'renamed'>): void {}
}
