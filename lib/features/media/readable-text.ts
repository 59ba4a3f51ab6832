/** The text of metadata as readers see it, stretch by stretch: pieces joined, references and JSON escapes resolved. */
import { CHARACTER_REFERENCES } from './spelling.ts'
import type { Piece } from './xml.ts'

/** Pieces of a document that readers join. Each character is a byte. */
export interface MetadataValue {
  document: string
  pieces: readonly Piece[]
}

export const lengthOf = ({ pieces }: MetadataValue): number => pieces.reduce((sum, { at, end }) => sum + end - at, 0)

export const written = ({ document, pieces }: MetadataValue): string => pieces.map(({ at, end }) => document.slice(at, end)).join('')

const AT_ONCE = 64 * 1024

/** Each stretch is as long as can be checked in one turn. A run of white space becomes one space. */
export function* readableStretches({ document, pieces }: MetadataValue): Generator<string> {
  let [text, length] = ['', 0]
  for (const piece of pieces)
    for (const part of stretches(document, piece)) {
      text += resolved(part)
      length += part.length
      if (length < AT_ONCE) continue
      yield unescaped(text)
      text = ''
      length = 0
    }
  yield unescaped(text)
}

const resolved = (text: string): string =>
  text.includes('&') ? text.replace(CHARACTER_REFERENCES.pattern, CHARACTER_REFERENCES.resolve) : text

/** Removes backslashes and line breaks. */
const unescaped = (text: string): string =>
  text
    .replace(/\\[nrt]/g, ' ')
    .replaceAll('\\', '')
    .replace(/\s+/g, ' ')

const LONGEST_REFERENCE = 10

/** Splits a text, but never within a reference. */
function* stretches(text: string, { at, end }: Piece): Generator<string> {
  for (let from = at; from < end; ) {
    let to = Math.min(end, from + AT_ONCE)
    const begun = text.slice(to - LONGEST_REFERENCE, to).lastIndexOf('&')
    const closed = text.slice(to, Math.min(end, to + LONGEST_REFERENCE)).indexOf(';')
    // Something that only looks like a reference is also kept whole, and stays unchanged.
    if (begun >= 0) to += closed + 1
    yield text.slice(from, to)
    from = to
  }
}
