/** Where words are in a text, as a browser finds them: it doesn't matter which kind of space or quotation mark is there, how a letter with an accent is
 * composed, or where a word may be broken. Tested by test/admin-components/writing-find.test.ts.
 */

export interface Place {
  from: number
  to: number
}

export function placesOf(words: string, text: Similar, matchCase: boolean): Place[] {
  const wanted = similar(words)[matchCase ? 'cased' : 'uncased'].letters
  const { letters, starts } = text[matchCase ? 'cased' : 'uncased']
  const places: Place[] = []
  let whole: Intl.Segments | undefined
  for (let at = wanted === '' ? -1 : letters.indexOf(wanted); at >= 0; ) {
    const [from, to] = [starts ? starts[at] : at, starts ? starts[at + wanted.length] : at + wanted.length]
    if (starts) whole ??= characters.segment(text.words)
    const isFound = isBoundary(whole, from) && isBoundary(whole, to)
    if (isFound) places.push({ from, to })
    at = letters.indexOf(wanted, at + (isFound ? wanted.length : 1))
  }
  return places
}

/** What looks like one character, such as a family or a letter with its signs, is found as a whole. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function isBoundary(whole: Intl.Segments | undefined, at: number | undefined): at is number {
  if (at === undefined || at < 0) return false
  return (whole?.containing(at)?.index ?? at) === at
}

/** A text with what is compared of it. */
export interface Similar {
  words: string
  cased: Letters
  uncased: Letters
}

interface Letters {
  letters: string
  /** The place of each in the text, -1 inside of a letter; undefined if they are the same. */
  starts?: readonly number[]
}

/** Neither has two spellings. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

export const similar = (text: string): Similar =>
  isPlain(text)
    ? { words: text, cased: { letters: text }, uncased: { letters: text.toLowerCase() } }
    : { words: text, cased: lettersOf(text, spelled), uncased: lettersOf(text, (letter) => uncased(spelled(letter))) }

function lettersOf(text: string, compared: (letter: string) => string): Letters {
  let letters = ''
  const starts: number[] = []
  let at = 0
  for (const [letter] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    // What can't be composed is found by its parts, such as a Thai consonant with a vowel above it.
    for (const part of letter.normalize('NFC') === letter ? letter : [letter]) {
      const made = compared(part)
      for (let index = 0; index < made.length; index++) starts.push(index === 0 ? at : -1)
      letters += made
      at += part.length
    }
  }
  return { letters, starts: [...starts, at] }
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\p{Zs}/u, ' '],
  [/[\u2018-\u201b\u2032]/, "'"],
  [/[\u201c-\u201f\u2033]/, '"'],
  [/[\u00ad\u200b]/, ''],
]

function spelled(letter: string): string {
  for (const [pattern, one] of SPELLINGS) if (pattern.test(letter)) return one
  return letter.normalize('NFC')
}

/** A Turkish capital has its dot. At the end of a word, a sigma looks different. */
const uncased = (letter: string): string => letter.toLowerCase().replace('i\u0307', 'i').replace('ς', 'σ')
