/** Documents of a tree show where they belong wherever they are chosen and shown, so that two with the same title can be told apart. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: paths of trees', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [{ name: 'title' }, { name: 'category', type: 'relationship', to: 'categories' }],
        },
        {
          slug: 'categories',
          useAsTitle: 'name',
          admin: { list: { tree: 'within' } },
          fields: [{ name: 'name' }, { name: 'within', type: 'relationship', to: 'categories' }],
        },
      ],
    }))
    for (const [name, within] of [
      ['Culture', null],
      ['Sport', null],
      ['Football', 2],
      ['North', 1],
      ['North', 3],
    ] as const)
      await site.cms.create('categories', { name, within } as object)
    await site.cms.create('posts', { title: 'One', category: 4 } as object)
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  it('in a picker, in a relation, and in a filter and its sentence @long', async () => {
    const { page } = seat
    await seat.open('c/posts/1')
    const chip = page.locator('[data-path="category"] .related li')
    await chip.filter({ hasText: 'North' }).getByText('Culture', { exact: true }).waitFor()
    await chip.getByRole('button', { name: 'Choose another' }).click()
    const dialog = page.locator('dialog.picker')
    await dialog.getByRole('searchbox').fill('north')
    await dialog.locator('li', { hasText: 'Sport › Football' }).waitFor()
    await dialog.locator('li').nth(2).waitFor({ state: 'detached' })
    expect((await dialog.locator('li').allInnerTexts()).map((text) => text.trim().split('\n')).sort()).to.deep.equal([
      ['North', 'Culture'],
      ['North', 'Sport › Football'],
    ])
    await dialog.locator('li', { hasText: 'Sport › Football' }).getByRole('button').click()
    await chip.getByText('Sport › Football', { exact: true }).waitFor()
    await seat.open('c/posts')
    await seat.press('Filter')
    await seat.press('Add a condition')
    await seat.chooseField(page.getByLabel('Field'), 'Category')
    await seat.press(/^Value/)
    await dialog.getByRole('searchbox').fill('north')
    await dialog.locator('li', { hasText: 'Sport › Football' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Value: Sport › Football › North' }).waitFor()
    await seat.sees(/Only where\s+Category is Sport › Football › North/)
  })
})
