/** A statement waits while another connection holds the SQLite file, and says at last what is in its way. */
import { expect } from 'chai'
import { patiently } from '../../adapters/sqlite/patience.ts'

const busy = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })

describe('store: patience with a locked file', () => {
  const now = Date.now
  afterEach(() => {
    Date.now = now
  })

  it('tries again until the file is free', async () => {
    let tries = 0
    const work = async () => {
      if (++tries < 4) throw busy()
      return 'done'
    }
    expect(await patiently(work)).to.equal('done')
    expect(tries).to.equal(4)
  })

  it('gives up after half a minute, says who is in the way, and that another attempt may succeed', async () => {
    let later = 0
    Date.now = () => now() + later
    const work = async () => {
      later += 20_000
      throw busy()
    }
    const error = await patiently(work).catch((one) => one)
    expect(error).to.include({ code: 'UNAVAILABLE', status: 503, retryAfter: 1 })
    expect(error.message).to.equal(
      'Another process has kept the SQLite database locked for 30 seconds: end it, or try again when it is done',
    )
    expect(error.cause.code).to.equal('SQLITE_BUSY')
  })

  it('gives other errors at once', async () => {
    let tries = 0
    const error = await patiently(async () => {
      tries++
      throw new Error('no such table')
    }).catch((one) => one)
    expect([tries, error.message]).to.deep.equal([1, 'no such table'])
  })
})
