/** ETags of visitors' lists, kept for as long as no process commits anything, so that a 304 reads no rows. A list is known only if its rows, and
 * what is compared here, decide its answer. Tested by test/http/unchanged-lists.test.ts.
 */
import type { Caller } from '../actor.ts'
import { AnswerTargets, type Target } from './answer-targets.ts'
import { shapeOf } from './filter.ts'
import type { PlannedPage } from './pages.ts'
import type { Printers } from './printers.ts'
import type { ReaderParts } from './reader-parts.ts'
import type { View } from './view.ts'

/** How many lists are kept, and the longest key of one in characters. */
const MOST = 1000
const LONGEST = 2000

interface KnownList {
  stamp: string
  tag: string
  targets: readonly Target[]
}

export class KnownLists {
  readonly #parts: ReaderParts
  readonly #printers: Printers
  readonly #lists = new Map<string, KnownList>()

  constructor(parts: ReaderParts, printers: Printers) {
    this.#parts = parts
    this.#printers = printers
  }

  /** The list with these rows, shown by a printer. `isKnown`: whether the caller has the answer with a tag. */
  async look(planned: PlannedPage, caller: Caller, view: View, isKnown: (tag: string) => boolean): Promise<ListLook | undefined> {
    const key = keyOf(planned, view)
    const stamp = key === undefined ? undefined : await this.#parts.store.stamp()
    if (key === undefined || stamp === undefined) return undefined
    const list = this.#lists.get(key)
    if (list?.stamp === stamp && isKnown(list.tag) && (await this.#hasSameTargets(list, caller))) return { tag: list.tag }
    const targets = new AnswerTargets((slug, view) => this.#sight(slug, caller, view))
    return { targets, remember: (tag) => this.#remember(key, stamp, tag, targets) }
  }

  async #hasSameTargets({ targets }: KnownList, caller: Caller): Promise<boolean> {
    for (const { slug, view, key } of targets) if ((await this.#sight(slug, caller, view)) !== key) return false
    return true
  }

  /** What decides, besides the rows, how a caller sees targets; undefined if code looks at each of them. */
  async #sight(slug: string, caller: Caller, view: View): Promise<string | undefined> {
    const entity = this.#parts.entity(slug, view)
    const waiting = this.#parts.access.paths.prepare([entity], caller)
    if (waiting) await waiting
    const printer = this.#printers.of(entity, caller, view)
    if (!printer?.isSteady || this.#parts.features.overlay(entity, caller, view)) return undefined
    const values: unknown[] = []
    const shape = shapeOf(this.#parts.access.paths.reading(entity, caller, view), values)
    return areComparable(values) ? `${printer.key} ${shape} ${JSON.stringify(values)}` : undefined
  }

  /** The rows were read after the stamp. If anything was committed in between, the stamp never comes again. */
  #remember(key: string, stamp: string, tag: string, { all }: AnswerTargets): void {
    if (!all) return
    this.#lists.delete(key)
    const [oldest] = this.#lists.size >= MOST ? this.#lists.keys() : []
    if (oldest !== undefined) this.#lists.delete(oldest)
    this.#lists.set(key, { stamp, tag, targets: all })
  }
}

/** The tag of the answer that the caller has, or what finds it out while the answer is made. */
export type ListLook =
  | { tag: string; targets?: undefined; remember?: undefined }
  | { tag?: undefined; targets: AnswerTargets; remember(tag: string): void }

/** Undefined if the page can't be told from another one by text. */
function keyOf({ key, bound, page }: PlannedPage, { depth, options }: View): string | undefined {
  const chosen = Object.entries(options).flat()
  if (!areComparable(bound) || !areComparable(chosen)) return undefined
  const text = `${key} ${page.limit} ${page.page} ${page.count} ${depth} ${JSON.stringify(chosen)} ${JSON.stringify(bound)}`
  return text.length <= LONGEST ? text : undefined
}

/** Whether JSON tells the values apart. */
function areComparable(values: readonly unknown[]): boolean {
  return values.every(
    (value) =>
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      Number.isFinite(value) ||
      (Array.isArray(value) && areComparable(value)),
  )
}
