/** Random programs of calls, parts that run at once, failures, limits and transactions inside others. Afterwards exactly those documents are there whose call and all transactions around it resolved. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { seedOr } from '../harness/depth.ts'
import { dice, type Roll } from '../harness/dice.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const PROGRAMS = 120
const AT_ONCE = 4
const LIMIT = 60

type Kind = 'create' | 'refused' | 'add' | 'read'

type Step =
  | { do: Kind; wait: boolean }
  | { do: 'pause' }
  | { do: 'throw' }
  | { do: 'hang' }
  | { do: 'at once'; steps: Step[]; patient: boolean }
  | { do: 'transaction'; steps: Step[]; caught: boolean; wait: boolean }

function programOf(random: Roll, depth = 0): Step[] {
  return Array.from({ length: 1 + random(5) }, (): Step => {
    const kind = random(depth < 3 ? 14 : 10)
    const wait = random(4) > 0
    if (kind < 4) return { do: 'create', wait }
    if (kind === 4) return { do: 'refused', wait }
    if (kind === 5) return { do: 'add', wait }
    if (kind === 6) return { do: 'read', wait }
    if (kind < 9) return { do: 'pause' }
    if (kind === 9) return random(3) > 0 ? { do: 'pause' } : { do: random(6) > 0 ? 'throw' : 'hang' }
    if (kind < 12) return { do: 'at once', steps: programOf(random, depth + 1), patient: random(2) > 0 }
    return { do: 'transaction', steps: programOf(random, depth + 1), caught: random(2) > 0, wait }
  })
}

/** A call or a transaction, inside others. */
interface Deed {
  parent: Deed | undefined
  /** What it creates, or what it adds. */
  label?: string
  by?: number
  isDone?: boolean
  code?: string
}

class Run {
  readonly deeds: Deed[] = []
  readonly #left: Promise<unknown>[] = []
  readonly #cms: Handle
  readonly #name: string
  readonly #counter: number

  constructor(cms: Handle, name: string, counter: number) {
    this.#cms = cms
    this.#name = name
    this.#counter = counter
  }

  async go(steps: Step[]): Promise<void> {
    await this.#transaction(steps, undefined).catch(() => undefined)
    // What was left running may start more.
    for (let awaited = -1; awaited < this.#left.length; ) {
      awaited = this.#left.length
      await Promise.allSettled(this.#left)
    }
  }

  #note<T>(deed: Deed, work: () => Promise<T>): Promise<T> {
    this.deeds.push(deed)
    const going = work()
    this.#left.push(
      going.then(
        () => (deed.isDone = true),
        (error) => (deed.code = error.code ?? 'ours'),
      ),
    )
    return going
  }

  #transaction(steps: Step[], parent: Deed | undefined): Promise<unknown> {
    const deed: Deed = { parent }
    return this.#note(deed, () => this.#cms.engine.store.transaction(() => this.#steps(steps, deed), { limit: LIMIT }))
  }

  async #steps(steps: Step[], parent: Deed): Promise<void> {
    for (const step of steps) await this.#step(step, parent)
  }

  async #step(step: Step, parent: Deed): Promise<void> {
    if (step.do === 'throw') throw new Error('as the program says')
    if (step.do === 'hang') return new Promise(() => undefined)
    if (step.do === 'pause') return new Promise((resolve) => setImmediate(resolve))
    if (step.do === 'at once') {
      const parts = step.steps.map((one) => this.#step(one, parent))
      for (const part of parts) part.catch(() => undefined)
      await (step.patient ? Promise.allSettled(parts) : Promise.all(parts))
      return
    }
    if (step.do === 'transaction') {
      const inner = this.#transaction(step.steps, parent)
      if (!step.wait) return void inner.catch(() => undefined)
      await (step.caught ? inner.catch(() => undefined) : inner)
      return
    }
    const call = this.#call(step.do, parent)
    call.catch(() => undefined)
    if (step.wait && step.do !== 'refused') await call
  }

  #call(kind: Kind, parent: Deed): Promise<unknown> {
    const label = `${this.#name} ${this.deeds.length}`
    if (kind === 'read') return this.#note({ parent }, () => this.#cms.find('things', { limit: 1 }))
    if (kind === 'add') return this.#note({ parent, by: 1 }, () => this.#cms.increment('counters', this.#counter, 'n'))
    const others = kind === 'refused' ? { other: 999_999_999 } : {}
    return this.#note({ parent, label }, () => this.#cms.create('things', { label, ...others }, { depth: 0 }))
  }
}

const isKept = ({ isDone, parent }: Deed): boolean => isDone === true && (parent === undefined || isKept(parent))

describe('store/transaction: random programs', function () {
  this.timeout(120_000)
  for (const database of driversFor('store/transaction-model'))
    it(`leave what their model leaves, with ${database.name}`, async () => {
      const seed = seedOr(1)
      const random = dice(seed)
      const cms = await startCms(database, {
        collections: [
          {
            slug: 'things',
            fields: [
              { name: 'label', required: true },
              { name: 'other', type: 'relationship', to: 'things' },
            ],
          },
          { slug: 'counters', fields: [{ name: 'n', type: 'number', defaultValue: 0 }] },
        ],
      })
      try {
        let refused = 0
        let kept = 0
        for (let n = 0; n < PROGRAMS; n += AT_ONCE) {
          const runs = await Promise.all(
            Array.from({ length: AT_ONCE }, async (_, index) => {
              const { id } = await cms.create('counters', {})
              const run = new Run(cms, `${n + index}`, id as number)
              await run.go(programOf(random))
              return { run, id }
            }),
          )
          const there = new Set((await cms.find('things', { limit: 0 })).docs.map((doc: any) => doc.label))
          for (const { run, id } of runs) {
            const wrong = run.deeds.filter((deed) => deed.label !== undefined && there.has(deed.label) !== isKept(deed))
            expect(wrong, `TEST_SEED=${seed}`).to.deep.equal([])
            const sum = run.deeds.filter((deed) => deed.by !== undefined && isKept(deed)).length
            expect((await cms.findById('counters', id as number))!.n, `TEST_SEED=${seed}`).to.equal(sum)
            refused += run.deeds.filter(({ code }) => code === 'TRANSACTION').length
            kept += run.deeds.filter(isKept).length
          }
        }
        expect(refused, `TEST_SEED=${seed}`).to.be.above(0)
        expect(kept, `TEST_SEED=${seed}`).to.be.above(0)
      } finally {
        await end(cms)
      }
    })
})
