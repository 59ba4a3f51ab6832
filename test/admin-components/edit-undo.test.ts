/** An edit of several documents can be taken back: each goes back to what it was, unless somebody has changed it since. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: undo of an edit of several documents', function () {
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
          fields: [
            { name: 'title', required: true },
            { name: 'kind', type: 'select', options: ['news', 'live'] },
            {
              name: 'seo',
              type: 'group',
              fields: [{ name: 'word' }, { name: 'other' }],
            },
          ],
        },
      ],
    }))
  })
  after(() => site?.stop())

  let ids: Record<'Live' | 'Waiting' | 'Draft', number>
  beforeEach(async () => {
    for (const { id } of (await site.cms.find('posts', { draft: true, limit: 0 } as object)).docs)
      await site.cms.delete('posts', id as number)
    const made = async (title: string, status: string) =>
      (await site.cms.create('posts', { title, status, kind: 'news', seo: { word: title, other: 'kept' } } as object)).id as number
    ids = { Live: await made('Live', 'published'), Waiting: await made('Waiting', 'published'), Draft: await made('Draft', 'draft') }
    await site.cms.update('posts', ids.Waiting, { title: 'Waiting, edited', status: 'draft' } as object)
  })

  /** What visitors and editors see of each. */
  const stored = async () => {
    const found = async (draft: boolean) => (await site.cms.find('posts', { draft, sort: 'id' } as object)).docs
    const facts = ({ title, status, kind, seo }: any) => [title, status, kind, seo.word, seo.other]
    return { live: (await found(false)).map(facts), drafts: (await found(true)).map(facts) }
  }
  const edit = async (how: string) => {
    await seat.open('c/posts')
    await seat.page.getByRole('checkbox', { name: 'Select all on this page' }).or(seat.page.locator('thead input')).first().check()
    await seat.press('Edit')
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByLabel('Choose a field').selectOption('kind')
    await dialog.getByLabel('Kind', { exact: true }).selectOption('live')
    await dialog.getByLabel('Choose a field').selectOption('seo')
    await dialog.getByLabel('Word').fill('All')
    await dialog.getByRole('button', { name: how, exact: true }).click()
    if (how === 'Publish')
      await seat.page.getByRole('dialog', { name: 'Publish 3 documents?' }).getByRole('button', { name: 'Publish' }).click()
    await seat.sees('3 documents changed')
  }
  const undo = () => seat.page.locator('.toast').getByRole('button', { name: 'Undo' })

  for (const how of ['Save and keep status', 'Save draft'])
    it(`goes back after “${how}”, live and in drafts`, async () => {
      const before = await stored()
      await edit(how)
      const after = await stored()
      expect(after).to.not.deep.equal(before)
      await undo().click()
      await seat.sees('3 documents are as they were before')
      expect(await stored()).to.deep.equal(before)
    })

  it('leaves alone what somebody has changed since, and says so', async () => {
    await edit('Save and keep status')
    await site.cms.update('posts', ids.Live, { title: 'Theirs', status: 'published' } as object)
    await undo().click()
    const report = seat.page.getByRole('dialog', { name: '1 document could not be changed' })
    await report.getByText('Somebody else has changed this in the meantime').waitFor()
    await report.getByRole('button', { name: 'Close' }).click()
    const { live, drafts } = await stored()
    expect(live[0]).to.deep.equal(['Theirs', 'published', 'live', 'All', 'kept'])
    expect(drafts[2]).to.deep.equal(['Draft', 'draft', 'news', 'Draft', 'kept'])
    seat.quiet(/400/)
  })

  it('isn’t offered after publishing, which visitors may have seen', async () => {
    await edit('Publish')
    expect(await undo().count()).to.equal(0)
  })
})
