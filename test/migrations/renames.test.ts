/** Names that go back, change places or follow each other: every value is under the name that the schema gives it. */
import { expect } from 'chai'
import { describeChange } from '../../lib/migrations/words.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

for (const database of DATABASES)
  describe(`migrations: renames with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const values = async (field: string): Promise<unknown[]> =>
      (await site.cms.find('posts', { sort: 'id' })).docs.map((doc) => (doc as any)[field])
    const NAME = posts([{ name: 'name' }], { versions: true })
    const TITLE = posts([{ name: 'title', renamedFrom: 'name' }], { versions: true })

    it('are taken back by a roll back, and made again, with what was written in between @long', async () => {
      await site.migrate(NAME)
      for (const name of ['A', 'B']) await site.cms.create('posts', { name })
      expect(await site.migrate(TITLE)).to.include("rename the column 'name' of 'posts' to 'title'")
      await site.cms.create('posts', { title: 'C' })
      expect(await site.migrate(NAME)).to.include("rename the column 'title' of 'posts' to 'name'")
      expect(await values('name')).to.deep.equal(['A', 'B', 'C'])
      await site.cms.update('posts', 1, { name: 'A2' })
      await site.migrate(TITLE)
      expect(await values('title')).to.deep.equal(['A2', 'B', 'C'])
      expect((await site.migrator.applied()).parked).to.deep.equal([])
      expect((await site.cms.findVersion('posts', 1, 1)).data).to.deep.include({ title: 'A' })
      // The word may go once it was applied everywhere.
      expect(await site.migrate(posts([{ name: 'title' }], { versions: true }))).to.deep.equal([])
      await site.migrate(NAME)
      expect(await values('name')).to.deep.equal(['A2', 'B', 'C'])
    })

    it('are taken back in rows as well', async () => {
      const rows = (field: object) => posts([{ name: 'list', type: 'array', fields: [field] }], { versions: true })
      await site.migrate(rows({ name: 'name' }))
      await site.cms.create('posts', { list: [{ name: 'A' }] })
      for (const _ of [1, 2]) {
        await site.migrate(rows({ name: 'title', renamedFrom: 'name' }))
        expect((await values('list'))[0]).to.have.nested.property('0.title', 'A')
        await site.migrate(rows({ name: 'name' }))
        expect((await values('list'))[0]).to.have.nested.property('0.name', 'A')
      }
    })

    it('of collections are taken back', async () => {
      await site.migrate(NAME)
      await site.cms.create('posts', { name: 'A' })
      const notes = [{ slug: 'notes', renamedFrom: 'posts', versions: true, fields: [{ name: 'name' }] }]
      await site.migrate(notes)
      expect(await site.migrate(NAME)).to.include("rename the table 'notes' to 'posts'")
      expect(await values('name')).to.deep.equal(['A'])
      await site.migrate(notes)
      expect((await site.cms.find('notes')).docs).to.have.length(1)
    })

    it('show parked values where an earlier version left an empty column in use', async () => {
      await site.migrate(TITLE)
      for (const title of ['A', 'B']) await site.cms.create('posts', { title })
      await forget(site)
      await site.migrate(posts([{ name: 'name' }, { name: 'title', renamedFrom: 'name' }], { versions: true }))
      await site.migrate(posts([{ name: 'name' }], { versions: true }))
      await site.cms.update('posts', 2, { name: 'between' })
      const plan = await site.migrate(TITLE)
      expect(plan).to.include("where the column 'title' of 'posts' is empty, show the values parked in '$old1$title'")
      expect(await values('title')).to.deep.equal(['A', 'between'])
    })

    it('that are declared after the fact bring what was parked', async () => {
      await site.migrate(NAME)
      for (const name of ['A', 'B']) await site.cms.create('posts', { name })
      await site.migrate(posts([{ name: 'title' }], { versions: true }))
      await site.cms.update('posts', 2, { title: 'new' })
      expect(await site.open(TITLE).then(async () => (await site.plan()).map(describeChange))).to.include(
        "where the column 'title' of 'posts' is empty, show the values parked in 'name'",
      )
      await site.migrate(TITLE)
      expect(await values('title')).to.deep.equal(['A', 'new'])
    })

    it('take a name that another field had: the other’s values make way', async () => {
      await site.migrate(posts([{ name: 'abstract' }, { name: 'summary', index: true }]))
      await site.cms.create('posts', { abstract: 'long', summary: 'short' })
      const plan = await site.migrate(posts([{ name: 'summary', renamedFrom: 'abstract', index: true }]))
      expect(plan).to.include.members([
        "rename the column 'summary' of 'posts' to '$old1$summary'",
        "rename the column 'abstract' of 'posts' to 'summary'",
      ])
      expect(await values('summary')).to.deep.equal(['long'])
      expect(await site.raw('posts', 1)).to.include({ $old1$summary: 'short' })
      expect((await site.cms.find('posts', { where: { summary: { equals: 'long' } } })).totalDocs).to.equal(1)
    })

    it('swap two names, and go round three, at the top and in rows', async () => {
      const fields = (list: [string, string?][]) => list.map(([name, renamedFrom]) => ({ name, ...(renamedFrom && { renamedFrom }) }))
      const both = (list: [string, string?][]) => posts([...fields(list), { name: 'rows', type: 'array', fields: fields(list) }])
      await site.migrate(both(['a', 'b', 'c', 'd', 'e'].map((name) => [name])))
      const old = { a: '1', b: '2', c: '3', d: '4', e: '5' }
      await site.cms.create('posts', { ...old, rows: [old] })
      const letters = async () => {
        const { a, b, c, d, e, rows } = (await site.cms.findById('posts', 1)) as any
        expect({ ...rows[0], id: undefined }).to.deep.equal({ a, b, c, d, e, id: undefined })
        return [a, b, c, d, e].join('')
      }
      const moved = both([
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'd'],
        ['d', 'e'],
        ['e', 'c'],
      ])
      await site.migrate(moved)
      expect(await letters()).to.equal('21453')
      // They are not made again while the words stand there.
      expect(await site.migrate(moved)).to.deep.equal([])
      const refused = await site.migrate(both([['a', 'c'], ['b'], ['c'], ['d'], ['e']])).catch((error) => error)
      expect(refused.message).to.include("'a' of 'posts' says renamedFrom 'c', but the schema has both")
    })

    it('give a former name to a new one, in one step: fields and collections', async () => {
      await site.migrate([{ slug: 'notes', fields: [{ name: 'text' }] }])
      await site.cms.create('notes', { text: 'old' })
      await site.migrate([
        { slug: 'notes', fields: [{ name: 'text' }] },
        { slug: 'memos', renamedFrom: 'notes', fields: [{ name: 'text' }, { name: 'body', renamedFrom: 'text' }] },
      ])
      expect((await site.cms.find('notes')).docs).to.deep.equal([])
      expect((await site.cms.find('memos')).docs[0]).to.deep.include({ body: 'old', text: null })
    })

    it('are given on in one step: the last one takes the values of the one before, the first starts empty', async () => {
      const fields = (...list: [string, string?][]) => list.map(([name, renamedFrom]) => ({ name, ...(renamedFrom && { renamedFrom }) }))
      await site.migrate(posts(fields(['a'], ['b'])))
      await site.cms.create('posts', { a: '1', b: '2' })
      const given = posts(fields(['a'], ['b', 'a'], ['c', 'b']))
      await site.migrate(given)
      expect(await site.cms.findById('posts', 1)).to.deep.include({ a: null, b: '1', c: '2' })
      expect(await site.migrate(given)).to.deep.equal([])
    })

    /** Of one document, at the top and in its rows, which are the same. */
    const chained = async (names: string[]) => {
      const { docs } = await site.cms.find('posts', { sort: 'id' })
      return docs.map((doc: any) => {
        const pick = (from: any) => names.map((name) => from[name])
        expect(pick(doc.rows[0])).to.deep.equal(pick(doc))
        return pick(doc).join(' ')
      })
    }
    const chain = (...list: [string, string?][]) => {
      const fields = list.map(([name, renamedFrom]) => ({ name, ...(renamedFrom && { renamedFrom }) }))
      return posts([...fields, { name: 'rows', type: 'array', fields }], { versions: true })
    }
    const both = (values: object, id = 'r') => ({ ...values, rows: [{ id, ...values }] })

    it('in chains go back as a whole, and come again, with what was written in between @long', async () => {
      const before = chain(['a'], ['b'])
      const after = chain(['a'], ['b', 'a'], ['c', 'b'])
      await site.migrate(before)
      await site.cms.create('posts', both({ a: 'A', b: 'B' }))
      await site.migrate(after)
      expect(await chained(['a', 'b', 'c'])).to.deep.equal([' A B'])
      await site.cms.update('posts', 1, both({ a: 'new', b: 'A', c: 'B' }))
      for (const n of [1, 2]) {
        await site.migrate(before)
        expect((await chained(['a', 'b']))[0]).to.equal('A B')
        await site.cms.create('posts', both({ a: `A${n}`, b: `B${n}` }, `r${n}`))
        await site.migrate(after)
        expect(await chained(['a', 'b', 'c'])).to.deep.equal(['new A B', ' A1 B1', ' A2 B2'].slice(0, n + 1))
        expect((await site.migrator.applied()).parked).to.deep.equal([])
      }
      // The word may go once it was applied. Then a field that leaves is parked, and takes no other name.
      await site.migrate(chain(['a'], ['b'], ['c']))
      await site.migrate(before)
      expect((await chained(['a', 'b']))[0]).to.equal('new A')
    })

    it('in chains that were made in two steps show no empty field where another name has its values @long', async () => {
      await site.migrate(chain(['a']))
      await site.cms.create('posts', both({ a: 'A' }))
      await site.migrate(chain(['b', 'a']))
      await site.migrate(chain(['a'], ['b', 'a']))
      await site.cms.create('posts', both({ a: 'new', b: 'B' }, 'r2'))
      await site.migrate(chain(['b', 'a']))
      await site.migrate(chain(['a']))
      expect(await chained(['a'])).to.deep.equal(['A', 'B'])
      await site.migrate(chain(['b', 'a']))
      expect(await chained(['b'])).to.deep.equal(['A', 'B'])
      await site.migrate(chain(['a'], ['b', 'a']))
      expect(await chained(['a', 'b'])).to.deep.equal([' A', 'new B'])
    })

    it('that took another field’s name give it back with its values @long', async () => {
      const before = chain(['abstract'], ['summary'])
      const after = chain(['summary', 'abstract'])
      await site.migrate(before)
      await site.cms.create('posts', both({ abstract: 'long', summary: 'short' }))
      for (const _ of [1, 2]) {
        await site.migrate(after)
        expect(await chained(['summary'])).to.deep.equal(['long'])
        await site.migrate(before)
        expect(await chained(['abstract', 'summary'])).to.deep.equal(['long short'])
      }
    })

    it('that went back stay where they are when the word goes', async () => {
      await site.migrate(chain(['b']))
      await site.cms.create('posts', both({ b: 'B' }))
      await site.migrate(chain(['c', 'b'], ['b']))
      await site.migrate(chain(['d', 'c'], ['c'], ['b']))
      await site.migrate(chain(['c', 'b'], ['b']))
      expect(await chained(['c', 'b'])).to.deep.equal(['B '])
      await site.migrate(chain(['c'], ['b']))
      expect(await chained(['c', 'b'])).to.deep.equal(['B '])
    })

    it('are not refused when their word returns with an earlier schema, whatever was converted or parked in between @long', async () => {
      const before = chain(['c', 'b'], ['b'])
      await site.migrate(chain(['b']))
      await site.cms.create('posts', both({ b: '1' }))
      await site.migrate(before)
      const converted = { name: 'c', type: 'number' }
      await site.migrate(posts([converted, { name: 'b' }, { name: 'rows', type: 'array', fields: [converted, { name: 'b' }] }]))
      await site.migrate(before)
      await site.migrate(chain(['b']))
      expect(await chained(['b'])).to.deep.equal(['1'])
      for (const schema of [before, chain(['c'], ['b']), chain(['b']), chain(['c'], ['b'])]) await site.migrate(schema)
      await site.migrate(before)
      expect(await chained(['c', 'b'])).to.deep.equal(['1 '])
    })

    it('read nothing from another field that has a former name, as long as the word stands there', async () => {
      await site.migrate(chain(['a'], ['d']))
      await site.cms.create('posts', both({ a: 'A' }))
      await site.migrate(chain(['a'], ['b', 'd']))
      const { store } = site.cms.engine
      await store.exclusively(async (connection) => {
        await connection.all(
          `update ${store.dialect.table('posts')} set rows = '[{"id":"r","a":"A"}]', ${store.dialect.quote('$shape')} = ''`,
        )
        const data = `'{"a":"A","rows":[{"id":"r","a":"A"}]}'`
        await connection.all(`update ${store.dialect.table('$versions')} set data = ${data}`)
      })
      await site.migrate(chain(['d', 'a'], ['b', 'd']))
      expect(await chained(['d', 'b'])).to.deep.equal(['A '])
      const { data }: any = await site.cms.findVersion('posts', 1, 1)
      expect([data.d, data.b, data.rows[0].d, data.rows[0].b]).to.deep.equal(['A', null, 'A', null])
    })

    it('of collections go back in chains', async () => {
      const fields = [{ name: 'text' }]
      const before = [{ slug: 'notes', versions: true, fields }]
      const after = [...before, { slug: 'memos', renamedFrom: 'notes', versions: true, fields }]
      const texts = async (slug: string) => (await site.cms.find(slug)).docs.map((doc: any) => doc.text)
      await site.migrate(before)
      await site.cms.create('notes', { text: 'old' })
      await site.migrate(after)
      await site.cms.create('notes', { text: 'new' })
      for (const _ of [1, 2]) {
        await site.migrate(before)
        expect(await texts('notes')).to.deep.equal(['old'])
        expect((await site.cms.findVersion('notes', 1, 1)).data).to.deep.include({ text: 'old' })
        await site.migrate(after)
        expect([await texts('notes'), await texts('memos')]).to.deep.equal([['new'], ['old']])
        expect((await site.cms.findVersion('memos', 1, 1)).data).to.deep.include({ text: 'old' })
      }
    })

    it('that swapped two names do nothing to other fields while their words still stand there', async () => {
      await site.migrate(chain(['a'], ['b'], ['c']))
      await site.cms.create('posts', both({ a: 'A', b: 'B', c: 'C' }))
      await site.migrate(chain(['a', 'b'], ['b', 'a'], ['c']))
      await site.migrate(chain(['a', 'c'], ['b', 'a'], ['c', 'a']))
      expect(await chained(['a', 'b', 'c'])).to.deep.equal(['C A B'])
      await site.migrator.undo(false)
      await site.open(chain(['a', 'b'], ['b', 'a'], ['c']))
      expect(await chained(['a', 'b', 'c'])).to.deep.equal(['B A C'])
    })

    it('that swapped two names, or went round three, do not do so again when an earlier schema was there in between @long', async () => {
      const before = chain(['a'], ['b'], ['c'])
      for (const [after, expected] of [
        [chain(['a', 'b'], ['b', 'a'], ['c']), 'B A C'],
        [chain(['a', 'b'], ['b', 'c'], ['c', 'a']), 'A C B'],
      ] as const) {
        await site.migrate(before)
        if ((await site.cms.find('posts')).totalDocs === 0) await site.cms.create('posts', both({ a: 'A', b: 'B', c: 'C' }))
        await site.migrate(after)
        expect(await chained(['a', 'b', 'c'])).to.deep.equal([expected])
        for (const _ of [1, 2]) {
          // A process from before starts, and notes its schema.
          await site.open(before, {}, true)
          await site.open(after)
          const described = (await site.migrator.steps(await site.plan())).map(({ words, risk }) => `${risk} ${words.split(':')[0]}`)
          expect(described).to.have.length(2)
          expect(described[0]).to.match(/^safe leave 'a', 'b'.* of 'posts' as they are$/)
          await site.migrate(after)
          expect(await chained(['a', 'b', 'c'])).to.deep.equal([expected])
          expect(await site.migrate(after)).to.deep.equal([])
        }
      }
    })

    it('that swapped two names are made again once they were taken back @long', async () => {
      const swapped = chain(['a', 'b'], ['b', 'a'])
      await site.migrate(chain(['a'], ['b']))
      await site.cms.create('posts', both({ a: 'A', b: 'B' }))
      for (const _ of [1, 2]) {
        await site.migrate(swapped)
        expect(await chained(['a', 'b'])).to.deep.equal(['B A'])
        await site.open(chain(['a'], ['b']), {}, true)
        await site.migrator.undo(false)
        expect(await chained(['a', 'b'])).to.deep.equal(['A B'])
      }
    })

    it('make indexes again for the columns that have the names now', async () => {
      await site.migrate(posts([{ name: 'a', unique: true }, { name: 'b' }]))
      await site.cms.create('posts', { a: '1', b: 'same' })
      await site.cms.create('posts', { a: '2' })
      await site.migrate(
        posts([
          { name: 'a', renamedFrom: 'b', unique: true },
          { name: 'b', renamedFrom: 'a' },
        ]),
      )
      const refused = await site.cms.create('posts', { a: 'same', b: '1' }).catch((error) => error)
      expect(refused.errors?.[0] ?? refused).to.deep.include({ field: 'a' })
    })
  })

/** As versions did that knew nothing of earlier names. */
async function forget(site: Evolving): Promise<void> {
  const { store } = site.cms.engine
  const { table, native } = store.dialect
  await store.exclusively(async (connection) => {
    const [row] = await connection.all(`select value from ${table('$model')} where key = 'model'`)
    const text = row!['value'].replace(/,"formerly":\[[^\]]*\]/g, '')
    await connection.all(native(`update ${table('$model')} set value = ? where key = 'model'`), [text])
  })
}
