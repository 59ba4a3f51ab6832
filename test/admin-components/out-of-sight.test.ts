/** What the admin says in place of somebody or something that can't be shown: deleted if that is certain. */
import { expect } from 'chai'
import { outOfSight } from '../../admin-components/parts/out-of-sight.ts'
import { allEnglish } from '../../admin-components/texts/english.ts'

const CASES: [role: string, dependsOnDocument: boolean, slug: string, says: string][] = [
  ['admin', false, 'users', 'A deleted person'],
  ['admin', true, 'users', 'A deleted person, or one you can’t see'],
  ['author', false, 'users', 'A deleted person, or one you can’t see'],
  ['admin', false, 'media', 'A deleted file, or one you can’t see'],
  ['admin', false, 'posts', 'A deleted document, or one you can’t see'],
]

describe('the words for what is out of sight', () => {
  for (const [role, dependsOnDocument, slug, says] of CASES)
    it(`of ${slug}, to the role ${role}${dependsOnDocument ? ' with exceptions' : ''}`, () => {
      const app = { user: { role }, collection: () => ({ may: { dependsOnDocument } }) }
      const host = { app, t: (key: string) => allEnglish[key as keyof typeof allEnglish] }
      expect(outOfSight(host as never, slug)).to.equal(says)
    })
})
