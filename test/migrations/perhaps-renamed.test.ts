/** A collection that was renamed without `renamedFrom`: the plan asks, and in development the start waits for an answer: on both databases. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const FIELDS = [{ name: 'title' }, { name: 'views', type: 'number' }, { name: 'body', type: 'richText' }]

for (const database of DATABASES)
  describe(`migrations: perhaps renamed with ${database.name}`, () => {
    let site: Evolving
    beforeEach(async () => {
      site = new Evolving(database)
      await site.migrate(posts(FIELDS))
    })
    afterEach(() => site.end())

    const renamed = (fields: object[] = FIELDS, more: object = {}) => [{ slug: 'articles', fields, ...more }]
    const questions = async (collections: object[], more: object = {}) => {
      await site.open(collections, more)
      return (await site.migrator.warnings(site.cms.engine.tables(), site.cms.engine.model)).map(({ words }) => words)
    }
    const question = (documents: string) =>
      `'articles' is new and has most of the fields of 'posts', which leaves the schema with ${documents}; did you rename 'posts' to 'articles'? Then add renamedFrom: 'posts' to 'articles', and the documents move`

    it('is asked if documents would stay behind', async () => {
      expect(await questions(renamed()), 'without documents').to.deep.equal([])
      await site.open(posts(FIELDS))
      for (const title of ['One', 'Two']) await site.cms.create('posts', { title })
      expect(await questions(renamed())).to.deep.equal([question('2 documents')])
      expect(await questions(renamed([...FIELDS, { name: 'more' }])), 'with one more field').to.deep.equal([question('2 documents')])
      expect(await questions(renamed([{ name: 'title', type: 'number' }, { name: 'other' }])), 'with other fields').to.deep.equal([])
      expect(await questions([...posts(FIELDS), ...renamed()]), 'next to the other one').to.deep.equal([])
      expect(await questions(renamed(FIELDS, { renamedFrom: 'posts' })), 'with renamedFrom').to.deep.equal([])
      expect(await questions([], { globals: [{ slug: 'articles', fields: FIELDS }] }), 'a global').to.deep.equal([])
    })

    it('stops the start in development, where both answers work', async () => {
      await site.cms.create('posts', { title: 'One' })
      const refused = await site.open(renamed(), {}, true).catch(({ code, message }) => `${code} ${message}`)
      expect(refused).to.include(`MIGRATION ${question('1 document')}. If you didn't, run:\n  npx galley migrate\nThe plan:\n`)
      await site.migrate(renamed(FIELDS, { renamedFrom: 'posts' }))
      expect(await site.cms.count('articles')).to.equal(1)
      expect(await site.migrate([{ slug: 'pages', fields: FIELDS }])).to.include(
        "park the table 'articles': its rows stay, but nothing reads them",
      )
      await site.open([{ slug: 'pages', fields: FIELDS }], {}, true)
      expect(await site.cms.count('pages')).to.equal(0)
    })
  })
