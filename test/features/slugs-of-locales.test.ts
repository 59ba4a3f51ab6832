/** Slugs made from a title, localized or not each, in whichever locale a document is written. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const pages = (slug: string, title: object, made: object) => ({
  slug,
  preview: ({ doc }: any) => `/${typeof doc.slug === 'string' ? doc.slug : 'none'}`,
  fields: [
    { name: 'title', ...title },
    { name: 'note' },
    { name: 'seo', type: 'group' as const, fields: [{ name: 'title', localized: true }] },
    { name: 'slug', type: 'slug' as const, from: 'title', ...made },
  ],
})
const IN_LOCALES = { localized: true }

describe('features/localization: slugs', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser

    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          pages('one_slug', IN_LOCALES, {}),
          pages('scoped', IN_LOCALES, { uniqueWithin: 'note' }),
          pages('both', IN_LOCALES, IN_LOCALES),
          pages('one_title', {}, IN_LOCALES),
          pages('neither', {}, {}),
        ],
      })
      await makeUser(started.cms, 'ed@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('ed@x.org')
    })
    after(() => end(started?.cms))

    const title = { en: 'One day', th: 'วันหนึ่ง' }
    const cases: [collection: string, locale: string | undefined, data: object, slug: unknown, second: unknown][] = [
      ['one_slug', undefined, { title: title.en }, 'one-day', 'one-day-2'],
      ['one_slug', 'th', { title: title.th }, 'วันหนึ่ง', 'วันหนึ่ง-2'],
      ['one_slug', 'all', { title: { en: 'Whole', th: title.th } }, 'whole', 'whole-2'],
      ['one_slug', 'all', { title: { th: title.th } }, null, null],
      ['scoped', 'all', { title }, 'one-day', 'one-day-2'],
      ['both', 'all', { title }, { en: 'one-day', th: 'วันหนึ่ง' }, { en: 'one-day-2', th: 'วันหนึ่ง-2' }],
      ['one_title', 'all', { title: title.en }, { en: 'one-day', th: 'one-day' }, { en: 'one-day-2', th: 'one-day-2' }],
      ['neither', 'all', { title: title.en }, 'one-day', 'one-day-2'],
    ]
    for (const [collection, locale, data, slug, second] of cases) {
      it(`of '${collection}' in the locale ${locale ?? 'of the configuration'}: ${JSON.stringify(data)}`, async () => {
        const query = locale === undefined ? '' : `?locale=${locale}`
        const shown = await editor.post(`/${collection}/preview${query}`, data)
        expect(shown.status, shown.text).to.equal(200)
        expect(shown.body.doc.slug, 'the preview').to.deep.equal(slug)
        const answer = await editor.post(`/${collection}${query}`, data)
        expect(answer.status, answer.text).to.equal(201)
        expect(answer.body.slug, 'HTTP').to.deep.equal(slug)
        const made = await started.cms.create(collection, data, locale === undefined ? {} : { locale })
        expect(made.slug, 'Local API').to.deep.equal(second)
      })
    }

    it('is made by a change with every locale, and one that is there stays', async () => {
      const { id } = await started.cms.create('one_slug', { note: 'empty' })
      const whole = { locale: 'all' }
      expect((await started.cms.update('one_slug', id, { title: { en: 'Later', th: 'ทีหลัง' } }, whole))!.slug).to.equal('later')
      expect((await started.cms.update('one_slug', id, { title: { en: 'Even later' } }, whole))!.slug).to.equal('later')
    })
  })
})
