/** Encodings of text: whether a browser reads the same characters in its bytes as we do, wherever those are ASCII. */

/** Those in which a byte of ASCII is always that character. */
const TRANSPARENT = /^(?:utf-?8|us-ascii|ascii|latin1|iso-8859-\d{1,2}|windows-125\d|binary)$/i

/** What can say so in ASCII isn't in UTF-16; some programs write it nevertheless. */
const UTF_16 = /^utf-?16$/i

const DECLARATION = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)|@charset\s+["']([^"']*))/i
const BEGINNING = 1000

/** What begins a shift to other characters. No text in UTF-8 needs it. */
const ESCAPE = '\x1b'
const SHIFTS = /\x1b[($]{1,2}./g

/** The charset of an address, such as `text/css;charset=utf-8`. */
const PARAMETER = /;\s*charset\s*=\s*["']?([^;"']*)/gi

/** Whether a text, whose characters are bytes, is in such an encoding. */
export function isTransparent(text: string): boolean {
  const [, xml, css] = DECLARATION.exec(text.slice(0, BEGINNING)) ?? []
  const name = (xml ?? css)?.trim()
  return (name === undefined || TRANSPARENT.test(name) || UTF_16.test(name)) && !text.includes(ESCAPE)
}

/** The same of what an address holds, by what it says about it. */
export const namesTransparent = (head: string): boolean => [...head.matchAll(PARAMETER)].every(([, name]) => TRANSPARENT.test(name!.trim()))

/** What would be read if the text were in an encoding with shifts. */
export const withoutShifts = (text: string): string => (text.includes(ESCAPE) ? text.replace(SHIFTS, '') : text)
