/** The choice of a language says how far the document is translated into each. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: the languages of a document', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    const words = ['title', 'summary', 'note'].map((name) => ({ name, localized: true }))
    site = await serve({
      localization: { locales: ['en', 'th', 'de'], defaultLocale: 'en' },
      collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields: words }],
      globals: [{ slug: 'site', fields: words }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())

  it('say what is filled, and count again after a save and before somebody chooses @long', async () => {
    const { id } = (await site.cms.create('posts', { title: 'Trains', summary: 'Short' })) as { id: number }
    await site.cms.in('th').update('posts', id, { title: 'รถไฟ' })
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open(`c/posts/${id}`)
    const select = seat.page.getByLabel('Language of the content')
    const says = (...options: string[]) =>
      select
        .and(seat.page.locator('select'))
        .filter({ hasText: new RegExp(options.join('\\s*')) })
        .waitFor()
    await says('English ✓', 'Thai: 1 of 2 texts', 'German: 0 of 2 texts')
    await seat.fill('Note', 'For later')
    await seat.saved()
    await says('English ✓', 'Thai: 1 of 3 texts', 'German: 0 of 3 texts')
    await site.cms.in('de').update('posts', id, { title: 'Züge' })
    await select.focus()
    await says('English ✓', 'Thai: 1 of 3 texts', 'German: 1 of 3 texts')
    await select.selectOption('th')
    await seat.page.waitForURL(/locale=th/)
    expect(await select.inputValue()).to.equal('th')
    await seat.open('g/site')
    await says('English', 'Thai', 'German')
    await seat.open('c/posts/new')
    await says('English', 'Thai', 'German')
    seat.quiet()
    await seat.leave()
  })
})
