/** Slugs made at the same moment, in every locale at once: each document gets one of its own. */
import { expect } from 'chai'
import { DATABASES, end, startCms } from '../harness/start.ts'

for (const database of DATABASES) {
  it(`features: slugs of one title made at once, with ${database.name}`, async () => {
    const cms = await startCms(database, {
      localization: { locales: ['en', 'th'] },
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'title', localized: true },
            { name: 'slug', type: 'slug', from: 'title', localized: true },
          ],
        },
      ],
    })
    try {
      const title = { en: 'Same', th: 'เดียวกัน' }
      for (let round = 0; round < 5; round++) {
        const made = await Promise.all([1, 2, 3].map(() => cms.create('posts', { title, slug: { en: '' } }, { locale: 'all' })))
        for (const { slug } of made) expect(slug.th).to.match(/^เดียวกัน(-\d+)?$/)
      }
      const { docs } = await cms.find('posts', { limit: 0, locale: 'all' })
      for (const locale of ['en', 'th']) expect(new Set(docs.map((doc: any) => doc.slug[locale])).size, locale).to.equal(15)
    } finally {
      await end(cms)
    }
  })
}
