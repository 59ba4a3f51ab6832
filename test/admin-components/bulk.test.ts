/** Actions on several documents: what they say before, what they leave alone, and the report of what failed. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: several documents at once', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          trash: true,
          fields: [
            { name: 'title', required: true },
            { name: 'kind', type: 'select', options: ['news', 'live'] },
            { name: 'isNew', type: 'boolean', defaultValue: true },
            { name: 'link', required: true, admin: { condition: { field: 'kind', equals: 'live' } } },
          ],
        },
      ],
    }))
    for (const title of ['One', 'Two', 'Three']) await site.cms.create('posts', { title, kind: 'news', status: 'published' } as object)
    await site.cms.create('posts', { title: 'Draft', kind: 'news', status: 'draft' } as object)
    await site.cms.create('posts', { title: 'Linked', kind: 'news', link: '/live', status: 'published' } as object)
    await site.cms.update('posts', 2, { title: 'Two, edited', status: 'draft' } as object)
  })
  after(() => site?.stop())
  const tick = async (...titles: string[]) => {
    await seat.open('c/posts')
    for (const title of titles) await seat.page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
  }
  const dialog = () => seat.page.getByRole('dialog')
  const cancel = () => dialog().getByRole('button', { name: 'Cancel' }).click()

  it('counts what they change, and say what becomes of it @long', async () => {
    await tick('One', 'Two, edited', 'Draft')
    await seat.press('Unpublish')
    await dialog().getByText('Unpublish 2 documents?').waitFor()
    await dialog()
      .getByText(/Visitors no longer see them\. .* 1 other selected document isn’t published/)
      .waitFor()
    await cancel()
    await seat.press('Publish')
    await dialog().getByText('Publish 2 documents?').waitFor()
    await dialog()
      .getByText(/1 other selected document is published already/)
      .waitFor()
    await cancel()
    await seat.press('Delete')
    await dialog().getByText('You can bring them back from the trash.').waitFor()
    await cancel()
    await tick('One')
    await seat.press('Publish')
    await seat.sees('The selected documents are published already, without pending changes.')
  })

  it('say which drafts an edit publishes along with it @long', async () => {
    await tick('One', 'Two, edited', 'Draft')
    await seat.press('Edit')
    await dialog().getByLabel('Choose a field').selectOption('kind')
    await dialog().getByLabel('Kind', { exact: true }).selectOption('news')
    await dialog().getByRole('button', { name: 'Publish' }).click()
    const question = seat.page.getByRole('dialog', { name: 'Publish 3 documents?' })
    await question.getByText('2 of them have changes or are drafts').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await site.cms.findById('posts', 4, { draft: true } as object))?.['status'], 'nothing was published').to.equal('draft')
    expect(await dialog().getByLabel('Kind', { exact: true }).inputValue(), 'what was chosen stays').to.equal('news')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  it('save no field without a value, and empty one only where that was ticked and answered', async () => {
    const { docs: before } = await site.cms.find('posts', { sort: 'id', draft: true } as object)
    await tick('One', 'Two, edited', 'Draft')
    await seat.press('Edit')
    await dialog().getByText('1 published document changes for visitors at once. 1 published document with pending changes gets').waitFor()
    const saves = ['Save draft', 'Publish', 'Save and keep status'].map((name) => dialog().getByRole('button', { name, exact: true }))
    const areReady = async () => Promise.all(saves.map((button) => button.isEnabled()))
    for (const [name, label, isRequired] of [
      ['isNew', 'Is new', true],
      ['title', 'Title', true],
      ['kind', 'Kind', false],
    ] as const) {
      await dialog().getByLabel('Choose a field').selectOption(name)
      await dialog().locator(`[data-path=${name}] :focus`).waitFor()
      expect(await areReady(), `${name} without a value`).to.deep.equal([false, false, false])
      expect(await dialog().getByLabel(`Empty ${label}`).count(), `${name} can be emptied`).to.equal(isRequired ? 0 : 1)
      if (name === 'kind') break
      await dialog()
        .getByRole('button', { name: `Don’t change ${label}` })
        .click()
    }
    await dialog().getByLabel('Empty Kind').check()
    await dialog().getByText('Kind will be empty.').waitFor()
    expect(await areReady()).to.deep.equal([true, true, true])
    for (const [button, says] of [
      [0, /^2 are live and stay as they are until you publish the drafts\./],
      [1, /^2 are live; visitors see the change of 2 at once\. .*2 of them have changes or are drafts/],
      [2, /^2 are live; visitors see the change of 1 at once\./],
    ] as const) {
      await saves[button]!.click()
      const question = seat.page.getByRole('dialog', { name: 'Empty Kind of 3 documents?' })
      await question.getByText(says).waitFor()
      expect(await question.getByRole('button', { name: 'Cancel' }).evaluate((one) => one.matches(':focus'))).to.equal(true)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
    }
    const { docs: after } = await site.cms.find('posts', { sort: 'id', draft: true } as object)
    expect(after, 'nothing has changed').to.deep.equal(before)
    await dialog().getByLabel('Empty Kind').uncheck()
    expect(await areReady()).to.deep.equal([false, false, false])
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  it('keep the menu of columns open for the next one', async () => {
    await seat.open('c/posts')
    await seat.page.getByRole('table').waitFor()
    await seat.page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const name of ['Kind', 'Link']) {
      const item = seat.page.getByRole('menuitemcheckbox', { name, exact: true })
      const was = await item.getAttribute('aria-checked')
      await item.click()
      await seat.page.locator(`[role=menuitemcheckbox][aria-checked=${was !== 'true'}]`, { hasText: name }).waitFor()
    }
  })

  it('say in one report what could not be changed and why, with links', async () => {
    await tick('One', 'Three', 'Linked')
    await seat.page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Edit' }).click()
    await dialog().getByRole('combobox').selectOption({ label: 'Kind' })
    await dialog().getByRole('combobox', { name: 'Kind' }).selectOption('live')
    await dialog().getByRole('button', { name: 'Publish' }).click()
    const report = seat.page.getByRole('dialog', { name: '2 documents could not be changed' })
    await report.getByText('1 other document was changed.').waitFor()
    expect(await report.getByRole('listitem').allInnerTexts()).to.have.members(['One\nLink: Fill this in', 'Three\nLink: Fill this in'])
    expect(await report.getByRole('link', { name: 'Three' }).getAttribute('href')).to.match(/\/c\/posts\/3$/)
    expect(await seat.page.locator('cms-toasts .toast').count()).to.equal(0)
    await report.getByRole('button', { name: 'Close' }).click()
    await seat.sees('2 selected')
    seat.quiet(/400/)
  })

  it('keep the status of each document in an edit', async () => {
    await tick('One', 'Two, edited', 'Draft')
    await seat.press('Edit')
    await dialog().getByLabel('Choose a field').selectOption('link')
    await dialog().getByRole('textbox', { name: /^Link/ }).fill('/edited')
    await dialog().getByRole('button', { name: 'Save and keep status' }).click()
    await seat.sees('3 documents changed')
    const stored = async (draft: boolean) => {
      const { docs } = await site.cms.find('posts', { where: { id: { in: [1, 2, 4] } }, sort: 'id', draft } as object)
      return docs.map(({ title, link, status }: Record<string, unknown>) => [title, link ?? null, status])
    }
    expect(await stored(false), 'what visitors read').to.deep.equal([
      ['One', '/edited', 'published'],
      ['Two', null, 'published'],
    ])
    expect(await stored(true), 'what editors see').to.deep.equal([
      ['One', '/edited', 'published'],
      ['Two, edited', '/edited', 'draft'],
      ['Draft', '/edited', 'draft'],
    ])
  })

  it('are undone from the message that says so, as the delete of one is @long', async () => {
    await tick('Three', 'Draft')
    await seat.press('Delete')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await seat.sees('2 documents deleted')
    await seat.press('Undo')
    await seat.page.getByRole('link', { name: 'Draft' }).waitFor()
    expect(await site.cms.count('posts', { draft: true } as object)).to.equal(5)
    await seat.open('c/posts/4')
    await seat.choose('More', 'Delete')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await seat.sees('“Draft” was deleted')
    await seat.press('Undo')
    await seat.page.getByRole('heading', { name: 'Draft' }).waitFor()
  })
})
