/** A stamp is never older than the request for it, although requests that arrive together share one. */
import { expect } from 'chai'
import { CommitStamps } from '../../lib/store/commit-stamps.ts'

describe('store/commit stamps', () => {
  let reads: ((stamp: string | Error) => void)[]
  let stamps: CommitStamps
  const begun = async (count: number) => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(reads.length).to.equal(count)
  }

  const waiting = (longest: number) =>
    new CommitStamps(
      () => new Promise((resolve, reject) => reads.push((stamp) => (stamp instanceof Error ? reject(stamp) : resolve(stamp)))),
      longest,
    )

  beforeEach(() => {
    reads = []
    stamps = waiting(60_000)
  })

  it('are shared by requests that arrive before one is read', async () => {
    const together = [stamps.take(), stamps.take()]
    await begun(1)
    reads[0]!('1')
    expect(await Promise.all(together)).to.deep.equal(['1', '1'])
  })

  it('are read again for requests that arrive while one is being read', async () => {
    const first = stamps.take()
    await begun(1)
    const later = [stamps.take(), stamps.take()]
    await begun(1)
    reads[0]!('1')
    expect(await first).to.equal('1')
    await begun(2)
    const latest = stamps.take()
    reads[1]!('2')
    expect(await Promise.all(later)).to.deep.equal(['2', '2'])
    await begun(3)
    reads[2]!('3')
    expect(await latest).to.equal('3')
  })

  it('are unknown if reading one takes too long, which holds up no later one', async () => {
    stamps = waiting(100)
    const hanging = stamps.take()
    await begun(1)
    const next = stamps.take()
    expect(await hanging).to.equal(undefined)
    while (!reads[1]) await new Promise((resolve) => setImmediate(resolve))
    reads[1]('2')
    expect(await next).to.equal('2')
  })

  it('are unknown if reading one fails, and known again afterwards', async () => {
    const failing = stamps.take()
    await begun(1)
    reads[0]!(new Error('gone'))
    expect(await failing).to.equal(undefined)
    const next = stamps.take()
    await begun(2)
    reads[1]!('2')
    expect(await next).to.equal('2')
  })
})
