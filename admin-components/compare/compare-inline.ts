/** Compares the text of two paragraphs word by word, and the formatting of the words that stayed. `Intl.Segmenter` finds the words, also in
 * Thai and Chinese. Pure. Tested by test/admin-components/compare-rich-text.test.ts.
 */
import type { RichTextMark, RichTextNode } from '../../lib/rich-text/document.ts'
import { keyOf, marksKey } from './node-keys.ts'
import { type Pair, pairsOf } from './pairs.ts'
import { wordsIn } from './words.ts'

/** A stretch of text with one formatting, or one node such as a mention. */
export type Run =
  | { state: 'same' | 'added' | 'removed'; node: RichTextNode }
  /** The words stayed and the formatting changed; `was` is the former one. */
  | { state: 'formatted'; node: RichTextNode; was: readonly RichTextMark[] }

/** A word, a space, a punctuation mark or a node. A word may consist of pieces with different formatting. */
interface Token {
  key: string
  pieces: readonly RichTextNode[]
}

const PAUSE = 500

export function* compareInline(before: readonly RichTextNode[], after: readonly RichTextNode[]): Generator<void, Run[]> {
  const [old, now] = [yield* tokensOf(before), yield* tokensOf(after)]
  const pairs = yield* pairsOf(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
  )
  const runs = new Runs()
  let [left, right] = [0, 0]
  yield
  for (const [from, to] of [...withoutShreds(pairs, old, now), [old.length, now.length] as Pair]) {
    if (left % PAUSE === 0) yield
    for (; left < from; left++) runs.addAll('removed', (old[left] as Token).pieces)
    for (; right < to; right++) runs.addAll('added', (now[right] as Token).pieces)
    if (left < old.length && right < now.length) runs.addKept(old[left++] as Token, now[right++] as Token)
  }
  return runs.all
}

function* tokensOf(nodes: readonly RichTextNode[]): Generator<void, Token[]> {
  const tokens: Token[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at] as RichTextNode
    if (node.text === undefined) {
      tokens.push({ key: `\0${keyOf({ ...node, marks: [] })}`, pieces: [node] })
      continue
    }
    const texts: RichTextNode[] = [node]
    while (nodes[at + 1]?.text !== undefined) texts.push(nodes[++at] as RichTextNode)
    yield* addWords(texts, tokens)
  }
  return tokens
}

/** Neighbouring texts are cut together, because formatting may change inside a word. */
function* addWords(texts: readonly RichTextNode[], tokens: Token[]): Generator<void, void> {
  const whole = texts.map(({ text }) => text).join('')
  let [at, end, index] = [0, texts[0]?.text?.length ?? 0, 0]
  for (const { segment } of wordsIn(whole)) {
    const pieces: RichTextNode[] = []
    const wordEnd = index + segment.length
    while (index < wordEnd) {
      while (end <= index) end += texts[++at]?.text?.length ?? 0
      const to = Math.min(end, wordEnd)
      pieces.push({ ...(texts[at] as RichTextNode), text: whole.slice(index, to) })
      index = to
    }
    tokens.push({ key: segment, pieces })
    if (tokens.length % PAUSE === 0) yield
  }
}

/** Spaces and commas that stayed between changed words would tear the text into shreds, so they count as changed too. */
function withoutShreds(pairs: readonly Pair[], old: readonly Token[], now: readonly Token[]): Pair[] {
  const kept: Pair[] = []
  for (let start = 0, end = 0; start < pairs.length; start = end) {
    end = start + 1
    while (isNext(pairs[end - 1] as Pair, pairs[end])) end++
    const stretch = pairs.slice(start, end)
    const [[left, right], [last, lastNow]] = [stretch[0], stretch.at(-1)] as [Pair, Pair]
    const isBetweenChanges = left + right > 0 && last + lastNow + 2 < old.length + now.length
    if (!isBetweenChanges || stretch.some(([at]) => isWord(old[at] as Token))) kept.push(...stretch)
  }
  return kept
}

const isNext = ([left, right]: Pair, next: Pair | undefined): boolean => next?.[0] === left + 1 && next[1] === right + 1

const isWord = ({ key }: Token): boolean => /[\p{L}\p{N}\p{S}\0]/u.test(key)

/** Joins neighbours with the same state and formatting. */
class Runs {
  readonly all: Run[] = []

  addAll(state: 'same' | 'added' | 'removed', nodes: readonly RichTextNode[]): void {
    for (const node of nodes) this.#add({ state, node })
  }

  /** The pieces of a word that stayed, cut wherever one of the two sides changes its formatting. */
  addKept({ pieces: old }: Token, { pieces: now }: Token): void {
    let [left, right, leftAt, rightAt] = [0, 0, 0, 0]
    while (left < old.length && right < now.length) {
      const [one, other] = [old[left] as RichTextNode, now[right] as RichTextNode]
      if (one.text === undefined || other.text === undefined) return this.#addUnchanged(one, other)
      const length = Math.min(one.text.length - leftAt, other.text.length - rightAt)
      this.#addUnchanged(one, { ...other, text: other.text.slice(rightAt, rightAt + length) })
      leftAt += length
      rightAt += length
      if (leftAt === one.text.length) [left, leftAt] = [left + 1, 0]
      if (rightAt === other.text.length) [right, rightAt] = [right + 1, 0]
    }
  }

  #addUnchanged({ marks: was = [] }: RichTextNode, node: RichTextNode): void {
    this.#add(marksKey(was) === marksKey(node.marks) ? { state: 'same', node } : { state: 'formatted', node, was })
  }

  #add(run: Run): void {
    const last = this.all.at(-1)
    if (last?.node.text === undefined || run.node.text === undefined || formOf(last) !== formOf(run)) this.all.push(run)
    else last.node = { ...last.node, text: last.node.text + run.node.text }
  }
}

const formOf = (run: Run): string => `${run.state} ${marksKey(run.node.marks)} ${run.state === 'formatted' ? marksKey(run.was) : ''}`
