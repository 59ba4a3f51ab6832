/** Pictures within metadata, in base64, that may have a place in metadata of their own. */
import type { Pace } from '../../pace.ts'
import { mayTellPlace } from './place-names.ts'
import { REFERENCES } from './spelling.ts'
import type { Piece } from './xml.ts'

/** How the base64 of pictures begins: JPEG, PNG, WebP, GIF, TIFF and HEIC. */
const PICTURE = /^\s*(?:\/9j\/|iVBORw0KGg|UklGR|R0lGOD|SUkq|TU0A|AAAA[\w+/]{2,4}ZnR5c)/

const HEAD = 200
/** No shorter text shows whether it begins a picture. */
const ENOUGH = 16

/** Whether a text begins as a picture does. One that spells its beginning at great length may. */
export function mayBePicture(text: string, { at, end }: Piece): boolean {
  const head = resolved(text.slice(at, Math.min(end, at + HEAD))).trimStart()
  return PICTURE.test(head) || (head.length < ENOUGH && end - at > HEAD)
}

const resolved = (text: string): string => (text.includes('&') ? text.replace(REFERENCES.pattern, REFERENCES.resolve) : text)

const AT_ONCE = 64 * 1024
/** Longer than any word that tells a place. */
const OVERLAP = 64

export async function isLocatedPicture(text: string, piece: Piece, pace: Pace): Promise<boolean> {
  let [digits, before] = ['', '']
  let isBeginning = true
  for (const part of stretches(text, piece)) {
    digits += resolved(part).replace(/[^\w+/-]+/g, '')
    const whole = isBeginning && digits.length < ENOUGH ? 0 : digits.length - (digits.length % 4)
    if (whole > 0) {
      if (isBeginning && !PICTURE.test(digits)) return false
      const content = Buffer.from(digits.slice(0, whole), 'base64').toString('latin1')
      if (isBeginning && /^(?:II|MM)/.test(content)) return true
      if (tellsPlace(before + content)) return true
      before = content.slice(-OVERLAP)
      digits = digits.slice(whole)
      isBeginning = false
    }
    await pace.rest()
  }
  return tellsPlace(before + Buffer.from(digits, 'base64').toString('latin1'))
}

const tellsPlace = (content: string): boolean => content.includes('Photoshop 3.0') || mayTellPlace(content)

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
