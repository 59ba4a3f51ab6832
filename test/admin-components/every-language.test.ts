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
      localization: { locales: ['en', 'th'], defaultLocale: 'en' },
      collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields: words }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())

  it('is said by the button and by the message', async () => {
    const { id } = (await site.cms.create('posts', { title: 'Trains', summary: 'Short' } as object)) as { id: number }
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open(`c/posts/${id}?locale=th`)
    const publish = seat.page.getByRole('button', { name: 'Publish', exact: true })
    await seat.page.getByRole('textbox', { name: 'Title' }).fill('รถไฟ')
    expect(await publish.getAttribute('title')).to.equal('Publishes every language: en and th')
    await publish.click()
    await seat.sees('Published in en and th. Not translated into th yet: Summary')
    await seat.leave()
  })
})
