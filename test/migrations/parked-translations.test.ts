/** A field that has one language for a while keeps its translations, whatever it is called or wherever it moves in the meantime. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const localization = { localization: { locales: ['en', 'th'] } }
const OTHER = { name: 'other' }

/** Where the field goes while it has one language, and what comes behind that: the fields of the schema with it. */
const WAYS: Record<string, (text: object) => object[]> = {
  'gets another name': (text) => [OTHER, { name: 'name', renamedFrom: 'title', ...text }],
  'moves into a group': (text) => [OTHER, { name: 'seo', type: 'group', fields: [{ name: 'heading', renamedFrom: '.title', ...text }] }],
}

for (const database of DATABASES)
  describe(`migrations: translations that are parked, with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const titleOf = (doc: any): unknown => doc.name ?? doc.seo?.heading
    const shown = async () => {
      const { cms } = site
      const live = await cms.findById('posts', 1, { locale: 'th' })
      const draft = await cms.findById('posts', 1, { locale: 'th', draft: true })
      const [version] = (await cms.findVersions('posts', 1)).docs.slice(-1)
      const old = (await cms.findVersion('posts', 1, version!.id, { locale: 'th' })) as any
      return [live, draft, old.data].map(titleOf)
    }

    for (const [way, moved] of Object.entries(WAYS))
      it(`come back where the field ${way} meanwhile`, async () => {
        await site.migrate(posts([OTHER, { name: 'title', localized: true }], more), localization)
        await site.cms.create('posts', { title: { en: 'Tea', th: 'ชา' }, status: 'published' }, { locale: 'all' })
        await site.cms.update('posts', 1, { title: { en: 'Green tea', th: 'ชาเขียว' }, status: 'draft' }, { locale: 'all' })
        await site.migrate(posts([OTHER, { name: 'title' }], more), localization)
        const words = await site.migrate(posts(moved({}), more), localization)
        expect(words.join('\n')).to.match(/rename the parked column 'title__th' of 'posts' to '\S+__th'/)
        await site.migrator.undo(false)
        expect((await site.migrator.parked()).map(({ words }) => words)).to.include('posts.title__th')
        await site.migrate(posts(moved({}), more), localization)
        const [{ renamedFrom: _, ...text } = { name: '' }] = moved({}).slice(1) as any[]
        const plain = text.fields ? { ...text, fields: [{ name: 'heading', localized: true }] } : { ...text, localized: true }
        await site.migrate(posts([OTHER, plain], more), localization)
        expect(await shown()).to.deep.equal(['ชา', 'ชาเขียว', 'ชา'])
      })
  })
