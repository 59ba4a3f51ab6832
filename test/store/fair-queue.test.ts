/** The queue of slow queries: callers take turns, and nobody waits without end. */
import { expect } from 'chai'
import { ClientGone, FairQueue, QueueTimeout } from '../../lib/store/fair-queue.ts'

const LONG = 10_000

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
    const eager = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', LONG, work(name)))
    const others = ['b1', 'b2'].map((name) => queue.run('b', LONG, work(name)))
    await Promise.all([...eager, ...others, queue.run('c', LONG, work('c1'))])
    expect(order).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
    expect(queue.waiting).to.equal(0)
  })

  it('passes over those who have gone', async () => {
    const queue = new FairQueue(1)
    const gone = () => true
    const first = queue.run('a', LONG, work('a1'))
    const left = Array.from({ length: 40 }, (_, n) => queue.run(`gone ${n}`, LONG, work('never'), gone).catch((error) => error))
    const last = queue.run('b', LONG, work('b1'))
    await Promise.all([first, last])
    expect(order).to.deep.equal(['a1', 'b1'])
    for (const error of await Promise.all(left)) expect(error).to.be.instanceOf(ClientGone)
    expect(queue.waiting).to.equal(0)
  })

  it('runs no more at once than it may, and goes on after a failure', async () => {
    const queue = new FairQueue(2)
    let running = 0
    let most = 0
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        queue.run(`caller ${n % 3}`, LONG, async () => {
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
    const first = queue.run('a', LONG, () => new Promise<void>((resolve) => (release = resolve)))
    const refused = (caller: string, patience: number) =>
      queue.run(caller, patience, work(caller)).then(
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
    const again = queue.run('a', LONG, () => new Promise<void>((resolve) => (release = resolve)))
    const own = Array.from({ length: 50 }, () => refused('a', LONG))
    expect(await refused('a', LONG)).to.equal('the queue is full')
    release()
    await Promise.all([again, ...own])
  })

  it('rejects what waits when it is closed', async () => {
    const queue = new FairQueue(1)
    const running = queue.run('a', LONG, work('running'))
    const waiting = queue.run('a', LONG, work('waiting'))
    queue.close(new Error('closed'))
    expect(await waiting.catch((error) => error.message)).to.equal('closed')
    expect(await queue.run('b', LONG, work('late')).catch((error) => error.message)).to.equal('closed')
    expect(await running).to.equal('running')
    expect(order).to.deep.equal(['running'])
  })
})
