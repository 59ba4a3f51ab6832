/** A file that can't be uploaded where one is chosen: the dialog says why, and tries it again. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { PASSWORD } from '../harness/people.ts'
import { DATABASES, HOSTS, temporaryFile } from '../harness/start.ts'

const refused = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ errors: [{ message }] }) })

const FAILURES: [what: string, says: RegExp, fail: (route: Route) => Promise<unknown>][] = [
  ['the connection is lost', /can’t be reached/, (route) => route.abort('connectionfailed')],
  ['the server fails', /Something went wrong on the server/, refused(500, 'Something went wrong')],
  ['there were too many uploads', /Too many uploads/, refused(429, 'Too many uploads: wait a minute')],
]

describe('admin-components: uploading where a file is chosen', function () {
  this.timeout(90_000)

  for (const isPhone of [false, true])
    describe(isPhone ? 'on a phone' : 'on a wide screen', () => {
      let site: Site
      let seat: Seat

      before(async () => {
        const number = isPhone ? 1 : 0
        ;({ site, seat } = await serveTo(
          'nok@example.org',
          {
            upload: { dir: temporaryFile('-files') },
            collections: [
              {
                slug: 'posts',
                useAsTitle: 'title',
                fields: [{ name: 'title' }, { name: 'picture', type: 'upload' }, { name: 'pictures', type: 'upload', hasMany: true }],
              },
            ],
          },
          { host: HOSTS[number]!, database: DATABASES[number]!, isPhone },
        ))
      })
      after(() => site?.stop())
      beforeEach(async () => {
        await seat.open('c/posts/new')
        await seat.page.getByLabel('Title').waitFor()
      })

      const dialog = () => seat.page.getByRole('dialog', { name: /^Choose (a file|files)$/ })
      const alert = () => dialog().getByRole('alert')
      const give = async (...names: string[]) =>
        dialog()
          .locator('input[type=file]')
          .setInputFiles(await Promise.all(names.map(async (name) => ({ name, mimeType: 'image/png', buffer: await content(name) }))))
      const content = async (name: string) =>
        name.startsWith('broken') ? Buffer.from('not a picture\u0000') : name.startsWith('words') ? Buffer.from('only words') : png(4, 4)
      const uploads = /\/api\/cms\/media(\?|$)/

      it('says what is in a file that isn’t what its name says', async () => {
        await seat.page
          .getByRole('button', { name: /^Choose (a file|files|an image|images)$/ })
          .first()
          .click()
        await give('words.png')
        await alert().getByText('This file contains plain text, which is not what its name says').waitFor()
        seat.quiet(/400/)
      })

      for (const [what, says, fail] of FAILURES)
        it(`says so when ${what}, and takes the file once it is tried again @long`, async () => {
          let tries = 0
          await seat.page.route(uploads, (route) => (route.request().method() === 'POST' && tries++ === 0 ? fail(route) : route.continue()))
          await seat.page.getByRole('button', { name: 'Choose a file' }).click()
          await give('one.png')
          await alert().getByText(says).waitFor()
          // The list below is read again meanwhile, which took the message away.
          await seat.page.waitForLoadState('networkidle')
          expect(await alert().textContent())
            .to.match(says)
            .and.to.include('one.png')
          await alert().getByRole('button', { name: 'Try again' }).click()
          await dialog().waitFor({ state: 'detached' })
          await seat.sees('one.png')
          await seat.page.unroute(uploads)
        })

      it('doesn’t offer to try again what will be refused again', async () => {
        await seat.page.getByRole('button', { name: 'Choose a file' }).click()
        await give('broken.png')
        await alert()
          .getByText(/isn’t allowed here/)
          .waitFor()
        expect(await alert().textContent()).to.not.match(/[*/]/)
        expect(await alert().getByRole('button', { name: 'Try again' }).count()).to.equal(0)
        await seat.page.route(uploads, (route) =>
          route.request().method() === 'POST' ? refused(413, 'must be at most 10 MB')(route) : route.continue(),
        )
        await give('large.png')
        await alert()
          .getByText(/must be at most 10 MB/)
          .waitFor()
        expect(await alert().getByRole('button', { name: 'Try again' }).count()).to.equal(0)
        await seat.page.unroute(uploads)
      })

      it('takes a file once where the answer to its upload was lost @long', async () => {
        const before = await site.cms.count('media')
        let tries = 0
        await seat.page.route(uploads, async (route) => {
          if (route.request().method() !== 'POST' || tries++ > 0) return route.continue()
          await route.fetch()
          await route.abort('connectionreset')
        })
        await seat.page.getByRole('button', { name: 'Choose a file' }).click()
        await give('lost.png')
        await alert().getByRole('button', { name: 'Try again' }).click()
        await dialog().waitFor({ state: 'detached' })
        await seat.sees('lost.png')
        await seat.page.unroute(uploads)
        expect(await site.cms.count('media')).to.equal(before + 1)
      })

      it('goes on with an upload during which the session ended, once somebody is signed in again @long', async () => {
        const before = await site.cms.count('media')
        await seat.page.getByRole('button', { name: 'Choose a file' }).click()
        await dialog().waitFor()
        await seat.page.waitForLoadState('networkidle')
        await site.cms.auth.logout(1)
        await give('signed-out.png')
        const notice = seat.page.getByRole('alert').filter({ hasText: 'Your session has ended' })
        await notice.getByRole('button', { name: 'Sign in' }).click()
        const again = seat.page.getByRole('dialog', { name: 'Sign in again' })
        await again.getByLabel('Password').fill(PASSWORD)
        await again.getByRole('button', { name: 'Sign in' }).click()
        await dialog().waitFor({ state: 'detached' })
        await seat.sees('signed-out.png')
        expect(await site.cms.count('media')).to.equal(before + 1)
      })

      it('says which of several files is of a wrong type, and keeps the others @long', async () => {
        await seat.page.getByRole('button', { name: 'Choose files' }).click()
        await give('broken.png', 'two.png', 'three.png')
        await alert().getByText('broken.png').waitFor()
        await dialog().getByRole('button', { name: 'Add 2' }).waitFor()
        await seat.page.waitForLoadState('networkidle')
        expect(await alert().getByRole('listitem').allInnerTexts()).to.have.length(1)
        expect(await alert().evaluate((one) => one.scrollWidth <= one.clientWidth), 'nothing is cut off').to.equal(true)
        await seat.page.keyboard.press('Escape')
      })

      it('stays open where one file is wanted and one of two failed', async () => {
        await seat.page.getByRole('button', { name: 'Choose a file' }).click()
        await give('broken.png', 'four.png')
        await alert().getByText('broken.png').waitFor()
        await dialog().getByRole('button', { name: 'four.png' }).first().click()
        await dialog().waitFor({ state: 'detached' })
        await seat.sees('four.png')
      })
    })
})
