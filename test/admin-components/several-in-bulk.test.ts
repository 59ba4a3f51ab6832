/** An edit of many documents adds to fields with several values unless somebody chooses to remove or replace, counts from what is stored at
 * that moment, and can be undone for as long as nobody dismisses its message.
 */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const EMAIL = 'ada@example.org'

describe('admin-components: fields with several values, in many documents', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let ids: number[]
  before(async () => {
    site = await serve({
      localization: { locales: ['en', 'th'] },
      collections: [
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          fields: [
            { name: 'title', required: true },
            { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, maxRows: 3 },
            { name: 'topics', type: 'select', options: ['sea', 'land', 'air'], hasMany: true },
            { name: 'links', type: 'array', fields: [{ name: 'name', localized: true }] },
            {
              name: 'seo',
              type: 'group',
              fields: [{ name: 'words', type: 'select', options: ['calm', 'rough'], hasMany: true, localized: true }, { name: 'other' }],
            },
          ],
        },
      ],
    })
    await makeUser(site.cms, EMAIL)
    for (const name of ['Red', 'Green', 'Blue', 'Teal']) await site.cms.create('tags', { name })
    seat = await Seat.at(site, { as: EMAIL })
  })
  after(() => site?.stop())

  /** One is live, one waits with pending changes, one is a draft with as many tags as it may have. */
  beforeEach(async () => {
    for (const { id } of (await site.cms.find('posts', { draft: true, limit: 0 } as object)).docs)
      await site.cms.delete('posts', id as number)
    const made = async (title: string, status: string, tags: number[]) => {
      const links = [{ name: `Link of ${title}` }]
      const doc = { title, status, tags, topics: ['land'], links, seo: { words: ['rough'], other: 'kept' } }
      const { id } = await site.cms.create('posts', doc as object)
      const there: any = await site.cms.findById('posts', id as number, { draft: true, locale: 'th' } as object)
      await site.cms.update('posts', id as number, { status, links: [{ ...there.links[0], name: 'ไทย' }] } as object, { locale: 'th' })
      return id as number
    }
    ids = [await made('Live', 'published', [2, 1]), await made('Waiting', 'published', [1]), await made('Full', 'draft', [3, 2, 1])]
    await site.cms.update('posts', ids[1]!, { tags: [4, 3], status: 'draft' } as object)
  })

  const read = async (draft: boolean, locale: string) =>
    (await site.cms.find('posts', { draft, sort: 'id', depth: 0, locale, fallbackLocale: false } as object)).docs.map(
      ({ title, status, tags, topics, links, seo }: any) => ({ title, status, tags, topics, links, seo }),
    )
  const stored = async () => ({ live: await read(false, 'en'), drafts: await read(true, 'en'), thai: await read(true, 'th') })
  const tags = async () => {
    const { live, drafts } = await stored()
    return [live, drafts].map((docs) => docs.map((doc) => doc.tags))
  }

  const dialog = () => seat.page.getByRole('dialog', { name: /^Edit \d/ })
  const begin = async (name: string, titles = ['Live', 'Waiting', 'Full']) => {
    if (!seat.page.url().endsWith('/c/posts')) await seat.open('c/posts')
    for (const title of titles) await seat.page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
    await seat.press('Edit')
    await dialog().getByLabel('Choose a field').selectOption(name)
  }
  const chooseTag = async (name: string) => {
    await dialog().getByRole('button', { name: 'Choose Tag' }).click()
    const picker = seat.page.getByRole('dialog', { name: 'Choose Tag' })
    await picker.getByRole('button', { name }).click()
    await picker.getByRole('button', { name: 'Choose 1' }).click()
  }
  const save = () => dialog().getByRole('button', { name: 'Save and keep status' }).click()
  const undo = () => seat.page.locator('.toast').getByRole('button', { name: 'Undo' })

  it('adds, says where the limit refuses it, and goes back to exactly what was there', async () => {
    await seat.open('c/posts')
    const before = await stored()
    await begin('tags')
    expect(await dialog().getByRole('radio', { name: 'Add' }).isChecked()).to.equal(true)
    await chooseTag('Teal')
    await dialog().getByLabel('Choose a field').selectOption('links')
    expect(await dialog().locator('[data-name=links]').getByRole('radio').count(), 'new rows can’t be removed').to.equal(2)
    await dialog().locator('[data-name=links]').getByRole('button', { name: 'Add', exact: true }).click()
    await dialog().locator('[data-name=links]').getByLabel('Name').fill('More')
    await dialog().getByLabel('Choose a field').selectOption('seo')
    await dialog().getByLabel('Calm').check()
    await save()
    const report = seat.page.getByRole('dialog', { name: '1 document could not be changed' })
    await report.getByText(/Tags: .*3/).waitFor()
    await report.getByRole('button', { name: 'Close' }).click()
    await seat.sees('2 documents changed in Posts: Tags, Links')
    const after = await stored()
    expect(after.live.map((one) => one.tags)).to.deep.equal([[2, 1, 4], [1]])
    expect(after.drafts.map((one) => one.tags)).to.deep.equal([
      [2, 1, 4],
      [4, 3],
      [3, 2, 1],
    ])
    expect(after.drafts.map((one) => one.links.map((row: any) => row.name))).to.deep.equal([
      ['Link of Live', 'More'],
      ['Link of Waiting', 'More'],
      ['Link of Full'],
    ])
    expect(after.thai[0]!.links[0].name, 'in the other language').to.equal('ไทย')
    expect(after.drafts.map((one) => one.seo)).to.deep.equal([
      { words: ['rough', 'calm'], other: 'kept' },
      { words: ['rough', 'calm'], other: 'kept' },
      { words: ['rough'], other: 'kept' },
    ])
    await undo().click()
    await seat.sees('2 documents are as they were before')
    expect(await stored()).to.deep.equal(before)
    seat.quiet(/400/)
  })

  it('removes without touching the rest, and leaves alone what needs no change', async () => {
    const since = async () => (await site.cms.find('posts', { draft: true, sort: 'id' } as object)).docs.map(({ updatedAt }) => updatedAt)
    await seat.open('c/posts')
    const before = await since()
    await begin('tags')
    await dialog().getByRole('radio', { name: 'Remove' }).check()
    await chooseTag('Teal')
    await save()
    await seat.sees('1 document changed in Posts: Tags · 2 documents needed no change')
    expect(await tags()).to.deep.equal([
      [[2, 1], [1]],
      [[2, 1], [3], [3, 2, 1]],
    ])
    const after = await since()
    expect([after[0], after[2]]).to.deep.equal([before[0], before[2]])
    await undo().click()
    await seat.sees('1 document is as it was before')
    expect((await tags())[1]).to.deep.equal([
      [2, 1],
      [4, 3],
      [3, 2, 1],
    ])
  })

  it('replaces only after a question with the numbers', async () => {
    await seat.open('c/posts')
    await begin('tags')
    await dialog().getByRole('radio', { name: 'Replace' }).check()
    await dialog().getByText('What each document has now is taken out').waitFor()
    await chooseTag('Teal')
    await save()
    const question = seat.page.getByRole('dialog', { name: 'Replace Tags of 3 documents?' })
    await question.getByText(/^2 are live; visitors see the change of 1 at once\./).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await tags())[1]).to.deep.equal([
      [2, 1],
      [4, 3],
      [3, 2, 1],
    ])
    await save()
    await question.getByRole('button', { name: 'Replace Tags' }).click()
    await seat.sees('3 documents changed in Posts: Tags')
    expect(await tags()).to.deep.equal([
      [[4], [1]],
      [[4], [4], [4]],
    ])
  })

  it('counts from what somebody else saved a moment before', async () => {
    await seat.open('c/posts')
    await begin('tags', ['Live'])
    await chooseTag('Teal')
    let isFirst = true
    await seat.page.route(/\/api\/cms\/posts\/\d+/, async (route) => {
      if (route.request().method() === 'PATCH' && isFirst) {
        isFirst = false
        await site.cms.update('posts', ids[0]!, { tags: [3], status: 'published' } as object)
      }
      await route.continue()
    })
    await save()
    await seat.sees('1 document changed in Posts')
    await seat.page.unroute(/\/api\/cms\/posts\/\d+/)
    expect(isFirst).to.equal(false)
    expect((await tags())[0]).to.deep.equal([[3, 4], [1]])
    seat.quiet(/400/)
  })

  it('can be undone until the message is dismissed or the next action begins, also from another page', async () => {
    await seat.context.clock.install()
    await seat.open('c/posts')
    await begin('topics', ['Live'])
    await dialog().getByLabel('Air').check()
    await save()
    await seat.sees('1 document changed in Posts: Topics')
    await seat.page.getByRole('navigation').getByRole('link', { name: /^Tags/ }).click()
    await seat.page.getByRole('heading', { name: 'Tags' }).waitFor()
    await seat.page.clock.fastForward(3_600_000)
    await seat.page
      .getByRole('navigation')
      .getByRole('link', { name: /^Posts/ })
      .click()
    await begin('topics', ['Full'])
    expect(await undo().count(), 'covers nothing in a dialog').to.equal(0)
    await dialog().getByLabel('Sea').check()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await undo().click()
    await seat.sees('1 document is as it was before')
    expect((await read(true, 'en')).map(({ topics }) => topics)).to.deep.equal([['land'], ['land'], ['land']])
    expect(await undo().count()).to.equal(0)
    for (const option of ['Air', 'Sea']) {
      await begin('topics', ['Live'])
      await dialog().getByLabel(option).check()
      await save()
      await seat.page.locator('.toast', { hasText: 'in Posts: Topics' }).waitFor()
    }
    expect(await undo().count(), 'of the last one only').to.equal(1)
    await seat.page.locator('.toast', { hasText: 'in Posts: Topics' }).getByRole('button', { name: 'Dismiss' }).click()
    expect(await undo().count()).to.equal(0)
  })
})
