/** What the admin says in place of somebody or something that can't be shown: deleted if that is certain. */
import { expect } from 'chai'
import { outOfSight } from '../../admin-components/parts/out-of-sight.ts'
import { allEnglish } from '../../admin-components/texts/english.ts'

const CASES: [role: string, readsAll: boolean, slug: string, says: string][] = [
  ['admin', true, 'users', 'A deleted person'],
  ['admin', false, 'users', 'A deleted person, or one not visible to you'],
  ['author', true, 'users', 'A deleted person, or one not visible to you'],
  ['admin', true, 'media', 'Deleted'],
  ['admin', false, 'media', 'Deleted, or not visible to you'],
  ['admin', true, 'posts', 'Deleted'],
  ['author', true, 'posts', 'Deleted, or not visible to you'],
  ['admin', true, 'closed', 'Deleted, or not visible to you'],
]

describe('the words for what is out of sight', () => {
  for (const [role, readsAll, slug, says] of CASES)
    it(`of ${slug}, to the role ${role}${readsAll ? ' that reads all' : ''}`, () => {
      const app = { user: { role }, collection: (slug: string) => (slug === 'closed' ? undefined : { may: { readsAll } }) }
      const host = { app, t: (key: string) => allEnglish[key as keyof typeof allEnglish] }
      expect(outOfSight(host as never, slug)).to.equal(says)
    })
})
