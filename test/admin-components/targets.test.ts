/** What a text shows of other documents: one request for each collection, and nothing called deleted because a request failed. */
import { once } from 'node:events'
import { expect } from 'chai'
import type { App } from '../../admin-components/app/app.ts'
import { RelatedDocuments } from '../../admin-components/app/related.ts'
import type { CmsElement } from '../../admin-components/element.ts'
import { Targets } from '../../admin-components/fields/rich-text/targets.ts'
import { bytes } from '../../admin-components/texts/texts.ts'
import { ApiError } from '../../client/api-error.ts'

const LATER = new Error('the server is away')

/** A server that has posts 1 and 2, no other posts, and secrets that this user can't read. */
function textAt({ answers = () => undefined }: { answers?: () => Error | undefined } = {}) {
  const requested: [path: string, query: any][] = []
  const app = {
    collection: (slug: string) => (slug === 'gone' ? undefined : { slug, title: 'title', fields: [], labels: {} }),
    client: {
      get: async (path: string, query: any) => {
        requested.push([path, query])
        const error = path === '/secrets' ? new ApiError(403, []) : answers()
        if (error) throw error
        return { docs: query.where.id.in.filter((id: number) => id < 3).map((id: number) => ({ id, title: `Post ${id}` })) }
      },
    },
  } as unknown as App
  const element = { app, t: (key: string) => key } as unknown as CmsElement
  const related = new RelatedDocuments(app, 'th')
  return { requested, targets: new Targets(element, () => related) }
}

describe('admin-components: the targets of a text', () => {
  it('are asked for together, in the language of the form', async () => {
    const { requested, targets } = textAt()
    const all = [
      ['posts', 1],
      ['posts', 2],
      ['posts', 3],
      ['secrets', 1],
    ] as const
    for (const [collection, id] of all) expect(targets.get(collection, id)).to.equal(undefined)
    expect(targets.get('gone', 1)).to.equal(null)
    await once(targets, 'change')
    expect(requested.map(([path, { locale }]) => [path, locale])).to.deep.equal([
      ['/posts', 'th'],
      ['/secrets', 'th'],
    ])
    expect(all.map(([collection, id]) => targets.get(collection, id)?.['title'])).to.deep.equal(['Post 1', 'Post 2', undefined, undefined])
    expect(all.map(([collection, id]) => targets.get(collection, id) === null)).to.deep.equal([false, false, true, true])
  })

  it('are not called deleted when a request fails, and are asked for again', async () => {
    let error: Error | undefined = LATER
    const { targets } = textAt({ answers: () => error })
    targets.get('posts', 1)
    const again = once(targets, 'change')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(targets.get('posts', 1)).to.equal(undefined)
    error = undefined
    await once(targets, 'change')
    await again
    expect(targets.nameOf('posts', 1)).to.equal('Post 1')
  })

  it('are named at once where a search has found them, and as they are called as soon as they have arrived', async () => {
    const { targets } = textAt()
    targets.takeTitle('posts', 1, 'Post one')
    expect(targets.nameOf('posts', 1)).to.equal('Post one')
    expect(targets.nameOf('posts', 2)).to.equal('…')
    await once(targets, 'change')
    expect([1, 2].map((id) => targets.nameOf('posts', id))).to.deep.equal(['Post 1', 'Post 2'])
  })

  it('have sizes in words', () => {
    expect([1, 24, 2000, 1_500_000].map((size) => bytes(size, 'en'))).to.deep.equal(['1 byte', '24 bytes', '2 kB', '1.5 MB'])
  })
})
