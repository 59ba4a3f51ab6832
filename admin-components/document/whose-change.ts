/** Finds in the history who wrote a value. The person who saved or published the document last may have written others.
 * Tested by test/admin-components/whose-change.test.ts.
 */
import type { Author } from '../app/author.ts'

export interface Saved {
  author: Author | null
  /** Paths, with their locale; null in the oldest version. */
  changed?: readonly string[] | null
}

export interface Place {
  /** The name of a field at the top level. */
  field: string
  locale: string | undefined
  locales: readonly string[]
}

/** `saved`: the newest first. Undefined if it isn't known: the change is older than these versions, or the system made it. */
export function authorOf(saved: readonly Saved[], { field, locale, locales }: Place): Author | undefined {
  const isElsewhere = (step: string | undefined) => step !== undefined && step !== locale && locales.includes(step)
  const isHere = (path: string) => {
    const [top, ...steps] = path.split('.')
    return top === field && !isElsewhere(steps.at(-1))
  }
  return saved.find(({ changed }) => changed?.some(isHere))?.author ?? undefined
}
