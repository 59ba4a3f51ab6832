/** Cuts text into words, spaces and punctuation marks, in any language. Tested by test/admin-components/compare-rich-text.test.ts. */

/** Browsers need much longer per word in a long text than in a short one. */
const LONGEST = 1000

export function* wordsIn(text: string): Generator<Intl.SegmentData> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  for (let from = 0; from < text.length; ) {
    const part = text.slice(from, from + LONGEST)
    // Prefers to end after a space, and never ends within a character.
    const [whole = part] = part.length < LONGEST ? [part] : (/^[\s\S]*\s/.exec(part) ?? /^[\s\S]*[^\ud800-\udbff]/.exec(part) ?? [])
    yield* segmenter.segment(whole)
    from += whole.length
  }
}
