/** A change whose condition does not hold, or no longer, answers `null`: no hook hears of it, and nothing is checked or filled in. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { BETTER_SQLITE, configWith, DATABASES, end } from '../harness/start.ts'

const heard: string[] = []
const hooks = {
  beforeValidate: ({ originalDoc }: any) => void heard.push(originalDoc ? 'validate' : 'validate without its document'),
  beforeChange: ({ originalDoc }: any) => void heard.push(originalDoc ? 'change' : 'change without its document'),
}
const fields = [
  { name: 'title', required: true },
  { name: 'n', type: 'number' },
  { name: 'text', defaultValue: 'DEFAULT' },
]

for (const database of [...DATABASES, BETTER_SQLITE])
  describe(`operations: conditions with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await createCms(configWith(database, { collections: [{ slug: 'things', hooks, fields }] } as never))
    })
    after(() => end(cms))

    const made = async () => {
      const { id } = await cms.create('things', { title: 'T', n: 1, text: 'kept' })
      heard.length = 0
      return id as number
    }
    const stored = async (id: number) => {
      const { title, n, text } = (await cms.findById('things', id))!
      return { title, n, text }
    }

    it('that do not hold', async () => {
      const id = await made()
      expect(await cms.update('things', id, { n: 10 }, { where: { n: { equals: 2 } } })).to.equal(null)
      expect(heard).to.deep.equal([])
      expect(await stored(id)).to.deep.equal({ title: 'T', n: 1, text: 'kept' })
    })

    for (const isInside of [false, true])
      it(`that hold no longer once it is their turn${isInside ? ', in a transaction' : ''}`, async () => {
        const id = await made()
        const later = (handle: Handle) => handle.update('things', id, { n: 10 }, { where: { n: { equals: 1 } } })
        let answered: Promise<unknown> | undefined
        await cms.transaction(async (tx) => {
          await tx.update('things', id, { n: 2 })
          heard.length = 0
          const begun = () => (isInside ? cms.transaction((other) => later(other as Handle)) : later(cms))
          answered = outside(begun)
          await new Promise((resolve) => setTimeout(resolve, 100))
        })
        expect(await answered).to.equal(null)
        expect(heard.filter((one) => one.includes('without'))).to.deep.equal([])
        expect(await stored(id)).to.deep.equal({ title: 'T', n: 2, text: 'kept' })
      })

    it('of which one of many holds', async () => {
      const id = await made()
      const given = await Promise.all(Array.from({ length: 20 }, () => cms.update('things', id, { n: 2 }, { where: { n: { equals: 1 } } })))
      expect(given.filter((one) => one !== null)).to.have.length(1)
      expect(heard.filter((one) => one.includes('without'))).to.deep.equal([])
    })
  })

/** Where no transaction is under way. */
const outside = AsyncLocalStorage.snapshot()
