/** Proves that a regular expression takes linear time on every text, or reports that it can't. It leaves look-arounds to an analyser.
 *
 * A backtracking engine walks a tree with one node for each way to match the characters so far. The proof follows all these ways at
 * once, for every possible text. If there are never more than `MOST_WAYS`, the tree has at most that many nodes for each character.
 * Simplifications count too many ways, never too few: assertions always hold, and characters beyond ASCII are distinguished only by
 * whether they are white space.
 */
import { type Pattern, parsePattern } from './pattern-syntax.ts'

const MOST_WAYS = 24
const MOST_STATES = 4_000
const MOST_STEPS = 10_000

/** The pattern must be a valid regular expression. */
export function isProvablyLinear(pattern: string): boolean {
  const tree = parsePattern(pattern)
  if (!tree || sizeOf(tree) > MOST_STATES || hasEmptyLoop(tree)) return false
  const states = new States()
  const start = states.add(tree, states.end)
  return hasFewWays(states, start, startsAnchored(tree))
}

/** The number of states after unrolling a pattern. */
function sizeOf(tree: Pattern): number {
  if (tree.is === 'sequence') return tree.parts.reduce((sum, part) => sum + sizeOf(part), 0)
  if (tree.is === 'choice') return tree.branches.reduce((sum, branch) => sum + sizeOf(branch), 1)
  if (tree.is === 'repeat') return (sizeOf(tree.body) + 1) * (tree.max === Number.POSITIVE_INFINITY ? tree.min + 1 : tree.max)
  return 1
}

/** Whether a part that may be empty is repeated without limit: engines differ in when they stop. */
function hasEmptyLoop(tree: Pattern): boolean {
  if (tree.is === 'sequence') return tree.parts.some(hasEmptyLoop)
  if (tree.is === 'choice') return tree.branches.some(hasEmptyLoop)
  return tree.is === 'repeat' && (hasEmptyLoop(tree.body) || (tree.max === Number.POSITIVE_INFINITY && mayBeEmpty(tree.body)))
}

function mayBeEmpty(tree: Pattern): boolean {
  if (tree.is === 'sequence') return tree.parts.every(mayBeEmpty)
  if (tree.is === 'choice') return tree.branches.some(mayBeEmpty)
  if (tree.is === 'repeat') return tree.min === 0 || mayBeEmpty(tree.body)
  return tree.is !== 'character'
}

function startsAnchored(tree: Pattern): boolean {
  if (tree.is === 'sequence') return tree.parts[0] !== undefined && startsAnchored(tree.parts[0])
  if (tree.is === 'choice') return tree.branches.every(startsAnchored)
  if (tree.is === 'repeat') return tree.min > 0 && startsAnchored(tree.body)
  return tree.is === 'start'
}

/** A state waits for one of a set of characters, or leads to others without consuming one. */
type State = { waitsFor: string; next: number } | { next: number[] }

class States {
  readonly all: State[] = [{ next: [] }]
  /** The state in which the whole pattern has matched. */
  readonly end = 0
  readonly #ways = new Map<number, readonly number[] | undefined>()

  /** Adds a pattern in front of the state `next`; returns its first state. */
  add(tree: Pattern, next: number): number {
    if (tree.is === 'character') return this.#push({ waitsFor: tree.source, next })
    if (tree.is === 'sequence') return tree.parts.reduceRight((after, part) => this.add(part, after), next)
    if (tree.is === 'choice') return this.#push({ next: tree.branches.map((branch) => this.add(branch, next)) })
    return tree.is === 'repeat' ? this.#repeat(tree, next) : next
  }

  #repeat({ body, min, max }: Pattern & { is: 'repeat' }, next: number): number {
    let first = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop = { next: [next] }
      first = this.#push(loop)
      loop.next.push(this.add(body, first))
    } else for (let copy = min; copy < max; copy++) first = this.#push({ next: [this.add(body, first), next] })
    for (let copy = 0; copy < min; copy++) first = this.add(body, first)
    return first
  }

  #push(state: State): number {
    return this.all.push(state) - 1
  }

  /** All ways from a state to states that wait for a character, or to the end; undefined if there are too many. */
  waysFrom(state: number): readonly number[] | undefined {
    if (!this.#ways.has(state)) this.#ways.set(state, this.#findWays(state))
    return this.#ways.get(state)
  }

  at(number: number): State {
    // biome-ignore lint/style/noNonNullAssertion: `add` hands out the numbers, and no state is ever removed
    return this.all[number]!
  }

  #findWays(from: number): readonly number[] | undefined {
    const found: number[] = []
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { next } = this.at(at)
      if (Array.isArray(next) && at !== this.end) open.push(...next)
      else found.push(at)
      if (found.length + open.length > MOST_WAYS) return undefined
    }
    return found
  }
}

/** Follows all ways through the states for every text, until no new combination appears. */
function hasFewWays(states: States, start: number, isAnchored: boolean): boolean {
  const alphabet = new Alphabet(states.all.flatMap((state) => ('waitsFor' in state ? state.waitsFor : [])))
  const first = states.waysFrom(start)
  if (!first) return false
  const known = new Set([first.join()])
  const open = [first]
  let steps = 0
  for (let ways = open.pop(); ways; ways = open.pop()) {
    for (const letter of alphabet.letters) {
      if (++steps > MOST_STEPS) return false
      // A search without `^` starts again at every character.
      const next = isAnchored ? [] : [...first]
      for (const route of ways) {
        const state = states.at(route)
        if (!('waitsFor' in state) || !alphabet.holds(state.waitsFor, letter)) continue
        const further = states.waysFrom(state.next)
        if (!further || next.length + further.length > MOST_WAYS) return false
        next.push(...further)
      }
      const key = next.sort((a, b) => a - b).join()
      if (known.has(key)) continue
      known.add(key)
      open.push(next)
    }
  }
  return true
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const WHITE_SPACE = [
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f,
  0x3000, 0xfeff,
].map((code) => String.fromCharCode(code))
/** Sets that contain nothing beyond ASCII: characters, ranges and escapes for ASCII characters only. */
const ONLY_ASCII = /^(?!\.$)(?:\\[!-/:-@[-`{-~]|[ -~\t\n\r]|\\[dwtnrfv0]|\[(?!\^)(?:\\[dwtnrfv0!-/:-@[-`{-~]|[ -[^-~\t\n\r])*\])$/

/** Groups characters by the pattern's sets that contain them: the pattern can't distinguish two in the same group. */
class Alphabet {
  readonly #holding: ReadonlyMap<string, ReadonlySet<number>>
  readonly letters: number[] = []

  constructor(sources: readonly string[]) {
    this.#holding = new Map([...new Set(sources)].map((source) => [source, membersOf(source)]))
    const members = [...this.#holding.values()]
    const groups = new Map<string, number>()
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      const key = members.map((one) => (one.has(symbol) ? '1' : '0')).join('')
      if (!groups.has(key)) groups.set(key, symbol)
    }
    this.letters.push(...groups.values())
  }

  holds(source: string, letter: number): boolean {
    // biome-ignore lint/style/noNonNullAssertion: the alphabet was made of every set that a state waits for
    return this.#holding.get(source)!.has(letter)
  }
}

/** One symbol for each ASCII character, one for non-ASCII white space and one for everything else. */
const SYMBOLS = ASCII.length + 2

function membersOf(source: string): Set<number> {
  const set = new RegExp(`^(?:${source})$`, 'u')
  const members = new Set(ASCII.flatMap((character, code) => (set.test(character) ? code : [])))
  if (WHITE_SPACE.some((character) => set.test(character))) members.add(ASCII.length)
  if (!ONLY_ASCII.test(source)) members.add(ASCII.length + 1)
  return members
}
