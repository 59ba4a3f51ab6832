/** The field of a condition is found by a part of its name where there are many, and in a list where there are few. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the field of a filter', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [
            { name: 'title' },
            ...Array.from({ length: 10 }, (_, n) => ({ name: `part${n}` })),
            { name: 'author', type: 'relationship', to: 'authors' },
          ],
        },
        { slug: 'authors', useAsTitle: 'name', fields: [{ name: 'name' }, { name: 'city' }] },
        { slug: 'notes', useAsTitle: 'text', fields: [{ name: 'text' }] },
      ],
    } as object))
    const ada = (await site.cms.create('authors', { name: 'Ada', city: 'Paris' })) as { id: number }
    await site.cms.create('posts', { title: 'Of Paris', author: ada.id } as object)
    await site.cms.create('posts', { title: 'Of nowhere' })
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  const condition = () => seat.page.getByRole('group', { name: 'Condition 1' })

  it('is found by words of its name, by keyboard alone @long', async () => {
    await seat.open('c/posts')
    await seat.page.getByRole('link', { name: 'Of nowhere' }).waitFor()
    await seat.press('Filter')
    await seat.press('Add a condition')
    await condition().getByRole('button', { name: 'Field: Title' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Field' })
    await dialog.getByRole('heading', { name: 'Author' }).waitFor()
    await seat.page.keyboard.type('city auth')
    await dialog.getByRole('button', { name: 'Part0' }).waitFor({ state: 'detached' })
    await seat.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await condition().getByRole('button', { name: 'Field: Author › City' }).waitFor()
    await condition().getByLabel('Comparison').selectOption('equals')
    await condition().getByLabel('Value').fill('Paris')
    await condition().getByLabel('Value').press('Enter')
    await seat.page.getByRole('link', { name: 'Of nowhere' }).waitFor({ state: 'detached' })
    await seat.page.getByRole('link', { name: 'Of Paris' }).waitFor()
    expect(await seat.page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
  })

  it('is in a plain list where there are few', async () => {
    await seat.open('c/notes?filter=')
    await seat.press('Filter')
    await seat.press('Add a condition')
    await condition().locator('select[aria-label=Field]').selectOption('createdAt')
  })
})
