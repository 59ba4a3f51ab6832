/** A document that is deleted and brought back: the same words and the same title wherever the admin tells of it, with a link to it. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { HurriedClock, makeUser } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'

describe('admin-components: back from the trash', function () {
  this.timeout(60_000)
  let receiver: Sink
  let site: Site
  before(async () => {
    receiver = await new Sink().start()
    site = await serve({
      clock: new HurriedClock(),
      jobsTimer: false,
      audit: true,
      localization: { locales: ['en', 'th'] },
      collections: [
        { slug: 'posts', trash: true, useAsTitle: 'title', fields: [{ name: 'title', localized: true }] },
        { slug: 'tags', useAsTitle: 'title', fields: [{ name: 'title' }] },
      ],
      webhooks: [{ url: `${receiver.origin}/hook` }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    receiver.forget(503)
  })
  after(async () => {
    await site?.stop()
    await receiver?.stop()
  })

  it('has one word for it, in the trash, the deliveries, the audit log and on the dashboard @long', async () => {
    const { cms } = site
    const make = async (slug: string, title: string) => ((await cms.create(slug, { title } as object)) as { id: number }).id
    const [back, lies, gone] = [await make('posts', 'Back again'), await make('posts', 'Lies there'), await make('tags', 'Gone')]
    for (const id of [back, lies]) await cms.delete('posts', id)
    await cms.delete('tags', gone)
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/posts?trash=true')
    const row = seat.page.getByRole('row').filter({ hasText: 'Back again' })
    await row.getByRole('button', { name: 'Bring back' }).click()
    await seat.sees('Brought back')

    await cms.flushWebhooks()
    await seat.open('system/deliveries')
    await seat.page.locator('.deliveries tbody tr').first().waitFor()
    const lines = await seat.page.locator('.deliveries td.clip:has(strong)').evaluateAll((cells) =>
      cells.map((cell) => {
        const link = cell.querySelector('a')
        const words = cell.textContent!.split('http')[0]!.replace(/\s+/g, ' ').trim()
        return link ? `${words} → ${link.getAttribute('href')!.replace(/^.*\/c\//, '')}` : words
      }),
    )
    expect(lines.slice(0, 4)).to.deep.equal([
      `Brought back Post Back again → posts/${back}`,
      'Deleted Tag Gone',
      `Deleted Post Lies there → posts/${lies}`,
      `Deleted Post Back again → posts/${back}`,
    ])
    await seat.page.getByRole('link', { name: 'Lies there' }).first().click()
    await seat.sees('“Lies there” is in the trash')

    await seat.open('system/audit')
    await seat.page.locator('tr', { hasText: /brought\s+Back again\s+Post\s+back/ }).waitFor()
    await seat.page.getByLabel('Action').selectOption({ label: 'Brought back' })
    await seat.sees('1 entry')
    await seat.open('')
    await seat.page.locator('.feed li', { hasText: /You brought\s+Back again\s+Post\s+back/ }).waitFor()
    seat.quiet(/404/)
    await seat.leave()
  })
})
