/** The list of a collection and its trash: rows of the one never stand beside the buttons of the other. */
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { openBrowser } from '../harness/browser.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

describe('admin-components: the trash', function () {
  this.timeout(60_000)
  let browser: Browser
  let site: Site
  let seat: Seat
  before(async () => {
    browser = await openBrowser()
    site = await serve(HOSTS[0]!, DATABASES[0]!, {
      collections: [{ slug: 'notes', useAsTitle: 'title', trash: true, fields: [{ name: 'title', required: true }] }],
    })
    await makeUser(site.cms, 'ada@example.org', { role: 'admin' })
    for (const title of ['Kept', 'Also kept', 'Gone']) await site.cms.create('notes', { title })
    await site.cms.delete('notes', 3)
    seat = await Seat.at(site, browser)
    await seat.open()
    await seat.signIn('ada@example.org')
  })
  after(async () => {
    await seat?.leave()
    await site?.stop()
    await browser?.close()
  })

  for (const way of ['into', 'out of'] as const)
    it(`shows no rows while the way ${way} it takes its time, and forgets what was ticked`, async () => {
      await seat.open(way === 'into' ? 'c/notes' : 'c/notes?trash=true')
      const row = (title: string) => seat.page.getByRole('row', { name: new RegExp(`\\b${title}\\b`) }).first()
      const [here, there] = way === 'into' ? ['Kept', 'Gone'] : ['Gone', 'Kept']
      await row(here).waitFor()
      await seat.page.getByRole('checkbox').nth(1).check()
      await seat.sees('1 selected')
      let answer: () => void
      const held = new Promise<void>((resolve) => (answer = resolve))
      await seat.page.route(/\/notes\?/, async (route) => {
        await held
        await route.continue()
      })
      await seat.choose('More', way === 'into' ? 'Trash' : 'Leave the trash')
      await seat.page.locator('[aria-busy=true]').first().waitFor()
      expect(await row(here).count()).to.equal(0)
      expect(await seat.page.getByRole('button', { name: 'Bring back' }).count()).to.equal(0)
      answer!()
      await row(there).waitFor()
      expect(await seat.page.getByText('1 selected').count()).to.equal(0)
      await seat.page.unroute(/\/notes\?/)
    })
})
