/** The text of each element of a document, however markup cuts it: comments, instructions and raw text, and other elements. It doesn't know what the text says. */
import { unreadable } from './unreadable.ts'
import type { Piece } from './xml.ts'

interface OpenElement {
  own: Piece[]
  /** With the text of the elements inside, in the order of the document; nothing where that is no longer kept. */
  all: Piece[] | undefined
}

/** No program cuts a text into more. */
const MOST_PIECES = 100_000
/** Elements are joined with fewer: each of the elements around them keeps the list. */
const MOST_JOINED = 100

export class ElementTexts {
  readonly #open: OpenElement[] = []

  startTag(): void {
    this.#open.push({ own: [], all: [] })
  }

  text(piece: Piece): void {
    const element = this.#open.at(-1)
    if (!element) return
    if (element.own.push(piece) > MOST_PIECES) throw unreadable('holds a text that is cut into too many pieces')
    if (element.all && element.all.push(piece) > MOST_JOINED) element.all = undefined
  }

  /** What the element says: its own text, and what readers see who also read the elements between two pieces of it. */
  endTag(): (readonly Piece[])[] {
    const { own, all } = this.#open.pop()!
    if (own.length === 0) {
      this.#handOn(all)
      return []
    }
    const isMixed = all !== undefined && all.length > own.length
    this.#handOn(isMixed ? undefined : all)
    return isMixed ? [own, all] : [own]
  }

  #handOn(pieces: Piece[] | undefined): void {
    const parent = this.#open.at(-1)
    if (!parent?.all) return
    if (!pieces || parent.all.length + pieces.length > MOST_JOINED) parent.all = undefined
    else if (parent.all.length === 0) parent.all = pieces
    else parent.all.push(...pieces)
  }
}
