/** What stands for a document in lists, links and headings: its title, or what it is where it has none. */
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: titles', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        { slug: 'subscriptions', fields: [{ name: 'email', type: 'email' }] },
        { slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] },
      ],
    }))
    await site.cms.create('subscriptions', { email: 'nok@example.org' })
    for (const title of ['Trains', '']) await site.cms.create('posts', { title })
  })
  after(() => site?.stop())

  for (const [slug, title] of [
    ['posts', 'Trains'],
    ['posts', 'Untitled (ID 2)'],
    ['subscriptions', 'Subscription 1'],
  ] as const)
    it(`is ${title} in the list and on the page`, async () => {
      await seat.open(`c/${slug}`)
      await seat.page.getByRole('link', { name: title, exact: true }).click()
      await seat.page.getByRole('heading', { name: title, exact: true }).waitFor()
      seat.quiet()
    })
})
