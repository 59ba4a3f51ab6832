/** What an older process writes into a text after a migration is read under the current names of block types and fields. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from '../migrations/evolving.ts'

const text = (blockType: string, attrs: object) => ({
  type: 'doc',
  content: [{ type: 'contentBlock', attrs: { blockType, id: 'c', ...attrs } }],
})

const was = (renamedFrom: string | undefined) => renamedFrom !== undefined && { renamedFrom }
const schema = (names: [card: string, words: string, x: string], before: (string | undefined)[] = []) => {
  const fields = [
    { name: names[1], ...was(before[1]) },
    { name: 'deep', type: 'group', fields: [{ name: names[2], ...was(before[2]) }] },
    { name: 'rows', type: 'array', fields: [{ name: names[2], ...was(before[2]) }] },
    { name: 'parts', type: 'blocks', blocks: [{ slug: names[0], ...was(before[0]), fields: [{ name: names[2], ...was(before[2]) }] }] },
  ]
  const card = (...more: object[]) => ({ slug: names[0], ...was(before[0]), fields: [...fields, ...more] })
  const body = { name: 'body', type: 'richText', blocks: [card({ name: 'inner', type: 'richText', blocks: [card()] })] }
  return [{ slug: 'posts', drafts: true, fields: [{ name: 'title' }, body, { name: 'list', type: 'array', fields: [body] }] }]
}
const values = (card: string, words: string, x: string) => {
  const own = { [words]: 'a', deep: { [x]: 'b' }, rows: [{ id: 'r', [x]: 'c' }], parts: [{ id: 'p', blockType: card, [x]: 'd' }] }
  return text(card, { ...own, inner: text(card, own) })
}

for (const database of DATABASES)
  describe(`store: renamed blocks and fields in texts with ${database.name}`, () => {
    it('are read under their current names, at any depth, and saved under them', async () => {
      const site = new Evolving(database)
      try {
        await site.migrate(schema(['card', 'words', 'x']))
        const old = values('card', 'words', 'x')
        await site.cms.create('posts', { status: 'published', body: old, list: [{ body: old }] })
        await site.migrate(schema(['box', 'title', 'y'], ['card', 'words', 'x']))
        const { store } = site.cms.engine
        const { native, table, quote: q } = store.dialect
        const written = `update ${table('posts')} set ${q('body')} = ?, ${q('list')} = ?, ${q('$shape')} = ?`
        const asOld = [JSON.stringify(old), JSON.stringify([{ id: 'l', body: old }]), 'older']
        await store.commit({ writes: [{ kind: 'update', sql: native(written), values: asOld }] })
        const now = values('box', 'title', 'y')
        const read = (await site.cms.findById('posts', 1)) as any
        expect(read.body).to.deep.equal(now)
        expect(read.list[0].body).to.deep.equal(now)
        await site.cms.update('posts', 1, { status: 'published', body: read.body, list: [] })
        expect((await site.raw('posts', 1))['body']).to.deep.equal(now)
      } finally {
        await site.end()
      }
    })
  })
