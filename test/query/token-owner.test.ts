/** Requests with one token that arrive in one turn share the read of its owner; each gets what it would have got alone. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { tokenOwner } from '../../lib/query/token-owner.ts'
import { Rows } from '../../lib/store/records.ts'
import { outsideFrames } from '../../lib/store/transaction.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

for (const database of DATABASES)
  describe(`query/owners of tokens with ${database.name}`, () => {
    const KEYS = { table: 'api-keys', token: 'hash', expires: 'expiresAt' }
    let cms: Handle
    let reads: number
    let find: (token: string) => Promise<{ email?: string } | undefined>

    before(async () => {
      cms = await startCms(database, { collections: [], apiKeys: true, secret: 'a secret that is long enough for a test' })
      const user = await cms.create('users', { email: 'ada@example.org', password: 'correct horse battery', role: 'admin' })
      const { store } = cms.engine
      for (const hash of ['one', 'other'])
        await store.change(new Rows('api-keys', store).insert({ ...STORED, name: hash, hash, user: user.id }))
      const original = store.read.bind(store)
      store.read = (...args) => {
        reads++
        return original(...args)
      }
      const owner = tokenOwner<string>(store, KEYS, {}, ['email'])
      find = (token) => owner(token, new Date())
    })
    after(() => end(cms))
    beforeEach(() => (reads = 0))

    it('are read once for all that ask in one turn, and each gets an object of its own', async () => {
      const found = await Promise.all([find('one'), find('one'), find('none'), find('one'), find('other')])
      expect(found.map((one) => one?.email)).to.deep.equal([
        'ada@example.org',
        'ada@example.org',
        undefined,
        'ada@example.org',
        'ada@example.org',
      ])
      expect(found[0]).not.to.equal(found[1])
      expect(reads).to.equal(3)
    })

    it('are read again in the next turn: nothing is kept, so a revoked key is refused at once', async () => {
      const { store } = cms.engine
      expect(await find('other')).to.be.an('object')
      await store.change(new Rows('api-keys', store).delete({ hash: 'other' }))
      expect(await find('other')).to.equal(undefined)
      expect(reads).to.equal(2)
    })

    it('are not shared with a transaction, which sees what it has not committed yet', async () => {
      await cms
        .transaction(async () => {
          const { store } = cms.engine
          await store.change(new Rows('api-keys', store).delete({ hash: 'one' }))
          const [outside, inside] = await Promise.all([outsideFrames(() => find('one')), find('one')])
          expect([outside?.email, inside]).to.deep.equal(['ada@example.org', undefined])
          throw new Error('back')
        })
        .catch((error: Error) => expect(error.message).to.equal('back'))
      expect(await find('one')).to.be.an('object')
    })

    it('that can’t be read fail for all that asked, and are read again', async () => {
      const { store } = cms.engine
      const { read } = store
      store.read = () => Promise.reject(new Error('away'))
      const failed = await Promise.allSettled([find('one'), find('one')])
      store.read = read
      expect(failed.map((one) => one.status)).to.deep.equal(['rejected', 'rejected'])
      expect(await find('one')).to.be.an('object')
    })
  })

const STORED = { $rev: 1, $shape: '', created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', permissions: '{}' }
