/** Random schemas of which an older process knows a part, random documents, random steps of both processes: each shows what the model says. */
import { expect } from 'chai'
import fc from 'fast-check'
import { Caller, system } from '../../lib/actor.ts'
import type { Config } from '../../lib/config.ts'
import { call } from '../../lib/local/call.ts'
import { type Deployed, deployed, endDeployed, SHARED } from './deployed.ts'
import { type BlockShape, type Content, Document, fieldsOf, known, type Process, type Shape, shown } from './two-models.ts'

/** Schemas of one run. */
const SCHEMAS: Record<string, number> = { SQLite: 5, Postgres: 2, 'SQLite (better-sqlite3)': 1 }
const SEED = Number(process.env['SEED'] ?? 20)
const DOCUMENTS = 3
const STEPS = 9

const named = <T extends { isLate: boolean }>(list: T[], name: (index: number) => object): T[] =>
  list.map((one, index) => ({ ...one, ...name(index) }))

function shapes(depth: number): fc.Arbitrary<Shape[]> {
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

  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * most)
  }

  /** A change as a process sends it: some fields are left out, rows come, go and change places. */
  change(fields: readonly Shape[], process: Process, seen: Content): Content {
    const mine = fields.filter(({ isLate }) => process === 'newer' || !isLate)
    const sent = mine.filter(() => this.below(3) > 0)
    return Object.fromEntries(sent.map((one) => [one.name, this.#value(one, process, seen[one.name])]))
  }

  #value(shape: Shape, process: Process, seen: any): unknown {
    if (shape.type === 'text') return this.below(4) === 0 ? null : `x${this.below(1000)}`
    if (shape.type === 'group') return this.change(shape.fields!, process, seen ?? {})
    const rows: Content[] = [...(seen ?? [])].filter(() => this.below(5) > 0)
    if (rows.length < 2 || this.below(3) === 0) rows.splice(this.below(rows.length + 1), 0, this.#row(shape, process))
    if (rows.length > 1 && this.below(3) === 0) rows.push(rows.splice(this.below(rows.length), 1)[0]!)
    return rows.map((row) =>
      this.below(3) === 0
        ? row
        : { id: row['id'], ...(row['blockType'] && { blockType: row['blockType'] }), ...this.change(fieldsOf(shape, row), process, row) },
    )
  }

  #row({ blocks }: Shape, process: Process): Content {
    const mine = blocks?.filter(({ isLate }) => process === 'newer' || !isLate)
    return { id: `r${++this.#ids}`, ...(mine && { blockType: mine[this.below(mine.length)]!.slug }) }
  }
}

class Game {
  readonly #both: Deployed
  readonly #fields: readonly Shape[]
  readonly #dice: Dice

  constructor(both: Deployed, fields: readonly Shape[], seed: number) {
    this.#both = both
    this.#fields = fields
    this.#dice = new Dice(seed)
  }

  async play(): Promise<void> {
    const first = this.#process()
    const given = this.#dice.change(this.#fields, first, {})
    const isLive = this.#dice.below(3) > 0
    const { id } = (await this.#both[first].create('posts', { ...given, status: isLive ? 'published' : 'draft' })) as any
    const document = new Document(this.#fields, first, given, isLive)
    const steps = [`${first} creates`]
    for (let step = 0; step < STEPS; step++) {
      await this.#compare(id, document, steps.join(', '))
      steps.push(await this.#step(id, document))
    }
    await this.#compare(id, document, steps.join(', '))
  }

  #process(): Process {
    return this.#dice.below(2) === 0 ? 'older' : 'newer'
  }

  async #step(id: number, document: Document): Promise<string> {
    const process = this.#process()
    const cms: any = this.#both[process]
    const kind = this.#dice.below(8)
    if (kind === 0) {
      await cms.unpublish('posts', id)
      document.unpublish(process)
      return `${process} unpublishes`
    }
    if (kind === 1 && document.isLive) {
      await cms.discardDraft('posts', id)
      document.discard()
      return `${process} discards`
    }
    if (kind === 2) {
      const list = (await cms.findVersions('posts', id, { limit: 100 })).docs
      expect(list.length).to.equal(document.versions.length)
      const version = this.#dice.below(list.length)
      await cms.restoreVersion('posts', id, list[list.length - 1 - version].id)
      document.restore(process, version)
      await this.#noticeDiscard(id, document)
      return `${process} restores ${version}`
    }
    const isPublished = this.#dice.below(2) === 0
    const seen = shown(process, this.#fields, document.draft)
    const given = kind === 3 ? {} : this.#dice.change(this.#fields, process, seen)
    await cms.update('posts', id, { ...given, status: isPublished ? 'published' : 'draft' })
    document.save(process, given, isPublished)
    await this.#noticeDiscard(id, document)
    return `${process} ${isPublished ? 'publishes' : 'saves'} ${JSON.stringify(given)}`
  }

  async #noticeDiscard(id: number, document: Document): Promise<void> {
    const { totalDocs } = await this.#both.newer.findVersions('posts', id)
    if (totalDocs === document.versions.length) return
    expect(totalDocs).to.equal(document.versions.length - 1)
    expect(filled(document.draft), 'a save that made no version says what is live').to.deep.equal(filled(document.live))
    document.wasDiscarded()
  }

  async #compare(id: number, document: Document, steps: string): Promise<void> {
    for (const process of ['older', 'newer'] as const) {
      const { engine } = this.#both[process]
      const content = async (draft: boolean, asText: boolean) => {
        const asked = { limit: 1, where: { id: { equals: id } }, depth: 0, asText, options: { draft } }
        const { listed } = await call(engine, new Caller(system), 'list', engine.entity('posts'), asked)
        const [doc] = listed!.docs
        if (!doc) return undefined
        const { id: _, createdAt, updatedAt, status, ...rest } = doc.text === undefined ? doc.object! : JSON.parse(doc.text)
        return rest
      }
      const says = `${process}, after: ${steps}`
      const live = document.isLive ? shown(process, this.#fields, document.live) : undefined
      const draft = shown(process, this.#fields, document.draft)
      for (const asText of [true, false]) {
        expect(await content(false, asText), `live for the ${says}`).to.deep.equal(live)
        expect(await content(true, asText), `draft for the ${says}`).to.deep.equal(draft)
      }
    }
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

describe('store/two models', function () {
  this.timeout(120_000)
  for (const database of SHARED) {
    it(`agree with the model on random schemas with ${database.name}`, () =>
      fc.assert(
        fc.asyncProperty(shapes(0), fc.integer(), async (fields, seed) => {
          const config = (process: Process) =>
            ({
              collections: [{ slug: 'posts', drafts: true, versions: true, fields: known(process, fields) }],
            }) as unknown as Partial<Config>
          const both = await deployed(database, config('older'), config('newer'))
          try {
            for (let n = 0; n < DOCUMENTS; n++) await new Game(both, fields, seed + n).play()
          } finally {
            await endDeployed(both)
          }
        }),
        { seed: SEED, numRuns: Number(process.env['SCHEMAS'] ?? SCHEMAS[database.name]), endOnFailure: true },
      ))
  }
})
