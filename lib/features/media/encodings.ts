/** Text encodings: whether a browser reads the same ASCII characters in the bytes as we do. */

/** Encodings in which an ASCII byte is always that character. */
const TRANSPARENT = /^(?:utf-?8|us-ascii|ascii|latin1|iso-8859-\d{1,2}|windows-125\d|binary)$/i

/** A text that declares UTF-16 in ASCII can't be in UTF-16; some programs write the declaration nevertheless. */
const UTF_16 = /^utf-?16$/i

const DECLARATION = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)|@charset\s+["']([^"']*))/i
const BEGINNING = 1000

/** Begins a shift to another character set. No UTF-8 text needs it. */
const ESCAPE = '\x1b'
const SHIFTS = /\x1b[($]{1,2}./g

/** The charset of a `data:` URL, such as `text/css;charset=utf-8`. */
const PARAMETER = /;\s*charset\s*=\s*["']?([^;"']*)/gi

/** Whether a text, given as bytes in characters, is in such an encoding. */
export function isTransparent(text: string): boolean {
  const [, xml, css] = DECLARATION.exec(text.slice(0, BEGINNING)) ?? []
  const name = (xml ?? css)?.trim()
  return (name === undefined || TRANSPARENT.test(name) || UTF_16.test(name)) && !text.includes(ESCAPE)
}

/** The same for the content of a `data:` URL, by its declared charset. */
// biome-ignore lint/style/noNonNullAssertion: the expression always finds a name, perhaps an empty one
export const namesTransparent = (head: string): boolean => [...head.matchAll(PARAMETER)].every(([, name]) => TRANSPARENT.test(name!.trim()))

/** The text as it would be read in an encoding with shifts. */
export const withoutShifts = (text: string): string => (text.includes(ESCAPE) ? text.replace(SHIFTS, '') : text)
