/** Writing without saving, and beside each other: drafts that save themselves, and who else is there. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

describe('admin-components: autosave and presence', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'together')) {
    describe(`on ${host.name}`, () => {
      let site: Site
      let nok: Seat

      beforeEach(async () => {
        ;({ site, seat: nok } = await serveTo({ email: 'nok@example.org', name: 'Nok' }, newsroom, { host, database, hasClock: true }))
        await makeUser(site.cms, 'eve@example.org', { role: 'admin', name: 'Eve' })
        await site.cms.create('posts', { title: 'First', summary: 'Before.', status: 'published' })
        await nok.open('c/posts/1')
        await nok.page.getByRole('heading', { name: 'First' }).waitFor()
      })
      afterEach(async () => {
        await nok.leave()
        await site.stop()
        // What is under way when the network goes is reported without words.
        nok.quiet(/400/, /net::ERR_/, /503/, /^( \(|$)/)
      })

      it('saves a draft in the pauses, changes nothing live, and keeps one version of it @long', async () => {
        await nok.fill('Summary', 'A')
        await nok.sees('Changes not saved yet')
        await nok.saved()
        await nok.fill('Summary', 'A better one.')
        await nok.press('Add')
        await nok.page.getByLabel('Label').fill('Home')
        await nok.saved()
        expect((await site.cms.findById('posts', 1))!['summary']).to.equal('Before.')
        const draft = (await site.cms.findById('posts', 1, { draft: true })) as any
        expect(draft).to.include({ summary: 'A better one.', status: 'draft' })
        expect((await site.cms.findVersions('posts', 1)).docs).to.have.length(2)
        await nok.page.getByLabel('Label').fill('Start')
        await nok.sees('Changes not saved yet')
        await nok.saved()
        const [row] = ((await site.cms.findById('posts', 1, { draft: true })) as any).links
        expect(row).to.deep.equal({ ...draft.links[0], label: 'Start' })
        await nok.choose('More', 'Undo all changes')
        expect(await nok.page.getByLabel('Summary').inputValue()).to.equal('Before.')
        await nok.saved()
        await nok.page.locator('aside').getByText('Published', { exact: true }).waitFor()
        expect(await nok.page.getByRole('button', { name: 'Publish changes' }).isDisabled()).to.equal(true)
        expect(await site.cms.findById('posts', 1, { draft: true })).to.include({ summary: 'Before.', status: 'published' })
      })

      it('learns of somebody else at the first letter', async () => {
        await nok.page.getByLabel('Summary').waitFor()
        const eve = await Seat.at(site, { as: 'eve@example.org' })
        await eve.open('c/posts/1')
        await eve.page.locator('.presence').waitFor()
        expect(await nok.page.locator('.presence').count(), 'the clock stands still').to.equal(0)
        await nok.fill('Summary', 'A')
        await nok.page.locator('.presence').getByText('Eve').waitFor()
        await eve.leave()
      })

      it('saves, and leaves as wanted, once the connection is back @long', async () => {
        await nok.context.setOffline(true)
        await nok.fill('Summary', 'From the train.')
        await nok.page.getByRole('link', { name: 'Tags' }).click()
        const question = nok.page.getByRole('dialog', { name: 'Leave this page?' })
        await question.getByText('Nothing can be saved right now.').waitFor()
        await nok.context.setOffline(false)
        await question.waitFor({ state: 'detached' })
        await nok.page.getByRole('heading', { name: 'Tags' }).waitFor()
        expect((await site.cms.findById('posts', 1, { draft: true }))!['summary']).to.equal('From the train.')
      })

      it('saves what was just typed when the page is left', async () => {
        await nok.fill('Summary', 'On the way out.')
        await nok.page.getByRole('link', { name: 'Tags' }).first().click()
        await nok.page.getByRole('heading', { name: 'Tags' }).waitFor()
        expect(((await site.cms.findById('posts', 1, { draft: true })) as any).summary).to.equal('On the way out.')
      })

      it('keeps what was typed while a draft was on its way @long', async () => {
        let isHeld = false
        await nok.page.route('**/autosave?**', async (route) => {
          isHeld = true
          await new Promise((resolve) => setTimeout(resolve, 800))
          await route.continue()
        })
        await nok.fill('Summary', 'One')
        const isSent = nok.page.waitForRequest('**/autosave?**')
        await nok.pauses()
        await isSent
        await nok.fill('Summary', 'One and two')
        await nok.saved()
        expect(isHeld).to.equal(true)
        expect(((await site.cms.findById('posts', 1, { draft: true })) as any).summary).to.equal('One and two')
      })

      async function eveAsWell(): Promise<Seat> {
        const eve = await Seat.at(site, { as: 'eve@example.org', hasClock: true })
        await eve.open('c/posts/1')
        await eve.sees('Nok is also here')
        return eve
      }

      it('tells who else is there, and puts together what they do not both change @long', async () => {
        const eve = await eveAsWell()
        await nok.page.reload()
        await nok.sees('Eve is also here')
        await eve.fill('Summary', 'By Eve.')
        await eve.saved()
        await nok.fill('Views', '7')
        // What Eve saved is in Nok's form before his save, or is put together by it.
        await nok.saved()
        expect(await site.cms.findById('posts', 1, { draft: true })).to.include({ summary: 'By Eve.', views: 7 })
        expect(await nok.page.getByLabel('Summary').inputValue()).to.equal('By Eve.')
        await eve.leave()
        eve.quiet()
      })

      it('leaves to a person what both change: the line says so, and a save by hand shows both @long', async () => {
        const eve = await eveAsWell()
        await eve.fill('Summary', 'By Eve.')
        await eve.saved()
        await nok.fill('Summary', 'By Nok.')
        await nok.pauses()
        await nok.sees('Saved, except Summary: Eve changed it, too. Save to compare both versions.')
        await nok.fill('Views', '7')
        await nok.sees('Changes not saved yet')
        await nok.pauses()
        await nok.sees('Saved, except Summary')
        expect(await site.cms.findById('posts', 1, { draft: true })).to.include({ summary: 'By Eve.', views: 7 })
        await nok.press('Save draft')
        const dialog = nok.page.getByRole('dialog', { name: /has changed this document/ })
        await dialog.getByText('By Eve.').waitFor()
        await dialog.getByText(/^Eve has changed this document$|^Saved .+ Eve is also here\.$/).waitFor()
        await dialog.getByRole('button', { name: 'Save my choice' }).click()
        await nok.saved()
        expect(await site.cms.findById('posts', 1, { draft: true })).to.include({ summary: 'By Nok.', views: 7 })
        await nok.fill('Views', '8')
        await nok.sees('Changes not saved yet')
        await nok.saved()
        await eve.leave()
        eve.quiet()
      })

      it('goes on by itself once the network is back, and once the server is @long', async () => {
        await nok.context.setOffline(true)
        await nok.fill('Summary', 'From the train.')
        await nok.pauses()
        await nok.sees('Changes not saved yet: The server can’t be reached.')
        await nok.context.setOffline(false)
        await nok.saved()
        expect(((await site.cms.findById('posts', 1, { draft: true })) as any).summary).to.equal('From the train.')
        let requests = 0
        await nok.page.route('**/autosave?**', (route) => (++requests === 1 ? route.fulfill({ status: 503 }) : route.continue()))
        await nok.fill('Summary', 'From the station.')
        await nok.pauses()
        await nok.sees(/Changes not saved yet: Something went wrong/)
        await nok.saved()
        expect(((await site.cms.findById('posts', 1, { draft: true })) as any).summary).to.equal('From the station.')
      })
    })
  }
})
