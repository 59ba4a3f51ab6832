/** When a draft saves itself. */
import { mock } from 'node:test'
import { expect } from 'chai'
import { Pauses } from '../../admin-components/document/pauses.ts'

describe('admin-components: pauses', () => {
  let saves: number[]
  let pauses: Pauses
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
    saves = []
    pauses = new Pauses(() => saves.push((Date.now() - 1_000_000) / 1000))
  })
  afterEach(() => mock.timers.reset())
  const pass = (seconds: number) => mock.timers.tick(seconds * 1000)

  it('waits until nobody types, fifteen seconds at most', () => {
    pauses.typed()
    pass(1)
    pauses.typed()
    pass(2)
    expect(saves).to.deep.equal([3])
    for (let second = 0; second < 20; second++) {
      pauses.typed()
      pass(1)
    }
    expect(saves).to.deep.equal([3, 18])
  })

  it('tries again more and more slowly, and begins anew after an answer', () => {
    for (const pause of [4, 8, 16, 32, 60, 60]) {
      const before = saves.length
      pauses.failed()
      pass(pause - 1)
      expect(saves).to.have.length(before)
      pass(1)
      expect(saves).to.have.length(before + 1)
    }
    pauses.answered()
    pauses.failed()
    pass(4)
    expect(saves).to.have.length(7)
  })

  it('ends', () => {
    pauses.typed()
    pauses.end()
    pass(100)
    expect(saves).to.deep.equal([])
  })
})
