/** The text of each element of a document, even if other markup splits it. It doesn't interpret the text. */
import { unreadable } from './unreadable.ts'
import type { Piece } from './xml.ts'

interface OpenElement {
  own: Piece[]
  /** Includes the text of nested elements, in document order; undefined once it has been dropped. */
  all: Piece[] | undefined
}

/** No program splits a text into more pieces. */
const MOST_PIECES = 100_000
/** Fewer pieces when nested elements are joined, because each enclosing element keeps the list. */
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

  /** The element's texts: its own, and the one seen by readers that include nested elements. */
  endTag(): (readonly Piece[])[] {
    // biome-ignore lint/style/noNonNullAssertion: an end tag always follows its start tag
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
