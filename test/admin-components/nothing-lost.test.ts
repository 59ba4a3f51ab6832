/** What somebody has typed survives: a closed tab, an ended session, another person, a server that is away. */
import { expect } from 'chai'
import { Seat, type Site, serve, serveTo } from '../harness/admin.ts'
import { itPlaced } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { HOSTS } from '../harness/start.ts'

describe('admin-components: nothing is lost', function () {
  this.timeout(60_000)

  for (const host of HOSTS) {
    describe(`on ${host.name}`, () => {
      let site: Site
      let seat: Seat
      let id: number

      beforeEach(async () => {
        ;({ site, seat } = await serveTo('nok@example.org', newsroom, { host }))
        id = ((await site.cms.create('posts', { title: 'First', summary: 'Before.', status: 'published' })) as { id: number }).id
        await seat.open(`c/posts/${id}`)
        await seat.page.getByRole('heading', { name: 'First' }).waitFor()
      })
      afterEach(async () => {
        await seat.leave()
        await site.stop()
      })

      it('when a tab is closed in the middle of it @long', async () => {
        await seat.fill('Summary', 'Half a sent')
        await seat.sees('Changes not saved yet')
        await seat.page.waitForTimeout(900)
        await seat.page.close({ runBeforeUnload: false })
        const again = await seat.context.newPage()
        await again.goto(`${site.origin}/admin/c/posts/${id}`)
        await again.getByText('There are edits from an earlier visit').waitFor()
        await again.getByRole('button', { name: 'Bring them back' }).click()
        expect(await again.getByLabel('Summary').inputValue()).to.equal('Half a sent')
        await again.getByRole('button', { name: 'Publish changes' }).click()
        await again.getByText('All changes saved').waitFor()
        expect((await site.cms.findById('posts', id))!['summary']).to.equal('Half a sent')
        await again.reload()
        await again.getByRole('heading', { name: 'First' }).waitFor()
        expect(await again.getByText('There are edits from an earlier visit').count()).to.equal(0)
      })

      itPlaced(host, HOSTS)('when somebody stays in a language that could not be saved', async () => {
        const language = seat.page.getByLabel('Language of the content')
        await seat.page.route('**/api/cms/posts/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
        await seat.fill('Title', 'Typed in English')
        await language.selectOption('th')
        await seat.page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Cancel' }).click()
        await seat.page.waitForFunction((select) => (select as HTMLSelectElement).value === 'en', await language.elementHandle())
        await seat.page.unroute('**/api/cms/posts/**')
        await seat.fill('Title', 'Typed in English, again')
        await seat.press('Publish changes')
        await seat.saved()
        await language.selectOption('th')
        await seat.fill('Title', 'เขียนใหม่')
        await seat.press('Publish changes')
        await seat.saved()
        expect((await site.cms.findById('posts', id, { locale: 'all' }))!['title']).to.include({
          en: 'Typed in English, again',
          th: 'เขียนใหม่',
        })
        seat.complaints.length = 0
      })

      itPlaced(host, HOSTS)('when somebody leaves the page by mistake', async () => {
        await site.cms.create('authors', { name: 'Ada' })
        await seat.page.getByRole('link', { name: 'Authors' }).first().click()
        await seat.page.getByRole('link', { name: 'Ada' }).click()
        await seat.fill('Bio', 'Not yet')
        await seat.page.getByRole('link', { name: 'Posts' }).first().click()
        const question = seat.page.getByRole('dialog', { name: 'Leave this page?' })
        await question.getByRole('button', { name: 'Cancel' }).click()
        expect(seat.page.url()).to.match(/\/c\/authors\/1$/)
        expect(await seat.page.getByLabel('Bio').inputValue()).to.equal('Not yet')
        await seat.page.goBack()
        await question.getByRole('button', { name: 'Cancel' }).click()
        expect(seat.page.url()).to.match(/\/c\/authors\/1$/)
        await seat.page.getByRole('link', { name: 'Tags' }).first().click()
        await question.getByRole('button', { name: 'Leave without saving' }).click()
        await seat.page.getByRole('heading', { name: 'Tags' }).waitFor()
      })

      it('when somebody leaves and saves, or leaves while the server can’t be reached @long', async () => {
        const { id: author } = (await site.cms.create('authors', { name: 'Ada' })) as { id: number }
        const { page } = seat
        const leave = async (button: string) => {
          await page.getByRole('link', { name: 'Tags' }).first().click()
          await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: button }).click()
          await page.getByRole('heading', { name: 'Tags' }).waitFor()
        }
        await seat.open(`c/authors/${author}`)
        await seat.fill('Bio', 'Saved on the way')
        await leave('Save and leave')
        expect((await site.cms.findById('authors', author))!['bio']).to.equal('Saved on the way')

        await seat.open(`c/posts/${id}`)
        await page.getByRole('heading', { name: 'First' }).waitFor()
        await page.route('**/api/cms/posts/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
        await seat.fill('Summary', 'Typed on the train')
        await leave('Leave and keep them')
        await page.unroute('**/api/cms/posts/**')
        // In the same page: the form that was left no longer counts as another tab.
        await page.getByRole('link', { name: 'Posts' }).first().click()
        await page.getByRole('link', { name: 'First' }).click()
        await page.getByText('There are edits from an earlier visit').waitFor()
        await seat.press('Bring them back')
        expect(await page.getByLabel('Summary').inputValue()).to.equal('Typed on the train')
        seat.complaints.length = 0
      })

      itPlaced(host, HOSTS)('when somebody leaves, and the server answers only at a later attempt', async () => {
        const { page } = seat
        const again = () => page.evaluate(`window.dispatchEvent(new Event('online'))`)
        await seat.open(`c/posts/${id}`)
        await page.getByRole('heading', { name: 'First' }).waitFor()
        const isChange = (method: string) => method !== 'GET' && method !== 'DELETE'
        await page.route('**/api/cms/posts/**', (route) =>
          isChange(route.request().method()) ? route.fulfill({ status: 500 }) : route.continue(),
        )
        await seat.fill('Summary', 'Typed while the server was away')
        await page.getByRole('link', { name: 'Tags' }).first().click()
        const question = page.getByRole('dialog', { name: 'Leave this page?' })
        await question.waitFor()
        const failed = page.waitForResponse((answer) => isChange(answer.request().method()))
        await again()
        await failed
        await page.waitForTimeout(100)
        expect(await question.isVisible(), 'a failed attempt does not close the question').to.equal(true)
        await page.unroute('**/api/cms/posts/**')
        await again()
        await page.getByRole('heading', { name: 'Tags' }).waitFor()
        expect((await site.cms.findById('posts', id, { draft: true }))!['summary']).to.equal('Typed while the server was away')
        seat.complaints.length = 0
      })

      itPlaced(host, HOSTS)('when the session has ended: the sign-in opens over the form, and the save is repeated', async () => {
        await seat.fill('Summary', 'After the session.')
        await site.cms.auth.logout(1)
        await seat.press('Publish changes')
        const dialog = seat.page.getByRole('dialog', { name: 'Sign in again' })
        await dialog.getByLabel('Password').fill('correct horse battery')
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await seat.saved()
        expect((await site.cms.findById('posts', id))!['summary']).to.equal('After the session.')
        seat.quiet(/401/)
      })

      itPlaced(host, HOSTS)('when two people save: what they did not both change is merged, the rest is asked', async () => {
        await makeUser(site.cms, 'eve@example.org', { role: 'admin' })
        const eve = await Seat.at(site, { as: 'eve@example.org' })
        // The page may still show the message of an earlier save.
        const publishes = async (one: Seat, live: object) => {
          const answered = one.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
          await one.press('Publish changes')
          await answered
          await one.saved()
          expect(await site.cms.findById('posts', id)).to.include(live)
        }
        await eve.open(`c/posts/${id}`)
        await eve.page.getByRole('heading', { name: 'First' }).waitFor()
        await eve.fill('Summary', 'By Eve.')
        await publishes(eve, { summary: 'By Eve.' })

        await seat.fill('Views', '7')
        await publishes(seat, { summary: 'By Eve.', views: 7 })

        // Her change would arrive in Nok's form before he has typed.
        await seat.page.route('**/presence', (route) => route.fulfill({ json: { others: [] } }))
        await eve.fill('Summary', 'Again by Eve.')
        await publishes(eve, { summary: 'Again by Eve.' })
        await seat.fill('Summary', 'By Nok.')
        await seat.press('Publish changes')
        const dialog = seat.page.getByRole('dialog', { name: /has changed this document/ })
        await dialog.getByText('Again by Eve.').waitFor()
        await dialog.getByRole('button', { name: 'Publish with my choice' }).click()
        await seat.saved()
        expect((await site.cms.findById('posts', id))!['summary']).to.equal('By Nok.')
        seat.quiet(/400/)
        eve.quiet(/400/)
        await eve.leave()
      })

      itPlaced(host, HOSTS)('when the network is away, and comes back', async () => {
        await seat.context.setOffline(true)
        await seat.fill('Summary', 'From the train.')
        await seat.press('Publish changes')
        await seat.sees('The server can’t be reached.')
        await seat.context.setOffline(false)
        await seat.press('Publish changes')
        await seat.saved()
        expect((await site.cms.findById('posts', id))!['summary']).to.equal('From the train.')
        // What is under way in that moment is reported without words.
        seat.quiet(/net::ERR_/, /^$/)
      })
    })
  }

  it('when the server ends in the middle of a save @long', async () => {
    const site = await serve(newsroom)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    await site.cms.create('posts', { title: 'First', status: 'published' })
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/posts/1')
    await seat.fill('Summary', 'In the middle.')
    await seat.page.route('**/api/cms/posts/1?**', (route) =>
      route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
    )
    await seat.press('Publish changes')
    await seat.sees('The server can’t be reached.')
    await seat.page.unroute('**/api/cms/posts/1?**')
    await seat.press('Publish changes')
    await seat.saved()
    expect((await site.cms.findById('posts', 1))!['summary']).to.equal('In the middle.')
    await seat.leave()
    await site.stop()
  })
})
