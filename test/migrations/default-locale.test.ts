/** The default locale changes, together with what is localized: each language keeps its own words, forth, back and taken back. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const schema = (localized: boolean) => {
  const words = [{ name: 'words', ...(localized && { localized }) }]
  return posts(
    [
      { name: 'n', type: 'number' },
      ...words,
      { name: 'group', type: 'group', fields: words },
      { name: 'rows', type: 'array', fields: [...words, { name: 'deep', type: 'group', fields: words }] },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'block', fields: words }] },
    ],
    { drafts: true, versions: true },
  )
}
const locales = (first: string) => ({ localization: { locales: ['en', 'th'], defaultLocale: first } })
const document = (words: unknown) => ({
  words,
  group: { words },
  rows: [{ id: 'r', words, deep: { words } }],
  layout: [{ id: 'b', blockType: 'block', words }],
})
const ENGLISH_AND_THAI = { en: 'hello', th: 'sawasdee' }
const DRAFTED = { en: 'draft', th: 'rang' }

for (const database of DATABASES)
  describe(`migrations: the default locale with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    /** Live, in the pending draft, and in the first version. */
    const titles = async (locale?: string) => {
      const options = { ...(locale && { locale }) }
      const first = (await site.cms.findVersions('posts', 1)).docs.at(-1)!
      const docs: any[] = [
        await site.cms.findById('posts', 1, options),
        await site.cms.findById('posts', 1, { draft: true, ...options }),
        ((await site.cms.findVersion('posts', 1, first.id, options)) as any).data,
      ]
      return docs.map(({ words, group, rows, layout }) => {
        const all = [words, group.words, rows[0].words, rows[0].deep.words, layout[0].words]
        for (const one of all) expect(one, JSON.stringify(all)).to.deep.equal(words)
        return words
      })
    }
    const write = async (live: unknown, draft: unknown, locale?: string) => {
      const options = { ...(locale && { locale }) }
      await site.cms.create('posts', { ...document(live), status: 'published' } as never, options)
      await site.cms.update('posts', 1, { ...document(draft), status: 'draft' } as never, options)
    }

    it('keeps each language its words when fields are localized no more at once, and again @long', async () => {
      await site.migrate(schema(true), locales('en'))
      await write(ENGLISH_AND_THAI, DRAFTED, 'all')
      const both = [ENGLISH_AND_THAI, DRAFTED, ENGLISH_AND_THAI]
      expect(await titles('all')).to.deep.equal(both)
      await site.migrate(schema(true), locales('th'))
      expect(await titles('all'), 'another default').to.deep.equal(both)
      await site.migrate(schema(true), locales('en'))
      await site.migrate(schema(false), locales('th'))
      expect(await titles(), 'the default’s words').to.deep.equal(['sawasdee', 'rang', 'sawasdee'])
      await site.migrate(schema(true), locales('en'))
      expect(await titles('all'), 'rolled back').to.deep.equal(both)
      await site.migrate(schema(false), locales('th'))
      await site.migrator.undo(false)
      await site.open(schema(true), locales('en'))
      expect(await titles('all'), 'taken back').to.deep.equal(both)
    })

    it('that was another one while fields were not localized tells whose words they hold', async () => {
      await site.migrate(schema(false), locales('en'))
      await write('hello', 'draft')
      await site.migrate(schema(true), locales('th'))
      const english = [
        { en: 'hello', th: null },
        { en: 'draft', th: null },
        { en: 'hello', th: null },
      ]
      expect(await titles('all')).to.deep.equal(english)
      await site.migrate(schema(false), locales('en'))
      expect(await titles(), 'rolled back').to.deep.equal(['hello', 'draft', 'hello'])
      await site.migrate(schema(true), locales('th'))
      await site.migrator.undo(false)
      await site.open(schema(false), locales('en'))
      expect(await titles(), 'taken back').to.deep.equal(['hello', 'draft', 'hello'])
    })
  })
