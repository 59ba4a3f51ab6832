/** The queue of slow queries: callers take turns, and nobody waits without end. */
import { expect } from 'chai'
import { ClientGone, FairQueue, QueueTimeout } from '../../lib/store/fair-queue.ts'

const LONG = 10_000
const as = (caller: string) => ({ caller, patience: LONG })

describe('store/fair queue', () => {
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await new Promise(setImmediate)
    return name
  }
  beforeEach(() => order.splice(0))

  it('gives each caller a turn before anybody has a second one', async () => {
    const queue = new FairQueue(1)
    const eager = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run(as('a'), work(name)))
    const others = ['b1', 'b2'].map((name) => queue.run(as('b'), work(name)))
    await Promise.all([...eager, ...others, queue.run(as('c'), work('c1'))])
    expect(order).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(queue.waiting).to.equal(0)
  })

  it('drops those who have gone at once, wherever they wait', async () => {
    const queue = new FairQueue(1)
    let release: () => void = () => undefined
    const first = queue.run(as('a'), () => new Promise<void>((resolve) => (release = resolve)))
    const leaving = new AbortController()
    const left = Array.from({ length: 8 }, (_, n) =>
      queue.run({ ...as(`gone ${n}`), disconnected: leaving.signal }, work('never')).catch((error) => error),
    )
    const last = queue.run(as('b'), work('b1'))
    leaving.abort()
    for (const error of await Promise.all(left)) expect(error).to.be.instanceOf(ClientGone)
    expect(queue.waiting).to.equal(1)
    expect(await queue.run({ ...as('late'), disconnected: leaving.signal }, work('never')).catch((error) => error)).to.be.instanceOf(
      ClientGone,
    )
    release()
    await Promise.all([first, last])
    expect(order).to.deep.equal(['b1'])
    expect(queue.waiting).to.equal(0)
  })

  it('lets those who go first pass all others, and keeps a place for them', async () => {
    const queue = new FairQueue(2)
    const releases: (() => void)[] = []
    const held = (name: string) => () => {
      order.push(name)
      return new Promise<void>((resolve) => releases.push(resolve))
    }
    const first = (caller: string) => ({ ...as(caller), isFirst: true })
    const all = [
      ...['a', 'b', 'c'].map((caller) => queue.run(as(caller), held(caller))),
      ...['x', 'y', 'z'].map((caller) => queue.run(first(caller), held(caller))),
    ]
    expect(order).to.deep.equal(['a', 'x'])
    while (releases.length > 0) {
      releases.shift()!()
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(order).to.deep.equal(['a', 'x', 'y', 'z', 'b', 'c'])
  })

  it('lets others fill all places but one, and those who go first all of them', async () => {
    const queue = new FairQueue(3)
    const running = { first: 0, others: 0 }
    const most = { first: 0, others: 0 }
    const counted = (who: 'first' | 'others') => async () => {
      most[who] = Math.max(most[who], ++running[who])
      await new Promise(setImmediate)
      running[who]--
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => queue.run(as(`a${n}`), counted('others'))))
    await Promise.all(Array.from({ length: 20 }, (_, n) => queue.run({ ...as(`b${n}`), isFirst: true }, counted('first'))))
    expect(most).to.deep.equal({ first: 3, others: 2 })
    const only = new FairQueue(1)
    expect(await Promise.all([only.run(as('a'), work('a')), only.run({ ...as('b'), isFirst: true }, work('b'))])).to.deep.equal(['a', 'b'])
  })

  it('runs no more at once than it may, and goes on after a failure', async () => {
    const queue = new FairQueue(2)
    let running = 0
    let most = 0
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        queue.run({ ...as(`caller ${n % 3}`), isFirst: true }, async () => {
          most = Math.max(most, ++running)
          await new Promise(setImmediate)
          running--
          if (n % 5 === 0) throw new Error('no')
        }),
      ),
    )
    expect(most).to.equal(2)
    expect(results.filter(({ status }) => status === 'rejected')).to.have.length(4)
  })

  it('refuses who waits too long, one caller who has too much waiting, and everybody when it is full', async () => {
    const queue = new FairQueue(1)
    let release: () => void = () => undefined
    const first = queue.run(as('a'), () => new Promise<void>((resolve) => (release = resolve)))
    const refused = (caller: string, patience: number) =>
      queue.run({ caller, patience }, work(caller)).then(
        () => 'answered',
        (error) => (error instanceof QueueTimeout ? error.message : 'wrong'),
      )
    expect(await refused('b', 5)).to.equal('the wait was too long')
    expect(queue.waiting).to.equal(0)
    const waiting = ['a', 'b', 'c', 'd'].flatMap((caller) => Array.from({ length: 50 }, () => refused(caller, LONG)))
    expect(queue.waiting).to.equal(200)
    expect(await refused('e', LONG)).to.equal('the queue is full')
    release()
    await first
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['answered']))
    const again = queue.run(as('a'), () => new Promise<void>((resolve) => (release = resolve)))
    const own = Array.from({ length: 50 }, () => refused('a', LONG))
    expect(await refused('a', LONG)).to.equal('the queue is full')
    release()
    await Promise.all([again, ...own])
  })

  it('rejects what waits when it is closed', async () => {
    const queue = new FairQueue(1)
    const running = queue.run(as('a'), work('running'))
    const waiting = queue.run(as('a'), work('waiting'))
    queue.close(new Error('closed'))
    expect(await waiting.catch((error) => error.message)).to.equal('closed')
    expect(await queue.run(as('b'), work('late')).catch((error) => error.message)).to.equal('closed')
    expect(await running).to.equal('running')
    expect(order).to.deep.equal(['running'])
  })
})
