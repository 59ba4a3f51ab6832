/** The session ends while the admin is open, in a collection that visitors may read: nothing is shown as to a visitor, and nothing is saved in somebody else's name. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

for (const [host, database] of drawn(PAIRS, 'session-ends'))
  describe(`admin-components: the session ends, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let pending: number

    before(async () => {
      site = await serve(
        {
          collections: [
            {
              slug: 'posts',
              useAsTitle: 'title',
              drafts: true,
              access: {
                read: ({ user }: any) => (user?.['email'] === 'eve@example.org' ? { title: { equals: 'Live' } } : true),
                update: 'anyone',
              },
              fields: [{ name: 'title' }, { name: 'note' }],
            },
          ],
        },
        { host, database },
      )
      for (const name of ['nok', 'eve']) await makeUser(site.cms, `${name}@example.org`, { role: 'editor' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      for (const { id } of (await site.cms.find('posts', { draft: true, limit: 0 })).docs) await site.cms.delete('posts', id as number)
      await site.cms.create('posts', { title: 'Live', status: 'published' })
      await site.cms.create('posts', { title: 'Draft' })
      pending = (await site.cms.create('posts', { title: 'Pending', note: 'live', status: 'published' })).id as number
      await site.cms.update('posts', pending, { note: 'pending', status: 'draft' })
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
    })
    afterEach(async () => {
      seat.quiet(/401/, /400.*autosave/)
      await seat.leave()
    })

    const input = (name: string) => seat.page.locator(`#f-${name}`)
    const dialog = () => seat.page.getByRole('dialog', { name: 'Sign in again' })
    const titles = () => seat.page.locator('cms-list tbody tr a').allInnerTexts()
    const sortByTitle = () => seat.page.locator('cms-list th').getByRole('button', { name: 'Title' }).click()

    async function signInAgain(at: Locator = dialog(), email = 'nok@example.org'): Promise<void> {
      await at.getByLabel('Email').fill(email)
      await at.getByLabel('Password').fill(PASSWORD)
      await at.getByRole('button', { name: 'Sign in' }).click()
      await at.waitFor({ state: 'detached' })
    }

    /** In another tab. */
    async function elsewhere(email: string): Promise<void> {
      const page = await seat.context.newPage()
      await page.goto(`${seat.origin}/admin`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.locator('main#main').waitFor()
      await page.close()
    }

    async function openList(): Promise<void> {
      await seat.open('c/posts')
      await seat.sees('3 documents')
    }

    it('asks to sign in again where a list is sorted, and shows drafts before and after', async () => {
      await openList()
      await seat.context.clearCookies()
      await sortByTitle()
      await dialog().waitFor()
      await seat.sees('Changes pending')
      await seat.sees('3 documents')
      await signInAgain()
      await seat.page.waitForFunction(() => location.search.includes('sort'))
      await seat.page.locator('cms-list tbody tr').first().getByText('Draft', { exact: true }).first().waitFor()
      await seat.sees('Changes pending')
      await seat.sees('3 documents')
    })

    it('says why a list is not read where somebody would not sign in, and reads it when they do @long', async () => {
      await openList()
      await seat.context.clearCookies()
      await sortByTitle()
      await dialog().getByRole('button', { name: 'Not now' }).click()
      await seat.sees('You need to sign in again')
      await seat.sees('3 documents')
      await seat.press('Try again')
      await signInAgain()
      await seat.page.getByText('You need to sign in again').waitFor({ state: 'detached' })
      await seat.sees('3 documents')
    })

    it('opens the draft of a document, not what visitors see @long', async () => {
      await openList()
      await seat.context.clearCookies()
      await seat.page.locator('cms-list').getByRole('link', { name: 'Pending' }).click()
      await dialog().waitFor()
      expect(await input('note').count()).to.equal(0)
      await signInAgain()
      expect(await input('note').inputValue()).to.equal('pending')
      expect(await seat.page.getByRole('button', { name: 'Publish changes' }).isEnabled()).to.equal(true)
      await input('note').fill('typed')
      await seat.saved()
      expect((await site.cms.findById('posts', pending, { draft: true }))!['note']).to.equal('typed')
      expect((await site.cms.findById('posts', pending))!['note']).to.equal('live')
    })

    it('merges what was typed meanwhile with what others saved @long', async () => {
      await seat.open(`c/posts/${pending}`)
      await input('note').waitFor()
      await seat.context.clearCookies()
      await input('note').fill('typed')
      await site.cms.update('posts', pending, { title: 'Of somebody else', status: 'draft' })
      await seat.pauses()
      await seat.page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
      await signInAgain()
      await seat.saved()
      expect(await input('title').inputValue()).to.equal('Of somebody else')
      expect(await site.cms.findById('posts', pending, { draft: true })).to.include({ title: 'Of somebody else', note: 'typed' })
    })

    it('opens one dialog, and none for what nobody asked for @long', async () => {
      await seat.open(`c/posts/${pending}`)
      await input('note').waitFor()
      await seat.context.clearCookies()
      for (let times = 0; times < 3; times++) {
        const refused = seat.page.waitForResponse((response) => response.url().includes('/presence') && response.status() === 401)
        await seat.page.clock.fastForward(16_000)
        await refused
      }
      expect(await dialog().count()).to.equal(0)
      await seat.page.getByRole('link', { name: 'Posts' }).first().click()
      await dialog().waitFor()
      expect(await dialog().count()).to.equal(1)
      await signInAgain()
      await seat.sees('3 documents')
    })

    it('saves nothing in the name of somebody who has signed in in another tab @long', async () => {
      await seat.open(`c/posts/${pending}`)
      await input('note').waitFor()
      await seat.context.clearCookies()
      await elsewhere('eve@example.org')
      await input('note').fill('typed')
      await seat.pauses()
      await seat.page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
      expect((await site.cms.findById('posts', pending, { draft: true }))!['note']).to.equal('pending')
      await signInAgain()
      await seat.saved()
      expect((await site.cms.findById('posts', pending, { draft: true }))!['note']).to.equal('typed')
    })

    it('shows nothing of somebody who has signed in in another tab, until they sign in here @long', async () => {
      await openList()
      await seat.context.clearCookies()
      await elsewhere('eve@example.org')
      await sortByTitle()
      await dialog().waitFor()
      await seat.sees('3 documents')
      await signInAgain(dialog(), 'eve@example.org')
      await seat.sees('1 document')
      expect(await titles()).to.deep.equal(['Live'])
    })

    it('goes on where the same person has signed in again in another tab @long', async () => {
      await seat.open()
      await seat.page.getByRole('link', { name: 'Posts' }).first().click()
      await seat.page.locator('cms-list').getByRole('link', { name: 'Pending' }).click()
      await input('note').waitFor()
      await seat.context.clearCookies()
      await elsewhere('nok@example.org')
      await input('note').fill('typed')
      await seat.saved()
      expect(await dialog().count()).to.equal(0)
      expect((await site.cms.findById('posts', pending, { draft: true }))!['note']).to.equal('typed')
    })
  })
