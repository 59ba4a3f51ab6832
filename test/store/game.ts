/** A game with two processes on one database, of which the older one knows a part of the schema: random steps on a document, held against the model of `two-models.ts`. */
import { expect } from 'chai'
import fc from 'fast-check'
import { type BlockShape, type Content, Document, fieldsOf, type Process, type Shape, shown } from './two-models.ts'

/** What a process offers to whoever plays, however it is reached. */
export interface Workplace {
  create(given: Content): Promise<number>
  update(id: number, given: Content): Promise<void>
  unpublish(id: number): Promise<void>
  discard(id: number): Promise<void>
  /** The newest first. */
  versions(id: number): Promise<number[]>
  restore(id: number, version: number): Promise<void>
  /** The fields of a document, in each way in which it can be asked for; nothing where there is none. */
  contents(id: number, draft: boolean): Promise<(Content | undefined)[]>
}

export interface Table {
  /** The processes that run. */
  processes(): Process[]
  /** A process does not end before the work is done. */
  at<T>(process: Process, work: (workplace: Workplace) => Promise<T>): Promise<T>
}

const named = <T extends { isLate: boolean }>(list: T[], name: (index: number) => object): T[] =>
  list.map((one, index) => ({ ...one, ...name(index) }))

export function shapes(depth: number): fc.Arbitrary<Shape[]> {
  const type =
    depth > 2 ? fc.constant('text' as const) : fc.constantFrom('text' as const, 'group' as const, 'array' as const, 'blocks' as const)
  const field = type.chain((one) =>
    fc.record({
      name: fc.constant(''),
      type: fc.constant(one),
      isLate: fc.boolean(),
      ...((one === 'group' || one === 'array') && { fields: shapes(depth + 1) }),
      ...(one === 'blocks' && { blocks: blocks(depth) }),
    }),
  ) as fc.Arbitrary<Shape>
  // The older process knows one field at least, or there would be nothing for it to hold.
  return fc
    .array(field, { minLength: 2, maxLength: 4 })
    .map((list) => named(list, (index) => ({ name: `f${index}`, ...(index === 0 && { isLate: false }) })))
}

const blocks = (depth: number): fc.Arbitrary<BlockShape[]> =>
  fc
    .array(fc.record({ slug: fc.constant(''), isLate: fc.boolean(), fields: shapes(depth + 1) }), { minLength: 2, maxLength: 3 })
    .map((list) => named(list, (index) => ({ slug: `b${index}`, ...(index === 0 && { isLate: false }) })))

/** Draws what a game needs, from one number. */
class Dice {
  #state: number
  #ids = 0

  constructor(seed: number) {
    this.#state = seed
  }

  lessThan(most: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * most)
  }

  /** A change as a process sends it: some fields are left out, rows come, go and change places. */
  change(fields: readonly Shape[], process: Process, shown: Content): Content {
    const mine = fields.filter(({ isLate }) => process === 'newer' || !isLate)
    const sent = mine.filter(() => this.lessThan(3) > 0)
    return Object.fromEntries(sent.map((one) => [one.name, this.#value(one, process, shown[one.name])]))
  }

  #value(shape: Shape, process: Process, shown: any): unknown {
    if (shape.type === 'text') return this.lessThan(4) === 0 ? null : `x${this.lessThan(1000)}`
    if (shape.type === 'group') return this.change(shape.fields!, process, shown ?? {})
    const rows: Content[] = [...(shown ?? [])].filter(() => this.lessThan(5) > 0)
    if (rows.length < 2 || this.lessThan(3) === 0) rows.splice(this.lessThan(rows.length + 1), 0, this.#row(shape, process))
    if (rows.length > 1 && this.lessThan(3) === 0) rows.push(rows.splice(this.lessThan(rows.length), 1)[0]!)
    return rows.map((row) =>
      this.lessThan(3) === 0
        ? row
        : { id: row['id'], ...(row['blockType'] && { blockType: row['blockType'] }), ...this.change(fieldsOf(shape, row), process, row) },
    )
  }

  #row({ blocks }: Shape, process: Process): Content {
    const mine = blocks?.filter(({ isLate }) => process === 'newer' || !isLate)
    return { id: `r${++this.#ids}`, ...(mine && { blockType: mine[this.lessThan(mine.length)]!.slug }) }
  }
}

export class Game {
  readonly #table: Table
  readonly #fields: readonly Shape[]
  readonly #dice: Dice
  readonly #steps: string[] = []
  #id = 0
  #document: Document | undefined

  constructor(table: Table, fields: readonly Shape[], seed: number) {
    this.#table = table
    this.#fields = fields
    this.#dice = new Dice(seed)
  }

  async start(): Promise<void> {
    await this.#asSomebody(async (process, workplace) => {
      const given = this.#dice.change(this.#fields, process, {})
      const isLive = this.#dice.lessThan(3) > 0
      this.#id = await workplace.create({ ...given, status: isLive ? 'published' : 'draft' })
      this.#document = new Document(this.#fields, process, given, isLive)
      return `${process} creates`
    })
  }

  async step(): Promise<void> {
    await this.#asSomebody((process, workplace) => this.#step(process, workplace, this.#document!))
  }

  async #asSomebody(work: (process: Process, workplace: Workplace) => Promise<string>): Promise<void> {
    const there = this.#table.processes()
    const process = there[this.#dice.lessThan(there.length)]!
    await this.#table.at(process, async (workplace) => void this.#steps.push(await work(process, workplace)))
  }

  async #step(process: Process, workplace: Workplace, document: Document): Promise<string> {
    const id = this.#id
    const kind = this.#dice.lessThan(8)
    if (kind === 0) {
      await workplace.unpublish(id)
      document.unpublish(process)
      return `${process} unpublishes`
    }
    if (kind === 1 && document.isLive) {
      await workplace.discard(id)
      document.discard()
      return `${process} discards`
    }
    if (kind === 2) {
      const list = await workplace.versions(id)
      expect(list.length).to.equal(document.versions.length)
      const version = this.#dice.lessThan(list.length)
      await workplace.restore(id, list[list.length - 1 - version]!)
      document.restore(process, version)
      await this.#noticeDiscard(workplace, document)
      return `${process} restores ${version}`
    }
    const isPublished = this.#dice.lessThan(2) === 0
    const current = shown(process, this.#fields, document.draft)
    const given = kind === 3 ? {} : this.#dice.change(this.#fields, process, current)
    await workplace.update(id, { ...given, status: isPublished ? 'published' : 'draft' })
    document.save(process, given, isPublished)
    await this.#noticeDiscard(workplace, document)
    return `${process} ${isPublished ? 'publishes' : 'saves'} ${JSON.stringify(given)}`
  }

  async #noticeDiscard(workplace: Workplace, document: Document): Promise<void> {
    const kept = (await workplace.versions(this.#id)).length
    if (kept === document.versions.length) return
    expect(kept).to.equal(document.versions.length - 1)
    expect(filled(document.draft), 'a save that made no version says what is live').to.deep.equal(filled(document.live))
    document.wasDiscarded()
  }

  /** Each process that runs shows what the model says. */
  async compare(): Promise<void> {
    const document = this.#document!
    for (const process of this.#table.processes())
      await this.#table.at(process, async (workplace) => {
        const says = `${process}, document ${this.#id}, after: ${this.#steps.join(', ')}`
        const live = document.isLive ? shown(process, this.#fields, document.live) : undefined
        const draft = shown(process, this.#fields, document.draft)
        for (const content of await workplace.contents(this.#id, false)) expect(content, `live for the ${says}`).to.deep.equal(live)
        for (const content of await workplace.contents(this.#id, true)) expect(content, `draft for the ${says}`).to.deep.equal(draft)
      })
  }
}

/** Without what is empty, in whichever spelling. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(filled)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value ?? {}).flatMap(([key, one]) => {
    const inside = filled(one)
    return inside === undefined || inside === null ? [] : [[key, inside]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
