/** What surrounds running code stays with it, however many such values there are. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { Ambient } from '../lib/ambient.ts'
import { leastProcessorTime } from './harness/processor-time.ts'

describe('ambient', () => {
  const who = new Ambient<string>()
  const where = new Ambient<string>()

  it('is there for what is called or awaited, and for nothing else', async () => {
    const afterwards: Promise<string | undefined>[] = []
    await who.with('Ada', async () => {
      expect(who.value).to.equal('Ada')
      await setTimeout(1)
      expect(who.value).to.equal('Ada')
      afterwards.push(setTimeout(5).then(() => who.value))
    })
    expect(who.value).to.equal(undefined)
    expect(await afterwards[0]).to.equal('Ada')
  })

  it('has an inner value, or none, until the work ends', () => {
    who.with('Ada', () => {
      expect(who.with('Bob', () => who.value)).to.equal('Bob')
      expect(who.with(undefined, () => who.value)).to.equal(undefined)
      expect(() =>
        who.with('Bob', () => {
          throw new Error('over')
        }),
      ).to.throw('over')
      expect(who.value).to.equal('Ada')
    })
  })

  it('leaves other values as they are', async () => {
    const found = await Promise.all(
      ['here', 'there'].map((place) =>
        who.with('Ada', () =>
          where.with(place, async () => {
            await setTimeout(1)
            return who.with(undefined, () => [who.value, where.value])
          }),
        ),
      ),
    )
    expect(found).to.deep.equal([
      [undefined, 'here'],
      [undefined, 'there'],
    ])
  })

  it('costs promises nothing as long as no value is set', () => {
    const { run } = AsyncLocalStorage.prototype
    let runs = 0
    AsyncLocalStorage.prototype.run = function (...given: Parameters<typeof run>) {
      runs++
      return Reflect.apply(run, this, given)
    }
    try {
      expect(who.with(undefined, () => who.value)).to.equal(undefined)
      expect(runs).to.equal(0)
      expect(who.with('Ada', () => who.with(undefined, () => who.value))).to.equal(undefined)
      expect(runs).to.equal(2)
    } finally {
      AsyncLocalStorage.prototype.run = run
    }
  })

  it('costs a promise nothing more when there are a thousand', async () => {
    const many = Array.from({ length: 1000 }, () => new Ambient<number>())
    const [few, after] = [
      await leastProcessorTime(awaited),
      await many.reduce(
        (work, one, n) => () => one.with(n, work),
        () => leastProcessorTime(awaited),
      )(),
    ]
    expect(after / few).to.be.below(5)
  })
})

async function awaited(): Promise<void> {
  for (let n = 0; n < 20_000; n++) await undefined
}
