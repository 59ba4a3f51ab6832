/** Values of the content keep their own direction where a page from right to left shows them: their punctuation stays at their end. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { turnedWords } from '../harness/turned-words.ts'

const ARABIC = {
  code: 'ar',
  name: 'العربية',
  dir: 'rtl' as const,
  texts: { save: 'حفظ', 'deed.create': '{what} {who} أنشأ', 'deed.delete': '{what} {who} حذف' },
}

describe('admin-components: own direction', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let id: number
  before(async () => {
    site = await serve({
      audit: true,
      localization: { locales: ['en', 'ar'], defaultLocale: 'en' },
      admin: { locale: 'ar', languages: [ARABIC] },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          schedule: true,
          fields: [
            { name: 'title', localized: true },
            { name: 'lead', localized: true },
            { name: 'near', type: 'relationship', to: 'posts' },
          ],
        },
      ],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    const other = (await site.cms.create('posts', { title: 'Ferry!', lead: 'Ferry!' } as object)) as { id: number }
    id = ((await site.cms.create('posts', { title: 'Ferry!', lead: 'Ferry!', near: other.id } as object)) as { id: number }).id
    await site.cms.schedule('posts', id, { action: 'publish', at: new Date(Date.now() + 3_600_000) })
    const gone = (await site.cms.create('posts', { title: 'Ferry!' } as object)) as { id: number }
    await site.cms.delete('posts', gone.id)
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(() => site?.stop())

  const turned = () => turnedWords(seat.page, 'Ferry!')

  const PLACES: [place: string, open: () => Promise<unknown>][] = [
    ['the list', () => seat.open('c/posts')],
    [
      'a form whose fields lack a translation',
      async () => {
        await seat.open(`c/posts/${id}?locale=ar`)
        await seat.page.locator('cms-source .words').first().waitFor()
      },
    ],
    [
      'the dashboard, with what was opened and what is planned',
      async () => {
        await seat.open('')
        await seat.page.locator('.lines .line-text').nth(1).waitFor()
      },
    ],
    [
      'the audit log, also of what was deleted',
      async () => {
        await seat.open('system/audit')
        await seat.page.locator('.deed em').first().waitFor()
      },
    ],
    [
      'the palette',
      async () => {
        await seat.open('')
        await seat.page.locator('.lines').first().waitFor()
        await seat.page.keyboard.press('Control+k')
        await seat.page.getByRole('combobox').fill('Ferry')
        await seat.page.getByRole('option').filter({ hasText: 'Ferry!' }).first().waitFor()
      },
    ],
  ]
  it('is kept in every place', async () => {
    const found: string[] = []
    for (const [place, open] of PLACES) {
      await open()
      await seat.page.getByText('Ferry!').first().waitFor()
      found.push(...(await turned()).map((html) => `${place}: ${html}`))
    }
    expect(found).to.deep.equal([])
    seat.quiet()
  })
})
