/** A first start creates its tables in few round trips, with all that belongs to them. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { Connection, Connections, DatabaseAdapter } from '../../lib/store/contract.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const posts: Partial<Config> = {
  collections: [
    {
      slug: 'posts',
      drafts: true,
      versions: true,
      fields: [
        { name: 'title', index: 'contains' },
        { name: 'slug', type: 'slug' },
        { name: 'tags', hasMany: true, type: 'select', options: ['a', 'b'], index: true },
      ],
    },
  ],
}

/** An adapter that counts what is sent to change tables. */
function counting(db: DatabaseAdapter, sent: string[]): DatabaseAdapter {
  const listening = ({ all }: Connection): Connection => ({
    all(sql, values) {
      sent.push(sql)
      return all(sql, values)
    },
  })
  const open = async (opening: Parameters<DatabaseAdapter['open']>[0]): Promise<Connections> => {
    const connections = await db.open(opening)
    return { ...connections, alter: (work, options) => connections.alter((connection) => work(listening(connection)), options) }
  }
  return { ...db, open }
}

describe('migrations: new tables', () => {
  for (const database of DATABASES)
    describe(`with ${database.name}`, () => {
      const sent: string[] = []
      let cms: Handle
      before(async () => {
        cms = await startCms({ name: database.name, fresh: () => counting(database.fresh(), sent) }, posts)
      })
      after(() => end(cms))

      it('come with their indexes, counts and totals', async () => {
        for (const title of ['first', 'second']) await cms.create('posts', { title, tags: ['a'], status: 'published' })
        const found = await cms.find('posts', { where: { title: { like: 'eco' }, tags: { in: ['a'] } } })
        expect([found.totalDocs, found.docs[0]?.title]).to.deep.equal([1, 'second'])
        expect((await cms.find('posts')).totalDocs).to.equal(2)
      })

      if (database.name === 'Postgres')
        it('take one round trip each', () => {
          const tables = sent.filter((sql) => /^create table "/.test(sql))
          expect(tables.length).to.be.greaterThan(15)
          expect(sent.filter((sql) => /^(savepoint|release|create (unique )?index)/.test(sql) && !sql.includes('$counts'))).to.deep.equal(
            [],
          )
          expect(sent.length).to.be.at.most(tables.length + 22)
        })
    })
})
