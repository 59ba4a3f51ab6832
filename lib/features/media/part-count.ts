/** The parts of a picture as a walk through it comes past them, and how many there may be. */
import { overfull } from './exif-directories.ts'

/** A stretch of the file, from `at` up to `end`. */
export interface Part {
  /** `exif` begins with the head of a TIFF file, `xmp` is XML, `packed` is metadata that only its program can read. */
  holds: 'exif' | 'xmp' | 'packed'
  at: number
  end: number
  /** A PNG chunk carries a checksum, which has to be updated after a change. */
  chunk?: { at: number; end: number }
}

/** How many stretches a file may have that are shorter than `SMALL` bytes, or hold no pixels. */
const MOST_SMALL = 10_000
export const SMALL = 1024

/** Keeps none of the parts. */
export class Count {
  readonly isKept: boolean = false
  #small = 0

  /** Counts a stretch that was stepped over. */
  step(): void {
    if (++this.#small > MOST_SMALL) throw overfull('has too many parts')
  }

  add(_holds: Part['holds'], _at: number, _end: number, _chunk?: Part['chunk']): void {}
}
