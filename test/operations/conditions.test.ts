/** A change whose condition does not hold, or no longer, answers `null`: no hook hears of it, and nothing is checked or filled in. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, driversFor, end } from '../harness/start.ts'

const received: string[] = []
const hooks = {
  beforeValidate: ({ originalDoc }: any) => void received.push(originalDoc ? 'validate' : 'validate without its document'),
  beforeChange: ({ originalDoc }: any) => void received.push(originalDoc ? 'change' : 'change without its document'),
}
const fields = [
  { name: 'title', required: true },
  { name: 'n', type: 'number' },
  { name: 'text', defaultValue: 'DEFAULT' },
]

for (const database of driversFor('operations/conditions'))
  describe(`operations: conditions with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await createCms(
        configWith(database, {
          collections: [
            { slug: 'things', hooks, fields },
            { slug: 'shelved', drafts: true, versions: true, trash: true, orderable: true, hooks, fields },
          ],
          globals: [{ slug: 'site', hooks: { beforeChange: hooks.beforeChange }, fields }],
        } as never),
      )
    })
    after(() => end(cms))

    const made = async () => {
      const { id } = await cms.create('things', { title: 'T', n: 1, text: 'kept' })
      received.length = 0
      return id as number
    }
    const stored = async (id: number) => {
      const { title, n, text } = (await cms.findById('things', id))!
      return { title, n, text }
    }

    it('that do not hold', async () => {
      const id = await made()
      expect(await cms.update('things', id, { n: 10 }, { where: { n: { equals: 2 } } })).to.equal(null)
      expect(received).to.deep.equal([])
      expect(await stored(id)).to.deep.equal({ title: 'T', n: 1, text: 'kept' })
    })

    for (const isInside of [false, true])
      it(`that hold no longer once it is their turn${isInside ? ', in a transaction' : ''}`, async () => {
        const id = await made()
        const later = (handle: Handle) => handle.update('things', id, { n: 10 }, { where: { n: { equals: 1 } } })
        let answered: Promise<unknown> | undefined
        await cms.transaction(async (tx) => {
          await tx.update('things', id, { n: 2 })
          received.length = 0
          const begun = () => (isInside ? cms.transaction((other) => later(other as Handle)) : later(cms))
          answered = outside(begun)
          await new Promise((resolve) => setTimeout(resolve, 100))
        })
        expect(await answered).to.equal(null)
        expect(received.filter((one) => one.includes('without'))).to.deep.equal([])
        expect(await stored(id)).to.deep.equal({ title: 'T', n: 2, text: 'kept' })
      })

    it('that hold no longer once it is their turn, in a transaction that has read the document', async () => {
      const id = await made()
      let answered: Promise<unknown> | undefined
      const begin = () =>
        cms.transaction(async (tx) => {
          const { n } = (await tx.findById('things', id)) as { n: number }
          return [n, await tx.update('things', id, { n: n + 8 }, { where: { n: { equals: n } } })]
        })
      await cms.transaction(async (tx) => {
        await tx.update('things', id, { n: 2 })
        received.length = 0
        answered = outside(begin)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      const [n, given] = (await answered) as [number, { n: number } | null]
      // SQLite lets the second transaction begin after the first one.
      expect(n === 1 ? given : given!.n).to.equal(n === 1 ? null : 10)
      expect(await stored(id)).to.deep.equal({ title: 'T', n: n === 1 ? 2 : 10, text: 'kept' })
      expect(received.filter((one) => one.includes('without'))).to.deep.equal([])
    })

    it('of updates alone: other changes refuse them', async () => {
      const calls: Record<string, (id: number, options: any) => Promise<unknown>> = {
        update: (id, options) => cms.update('shelved', id, { title: 'U' }, options),
        publish: (id, options) => cms.update('shelved', id, { status: 'published' }, options),
        delete: (id, options) => cms.delete('shelved', id, options),
        recover: (id, options) => cms.recover('shelved', id, options),
        autosave: (id, options) => cms.autosave('shelved', id, { title: 'U' }, options),
        unpublish: (id, options) => cms.unpublish('shelved', id, options),
        discardDraft: (id, options) => cms.discardDraft('shelved', id, options),
        move: (id, options) => cms.move('shelved', id, { before: id - 1 }, options),
        updateGlobal: (_, options) => cms.updateGlobal('site', { title: 'U' }, options),
      }
      await cms.updateGlobal('site', { title: 'T', n: 1 })
      for (const [name, call] of Object.entries(calls)) {
        await cms.create('shelved', { title: 'S', n: 1 })
        const { id } = await cms.create('shelved', { title: 'T', n: 1, status: 'published' })
        received.length = 0
        const given = await call(id as number, { where: { n: { equals: 2 } } }).catch((error) => error.message)
        if (name === 'update' || name === 'publish') expect(given, name).to.equal(null)
        else expect(given, name).to.include("unknown option 'where'")
        expect(received, name).to.deep.equal([])
        expect(await cms.findById('shelved', id as number), name).to.include({ title: 'T', n: 1, status: 'published' })
      }
      expect(await cms.findGlobal('site')).to.include({ title: 'T' })
    })

    it('of which one of many holds', async () => {
      const id = await made()
      const given = await Promise.all(Array.from({ length: 20 }, () => cms.update('things', id, { n: 2 }, { where: { n: { equals: 1 } } })))
      expect(given.filter((one) => one !== null)).to.have.length(1)
      expect(received.filter((one) => one.includes('without'))).to.deep.equal([])
    })
  })

/** Where no transaction is under way. */
const outside = AsyncLocalStorage.snapshot()
