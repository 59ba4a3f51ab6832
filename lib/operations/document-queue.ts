/** Changes of one document wait for each other inside the process. This only saves them from deciding in vain: the revision of the row still decides who was first. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** After this many milliseconds a change no longer holds up the others: one of its hooks may be waiting for something. */
const LEASE = 5_000

/** A change that may go ahead, until it ends. */
export class Turn {
  readonly line: Line
  /** The change whose hook makes this one. */
  readonly around: Turn | undefined
  /** What the changes that its own hooks make wait for. */
  readonly waits = new Set<Waiting>()
  /** The revision that it goes by, and how often its own hooks have changed the document since. */
  rev = 0
  touches = 0

  constructor(line: Line, around: Turn | undefined) {
    this.line = line
    this.around = around
  }

  end(): void {
    if (this.line.holder === this) passOn(this.line)
  }
}

interface Waiting {
  turn: Turn
  begin(): void
}

interface Line {
  readonly document: string
  holder: Turn | undefined
  readonly waiting: Waiting[]
  lease: NodeJS.Timeout | undefined
  forget(): void
}

export class DocumentQueue {
  /** By place: the process, or a transaction, whose changes wait for no other's. */
  readonly #places = new WeakMap<object, Map<string, Line>>()
  readonly #inHook = new AsyncLocalStorage<Turn>()

  /** Runs a hook of a change: what it changes never waits for that change. */
  inHook<T>(turn: Turn | undefined, hook: () => T): T {
    return turn ? this.#inHook.run(turn, hook) : hook()
  }

  /** A turn, or a promise of one while another change has it. A change that would wait for itself goes ahead at once. */
  take(place: object, document: string): Turn | Promise<Turn> {
    const line = this.#lineOf(place, document)
    const turn = new Turn(line, this.#inHook.getStore())
    if (line.holder) return leadsBack(line, turn.around) ? turn : wait(turn)
    line.holder = turn
    return turn
  }

  /** The document was changed: a change around it must not take that for somebody else's. */
  changed(document: string): void {
    for (const turn of outwards(this.#inHook.getStore())) if (turn.line.document === document) turn.touches++
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

async function wait(turn: Turn): Promise<Turn> {
  const { line } = turn
  await new Promise<void>((begin) => {
    const waiting: Waiting = { turn, begin }
    for (const outer of outwards(turn.around)) outer.waits.add(waiting)
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
  for (const outer of outwards(next.turn.around)) outer.waits.delete(next)
  next.begin()
}

/** Whether the one who has the turn waits, itself or through its hooks, for one of these. */
function leadsBack({ holder }: Line, mine: Turn | undefined, seen = new Set<Turn>()): boolean {
  if (!holder || !mine || seen.has(holder)) return false
  seen.add(holder)
  for (const turn of outwards(mine)) if (turn === holder) return true
  return [...holder.waits].some(({ turn }) => leadsBack(turn.line, mine, seen))
}

function* outwards(turn: Turn | undefined): Generator<Turn> {
  for (let one = turn; one; one = one.around) yield one
}
