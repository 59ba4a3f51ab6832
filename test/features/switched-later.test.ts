/** Versions from before a feature was switched on or off: what they say about themselves doesn't depend on what the document is now. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from '../migrations/evolving.ts'

const fields = [{ name: 'title' }]
const localization = { locales: ['en', 'th'] }

for (const database of DATABASES)
  describe(`features: switched later, with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    /** The status of each version, newest first: in the list, of the single version, and in its content. */
    const statuses = async () => {
      const { docs } = await site.cms.findVersions('posts', 1)
      return Promise.all(
        docs.map(async ({ id, status }) => {
          const one = (await site.cms.findVersion('posts', 1, id)) as any
          return [status, one.status, one.data.status]
        }),
      )
    }
    const thrice = (status: string | null) => [status, status, status]

    it('versions from before drafts are published ones, whatever the document is now', async () => {
      await site.migrate(posts(fields, { versions: true }))
      await site.cms.create('posts', { title: 'One' })
      expect(await statuses()).to.deep.equal([[null, null, undefined]])
      await site.migrate(posts(fields, { versions: true, drafts: true }))
      expect(await statuses(), 'published').to.deep.equal([thrice('published')])
      await site.cms.update('posts', 1, { title: 'Two', status: 'draft' } as object)
      expect(await statuses(), 'with a pending draft').to.deep.equal([thrice('draft'), thrice('published')])
      const [newest] = (await site.cms.findVersions('posts', 1)).docs
      const { changes } = await site.cms.findVersion('posts', 1, newest!.id, { compare: 1 })
      expect(changes).to.deep.equal([
        { field: 'title', before: 'One', after: 'Two' },
        { field: 'status', before: 'published', after: 'draft' },
      ])
      await site.cms.discardDraft('posts', 1)
      await site.cms.unpublish('posts', 1)
      expect((await statuses()).at(-1), 'unpublished').to.deep.equal(thrice('published'))
      await site.cms.restoreVersion('posts', 1, 1)
      expect(await site.cms.findById('posts', 1, { draft: true } as object)).to.include({ title: 'One', status: 'draft' })
    })

    it('versions keep the status that they had when drafts are switched off and on again', async () => {
      await site.migrate(posts(fields, { versions: true, drafts: true }))
      await site.cms.create('posts', { title: 'One' })
      await site.migrate(posts(fields, { versions: true }))
      await site.cms.update('posts', 1, { title: 'Two' })
      expect(await statuses(), 'off').to.deep.equal([
        [null, null, undefined],
        ['draft', 'draft', undefined],
      ])
      await site.migrate(posts(fields, { versions: true, drafts: true }))
      expect(await statuses(), 'on again').to.deep.equal([thrice('published'), thrice('draft')])
    })

    it('versions keep their words when languages, the trash and an order are switched on', async () => {
      await site.migrate(posts(fields, { versions: true }))
      await site.cms.create('posts', { title: 'One' })
      const localized = posts([{ name: 'title', localized: true }], { versions: true, trash: true, orderable: true })
      await site.migrate(localized, { localization })
      await site.cms.update('posts', 1, { title: 'สอง' }, { locale: 'th' })
      const [, first] = (await site.cms.findVersions('posts', 1)).docs
      const { data } = (await site.cms.findVersion('posts', 1, first!.id, { locale: 'all' })) as any
      expect(data.title.en).to.equal('One')
      expect(await statuses()).to.deep.equal([
        [null, null, undefined],
        [null, null, undefined],
      ])
    })
  })
