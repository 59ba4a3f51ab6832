/** Fields that are renamed, rolled back, deployed again, parked and converted at random: each name shows the values that belong to it, and `--restore` brings back those of that field and of no other. */
import { expect } from 'chai'
import { inDepth, longUnlessDrawn, seedOr } from '../harness/depth.ts'
import { dice, type Roll } from '../harness/dice.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

type Type = 'text' | 'number'
type Value = string | number | null

/** The values that belong together, whatever their field is called. `isOwn`: somebody wrote it in the present type. */
interface Line {
  id: number
  type: Type
  current: Map<number, { value: Value; isOwn: boolean; written: Value[] }>
  /** Every name under which it was seen. */
  names: Set<string>
}

interface Leaf {
  name: string
  type: Type
  renamedFrom?: string
}

/** A deployment: which line each name shows. */
interface Deployment {
  leaves: Leaf[]
  lines: Map<string, Line>
}

const NAMES = ['a', 'b', 'c', 'd']
const STEPS = 14

const schemaOf = ({ leaves }: Deployment) => posts([...leaves, { name: 'rows', type: 'array', fields: leaves }])

class Game {
  readonly history: string[] = []
  readonly #site: Evolving
  readonly #roll: Roll
  readonly #history: Deployment[] = []
  readonly #lines: Line[] = []
  #at = 0
  #documents = 0
  #given = 0

  constructor(site: Evolving, roll: Roll) {
    this.#site = site
    this.#roll = roll
  }

  get #now(): Deployment {
    return this.#history[this.#at]!
  }

  async play(): Promise<void> {
    this.#history.push({ leaves: [], lines: new Map() })
    for (const name of ['a', 'b']) {
      this.#now.leaves.push({ name, type: 'text' })
      this.#now.lines.set(name, this.#line(name))
    }
    await this.#deploy(this.#now)
    await this.#write()
    for (let step = 0; step < STEPS; step++) await this.#step()
    await this.#allTheWayBack()
  }

  /** Over several deployments the words are not all there any more: what a name had is shown, under this one or another, or comes back where the name is empty. */
  async #allTheWayBack(): Promise<void> {
    this.history.push('(all the way back)')
    this.#at = 0
    await this.#deploy(this.#now)
    for (const { name } of this.#now.leaves) await this.#bringBack(name)
    for (const [id, values] of await this.#values())
      for (const [name, line] of this.#now.lines) {
        const had = line.current.get(id)?.written[0]
        const isElsewhere = Object.values(values).some((value) => Number(value) === Number(had) || value === had)
        if (had && !isElsewhere) expect(values[name], `'${name}' of ${id}, restored`).to.not.equal(null)
      }
  }

  async #bringBack(name: string): Promise<void> {
    for (const path of [`posts.${name}`, `posts.rows.${name}`])
      await this.#site.migrator.restore(path, false).catch((error) => {
        if (!/^Nothing of '/.test(error.message)) throw error
      })
  }

  async #step(): Promise<void> {
    switch (this.#roll(6)) {
      case 0:
        if (this.#at === 0) return
        this.history.push('(roll back)')
        return this.#goTo(this.#at - 1)
      case 1:
        if (this.#at === this.#history.length - 1) return
        this.history.push('(again)')
        return this.#goTo(this.#at + 1)
      case 2:
        return this.#restore()
      case 3:
        return this.#write()
      default: {
        const next = this.#next()
        if (!next) return
        this.#history.splice(this.#at + 1)
        this.#history.push(next)
        const mayTakeBack = this.#roll(4) === 0
        await this.#goTo(this.#at + 1)
        if (
          !mayTakeBack ||
          next.leaves.some(({ name, type }) =>
            this.#history[this.#at - 1]!.leaves.some(
              (one) => next.lines.get(name) === this.#history[this.#at - 1]!.lines.get(one.name) && one.type !== type,
            ),
          )
        )
          return
        this.history.push('(undo)')
        await this.#site.migrator.undo(false)
        this.#at--
        this.#history.pop()
        await this.#site.open(schemaOf(this.#now))
        await this.#check()
      }
    }
  }

  #line(name: string): Line {
    const line: Line = { id: this.#lines.length + 1, type: 'text', current: new Map(), names: new Set([name]) }
    this.#lines.push(line)
    return line
  }

  #next(): Deployment | undefined {
    const keepsWords = this.#roll(2) === 0
    const leaves = this.#now.leaves.map((leaf): Leaf => (keepsWords ? leaf : { name: leaf.name, type: leaf.type }))
    const lines = new Map(this.#now.lines)
    const free = NAMES.filter((name) => !lines.has(name))
    const at = this.#roll(leaves.length)
    const leaf = leaves[at]!
    const to = free[this.#roll(free.length)]
    switch (this.#roll(4)) {
      case 0: {
        // Retyped.
        leaves[at] = { ...leaf, type: leaf.type === 'text' ? 'number' : 'text' }
        break
      }
      case 1: {
        if (leaves.length < 2 || this.#now.leaves[at]!.renamedFrom !== undefined) return undefined
        leaves.splice(at, 1)
        lines.delete(leaf.name)
        break
      }
      default: {
        // Renamed; at once or later, another field takes the name.
        // Two fields that say `renamedFrom` the same name are refused, unless one of them has taken those values before.
        if (to === undefined || this.#isKnown(to) || leaves.some(({ renamedFrom }) => renamedFrom === leaf.name)) return undefined
        leaves[at] = { name: to, type: leaf.type, renamedFrom: leaf.name }
        lines.set(to, lines.get(leaf.name)!)
        lines.delete(leaf.name)
        if (this.#roll(2) === 0 && !this.#isKnown(leaf.name)) {
          leaves.push({ name: leaf.name, type: 'text' })
          lines.set(leaf.name, this.#line(leaf.name))
        }
      }
    }
    return { leaves, lines }
  }

  /** A name under which something is parked, which a rename would have to push away. */
  #isKnown(name: string): boolean {
    return this.#lines.some((line) => line.names.has(name) && ![...this.#now.lines.values()].includes(line))
  }

  async #goTo(at: number): Promise<void> {
    this.#at = at
    for (const { name, type } of this.#now.leaves) {
      const line = this.#now.lines.get(name)!
      line.names.add(name)
      if (line.type !== type) for (const one of line.current.values()) convert(one, type)
      line.type = type
    }
    await this.#deploy(this.#now)
    await this.#check()
  }

  async #deploy(deployment: Deployment): Promise<void> {
    this.history.push(
      JSON.stringify(
        deployment.leaves.map(({ name, type, renamedFrom }) => [name, type, renamedFrom, deployment.lines.get(name)!.id].join(' ')),
      ),
    )
    this.history.push(
      ...(await this.#site.migrate(schemaOf(deployment)))
        .filter((line) => !line.startsWith('create') && !line.includes("'rows"))
        .map((line) => `  ${line}`),
    )
  }

  async #write(): Promise<void> {
    const id = this.#documents > 0 && this.#roll(2) === 0 ? 1 + this.#roll(this.#documents) : undefined
    const values: Record<string, Value> = {}
    for (const { name, type } of this.#now.leaves)
      if (this.#roll(3) > 0) {
        const given = ++this.#given
        values[name] = type === 'number' ? given : this.#roll(2) === 0 ? `00${given}` : `v${given}`
      }
    this.history.push(`write ${id ?? 'new'} ${JSON.stringify(values)}`)
    const rows = [{ id: 'r', ...(id === undefined ? {} : ((await this.#site.cms.findById('posts', id)) as any).rows[0]), ...values }]
    if (id === undefined) await this.#site.cms.create('posts', { ...values, rows })
    else await this.#site.cms.update('posts', id, { ...values, rows })
    this.#documents = Math.max(this.#documents, id ?? this.#documents + 1)
    for (const [name, value] of Object.entries(values)) {
      const { current } = this.#now.lines.get(name)!
      const of = id ?? this.#documents
      current.set(of, { value, isOwn: true, written: [value] })
    }
    await this.#check()
  }

  /** What each field shows, by document. */
  async #values(): Promise<Map<number, Record<string, Value>>> {
    const { docs } = await this.#site.cms.find('posts', { sort: 'id', limit: 0 })
    return new Map(
      docs.map((doc: any) => {
        const pick = (from: any) => Object.fromEntries(this.#now.leaves.map(({ name }) => [name, from[name] ?? null]))
        expect(pick(doc.rows[0]), 'in rows as at the top').to.deep.equal(pick(doc))
        return [doc.id, pick(doc)]
      }),
    )
  }

  async #check(): Promise<void> {
    for (const [id, values] of await this.#values())
      for (const [name, line] of this.#now.lines) expect(values[name], `'${name}' of ${id}`).to.equal(line.current.get(id)?.value ?? null)
  }

  async #restore(): Promise<void> {
    const { name, type } = this.#now.leaves[this.#roll(this.#now.leaves.length)]!
    const line = this.#now.lines.get(name)!
    const before = await this.#values()
    this.history.push(`restore ${name}`)
    await this.#bringBack(name)
    for (const [id, values] of await this.#values())
      for (const [other, value] of Object.entries(values)) {
        const was = before.get(id)![other]!
        const where = `'${other}' of ${id}, after posts.${name} was restored`
        if (other !== name) expect(value, where).to.equal(was)
        else {
          const one = line.current.get(id)
          const first = one?.written.find((written) => typed(written, type) !== null) ?? null
          if (one?.isOwn) expect(value, where).to.equal(was)
          else if (first !== null) expect(value, where).to.equal(typed(first, type))
          else
            expect(
              [null, ...this.#everSeenAs(name, line, id)].map((old) => typed(old, type)),
              where,
            ).to.include(value)
          if (value !== was) line.current.set(id, { value, isOwn: false, written: one?.written ?? [value] })
        }
      }
  }

  #everSeenAs(name: string, line: Line, id: number): Value[] {
    return this.#lines
      .filter((one) => one === line || one.names.has(name))
      .flatMap((one) => [...(one.current.get(id)?.written ?? []), one.current.get(id)?.value ?? null])
  }
}

function convert(one: { value: Value; isOwn: boolean; written: Value[] }, to: Type): void {
  const value = typed(one.value, to)
  one.written.unshift()
  one.value = value
  one.isOwn = false
}

function typed(value: Value, type: Type): Value {
  if (value === null) return null
  if (type === 'text') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

for (const database of DATABASES)
  describe(`migrations: names and what is kept of them with ${database.name}${longUnlessDrawn(database, DATABASES, 'restored names')}`, function () {
    this.timeout(600_000)

    it('belong together, whatever is renamed, rolled back and restored @long', async () => {
      const first = seedOr(1)
      for (let seed = first; seed < first + inDepth(3, 200); seed++) {
        const site = new Evolving(database)
        const game = new Game(site, dice(seed))
        try {
          await game.play()
        } catch (error) {
          throw new Error(`${(error as Error).message}\n${game.history.join('\n')}\nAgain with TEST_SEED=${seed}`, { cause: error })
        } finally {
          await site.end()
        }
      }
    })
  })
