/** Small things that people do every day: found at once, done in few steps, and said in words that they use. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { HOSTS, temporaryFile } from '../harness/start.ts'

describe('admin-components: every day', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    site = await serve(
      {
        audit: true,
        auth: { rbac: true, roles: ['admin', 'editor'] },
        upload: { dir: temporaryFile('-files') },
        backups: { dir: temporaryFile('-backups'), every: 'day' },
        collections: [
          { slug: 'media', fields: [{ name: 'credit' }, { name: 'licence', type: 'select', options: ['free', 'paid'] }] },
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            schedule: true,
            fields: [
              { name: 'title' },
              { name: 'author', type: 'relationship', to: 'authors' },
              { name: 'links', type: 'array', fields: [{ name: 'label' }] },
              {
                name: 'sections',
                type: 'blocks',
                blocks: [
                  { slug: 'quote', fields: [{ name: 'words' }] },
                  { slug: 'note', fields: [{ name: 'text' }] },
                ],
              },
            ],
          },
          { slug: 'authors', useAsTitle: 'name', fields: [{ name: 'name' }] },
          {
            slug: 'tabbed',
            fields: [{ name: 'htmlTitle' }, { name: 'seoData', type: 'json' }],
            admin: {
              layout: [
                {
                  tabs: [
                    { label: 'Words', fields: ['htmlTitle'] },
                    { label: 'Data', fields: ['seoData'] },
                  ],
                },
              ],
            },
          },
          { slug: 'empties', fields: [{ name: 'name' }] },
        ],
      },
      { host: HOSTS[1]! },
    )
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin' })
    for (const name of ['Ada', 'Ben']) await cms.create('authors', { name })
    for (let n = 1; n <= 25; n++) await cms.create('posts', { title: `Post ${n}`, author: 1 + (n % 2), status: 'published' })
    await cms.upload({ filename: 'temple.png', content: await png(40, 20) })
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(() => site?.stop())

  const field = (path: string): Locator => seat.page.locator(`[data-path="${path}"]`)
  const rows = (path: string): Locator => field(path).locator('cms-rows > div > ol > li')
  const values = (path: string): Promise<string[]> =>
    rows(path)
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  const english = () => seat.page.evaluate(`localStorage.setItem('galley:language', 'en')`)

  it('a role is chosen by name, and says what it may do', async () => {
    await seat.open('c/users/new')
    await seat.fill('Email', 'eve@example.org')
    const role = seat.page.getByLabel('Role')
    await role.selectOption('admin')
    await field('role').getByText('Admins can do everything').waitFor()
    await role.selectOption('editor')
    await field('role').getByText('People: Read, Edit (only their own)').waitFor()
    await seat.fill('Password', 'correct horse battery')
    await seat.press('Create Person')
    await seat.sees('All changes saved')
    expect((await site.cms.find('users', { where: { email: { equals: 'eve@example.org' } } })).docs[0]!['role']).to.equal('editor')
    await seat.open('c/users')
    await seat.page.getByRole('cell', { name: 'Editor', exact: true }).waitFor()
  })

  it('people and files have names in Thai', async () => {
    await seat.page.evaluate(`localStorage.setItem('galley:language', 'th')`)
    await seat.open('c/users/new')
    for (const label of ['อีเมล', 'ชื่อ', 'บทบาท', 'รหัสผ่าน']) await seat.page.getByLabel(label, { exact: false }).first().waitFor()
    expect(await seat.page.locator('main').textContent()).not.to.match(/User|Email|Role|Password/)
    await english()
  })

  it('search leads to the file, whose dialog has the fields of the site', async () => {
    await seat.open()
    await seat.page.getByRole('heading', { name: 'Hello' }).waitFor()
    await seat.page.keyboard.press('Control+k')
    await seat.page.getByRole('combobox').fill('temple')
    await seat.page.getByRole('option', { name: 'temple.png' }).click()
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByLabel('Credit').fill('Nok')
    await dialog.getByLabel('Licence').selectOption('paid')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { credit, licence } = (await site.cms.findById('media', 1)) as Record<string, unknown>
    expect([credit, licence]).to.deep.equal(['Nok', 'paid'])
  })

  it('a list is filtered by choosing a document, says how it is sorted, and is where it was on the way back', async () => {
    await seat.open('c/posts')
    await seat.page.getByRole('columnheader', { name: 'Updated' }).waitFor()
    expect(await seat.page.getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).to.equal('descending')
    await seat.press('Filter')
    await seat.press('Add a condition')
    await seat.chooseField(seat.page.getByLabel('Field'), 'Author')
    await seat.page.getByRole('button', { name: /^Value/ }).click()
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Ada' }).click()
    await seat.sees('12 documents')
    await seat.page.getByRole('button', { name: 'Value: Ada' }).waitFor()
    await seat.press(/^Filter/)
    await seat.page.setViewportSize({ width: 1280, height: 400 })
    const link = seat.page.getByRole('link', { name: 'Post 2', exact: true })
    await link.scrollIntoViewIfNeeded()
    const at = Number(await seat.page.evaluate('scrollY'))
    expect(at).to.be.greaterThan(0)
    await link.click()
    await seat.page.getByRole('heading', { name: 'Post 2' }).waitFor()
    expect(await seat.page.evaluate('scrollY')).to.equal(0)
    await seat.page.goBack()
    await seat.sees('12 documents')
    await seat.page.waitForFunction((at) => scrollY === at, at)
    await seat.page.setViewportSize({ width: 1280, height: 860 })
  })

  it('a filter has groups, reaches into related documents, and is a sentence that stays in the address @long', async () => {
    const { page } = seat
    await seat.open('c/posts')
    await seat.press('Filter')
    await seat.press('Add a condition')
    await seat.chooseField(page.getByLabel('Field'), 'Author › Name')
    await page.getByLabel('Field').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Value').fill('ada')
    await page.getByLabel('Value').press('Tab')
    await seat.sees('12 documents')
    await seat.press('Add a group')
    const group = page.getByRole('group', { name: 'Group of conditions' })
    await seat.chooseField(group.getByLabel('Field'), 'Title')
    await group.getByLabel('Value').fill('Post 2')
    await group.getByLabel('Value').press('Tab')
    await group.getByRole('button', { name: 'Add a condition' }).click()
    await seat.chooseField(group.getByLabel('Field').nth(1), 'Created')
    await group.getByLabel('Comparison').nth(1).selectOption({ label: 'is more than … days ago' })
    await seat.sees('4 documents')
    const sentence = page.locator('cms-filter').getByRole('status')
    expect(await sentence.textContent()).to.match(
      /Only where\s+Author › Name contains “ada” and \(Title contains “Post 2” or Created was more than 7 days ago\)/,
    )
    await page.reload()
    await seat.sees('4 documents')
    await sentence.getByText('Author › Name contains').waitFor()
    await seat.press(/^Filter/)
    await page.getByRole('button', { name: 'Remove this group' }).click()
    await seat.sees('12 documents')
    await seat.press('Clear filters')
    await seat.sees('25 documents')
    expect(await page.getByRole('button', { name: 'Add a condition' }).count(), 'still open').to.equal(1)
  })

  it('a view is saved, renamed, shared, reordered and deleted @long', async () => {
    const { page } = seat
    const dialog = page.getByRole('dialog')
    const keep = async (name: string) => {
      await seat.choose(/^Views/, 'Save this view …')
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await seat.open('c/posts?sort=title')
    await keep('By title')
    await page.getByRole('button', { name: 'Views: By title' }).waitFor()
    await seat.press('Sorted by Title')
    await page.getByRole('menuitemradio', { name: 'Descending' }).click()
    await page.getByRole('button', { name: 'Views: By title' }).waitFor({ state: 'detached' })
    await keep('Backwards')
    await seat.choose(/^Views/, 'Manage views …')
    await dialog.getByRole('button', { name: 'Move By title up' }).click()
    await dialog.getByRole('listitem').first().getByLabel('Name: By title').waitFor()
    await dialog.getByLabel('Name: By title').fill('A to Z')
    await dialog.getByLabel('Name: By title').press('Tab')
    await dialog.getByLabel('Visible to: A to Z').selectOption({ label: 'Everyone with the role Editor' })
    await dialog.getByRole('button', { name: 'Delete Backwards' }).click()
    await page.getByRole('dialog', { name: 'Delete “Backwards”?' }).getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel('Name: Backwards').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await seat.press(/^Views/)
    await page.getByRole('menuitemradio', { name: 'A to Z' }).click()
    await page.getByRole('button', { name: 'Views: A to Z' }).waitFor()
    await page.locator('tbody tr').first().getByText('Post 1').waitFor()
  })

  it('rows are compact, the pressed look is the one that is shown, and what is scheduled stands in the list', async () => {
    const { page } = seat
    await site.cms.schedule('posts', 3, { action: 'unpublish', at: new Date(Date.now() + 86_400_000).toISOString() })
    await seat.open('c/posts?sort=title')
    await page.getByRole('row').filter({ hasText: 'Post 3' }).getByText('Unpublishes').waitFor()
    const height = () =>
      page
        .locator('tbody tr')
        .first()
        .evaluate((row) => (row as HTMLElement).offsetHeight)
    const before = await height()
    await seat.press('More')
    await page.getByRole('menuitemradio', { name: 'Compact rows' }).click()
    await page.waitForFunction(`document.querySelector('cms-admin').shadowRoot.querySelector('.compact')`)
    expect(await height()).to.be.lessThan(before)
    await page.getByRole('button', { name: 'Show as cards' }).click()
    await page.locator('.cards li').filter({ hasText: 'Post 3' }).getByText('Unpublishes').waitFor()
    expect(await page.getByRole('button', { name: 'Show as cards' }).getAttribute('aria-pressed')).to.equal('true')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.evaluate(`localStorage.removeItem('galley:rows')`)
  })

  it('an empty list offers the first step', async () => {
    await seat.open('c/empties')
    await seat.page.locator('.empty').getByRole('button', { name: 'New Empty' }).click()
    await seat.page.getByRole('heading', { name: 'New Empty' }).waitFor()
  })

  it('rows are inserted between others, moved by keys, and pasted into another document @long', async () => {
    const one = (await site.cms.create('posts', {
      title: 'Rows',
      links: [{ label: 'a' }, { label: 'b' }],
      sections: [{ blockType: 'quote', words: 'said' }],
    })) as { id: number }
    const two = (await site.cms.create('posts', { title: 'Other' })) as { id: number }
    await seat.open(`c/posts/${one.id}`)
    await rows('links').nth(1).hover()
    await field('links').getByRole('button', { name: 'Insert before Row 2' }).click()
    await seat.page.keyboard.type('between')
    expect(await values('links')).to.deep.equal(['a', 'between', 'b'])
    await rows('links').nth(1).locator('.fold').focus()
    await seat.page.keyboard.press('Alt+ArrowUp')
    await seat.page.waitForTimeout(50)
    await seat.page.keyboard.press('Alt+ArrowUp')
    expect(await values('links'), 'already the first').to.deep.equal(['between', 'a', 'b'])
    await rows('sections').nth(0).hover()
    await field('sections').getByRole('button', { name: 'Insert before Row 1' }).click()
    await seat.page.getByRole('menuitem', { name: 'Note' }).filter({ visible: true }).click()
    await rows('sections').nth(1).waitFor()
    expect(await rows('sections').nth(0).locator('.fold').textContent()).to.include('Note')
    await rows('sections')
      .nth(1)
      .getByRole('button', { name: /^More for/ })
      .click()
    await seat.page.getByRole('menuitem', { name: 'Copy', exact: true }).filter({ visible: true }).click()
    await seat.press('Save draft')
    await seat.sees('All changes saved')

    await seat.open(`c/posts/${two.id}`)
    expect(await field('links').getByRole('button', { name: 'Paste' }).count(), 'only where it fits').to.equal(0)
    await field('sections').getByRole('button', { name: 'Paste' }).click()
    expect(await values('sections')).to.deep.equal(['said'])
    await seat.press('Save draft')
    await seat.sees('All changes saved')
    const { sections } = (await site.cms.findById('posts', two.id, { draft: true })) as any
    expect(sections).to.have.length(1)
    expect(sections[0]).to.include({ blockType: 'quote', words: 'said' })
  })

  it('what is scheduled stands beside the document', async () => {
    await site.cms.schedule('posts', 1, { action: 'unpublish', at: new Date(Date.now() + 86_400_000).toISOString() })
    await seat.open('c/posts/1')
    await seat.page
      .locator('.planned')
      .getByText(/^Unpublishes /)
      .waitFor()
    await seat.page.getByRole('button', { name: 'More', exact: true }).click()
    await seat.page.getByRole('menuitem', { name: 'Schedule' }).click()
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Cancel planned change' }).click()
    await seat.sees('Nothing is planned')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await seat.page.locator('.planned').waitFor({ state: 'detached' })
  })

  it('the dashboard says who did what, and warns of no backup on the first day', async () => {
    await seat.open('c/posts/2')
    await seat.fill('Title', 'Night trains')
    await seat.press('Publish changes')
    await seat.sees('All changes saved')
    await seat.open()
    const latest = seat.page.locator('.feed li')
    await latest.filter({ hasText: 'Night trains' }).first().waitFor()
    expect(await latest.filter({ hasText: 'Night trains' }).first().textContent()).to.match(/You\s+(changed|published)\s+Night trains/)
    expect(await seat.page.getByText('There is no backup yet.').count()).to.equal(0)
  })

  it('the dashboard goes on with what was open, and tells what is planned and how all is', async () => {
    const { page } = seat
    await seat.open('c/posts/4')
    await page.getByRole('heading', { name: 'Post 4' }).waitFor()
    await seat.open('c/posts/2')
    await page.getByRole('heading', { name: 'Night trains' }).waitFor()
    await seat.open()
    const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    await section('Planned')
      .getByRole('link', { name: /Post 3.*Unpublishes/s })
      .waitFor()
    expect(await section('Continue').getByRole('link').first().textContent()).to.include('Night trains')
    await section('Continue').getByRole('link', { name: 'Post 4' }).click()
    await page.getByRole('heading', { name: 'Post 4' }).waitFor()
  })

  it('search begins with what was open last, and does what the open document can do', async () => {
    const { page } = seat
    const option = (name: string | RegExp) => page.getByRole('option', { name })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await option(/^Night trains/).waitFor()
    expect(await page.getByRole('option').first().textContent()).to.include('Night trains')
    expect(await option('Post 4').count(), 'the open one').to.equal(0)
    for (const name of ['Duplicate', 'Unpublish', 'New Post', 'Posts Content']) expect(await option(name).count(), name).to.equal(1)
    await page.keyboard.type('post 7')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Post 7' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('unpub')
    await option('Unpublish').waitFor()
    await page.keyboard.press('Enter')
    await seat.sees('Unpublished')
    expect((await site.cms.findById('posts', 7, { draft: true }))['status']).to.equal('draft')
  })

  it('an editor of code is loaded once its tab is open; names have their capitals', async () => {
    const { page } = seat
    await seat.open('c/tabbed/new')
    await page.getByLabel('HTML title').waitFor()
    await page.waitForTimeout(300)
    expect(await page.evaluate(`!!customElements.get('cms-json')`)).to.equal(false)
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.locator('cms-json .cm-content').waitFor()
    await seat.sees('SEO data')
  })

  it('own elements may leave out the slash before a path', async () => {
    const count = await seat.page.evaluate(`document.querySelector('cms-admin').app.client.get('authors').then((list) => list.totalDocs)`)
    expect(count).to.equal(2)
  })

  it('says that the server is down, and tries again', async () => {
    const { page } = seat
    await page.route('**/api/cms/admin/schema', (route) => route.fulfill({ status: 503, body: 'down' }))
    await seat.open('c/empties')
    await page.getByRole('alert').waitFor()
    await page.unroute('**/api/cms/admin/schema')
    await seat.press('Try again')
    await page.getByRole('heading', { name: 'Empties' }).waitFor()
    seat.quiet(/503/)
  })

  it('on a phone, what a page is for is within reach of a thumb', async () => {
    const { page } = seat
    await page.setViewportSize({ width: 390, height: 800 })
    const bottom = async (name: string): Promise<number> => {
      const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!
      return 800 - box.y - box.height
    }
    await seat.open('c/posts')
    await page.getByRole('button', { name: 'New Post' }).waitFor()
    await page.locator('.list-table').waitFor()
    expect(await bottom('New Post')).to.be.within(0, 60)
    await seat.open('c/posts/5')
    await page.getByRole('heading', { name: 'Post 5' }).waitFor()
    await page.getByRole('button', { name: 'Publish changes', exact: true }).waitFor()
    expect(await bottom('Publish changes')).to.be.within(0, 60)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    expect(await bottom('Publish changes')).to.be.within(0, 60)
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  it('says that the connection is lost, and when it is back', async () => {
    await seat.context.setOffline(true)
    await seat.sees('You’re offline')
    await seat.context.setOffline(false)
    await seat.page.getByText('You’re offline').waitFor({ state: 'detached' })
    seat.quiet(/ERR_INTERNET_DISCONNECTED/)
  })
})
