/** What one tick or one choice changes in a role: each operation has its own scope, and reading comes back with what went along with it. */
import { expect } from 'chai'
import { withOperation, withScope } from '../../admin-components/system/granting.ts'
import type { Kind, Permissions } from '../../admin-components/system/rights.ts'

const of = (posts: string, own: string): Permissions => ({
  collections: { posts: posts.split(' ').filter(Boolean), users: ['read'] },
  globals: { site: [] },
  admin: [],
  own: own === '' ? {} : { posts: own.split(' ') },
  fields: { collections: {}, globals: {} },
})

const words = (list: readonly string[] = []) => [...list].sort().join(' ')

describe('admin-components: granting', () => {
  /** Granted, of it for own documents; what is ticked or not any more; granted then, of it for own documents. */
  const TICKS: readonly (readonly [string, string, string, string, string, earlier?: string])[] = [
    ['', '', '+read', 'read', ''],
    ['', '', '+update', 'read update', ''],
    ['read', '', '+update', 'read update', ''],
    ['read update', 'update', '+delete', 'delete read update', 'delete update'],
    ['read update', 'update', '+create', 'create read update', 'update'],
    ['read update', '', '+publish', 'publish read update', ''],
    ['read delete update', 'update', '-update', 'delete read', 'update'],
    ['read delete', 'update', '+update', 'delete read update', 'update'],
    ['read delete update', 'delete update', '-read', '', 'delete update'],
    ['', 'delete', '+read', 'delete read update', 'delete', 'read update delete'],
    ['', '', '+update', 'read update', '', 'read update delete'],
  ]
  for (const [posts, own, tick, granted, ownThen, earlier = ''] of TICKS)
    it(`${posts || 'nothing'} (own: ${own || 'none'}) ${tick} → ${granted || 'nothing'} (own: ${ownThen || 'none'})`, () => {
      const change = { kind: 'collections' as Kind, slug: 'posts', operation: tick.slice(1), isOn: tick.startsWith('+') }
      const then = withOperation(of(posts, own), { ...change, earlier: earlier.split(' ').filter(Boolean) })
      expect([words(then.collections['posts']), words(then.own['posts'])]).to.deep.equal([granted, ownThen])
    })

  /** Granted, of it for own documents; the choice; what is for own documents then. */
  const CHOICES: readonly (readonly [string, string, string, string])[] = [
    ['read update delete', '', 'own update', 'update'],
    ['read update delete', 'update', 'own delete', 'delete update'],
    ['read update delete', 'delete update', 'all delete', 'update'],
    ['read update delete', 'update', 'all update', ''],
    ['read create update delete', '', 'own read', 'delete read update'],
    ['read create update delete', 'delete read update', 'all read', 'delete update'],
  ]
  for (const [posts, own, choice, ownThen] of CHOICES)
    it(`${posts} (own: ${own || 'none'}), ${choice} → own: ${ownThen || 'none'}`, () => {
      const [scope, operation] = choice.split(' ') as [string, string]
      expect(words(withScope(of(posts, own), 'posts', operation, scope === 'own').own['posts'])).to.equal(ownThen)
    })

  it('leaves accounts and globals without owners', () => {
    const limited = { ...of('read', ''), own: { users: ['read'], site: ['read'] } }
    expect(withOperation(limited, { kind: 'collections', slug: 'users', operation: 'update', isOn: true }).own).to.deep.equal(limited.own)
    expect(withOperation(limited, { kind: 'globals', slug: 'site', operation: 'update', isOn: true }).own).to.deep.equal(limited.own)
  })
})
