/** The characters that Markdown was typed with, also where a shortcut is made of others: `***words***` is bold before it is italic as well.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Mapping, ReplaceStep, type Step } from '@tiptap/pm/transform'

interface Entry {
  step: Step
  inverted: Step
  /** Typed by hand; the others are what Markdown made of it. */
  isTyped: boolean
}

/** What one shortcut has made: from which entry on, and where. */
interface Made {
  first: number
  end: number
  from: number
  to: number
}

/** So that a long paragraph doesn't keep all of its letters twice. */
const MOST_ENTRIES = 500

export class MarkdownSource {
  #entries: Entry[] = []
  #made: Made[] = []

  forget(): void {
    this.#entries = []
    this.#made = []
  }

  noteTyped(typed: Transaction): void {
    if (this.#entries.length > MOST_ENTRIES) this.forget()
    if (this.#made.length > 0) this.#add(typed, true)
  }

  /** `typed`: the character that completed it. `made`: what took its place. */
  noteMade(typed: Transaction, made: Transaction): void {
    const changed = changedIn(typed.doc, made.doc)
    this.#add(typed, true)
    const first = this.#entries.length
    for (const [at, step] of [...typed.steps.entries()].reverse()) {
      const before = typed.docs[at] as Node
      this.#entries.push({ step: step.invert(before), inverted: step, isTyped: false })
    }
    this.#add(made, false)
    if (changed) this.#made.push({ first, end: this.#entries.length, ...withoutEdges(made.doc, changed.after) })
  }

  /** The character in front of `made`, with all that was typed for it in place of what became of that before. */
  typedFor(state: EditorState, typed: Transaction, made: Transaction): Transaction {
    const changed = changedIn(typed.doc, made.doc)
    const inner = changed && this.#made.find((one) => this.#isIn(one, changed.before))
    if (!inner) return typed
    const entries = this.#entries.slice(inner.first)
    const { tr } = state
    const mapping = new Mapping()
    for (const { inverted } of [...entries].reverse()) {
      tr.step(inverted)
      mapping.appendMap(inverted.getMap())
    }
    const all = [...entries, ...typed.steps.map((step) => ({ step, isTyped: true }))]
    for (const [index, { step, isTyped }] of all.entries()) {
      const undone = entries.length - index
      const moved = isTyped ? step.map(mapping.slice(undone)) : null
      if (moved && !tr.maybeStep(moved).failed) mapping.appendMap(moved.getMap(), undone > 0 ? undone - 1 : undefined)
    }
    // What another plugin would add to it has no place in what comes next.
    return state.applyTransaction(tr).state.doc.eq(tr.doc) ? tr : typed
  }

  /** What another plugin has added to a transaction, such as a line to go on in. */
  noteAdded(before: Node, after: Node): void {
    if (before.eq(after)) return
    const changed = changedIn(before, after)
    const step = changed && new ReplaceStep(changed.before.from, changed.before.to, after.slice(changed.after.from, changed.after.to))
    const isAll = step?.apply(before).doc?.eq(after) === true
    if (step && isAll) this.#entries.push({ step, inverted: step.invert(before), isTyped: false })
    else this.forget()
  }

  #add({ steps, docs }: Transaction, isTyped: boolean): void {
    for (const [at, step] of steps.entries()) this.#entries.push({ step, inverted: step.invert(docs[at] as Node), isTyped })
  }

  #isIn({ end, from, to }: Made, place: Place): boolean {
    const since = new Mapping(this.#entries.slice(end).map(({ step }) => step.getMap()))
    return since.map(from, 1) >= place.from && since.map(to, -1) <= place.to
  }
}

interface Place {
  from: number
  to: number
}

/** Where an item leaves its list, the lists before and after it have changed only in that they end and begin there. */
function withoutEdges(doc: Node, { from, to }: Place): Place {
  const isEnd = ({ depth, nodeAfter }: ResolvedPos) => depth > 0 && !nodeAfter
  const isStart = ({ depth, nodeBefore }: ResolvedPos) => depth > 0 && !nodeBefore
  let [start, end] = [from, to]
  while (start < end && isEnd(doc.resolve(start))) start++
  while (end > start && isStart(doc.resolve(end))) end--
  return { from: start, to: end }
}

function changedIn(before: Node, after: Node): { before: Place; after: Place } | undefined {
  const from = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (from === null || !end) return undefined
  return { before: { from, to: Math.max(from, end.a) }, after: { from, to: Math.max(from, end.b) } }
}
