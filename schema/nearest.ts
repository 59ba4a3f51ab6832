/** Finds the known word that the user most likely meant. Tested by test/schema/problems.test.ts. */

/** Hardly anybody misspells the first letter, and short words resemble too many others: one letter may differ then, otherwise a third. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  const written = word.toLowerCase()
  for (const candidate of known) {
    const meant = candidate.toLowerCase()
    const most = written[0] === meant[0] ? Math.max(2, Math.floor(word.length / 3)) : 1
    const away = meant.startsWith(`${written}-`) ? 1 : distance(written, meant)
    if (candidate !== word && away <= Math.min(most, word.length - 1) && away < least) [best, least] = [candidate, away]
  }
  return best
}

/** `did you mean 'drafts'?`, or an empty text if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known)
  return found ? `did you mean '${found}'?` : ''
}

/** The sentence about an option that a call doesn't have. */
export const unknownOption = (name: string, known: readonly string[]): string =>
  `unknown option '${name}'. ${didYouMean(name, known) || `use ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}`}`

/** The Levenshtein distance. Each character of `a` leads to the next row of the table; `last` is the row's last number. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length }, (_, j) => j + 1)
  let last = b.length
  for (let i = 0; i < a.length; i++) {
    let diagonal = i
    last = i + 1
    row = row.map((above, j) => {
      last = Math.min(last + 1, above + 1, diagonal + (a[i] === b[j] ? 0 : 1))
      diagonal = above
      return last
    })
  }
  return last
}
