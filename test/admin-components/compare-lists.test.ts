/** What two lists have in common, found in bounded time, and one sequence of what stayed, moved, came and went. */
import { expect } from 'chai'
import fc from 'fast-check'
import { arranged, type Place } from '../../admin-components/compare/arranged.ts'
import { inSlices } from '../../admin-components/compare/in-slices.ts'
import { longestRise, type Pair, pairsOf } from '../../admin-components/compare/pairs.ts'
import { done } from '../harness/done.ts'
import { processorTime } from '../harness/processor-time.ts'

const letters = fc.array(fc.constantFrom(...'abcdefg'), { maxLength: 30 })

describe('admin-components: compared lists', () => {
  it('pair equal entries, each at most once and in order', () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const pairs = done(pairsOf(before, after))
        for (const [index, [left, right]] of pairs.entries()) {
          expect(before[left]).to.equal(after[right])
          if (index > 0) expect([left > pairs[index - 1]![0], right > pairs[index - 1]![1]]).to.deep.equal([true, true])
        }
      }),
    )
  })

  it('have as many pairs as possible where few entries differ', () => {
    const pairs = done(pairsOf([...'abcabba'], [...'cbabac']))
    expect(pairs).to.have.length(4)
    expect(done(pairsOf([...'abc'], [...'abc']))).to.deep.equal([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it('of tens of thousands of entries are paired in bounded time, however different they are', () => {
    const [left, right] = [40_000, 40_000].map((length, side) =>
      Array.from({ length }, (_, at) => (at % 3 === 0 ? `kept ${at}` : `${side} ${at}`)),
    ) as [string[], string[]]
    const spent = processorTime()
    const pairs = done(pairsOf(left, right))
    expect(pairs).to.have.length(Math.ceil(40_000 / 3))
    expect(done(pairsOf(Array(30_000).fill('a'), Array(30_000).fill('b')))).to.have.length(0)
    // Without a bound, this takes minutes.
    expect(spent()).to.be.lessThan(5000)
  })

  it('find the longest rise', () => {
    expect([...longestRise([3, 1, 2, 5, 4])].sort()).to.have.length(3)
    expect([...longestRise([])]).to.deep.equal([])
  })

  it('are arranged so that both can be read from the sequence, and as little as possible moves', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]), fc.nat(3), (moved, added) => {
        const pairs = moved.map((before, after): Pair => [before, after + added])
        const places = arranged({ before: 8, after: moved.length + added }, pairs)
        const before = places.flatMap((place) => ('before' in place && place.kind !== 'moved' ? [place.before] : []))
        const after = places.flatMap((place) => ('after' in place ? [place.after] : []))
        expect(before).to.deep.equal([...Array(8).keys()])
        expect(after).to.deep.equal([...Array(moved.length + added).keys()])
      }),
    )
    const kinds = (pairs: Pair[], length: number) =>
      arranged({ before: length, after: length }, pairs).map(
        (place: Place) => `${place.kind}${'direction' in place ? ` ${place.direction}` : ''}`,
      )
    const toTheEnd: Pair[] = [
      [0, 2],
      [1, 0],
      [2, 1],
    ]
    expect(kinds(toTheEnd, 3)).to.deep.equal(['left down', 'kept', 'kept', 'moved down'])
  })

  it('are compared in slices, and no longer than somebody wants to know', async () => {
    const work = function* () {
      for (let n = 0; n < 100; n++) {
        const end = performance.now() + 1
        while (performance.now() < end);
        yield
      }
      return 'done'
    }
    let ticks = 0
    const counting = setInterval(() => ticks++)
    expect(await inSlices(work(), new AbortController().signal)).to.equal('done')
    clearInterval(counting)
    expect(ticks).to.be.greaterThan(3)
    const given = new AbortController()
    const cancelled = inSlices(work(), given.signal)
    given.abort()
    expect(await cancelled).to.equal(undefined)
  })
})
