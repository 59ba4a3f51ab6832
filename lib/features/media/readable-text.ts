/** What readers see in a text of metadata, stretch by stretch: pieces are joined, references and the escapes of JSON are resolved. */
import { REFERENCES } from './spelling.ts'
import type { Piece } from './xml.ts'

/** Pieces of a document that readers join. Its characters are bytes. */
export interface Value {
  document: string
  pieces: readonly Piece[]
}

export const lengthOf = ({ pieces }: Value): number => pieces.reduce((sum, { at, end }) => sum + end - at, 0)

export const written = ({ document, pieces }: Value): string => pieces.map(({ at, end }) => document.slice(at, end)).join('')

const AT_ONCE = 64 * 1024

/** Each has the length of what a turn can look through. A run of white space is one space. */
export function* readableStretches({ document, pieces }: Value): Generator<string> {
  let [said, length] = ['', 0]
  for (const piece of pieces)
    for (const part of stretches(document, piece)) {
      said += resolved(part)
      length += part.length
      if (length < AT_ONCE) continue
      yield unescaped(said)
      said = ''
      length = 0
    }
  yield unescaped(said)
}

const resolved = (text: string): string => (text.includes('&') ? text.replace(REFERENCES.pattern, REFERENCES.resolve) : text)

/** Slashes and line breaks. */
const unescaped = (text: string): string =>
  text
    .replace(/\\[nrt]/g, ' ')
    .replaceAll('\\', '')
    .replace(/\s+/g, ' ')

const LONGEST_REFERENCE = 10

/** Cuts a text where no reference stands. */
function* stretches(text: string, { at, end }: Piece): Generator<string> {
  for (let from = at; from < end; ) {
    let to = Math.min(end, from + AT_ONCE)
    const begun = text.slice(to - LONGEST_REFERENCE, to).lastIndexOf('&')
    const closed = text.slice(to, Math.min(end, to + LONGEST_REFERENCE)).indexOf(';')
    // What only looks like a reference is read whole as well, and stays what it is.
    if (begun >= 0) to += closed + 1
    yield text.slice(from, to)
    from = to
  }
}
