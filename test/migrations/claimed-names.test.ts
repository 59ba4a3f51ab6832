/** What `renamedFrom` claims is taken, or refused, or named in the plan: it is never ignored in silence. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

for (const database of DATABASES)
  describe(`migrations: claimed names with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const chain = (...list: [string, string?][]) => {
      const fields = list.map(([name, renamedFrom]) => ({ name, ...(renamedFrom && { renamedFrom }) }))
      return posts([...fields, { name: 'rows', type: 'array', fields }], { versions: true })
    }
    const both = (values: object) => ({ ...values, rows: [{ id: 'r', ...values }] })
    /** The same in rows as above them. */
    const chained = async (names: string[]) => {
      const [doc] = (await site.cms.find('posts')).docs as any[]
      const pick = (from: any) => names.map((name) => from[name])
      expect(pick(doc.rows[0])).to.deep.equal(pick(doc))
      return pick(doc).join(' ')
    }

    for (const [past, rename] of [
      ['an exchange was taken back', chain(['a', 'b'], ['b', 'a'])],
      ['a circle was taken back', chain(['a', 'c'], ['b', 'a'], ['c', 'b'])],
    ] as const)
      it(`take the values of one that leaves also after ${past} @long`, async () => {
        await site.migrate(chain(['a'], ['b'], ['c']))
        await site.cms.create('posts', both({ a: 'A', b: 'B', c: 'C' }))
        await site.migrate(rename)
        await site.migrator.undo(false)
        await site.migrate(chain(['a'], ['b'], ['c']))
        await site.migrate(chain(['a', 'b'], ['c']))
        expect(await chained(['a', 'c'])).to.equal('B C')
        await site.migrate(chain(['c', 'a']))
        expect(await chained(['c'])).to.equal('B')
      })

    it('that were said before, and are said again where the name left, are named in the plan', async () => {
      const before = chain(['a'], ['b'])
      await site.migrate(before)
      await site.cms.create('posts', both({ a: 'A', b: 'B' }))
      await site.migrate(chain(['a', 'b'], ['b', 'a']))
      await site.migrate(before)
      expect(await site.migrate(chain(['a', 'b']))).to.include(
        "leave 'a' of 'posts' as it is: the same 'renamedFrom' has already moved its values in this database. To move values again, rename them to a third name first",
      )
      expect(await chained(['a'])).to.equal('B')
    })

    it('of collections that swapped are made again once they were taken back, and left where an earlier schema was there in between @long', async () => {
      const collection = (slug: string, renamedFrom?: string) => ({ slug, ...(renamedFrom && { renamedFrom }), fields: [{ name: 'text' }] })
      const before = [collection('notes'), collection('memos')]
      const swapped = [collection('notes', 'memos'), collection('memos', 'notes')]
      const text = async (slug: string) => ((await site.cms.find(slug)).docs[0] as any).text
      await site.migrate(before)
      for (const { slug } of before) await site.cms.create(slug, { text: `in ${slug}` })
      for (const _ of [1, 2]) {
        await site.migrate(swapped)
        expect(await text('notes')).to.equal('in memos')
        await site.open(before)
        await site.migrator.undo(false)
        expect(await text('notes')).to.equal('in notes')
      }
      await site.migrate(swapped)
      await site.migrate(before)
      expect((await site.migrate(swapped)).join()).to.include("leave 'notes', 'memos' as they are")
      expect(await text('notes')).to.equal('in memos')
    })

    it('of two names from one source are refused, wherever they stand @long', async () => {
      const fields = [{ name: 'a' }, { name: 'k' }]
      const two = (one: object = {}) => ['x', 'y'].map((name) => ({ name, renamedFrom: 'a', ...one }))
      const blocks = (...slugs: string[]) =>
        posts([
          { name: 'list', type: 'blocks', blocks: slugs.map((slug) => ({ slug, ...(slug !== 'v' && { renamedFrom: 'v' }), fields })) },
        ])
      const schemas: [object[], object[], string][] = [
        [posts(fields), posts(two()), "'x' of 'posts' and 'y' of 'posts' both say renamedFrom 'a'"],
        [
          posts([{ name: 'list', type: 'array', fields }]),
          posts([{ name: 'list', type: 'array', fields: two() }]),
          "'list.x' of 'posts' and 'list.y' of 'posts' both",
        ],
        [blocks('v'), blocks('w', 'x'), "'list[w]' of 'posts' and 'list[x]' of 'posts' both say renamedFrom 'v'"],
        [
          posts([{ name: 'a', type: 'group', fields }]),
          posts(two({ type: 'group', fields })),
          "'x.a' of 'posts' and 'y.a' of 'posts' both say renamedFrom 'a.a'",
        ],
        [posts(fields), ['x', 'y'].map((slug) => ({ slug, renamedFrom: 'posts', fields })), "'x' and 'y' both say renamedFrom 'posts'"],
      ]
      for (const [before, after, refusal] of schemas) {
        await site.end()
        site = new Evolving(database)
        await site.migrate(before)
        const error = await site.migrate(after).catch(({ message }) => message)
        expect(String(error)).to.include(refusal)
      }
    })

    it('from a name that a new one has say that it starts empty', async () => {
      await site.migrate(posts([{ name: 'a' }, { name: 'list', type: 'array', fields: [{ name: 'b' }] }]))
      const moved = [{ name: 'x', renamedFrom: 'a' }, { name: 'a' }]
      const inRows = [{ name: 'y', renamedFrom: 'b' }, { name: 'b' }]
      const plan = await site.migrate([
        { slug: 'articles', renamedFrom: 'posts', fields: [...moved, { name: 'list', type: 'array', fields: inRows }] },
        { slug: 'posts', fields: [{ name: 'a' }] },
      ])
      for (const [name, to] of [
        ["the table 'posts' with", 'articles'],
        ["the column 'a'", 'x'],
        ["the field 'list.b'", 'y'],
      ] as const)
        expect(plan.find((words) => / (add|create) |^(add|create) /.test(words) && words.includes(name))).to.include(
          `it starts empty, because 'renamedFrom' moves its values to '${to}'`,
        )
    })
  })
