/** Who publishes a translation is told that every language goes live, and what is not translated. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: publishing every language', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    const words = ['title', 'summary', 'note'].map((name) => ({ name, localized: true }))
    site = await serve({
      localization: { locales: ['en', 'th', 'de'], defaultLocale: 'en' },
      collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields: words }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())

  /** What is stored, what is written in Thai, and what the message says. */
  const CASES: readonly (readonly [string, Record<string, Record<string, string>>, string])[] = [
    [
      'a translation that lacks a field',
      { en: { title: 'Trains', summary: 'Short' } },
      'Published in English and Thai. Nothing is written in German yet. Not translated into Thai yet: Summary',
    ],
    ['a text in one language alone', { th: { summary: 'สั้น' } }, 'Published in Thai. Nothing is written in English and German yet.'],
    ['a text in every language', { en: { title: 'Trains' }, de: { title: 'Züge' } }, 'Published in English, Thai, and German.'],
  ]

  it('is said by the button and by the message, which names the languages that have words @long', async () => {
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    for (const [what, stored, says] of CASES) {
      const [[first, words], ...others] = Object.entries(stored) as [[string, object], ...[string, object][]]
      const { id } = (await site.cms.in(first).create('posts', words)) as { id: number }
      for (const [locale, words] of others) await site.cms.in(locale).update('posts', id, words)
      await seat.open(`c/posts/${id}?locale=th`)
      const publish = seat.page.getByRole('button', { name: 'Publish', exact: true })
      await seat.page.getByRole('textbox', { name: 'Title' }).fill('รถไฟ')
      expect(await publish.getAttribute('title'), what).to.equal('Publishes what is written in any language, not only in Thai')
      await publish.click()
      await seat.page.getByText(says, { exact: true }).waitFor()
    }
    seat.quiet()
    await seat.leave()
  })
})
