/** Which targets of relations an answer contains, and what decides how its caller sees them. Tested by test/http/unchanged-lists.test.ts. */
import type { View } from './view.ts'

/** The most collections and levels in one answer. */
const MOST = 50

/** The targets in one collection at one level. `key`: what decides, besides their rows, how the caller sees them. */
export interface Target {
  slug: string
  view: View
  key: string
}

/** Collects the targets of an answer. */
export class AnswerTargets {
  readonly #sight: (slug: string, view: View) => Promise<string | undefined>
  /** Undefined if more than these decides the answer. */
  all: Target[] | undefined = []

  constructor(sight: (slug: string, view: View) => Promise<string | undefined>) {
    this.#sight = sight
  }

  async add(slug: string, view: View): Promise<void> {
    const key = await this.#sight(slug, view)
    if (key === undefined || this.all?.length === MOST) this.all = undefined
    else this.all?.push({ slug, view, key })
  }
}
