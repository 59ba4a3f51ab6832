/** What is half typed, typed without a pause, or typed in the moment when something else happens. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: what is not finished', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'unfinished'))
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat
      before(async () => {
        site = await serve(newsroom, { host, database })
        await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      })
      after(() => site?.stop())

      let id: number
      /** Opened with the clock in our hands. */
      async function opened(values: object, locale = 'en-GB'): Promise<void> {
        id = ((await site.cms.create('posts', { title: 'First', status: 'published', ...values })) as { id: number }).id
        seat = await Seat.at(site, { locale })
        await seat.page.clock.install()
        await seat.enter('nok@example.org')
        await seat.open(`c/posts/${id}`)
        await seat.page.getByRole('heading', { name: 'First' }).waitFor()
      }
      afterEach(() => seat.leave())

      const stored = async () => (await site.cms.findById('posts', id, { draft: true, depth: 0, locale: 'all' })) as any
      const pauses = () => seat.page.clock.fastForward(4000)
      const says = (words: RegExp) => seat.page.locator('.page-head [role=status]').filter({ hasText: words }).waitFor()

      it('a date keeps what it was until it is one again @long', async () => {
        // The month comes first, and February has no 31st.
        await opened({ on: '2026-01-31T03:04:00.000Z' }, 'en-US')
        const date = seat.page.getByLabel('On', { exact: true })
        const before = await date.inputValue()
        await date.focus()
        await seat.page.keyboard.type('02')
        await pauses()
        await says(/This date is not complete/)
        expect((await stored()).on).to.equal('2026-01-31T03:04:00.000Z')
        await seat.page.keyboard.type('15')
        await pauses()
        await says(/All changes saved/)
        expect(await date.inputValue()).to.equal(before.replace('2026-01-31', '2026-02-15'))
        expect((await stored()).on).to.equal('2026-02-15T03:04:00.000Z')
      })

      it('a number whose digits would be changed is not taken @long', async () => {
        await opened({ views: 7, extra: { a: 1 } })
        const [views, extra] = [seat.page.getByLabel('Views'), seat.page.getByLabel('Extra')]
        await views.fill('9007199254740993')
        await pauses()
        await says(/This number is too large to be kept exactly. The largest is 9,007,199,254,740,991/)
        expect(await views.inputValue()).to.equal('9007199254740993')
        expect((await stored()).views).to.equal(7)
        await views.fill('9007199254740991')
        await pauses()
        await says(/All changes saved/)
        expect((await stored()).views).to.equal(9007199254740991)
        for (const [typed, problem] of [
          ['{ "a": [1, 9007199254740993] }', /The number at a.1 is too large to be kept exactly. Put it in quotes/],
          ['1e400', /This number is too large to be kept exactly/],
        ] as const) {
          await extra.fill(typed)
          await pauses()
          await says(problem)
          expect((await stored()).extra).to.deep.equal({ a: 1 })
        }
        await extra.fill('{ "a": [1, "9007199254740993"] }')
        await pauses()
        await says(/All changes saved/)
        expect((await stored()).extra).to.deep.equal({ a: [1, '9007199254740993'] })
      })

      it('a number may have an exponent @long', async () => {
        await opened({ views: 7 })
        const views = seat.page.getByLabel('Views')
        await views.fill('')
        await views.pressSequentially('1e')
        await pauses()
        await says(/This is not a number/)
        await views.press('3')
        await pauses()
        await says(/All changes saved/)
        expect((await stored()).views).to.equal(1000)
        await views.fill('')
        await views.pressSequentially('-')
        await views.press('Backspace')
        await seat.page.getByLabel('Summary').focus()
        await pauses()
        await says(/All changes saved/)
        expect((await stored()).views).to.equal(null)
      })

      it('JSON has several kinds of empty @long', async () => {
        await opened({ extra: null })
        for (const value of [[], '', {}, [], 0, '', [], { a: 1 }]) {
          await seat.page.getByLabel('Extra').fill(JSON.stringify(value))
          await says(/Changes not saved yet/)
          await pauses()
          await says(/All changes saved/)
          expect((await stored()).extra, JSON.stringify(value)).to.deep.equal(value)
        }
      })

      it('a save under way holds the form until it has turned to another language @long', async () => {
        await opened({ summary: 'Before.' })
        let go: () => void = () => undefined
        const held = new Promise<void>((resolve) => (go = resolve))
        await seat.page.route('**/autosave?**', async (route) => {
          await held
          await route.fallback()
        })
        await seat.fill('Summary', 'On its way.')
        await pauses()
        await says(/Saving/)
        await seat.page.getByLabel('Language of the content').selectOption('th')
        const title = seat.page.locator('#f-title')
        await seat.page.locator('.sheet[inert]').waitFor()
        await title.evaluate((one: any) => one.focus())
        await seat.page.keyboard.type('ไทย')
        go()
        await seat.page.locator('.sheet:not([inert])').waitFor()
        await seat.page.locator('[data-path=title]').getByText('not translated').waitFor()
        await title.fill('ไทย')
        await pauses()
        await says(/All changes saved/)
        const { title: titles, summary } = await stored()
        expect(titles).to.deep.equal({ en: 'First', th: 'ไทย' })
        expect(summary).to.equal('On its way.')
      })

      it('what is typed without a pause is kept in the browser @long', async () => {
        await opened({})
        await seat.page.route('**/autosave?**', (route) => route.abort())
        const summary = seat.page.getByLabel('Summary')
        await summary.focus()
        for (const letter of 'never a pause, never an end') {
          await seat.page.keyboard.type(letter)
          await seat.page.clock.fastForward(100)
        }
        await seat.page.close({ runBeforeUnload: false })
        const again = await seat.context.newPage()
        await again.goto(`${site.origin}/admin/c/posts/${id}`)
        await again.getByRole('button', { name: 'Bring them back' }).click()
        expect(await again.getByLabel('Summary').inputValue()).to.match(/^never a pause, nev/)
      })

      it('what was typed last goes to the trash with the document @long', async () => {
        await opened({ status: 'draft' })
        await seat.fill('Summary', 'Typed before it was deleted.')
        await seat.choose('More', 'Delete')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await seat.sees(/was deleted/)
        const gone = (await site.cms.findById('posts', id, { draft: true, trash: true } as object)) as any
        expect(gone.summary).to.equal('Typed before it was deleted.')
      })

      /** Signs in in the dialog behind the notice. */
      async function signInAgain(): Promise<void> {
        await seat.page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click()
        const dialog = seat.page.getByRole('dialog', { name: 'Sign in again' })
        await dialog.waitFor()
        await seat.page.waitForFunction(() => (document as any).querySelector('cms-admin').shadowRoot.activeElement?.type === 'password')
        await seat.page.keyboard.type(PASSWORD)
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await dialog.waitFor({ state: 'hidden' })
      }

      const FIELDS: [name: string, path: string, field: () => Locator][] = [
        ['a text', 'summary', () => seat.page.getByLabel('Summary')],
        ['rich text', 'body', () => seat.page.getByRole('textbox', { name: 'Body', exact: true })],
        ['JSON', 'extra', () => seat.page.getByLabel('Extra')],
      ]
      for (const [name, path, field] of FIELDS)
        it(`a session that ends while somebody writes in ${name} takes no letter away @long`, async () => {
          await opened({ summary: '"one two"', body: docOf(paragraph('"one two"')), extra: 'one two' })
          const { keyboard } = seat.page
          await field().click()
          await keyboard.press('Control+Home')
          for (const _ of '"one') await keyboard.press('ArrowRight')
          await site.cms.auth.logout(1)
          await keyboard.type(' a')
          await pauses()
          const notice = seat.page.getByRole('alert').filter({ hasText: 'Your session has ended' })
          await notice.waitFor()
          await says(/^\s*Changes not saved yet/)
          await keyboard.type(' b')
          await pauses()
          await keyboard.type(' c')
          await signInAgain()
          await keyboard.type(' d')
          await notice.waitFor({ state: 'hidden' })
          await pauses()
          await says(/All changes saved/)
          expect(JSON.stringify((await stored())[path])).to.include('one a b c d two')
        })

      it('a session that ends while somebody searches in a dialog leaves them there @long', async () => {
        const { id: tag } = (await site.cms.create('tags', { name: `Old ${host.name}` })) as { id: number }
        await opened({})
        await seat.page.locator('[data-path="tags"]').getByRole('button', { name: 'Choose' }).click()
        const picker = seat.page.getByRole('dialog')
        const search = picker.getByRole('searchbox')
        await search.click()
        await site.cms.auth.logout(1)
        await seat.page.keyboard.type('Ol')
        await pauses()
        await seat.page.getByRole('alert').getByText('Your session has ended').waitFor()
        await seat.page.keyboard.type('d')
        await signInAgain()
        await seat.page.keyboard.type(' ')
        expect(await search.inputValue()).to.equal('Old ')
        await picker.getByRole('button', { name: `Old ${host.name}` }).click()
        await picker.getByRole('button', { name: /^Add/ }).click()
        await pauses()
        await says(/All changes saved/)
        expect((await site.cms.findById('posts', id, { draft: true, depth: 0 }))!['tags']).to.deep.equal([tag])
      })

      it('a session that ends is signed in to at once by somebody who does not write @long', async () => {
        await opened({})
        await seat.page.getByLabel('Summary').click()
        await site.cms.auth.logout(1)
        await seat.page.keyboard.type('Kept.')
        await pauses()
        await seat.page.getByRole('alert').getByText('Your session has ended').waitFor()
        await seat.page.getByLabel('Title').click()
        expect(await seat.page.getByRole('dialog').count()).to.equal(0)
        await seat.page.getByRole('button', { name: 'Publish changes' }).click()
        const dialog = seat.page.getByRole('dialog', { name: 'Sign in again' })
        await dialog.getByLabel('Password').fill(PASSWORD)
        await dialog.getByRole('button', { name: 'Sign in' }).click()
        await dialog.waitFor({ state: 'hidden' })
        await says(/All changes saved/)
        expect((await site.cms.findById('posts', id))!['summary']).to.equal('Kept.')
      })
    })
})
