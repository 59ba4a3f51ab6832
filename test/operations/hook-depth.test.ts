/** A hook that changes documents and so causes itself comes to an end, and the log says why. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, DATABASES, end, type Started } from '../harness/start.ts'

describe('operations: hooks that cause one another', () => {
  for (const database of DATABASES)
    it(`end on ${database.name}, and the first change stays`, async () => {
      const logged: Started['logged'] = []
      let runs = 0
      const again = async ({ doc, cms }: { doc: any; cms: Handle }) => {
        runs++
        await cms.update('posts', doc.id, { number: doc.number + 1 })
      }
      const cms = await createCms(
        configWith(
          database,
          { collections: [{ slug: 'posts', fields: [{ name: 'number', type: 'number' }], hooks: { afterChange: [again] } }] } as object,
          logged,
        ),
      )
      const doc: any = await cms.create('posts', { number: 0 })
      expect(runs).to.equal(20)
      expect(await cms.findById('posts', doc.id)).to.include({ number: 20 })
      const errors = logged.filter(({ level }) => level === 'error')
      expect(errors).to.have.length(1)
      expect(errors[0]!.line).to.include("afterChange of 'posts'").and.to.include('20 after-hooks have triggered one another')
      await cms.update('posts', doc.id, { number: 100 })
      expect(runs, 'each change counts anew').to.equal(40)
      await end(cms)
    })
})
