/** Required values that stored documents lack, named before and after a migration: on both databases. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

for (const database of DATABASES)
  describe(`migrations: lacking values with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const lacking = async () => (await site.migrator.warnings(site.cms.engine.tables(), site.cms.engine.model)).map(({ words }) => words)
    const words = (field: string, holders: string) =>
      `'${field}' of 'posts' is required, but ${holders}: reads return null, and changes of them fail until it is filled in`
    const title = { name: 'title' }

    it('are those of a new field, and of a field that becomes required', async () => {
      await site.migrate(
        posts([title, { name: 'seo', type: 'group', fields: [title] }, { name: 'tags', type: 'select', options: ['a'], hasMany: true }]),
      )
      await site.cms.create('posts', { title: 'One', seo: { title: 'One' }, tags: ['a'] })
      for (const empty of ['', null]) await site.cms.create('posts', { title: empty })
      const required = (name: string, more: object = {}) => ({ name, required: true, ...more })
      const schema = posts([
        required('title'),
        { name: 'seo', type: 'group', fields: [required('title')] },
        required('tags', { type: 'select', options: ['a'], hasMany: true }),
        required('must'),
      ])
      await site.open(schema)
      const expected = [
        words('title', '2 documents lack it (2, 3)'),
        words('seo.title', '2 documents lack it (2, 3)'),
        words('tags', '2 documents lack it (2, 3)'),
        words('must', '3 documents lack it (1, 2, 3)'),
      ]
      expect(await lacking(), 'before').to.deep.equal(expected)
      await site.migrate(schema)
      expect(await lacking(), 'after').to.deep.equal(expected)
      for (const id of [1, 2, 3]) await site.cms.update('posts', id, { title: 'x', seo: { title: 'x' }, tags: ['a'], must: 'x' })
      expect(await lacking(), 'filled in').to.deep.equal([])
    })

    it('follow renames and conversions', async () => {
      await site.migrate(posts([{ name: 'heading' }, { name: 'n' }]))
      for (const n of ['1', 'one']) await site.cms.create('posts', { heading: 'x', n })
      await site.cms.create('posts', { n: '2' })
      const fields = [
        { name: 'title', required: true, renamedFrom: 'heading' },
        { name: 'n', type: 'number', required: true },
      ]
      await site.open([{ slug: 'news', renamedFrom: 'posts', fields }])
      expect(await lacking()).to.deep.equal([
        words('title', '1 document lacks it (3)').replace('posts', 'news'),
        words('n', '1 document lacks it (2)').replace('posts', 'news'),
      ])
    })

    it('are none in drafts and the trash, until drafts are switched off', async () => {
      const fields = [{ name: 'title', required: true }]
      await site.migrate(posts(fields, { drafts: true, trash: true }))
      await site.cms.create('posts', {})
      await site.cms.create('posts', { title: 'Live', status: 'published' })
      expect(await lacking()).to.deep.equal([])
      await site.open(posts(fields, { trash: true }))
      expect(await lacking()).to.deep.equal([words('title', '1 document lacks it (1)')])
      await site.migrate(posts(fields, { trash: true }))
      expect(await lacking()).to.deep.equal([words('title', '1 document lacks it (1)')])
      await site.cms.delete('posts', 1)
      expect(await lacking()).to.deep.equal([])
    })

    it('come with the names in renamedFrom that nothing has', async () => {
      const seo = (...fields: object[]) => ({ name: 'seo', type: 'group', fields, renamedFrom: 'meta' })
      await site.migrate(posts([{ name: 'code' }, { ...seo(title), name: 'meta', renamedFrom: undefined }]))
      await site.open(posts([{ name: 'sku', renamedFrom: 'cod' }, seo(title, { name: 'fresh' }, { name: 'text', renamedFrom: 'wrods' })]))
      const starts = (name: string) => `which this database doesn't have, so it starts empty${name && `; did you mean '${name}'?`}`
      expect(await lacking()).to.deep.equal([
        `'sku' of 'posts' says renamedFrom 'cod', ${starts('code')}`,
        `'seo.text' of 'posts' says renamedFrom 'seo.wrods', ${starts('')}`,
      ])
      await site.open([{ slug: 'news', renamedFrom: 'post', fields: [title] }])
      expect(await lacking()).to.deep.equal([`'news' says renamedFrom 'post', ${starts('posts')}`])
      await site.open([{ slug: 'news', renamedFrom: 'posts', fields: [{ name: 'sku', renamedFrom: 'code' }] }])
      expect(await lacking()).to.deep.equal([])
    })

    it('say of a renamedFrom that an earlier migration parked that it is, and what brings its values back', async () => {
      const wage = (more: object = { renamedFrom: 'salary' }) => posts([title, { name: 'wage', ...more }])
      await site.migrate(posts([title, { name: 'salary' }]))
      await site.cms.create('posts', { title: 'x', salary: 'kept' })
      await site.migrate(posts([title]))
      const parked = 'which is parked, so it starts empty; to'
      const words = `'wage' of 'posts' says renamedFrom 'salary', ${parked} fill it with the parked values, remove 'renamedFrom', run 'npx galley migrate', and add it again`
      await site.open(wage())
      expect(await lacking()).to.deep.equal([words])
      for (const schema of [wage(), wage({}), wage()]) await site.migrate(schema)
      expect((await site.cms.find('posts')).docs[0]).to.deep.include({ wage: 'kept' })

      await site.migrate([{ slug: 'others', fields: [{ name: 'name' }] }])
      const articles = { slug: 'articles', renamedFrom: 'posts', fields: [title] }
      await site.open([articles])
      expect(await lacking()).to.deep.equal([
        `'articles' says renamedFrom 'posts', ${parked} take its documents, first put 'posts' back into the schema, and run 'npx galley migrate'`,
      ])
      await site.migrate(posts([title]))
      await site.migrate([articles])
      expect((await site.cms.find('articles')).docs.map((one: any) => one.title)).to.deep.equal(['x'])
    })

    it('don’t name a renamedFrom that has moved its values, whatever becomes of the field', async () => {
      const two = { localization: { locales: ['en', 'th'] } }
      const headline = (more: object = {}) => ({ name: 'headline', renamedFrom: 'title', ...more })
      const inGroup = { name: 'seo', type: 'group', fields: [headline({ renamedFrom: '.headline', localized: true })] }
      const steps: [string, object, Partial<Config>?][] = [
        ['renamed and localized at once', headline({ localized: true }), two],
        ['not localized any more', headline(), two],
        ['localized', headline({ localized: true }), two],
        ['in one more language', headline({ localized: true }), { localization: { locales: ['en', 'th', 'de'] } }],
        ['of another type', headline({ localized: true, type: 'richText' }), two],
        ['required, with an index', headline({ localized: true, type: 'richText', required: true, unique: false }), two],
        ['in a group', inGroup, two],
        ['renamed again', { ...inGroup, fields: [{ name: 'heading', renamedFrom: 'headline', localized: true }] }, two],
      ]
      await site.migrate(posts([title]))
      await site.cms.create('posts', { title: 'One' })
      for (const [name, field, config] of steps) {
        await site.open(posts([field]), config)
        expect(await lacking(), name).to.deep.equal([])
        await site.migrate(posts([field]), config)
        expect(JSON.stringify(await site.cms.findById('posts', 1)), name).to.contain('One')
      }
      await site.open(posts([{ name: 'fresh', renamedFrom: 'gone', localized: true }]), two)
      expect(await lacking(), 'once for all languages').to.deep.equal([
        "'fresh' of 'posts' says renamedFrom 'gone', which this database doesn't have, so it starts empty",
      ])
    })

    it('of localized fields are those of the default locale', async () => {
      const localization = { locales: ['en', 'th'] }
      const schema = (required: boolean) => posts([{ name: 'title', localized: true, required }])
      await site.migrate(schema(false), { localization })
      await site.cms.create('posts', { title: 'One' })
      await site.cms.create('posts', { title: 'สอง' }, { locale: 'th' })
      await site.open(schema(true), { localization })
      expect(await lacking()).to.deep.equal([words('title', '1 document lacks it (2)')])
    })
  })
