/** What a text shows of other documents: one request for each collection, and none for those that the user can't read. */
import { once } from 'node:events'
import { expect } from 'chai'
import type { App } from '../../admin-components/app/app.ts'
import { Targets } from '../../admin-components/fields/rich-text/targets.ts'
import { bytes } from '../../admin-components/texts/texts.ts'

describe('admin-components: the targets of a text', () => {
  it('are asked for together, except those in collections that the user can’t read', async () => {
    const requested: string[] = []
    const app = {
      collection: (slug: string) => (slug === 'gone' ? undefined : { may: { read: slug !== 'secrets' }, drafts: false }),
      client: {
        get: async (path: string, { where }: any) => {
          requested.push(path)
          return { docs: where.id.in.map((id: number) => ({ id })) }
        },
      },
    } as unknown as App
    const targets = new Targets(app)
    const all = [
      ['posts', 1],
      ['posts', 2],
      ['secrets', 1],
      ['gone', 1],
    ] as const
    for (const [collection, id] of all) expect(targets.get(collection, id)).to.equal(undefined)
    await once(targets, 'change')
    expect(requested).to.deep.equal(['/posts'])
    expect(all.map(([collection, id]) => targets.get(collection, id))).to.deep.equal([{ id: 1 }, { id: 2 }, null, null])
  })

  it('have sizes in words', () => {
    expect([1, 24, 2000, 1_500_000].map((size) => bytes(size, 'en'))).to.deep.equal(['1 byte', '24 bytes', '2 kB', '1.5 MB'])
  })
})
