/** Finds the known word that the user most likely meant. Tested by test/schema/problems.test.ts. */

export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const away = distance(word.toLowerCase(), candidate.toLowerCase())
    if (away < least) [best, least] = [candidate, away]
  }
  return best
}

/** `did you mean 'drafts'?`, or an empty text if no known word is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = nearest(word, known)
  return found ? `did you mean '${found}'?` : ''
}

function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + swap)
    }
    previous = row
  }
  return previous[b.length]!
}
