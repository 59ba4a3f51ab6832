/** Which lane a shape is in: by what its statements do, however busy the database is. */
import { expect } from 'chai'
import { type Connections, type Query, type QueryCost, StatementTimeout } from '../../lib/store/contract.ts'
import { QueryScheduler } from '../../lib/store/query-scheduler.ts'

const CAPACITY = { quick: 4, slow: 2 }

/** How many milliseconds a statement of the shape needs on an idle machine. */
interface Shape extends Query {
  work: number
}

const shape = (sql: string, work: number): Shape => ({ sql, work })

/** A database with a single core, which its statements share evenly with what else runs on the machine. Nothing in it takes real time. */
class BusyDatabase {
  readonly costs = new Map<string, QueryCost>()
  most = 0
  stopped = 0
  /** How many other programs want the core. */
  others: () => number = () => 0
  #running = 0

  readonly limited: Connections['limited'] = async (query, _values, cost, limit) => {
    this.most = Math.max(this.most, ++this.#running)
    this.costs.set(query.sql, cost)
    await new Promise(setImmediate)
    const took = (query as Shape).work * (this.#running + this.others())
    await new Promise(setImmediate)
    this.#running--
    if (took <= limit) return { rows: [], took }
    this.stopped++
    throw new StatementTimeout(limit)
  }
}

describe('store/query scheduler', () => {
  let database: BusyDatabase
  let scheduler: QueryScheduler
  beforeEach(() => {
    database = new BusyDatabase()
    const connections = { limited: database.limited, capacity: CAPACITY, bounded: 1 } as Partial<Connections> as Connections
    scheduler = new QueryScheduler(connections, { warn: () => undefined } as never)
  })

  /** Callers who each ask for every shape in turn, again and again. */
  const ask = async (shapes: Shape[], { callers, times }: { callers: number; times: number }) => {
    const one = async (caller: string) => {
      for (let n = 0; n < times; n++)
        for (const query of shapes) await scheduler.run(query, [], { caller, isFirst: false, ms: 60_000, spent: { ms: 0 } })
    }
    await Promise.all(Array.from({ length: callers }, (_, n) => one(`caller ${n}`)))
  }

  let turn = 0
  const CASES: Record<string, { work: number; callers: number; cost: QueryCost; others?: () => number }> = {
    'a short one that is alone is quick': { work: 4, callers: 1, cost: 'quick' },
    'a short one stays quick when many run at the same time': { work: 4, callers: 30, cost: 'quick' },
    'a short one stays quick if the machine is busy from time to time': {
      work: 2,
      callers: 1,
      cost: 'quick',
      others: () => (turn++ % 3 === 0 ? 6 : 0),
    },
    'one of some length is slow': { work: 8, callers: 1, cost: 'slow' },
    'one of some length is slow when many run at the same time, too': { work: 8, callers: 30, cost: 'slow' },
    'a long one is slow': { work: 400, callers: 1, cost: 'slow' },
  }
  for (const [says, { work, callers, cost, others }] of Object.entries(CASES))
    it(says, async () => {
      if (others) database.others = others
      await ask([shape('one', work)], { callers, times: 60 })
      expect(database.costs.get('one')).to.equal(cost)
      expect(database.stopped).to.equal(0)
      if (callers > 1 && cost === 'quick') expect(database.most).to.be.at.least(CAPACITY.quick - 1)
    })

  it('tells short ones and long ones apart that run at the same time', async () => {
    await ask([shape('short', 3), shape('long', 60)], { callers: 20, times: 60 })
    expect(Object.fromEntries(database.costs)).to.deep.equal({ short: 'quick', long: 'slow' })
  })

  it('stops a quick one that has become long once, and lets it be quick again when it is short', async () => {
    const query = shape('one', 3)
    await ask([query], { callers: 1, times: 10 })
    query.work = 50
    await ask([query], { callers: 1, times: 10 })
    expect(database.stopped).to.equal(1)
    expect(database.costs.get('one')).to.equal('slow')
    query.work = 3
    await ask([query], { callers: 1, times: 30 })
    expect(database.costs.get('one')).to.equal('quick')
  })
})
