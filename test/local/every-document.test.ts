/** `all` visits every document that was there at the start once, also while documents change: in the process, over HTTP, in every order. */
import { expect } from 'chai'
import { createClient } from '../../client/client.ts'
import { eachDocument } from '../../client/whole-list.ts'
import { type Site, serve } from '../harness/admin.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

const MANY = 14
const where = { open: { equals: true } }

interface Meanwhile {
  /** What happens when a document is visited; returns the documents that it takes away from the list. */
  happens(site: Site, visited: { id: number; n: number }, all: readonly number[]): Promise<readonly number[]>
}

const MEANWHILE: Record<string, Meanwhile['happens']> = {
  'nothing happens': async () => [],
  'each is deleted': async ({ cms }, { id }) => {
    await cms.delete('notes', id)
    return [id]
  },
  'each stops matching': async ({ cms }, { id }) => {
    await cms.update('notes', id, { open: false })
    return [id]
  },
  'each moves to the end': async ({ cms }, { id, n }) => {
    await cms.update('notes', id, { n: n + 1000 })
    return []
  },
  'each moves to the start': async ({ cms }, { id, n }) => {
    await cms.update('notes', id, { n: n - 1000 })
    return []
  },
  'the last one moves to the start': async ({ cms }, { n }, all) => {
    await cms.update('notes', all.at(-(n % 7) - 1) as number, { n: -n })
    return []
  },
  'one is created': async ({ cms }, { n }) => {
    await cms.create('notes', { n: n % 2 === 0 ? -n : n + 1000, open: true })
    return []
  },
  'others are deleted': async ({ cms }, _, all) => {
    const { docs } = await cms.find('notes', { where, limit: 2, select: ['id'] })
    for (const { id } of docs) await cms.delete('notes', id)
    return docs.map(({ id }) => id).filter((id) => all.includes(id))
  },
}
const SHORT = ['each is deleted', 'others are deleted']
const SORTS = [undefined, ['text', 'n'], '-updatedAt']

for (const [index, host] of HOSTS.entries()) {
  describe(`all, with ${DATABASES[index]!.name}`, () => {
    let site: Site
    let handles: Record<string, { all(slug: string, options: object): AsyncIterable<any> }>

    before(async () => {
      site = await serve(
        {
          collections: [
            {
              slug: 'notes',
              access: { read: ({ user }) => (user ? true : { open: { equals: true } }) },
              fields: [
                { name: 'n', type: 'number' },
                { name: 'open', type: 'boolean' },
                { name: 'text', defaultValue: 'same' },
              ],
            },
            {
              slug: 'watched',
              access: { read: 'anyone' },
              fields: [{ name: 'n', type: 'number' }],
              hooks: { afterRead: [({ doc }) => ({ ...doc, n: -doc.n })] },
            },
          ],
        },
        { host, database: DATABASES[index]! },
      )
      const { id } = await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      const client = createClient({ url: `${site.origin}/api/cms` })
      await client.auth.login({ email: 'nok@example.org', password: PASSWORD })
      handles = {
        'the system': site.cms,
        'a user': site.cms.as({ id, role: 'admin' }),
        'a visitor': site.cms.as(null),
        'a client': client,
        'the client of a visitor': createClient({ url: `${site.origin}/api/cms` }),
      } as any
    })
    after(() => site?.stop())

    for (const [what, happens] of Object.entries(MEANWHILE))
      for (const sort of SORTS)
        it(`visits each once when ${what}, sorted by ${sort ?? 'nothing'}${SHORT.includes(what) && sort === undefined ? '' : ' @long'}`, async () => {
          for (const [whose, handle] of Object.entries(handles)) {
            await fill(site)
            const found = await site.cms.find('notes', { where, limit: 0, ...(sort && { sort }) })
            const start = found.docs.map(({ id }) => id)
            const gone = new Set<number>()
            const visits: number[] = []
            for await (const one of handle.all('notes', { where, limit: 4, ...(sort && { sort }) })) {
              visits.push(one.id)
              if (visits.length > 3 * MANY) break
              for (const id of await happens(site, one, start)) gone.add(id)
            }
            expect(visits.length, `${whose}: twice`).to.equal(new Set(visits).size)
            const skipped = start.filter((id) => !visits.includes(id) && !gone.has(id))
            expect(skipped, `${whose}: skipped`).to.deep.equal([])
            if (what === 'nothing happens') expect(visits, whose).to.deep.equal(start)
          }
        })

    it('visits each once in a transaction that changes them', async () => {
      await fill(site)
      await site.cms.transaction(async (tx) => {
        for await (const { id } of tx.all('notes', { where, limit: 10 })) await tx.delete('notes', id)
      })
      expect(await site.cms.count('notes', { where })).to.equal(0)
    })

    it('shows documents as a list does, with what hooks make of them', async () => {
      for (let n = 1; n <= 25; n++) await site.cms.create('watched', { n })
      for (const handle of Object.values(handles)) {
        const found: number[] = []
        for await (const { n } of handle.all('watched', { sort: 'n', select: ['n'], limit: 10 })) found.push(n)
        expect(found).to.deep.equal(Array.from({ length: 25 }, (_, index) => -index - 1))
      }
    })

    it('lists up to 10,000 ids at a time, and nothing else of that many', async () => {
      const ids = await fetch(`${site.origin}/api/cms/watched?select=id&limit=10000&sort=-n`)
      const { docs } = (await ids.json()) as { docs: object[] }
      expect(docs).to.have.length(25)
      for (const doc of docs) expect(doc).to.have.all.keys('id')
      for (const query of ['limit=101', 'select=id,n&limit=101', 'select=id&limit=10001'])
        expect((await fetch(`${site.origin}/api/cms/watched?${query}`)).status, query).to.equal(400)
    })
  })
}

async function fill({ cms }: Site): Promise<void> {
  const { docs } = await cms.find('notes', { limit: 0, select: ['id'] })
  await cms.transaction(async (tx) => {
    for (const { id } of docs) await tx.delete('notes', id)
    for (let n = 1; n <= MANY; n++) await tx.create('notes', { n: (n * 17) % MANY, open: true })
    await tx.create('notes', { n: 3, open: false })
  })
}

describe('all of more documents than one answer has ids', () => {
  /** Lists ids as the API does. `between` runs after each answer. */
  const reading = (ids: number[], between: (answers: number) => void) => {
    let answers = 0
    return async ({ limit = 10, page = 1, where, sort }: any) => {
      const matching = where?.id?.in ?? ids.filter((id) => where === undefined || id > where.id.gt)
      if (sort === 'id') matching.sort((a: number, b: number) => a - b)
      const docs = matching.slice((page - 1) * limit, page * limit).map((id: number) => ({ id }))
      between(++answers)
      return { docs, hasNextPage: matching.length > page * limit } as any
    }
  }

  it('skips none and repeats none, though others are deleted and created between two answers', async () => {
    const ids = Array.from({ length: 20_500 }, (_, index) => 30_000 - index)
    const start = new Set(ids)
    const read = reading(ids, (answers) => {
      // The second answer was the first one with 10,000 ids.
      if (answers === 2) for (const id of ids.splice(100, 300)) start.delete(id)
      if (answers === 3) ids.unshift(40_001, 40_002)
    })
    const visits: number[] = []
    for await (const { id } of eachDocument(read, { limit: 100 })) visits.push(id)
    const visited = new Set(visits)
    expect(visited.size).to.equal(visits.length)
    expect([...start].filter((id) => !visited.has(id))).to.deep.equal([])
  })
})
