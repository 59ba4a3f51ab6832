/** Queues changes to the same document within the process. This only saves wasted work: the row's revision still decides who wins.
 * Tested by test/operations/at-once.test.ts.
 */
import { Ambient } from '../ambient.ts'

/** After this many milliseconds a change no longer blocks the others: one of its hooks may be waiting for something. */
const LEASE = 5_000

/** Held by a change while it may proceed, until it ends. */
export class DocumentTurn {
  readonly line: Line
  /** The change whose hook makes this one. */
  readonly outer: DocumentTurn | undefined
  /** The turns that changes made by its own hooks are waiting for. */
  readonly waits = new Set<Waiting>()
  /** The revision that it is based on, and how often its own hooks have changed the document since. */
  rev = 0
  touches = 0

  constructor(line: Line, outer: DocumentTurn | undefined) {
    this.line = line
    this.outer = outer
  }

  end(): void {
    if (this.line.holder === this) passOn(this.line)
  }
}

interface Waiting {
  turn: DocumentTurn
  begin(): void
}

interface Line {
  readonly document: string
  holder: DocumentTurn | undefined
  readonly waiting: Waiting[]
  lease: ReturnType<typeof setTimeout> | undefined
  forget(): void
}

export class DocumentQueue {
  /** One set of queues per place: the process, or a transaction, whose changes never wait for those of another. */
  readonly #places = new WeakMap<object, Map<string, Line>>()
  readonly #inHook = new Ambient<DocumentTurn>()

  /** Runs a hook of a change; changes that the hook makes never wait for that change. */
  inHook<T>(turn: DocumentTurn | undefined, hook: () => T): T {
    return turn ? this.#inHook.with(turn, hook) : hook()
  }

  /** Returns a turn, or a promise of one while another change holds it. A change that would wait for itself proceeds at once. */
  take(place: object, document: string): DocumentTurn | Promise<DocumentTurn> {
    const line = this.#lineOf(place, document)
    const turn = new DocumentTurn(line, this.#inHook.value)
    if (line.holder) return leadsBack(line, turn.outer) ? turn : wait(turn)
    line.holder = turn
    return turn
  }

  /** Records that the document was changed, so that an enclosing change doesn't mistake this for a concurrent one. */
  changed(document: string): void {
    for (const turn of outwards(this.#inHook.value)) if (turn.line.document === document) turn.touches++
  }

  #lineOf(place: object, document: string): Line {
    let lines = this.#places.get(place)
    if (!lines) {
      lines = new Map()
      this.#places.set(place, lines)
    }
    const known = lines.get(document)
    if (known) return known
    const line: Line = { document, holder: undefined, waiting: [], lease: undefined, forget: () => lines.delete(document) }
    lines.set(document, line)
    return line
  }
}

async function wait(turn: DocumentTurn): Promise<DocumentTurn> {
  const { line } = turn
  await new Promise<void>((begin) => {
    const waiting: Waiting = { turn, begin }
    for (const outer of outwards(turn.outer)) outer.waits.add(waiting)
    line.waiting.push(waiting)
    line.lease ??= setTimeout(() => passOn(line), LEASE)
  })
  return turn
}

function passOn(line: Line): void {
  clearTimeout(line.lease)
  const next = line.waiting.shift()
  line.holder = next?.turn
  line.lease = line.waiting.length > 0 ? setTimeout(() => passOn(line), LEASE) : undefined
  if (!next) return line.forget()
  for (const outer of outwards(next.turn.outer)) outer.waits.delete(next)
  next.begin()
}

/** Whether the holder waits for one of these turns, directly or through its hooks. */
function leadsBack({ holder }: Line, mine: DocumentTurn | undefined, visited = new Set<DocumentTurn>()): boolean {
  if (!holder || !mine || visited.has(holder)) return false
  visited.add(holder)
  for (const turn of outwards(mine)) if (turn === holder) return true
  return [...holder.waits].some(({ turn }) => leadsBack(turn.line, mine, visited))
}

function* outwards(turn: DocumentTurn | undefined): Generator<DocumentTurn> {
  for (let one = turn; one; one = one.outer) yield one
}
