/** Work on content in a real browser: from the set-up link to what visitors read. */
import { expect } from 'chai'
import request from 'supertest'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { byKeyboard } from '../harness/keyboard.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

describe('admin-components: content', function () {
  this.timeout(90_000)

  const SEATS = [
    [HOSTS[0]!, DATABASES[0]!, 'mouse'],
    [HOSTS[1]!, DATABASES[1]!, 'mouse'],
    [HOSTS[0]!, DATABASES[0]!, 'keyboard alone'],
  ] as const
  for (const [host, database, means] of drawn(SEATS, 'content')) {
    describe(`on ${host.name} with ${database.name}, by ${means}`, () => {
      let site: Site
      let seat: Seat
      const visitor = (path: string) => request(site.origin).get(`/api/cms${path}`)

      before(async () => {
        site = await serve({ ...newsroom, auth: { setupCode: 'open-sesame' } }, { host, database })
        seat = await Seat.at(site)
        if (means === 'keyboard alone') byKeyboard(seat.page)
      })
      after(() => site?.stop())
      afterEach(() => seat.quiet())

      it('leads from the set-up link to the first admin', async () => {
        await seat.open('setup?setupCode=open-sesame')
        await seat.sees('Create the first account')
        await seat.sees('Ask the person who installed the site for it.')
        await seat.fill('Name', 'Nok')
        await seat.fill('Email', 'nok@example.org')
        await seat.fill('Password', PASSWORD)
        await seat.press('Create account')
        await seat.sees('Hello, Nok')
        expect(new URL(seat.page.url()).pathname).to.equal('/admin/')
      })

      it('makes a draft, shows what is missing, publishes it, and visitors read it', async () => {
        await seat.page.getByRole('link', { name: 'New Post' }).click()
        await seat.page.getByRole('heading', { name: 'New Post' }).waitFor()
        await seat.fill('Summary', 'First words.')
        await seat.press('Save draft')
        await seat.sees('Draft saved')
        expect(seat.page.url()).to.match(/\/c\/posts\/1$/)
        await visitor('/posts/1').expect(404)
        await seat.press('Publish')
        await seat.page.getByRole('alert').getByText('Title: Fill this in').waitFor()
        seat.complaints.length = 0
        await seat.page.getByRole('link', { name: 'Title: Fill this in' }).click()
        expect(
          await seat.page
            .getByLabel('Title')
            .first()
            .evaluate((one) => one.matches(':focus')),
        ).to.equal(true)
        await seat.fill('Title', 'Hello galley')
        await seat.press('Publish')
        await seat.sees('Published')
        const { body } = await visitor('/posts/1').expect(200)
        expect(body).to.include({ title: 'Hello galley', slug: 'hello-galley', summary: 'First words.', layout: 'wide' })
      })

      it('keeps a pending draft beside what visitors read, and publishes or discards it', async () => {
        await seat.fill('Summary', 'Second words.')
        await seat.press('Save draft')
        await seat.sees('Changes pending')
        expect((await visitor('/posts/1')).body.summary).to.equal('First words.')
        await seat.choose('More', 'Discard changes')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
        await seat.sees('Changes discarded')
        expect(await seat.page.getByLabel('Summary').inputValue()).to.equal('First words.')
        await seat.fill('Summary', 'Third words.')
        await seat.press('Publish changes')
        await seat.page.waitForFunction(() => true)
        await seat.saved()
        expect((await visitor('/posts/1')).body.summary).to.equal('Third words.')
      })

      it('compares versions, and brings one back', async () => {
        await seat.choose('More', 'History')
        const dialog = seat.page.getByRole('dialog', { name: 'History' })
        const known = dialog.getByRole('button', { name: 'Compare' })
        await known.last().waitFor()
        expect(new Set(await dialog.locator('.changed').allTextContents())).to.include('Summary')
        await known.nth((await known.count()) - 2).click()
        await dialog.getByText('Third').waitFor()
        await dialog.getByRole('button', { name: 'Restore' }).click()
        await seat.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
        await seat.sees('Version restored')
        expect(await seat.page.getByLabel('Summary').inputValue()).to.equal('First words.')
        expect((await visitor('/posts/1')).body.summary).to.equal('Third words.')
      })

      it('plans what is published by itself, and cancels it', async () => {
        await seat.choose('More', 'Schedule')
        const dialog = seat.page.getByRole('dialog', { name: 'Schedule' })
        await dialog.getByText('Nothing is planned.').waitFor()
        await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
        await seat.page
          .locator('.planned')
          .getByText(/^Publishes /)
          .waitFor()
        expect((await site.cms.scheduled('posts', 1)).length).to.equal(1)
        await seat.choose('More', 'Schedule')
        await dialog.getByRole('button', { name: 'Cancel planned change' }).click()
        await dialog.getByText('Nothing is planned.').waitFor()
        await dialog.getByRole('button', { name: 'Close' }).click()
      })

      it('translates, and says what is not translated', async () => {
        await seat.page.getByLabel('Language of the content').selectOption('th')
        await seat.sees('not translated')
        await seat.fill('Title', 'สวัสดี')
        await seat.press('Publish changes')
        await seat.saved()
        expect((await visitor('/posts/1?locale=th')).body.title).to.equal('สวัสดี')
        expect((await visitor('/posts/1?locale=en')).body.title).to.equal('Hello galley')
        await seat.page.getByLabel('Language of the content').selectOption('en')
        await seat.page.getByRole('heading', { name: 'Hello galley' }).waitFor()
      })

      it('fills rows and blocks, moves and copies them, and hides what a condition hides', async () => {
        const rows = seat.page.locator('[data-path=links]')
        for (const label of ['one', 'two']) {
          await rows.getByRole('button', { name: 'Add' }).click()
          await rows.getByLabel('Label').last().fill(label)
        }
        await rows.getByRole('button', { name: 'Move Row 2 up' }).click()
        await rows.getByRole('button', { name: 'More for Row 1' }).click()
        await seat.page.getByRole('menuitem', { name: 'Duplicate' }).click()
        const blocks = seat.page.locator('[data-path=sections]')
        await blocks.getByRole('button', { name: 'Add' }).click()
        await seat.page.getByRole('menuitem', { name: 'Quote' }).click()
        expect(await blocks.getByLabel('By').isVisible()).to.equal(false)
        await blocks.getByLabel('Text').fill('Set it.')
        await blocks.getByLabel('By').fill('Nok')
        await seat.press('Publish changes')
        await seat.saved()
        const { links, sections } = (await visitor('/posts/1')).body
        expect(links.map((row: any) => row.label)).to.deep.equal(['two', 'two', 'one'])
        expect(new Set(links.map((row: any) => row.id)).size).to.equal(3)
        expect(sections[0]).to.include({ blockType: 'quote', text: 'Set it.', by: 'Nok' })
      })

      it('makes what it points to in a drawer, and points to it', async () => {
        await seat.press('Choose Author')
        await seat.press('New Author')
        const drawer = seat.page.locator('dialog.drawer')
        await drawer.getByLabel('Name').fill('Ada')
        await drawer.getByRole('button', { name: 'Create Author' }).click()
        await seat.page.locator('[data-path=author]').getByText('Ada').waitFor()
        await seat.press('Publish changes')
        await seat.saved()
        expect((await site.cms.findById('posts', 1, { depth: 1 }))!['author']).to.include({ name: 'Ada' })
      })

      it('saves nothing while what was typed is no JSON', async () => {
        const any = seat.page.getByLabel('Extra')
        await any.fill('{ "a": ')
        await seat.press('Publish changes')
        await seat.page.getByRole('alert').getByText('extra: This is not JSON').waitFor()
        expect((await visitor('/posts/1')).body.extra).to.equal(null)
        await any.fill('{ "a": [1] }')
        await seat.press('Publish changes')
        await seat.saved()
        expect((await visitor('/posts/1')).body.extra).to.deep.equal({ a: [1] })
      })

      it('writes rich text', async () => {
        const text = seat.page.getByRole('textbox', { name: 'Body' })
        await text.click()
        await seat.page.keyboard.type('Plain and ')
        await seat.page.getByRole('button', { name: 'Bold' }).click()
        await seat.page.locator('.ProseMirror-focused').waitFor()
        await seat.page.keyboard.type('bold')
        await seat.press('Publish changes')
        await seat.saved()
        expect((await visitor('/posts/1')).body.body.content[0].content).to.deep.equal([
          { type: 'text', text: 'Plain and ' },
          { type: 'text', marks: [{ type: 'bold' }], text: 'bold' },
        ])
      })

      it('finds, filters, sorts and pages through many, and works on several at once', async () => {
        for (let n = 2; n <= 40; n++)
          await site.cms.create('posts', { title: `Post ${n}`, status: n % 2 ? 'published' : 'draft', views: n })
        await seat.page.getByRole('link', { name: 'Posts' }).first().click()
        await seat.sees('40 documents')
        await seat.page.locator('main').getByRole('searchbox').fill('post 3')
        await seat.sees('11 documents')
        await seat.press('Filter')
        await seat.press('Add a condition')
        await seat.chooseField(seat.page.getByLabel('Field'), 'Views')
        await seat.page.getByLabel('Comparison').selectOption('gt')
        await seat.page.getByLabel('Value').fill('35')
        await seat.page.getByLabel('Value').press('Tab')
        await seat.sees('4 documents')
        await seat.page.reload()
        await seat.sees('4 documents')
        await seat.page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
        await seat.page.locator('tbody tr').first().getByText('Post 36').waitFor()
        await seat.page.getByLabel('Select all on this page').check()
        await seat.press('Unpublish')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
        await seat.sees('2 documents unpublished')
        expect((await visitor('/posts?where[views][gt]=35')).body.totalDocs).to.equal(0)
      })

      it('deletes into the trash after saying so, and brings back', async () => {
        await seat.page.getByRole('link', { name: 'Post 36' }).click()
        await seat.choose('More', 'Delete')
        await seat.page.getByRole('dialog').getByText('You can bring it back from the trash').waitFor()
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await seat.sees('“Post 36” was deleted')
        await seat.choose('More', 'Trash')
        await seat.press(/Bring back/)
        await seat.sees(/^Brought back/)
        expect(await site.cms.count('posts', { draft: true })).to.equal(40)
      })

      it('changes a global, and finds everything by its name', async () => {
        await seat.page.keyboard.press('Control+k')
        await seat.page.getByRole('combobox', { name: 'Search' }).fill('site')
        await seat.page.getByRole('option', { name: /^Site/ }).waitFor()
        await seat.page.keyboard.press('Enter')
        await seat.fill('Tagline', 'Set it, proof it.')
        await seat.page.keyboard.press('Control+s')
        await seat.saved()
        expect((await site.cms.findGlobal('site'))['tagline']).to.equal('Set it, proof it.')
        await seat.page.keyboard.press('Control+k')
        await seat.page.getByRole('combobox', { name: 'Search' }).fill('galley')
        await seat.page.getByRole('option', { name: /Hello galley/ }).click()
        await seat.page.getByRole('heading', { name: 'Hello galley' }).waitFor()
      })

      it('shows an editor what an editor may do, and a stranger the door', async () => {
        await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
        const other = await Seat.at(site, { as: 'eve@example.org' })
        await other.open('system/backups')
        await other.sees('Page not found')
        expect(await other.page.getByRole('link', { name: 'Backups' }).count()).to.equal(0)
        await other.open('c/users')
        await other.page.getByRole('heading', { name: 'People' }).waitFor()
        expect(await other.page.getByRole('button', { name: 'New Person' }).count()).to.equal(0)
        other.quiet()
        await other.leave()
      })
    })
  }
})
