/** A page beyond the end of a list shows the last one that exists, also where its own rows were deleted just now. */
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { Sink } from '../harness/sink.ts'

describe('admin-components: the last page', function () {
  this.timeout(60_000)
  let sink: Sink
  let site: Site
  let seat: Seat
  before(async () => {
    sink = await new Sink().start()
    sink.replies = [503]
    ;({ site, seat } = await serveTo('ada@example.org', {
      audit: true,
      collections: [{ slug: 'posts', useAsTitle: 'title', trash: true, fields: [{ name: 'title' }] }],
      webhooks: [{ url: `${sink.origin}/well` }],
    }))
    for (let n = 1; n <= 27; n++) await site.cms.create('posts', { title: `Post ${n}` })
    const content = await png()
    await site.cms.upload({ filename: 'press.png', content })
  })
  after(async () => {
    await site?.stop()
    await sink?.stop()
  })

  for (const [address, shown] of [
    ['c/posts?page=99', 'Post 1'],
    ['media?page=99', 'press.png'],
    ['media?page=99&view=table', 'press.png'],
    ['system/audit?page=99', 'Ada'],
    ['system/deliveries?page=99', 'Post 1'],
  ] as const)
    it(`is shown at ${address}`, async () => {
      await seat.open(address)
      await seat.page.locator('main').getByText(shown).first().waitFor()
      seat.quiet()
    })

  it('is the one before where all rows of a page were deleted', async () => {
    await seat.open('c/posts?page=2')
    await seat.sees('27 documents')
    await seat.page.getByRole('checkbox', { name: 'Select all' }).check()
    await seat.press('Delete')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await seat.sees('25 documents')
    await seat.page.getByRole('link', { name: 'Post 27' }).waitFor()
  })
})
