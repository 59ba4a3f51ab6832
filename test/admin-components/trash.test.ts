/** The list of a collection and its trash: rows of the one never stand beside the buttons of the other. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the trash', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        { slug: 'notes', useAsTitle: 'title', trash: true, fields: [{ name: 'title', required: true }] },
        {
          slug: 'tags',
          useAsTitle: 'name',
          trash: true,
          editIn: 'drawer',
          fields: [{ name: 'name' }, { name: 'near', type: 'relationship', to: 'tags' }],
        },
        { slug: 'posts', useAsTitle: 'title', trash: { purgeAfterDays: 30 }, drafts: true, fields: [{ name: 'title' }] },
      ],
    }))
    for (const title of ['Kept', 'Also kept', 'Gone', 'By hand']) await site.cms.create('notes', { title })
    await site.cms.delete('notes', 3)
    const { id } = await site.cms.create('posts', { title: 'Never published', status: 'draft' } as object)
    await site.cms.delete('posts', id as number)
    await seat.open('c/notes/4')
    await seat.choose('More', 'Delete')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await seat.sees('“By hand” was deleted')
  })
  after(() => site?.stop())

  it('is counted in the menu, and says when each document was deleted, and by whom @long', async () => {
    await seat.open('c/notes')
    await seat.page.getByRole('table').waitFor()
    await seat.press('More')
    const entry = seat.page.getByRole('menuitem', { name: 'Trash' })
    await entry.getByText('2').waitFor()
    await entry.click()
    await seat.page
      .getByRole('row')
      .filter({ hasText: 'Gone' })
      .locator('.deletion')
      .getByText(/^(\d+ seconds? ago|now)$/)
      .waitFor()
    await seat.page
      .getByRole('row')
      .filter({ hasText: 'By hand' })
      .locator('.deletion')
      .getByText(/^(\d+ seconds? ago|now) by ada@example.org$/)
      .waitFor()
    const asking = async (query: string) => (await seat.context.request.get(`${site.origin}/api/cms/admin/trashed?${query}`)).status()
    expect(await asking('collection=notes&ids=x')).to.equal(400)
    expect(await asking('collection=users&ids=1')).to.equal(404)
    const kept = await seat.context.request.get(`${site.origin}/api/cms/admin/trashed?collection=notes&ids=1,3`)
    expect(
      (await kept.json()).map(({ id, by }: { id: number; by: unknown }) => [id, by]),
      'what is not in the trash is left out',
    ).to.deep.equal([[3, null]])
  })

  it('counts drafts and says it of those that were never published, too', async () => {
    await seat.open('c/posts')
    await seat.press('More')
    await seat.page.getByRole('menuitem', { name: 'Trash' }).getByText('1').waitFor()
    await seat.open('c/posts?trash=true')
    await seat.page
      .getByRole('row')
      .filter({ hasText: 'Never published' })
      .locator('.deletion')
      .getByText(/^(\d+ (second|minute)s? ago|now)$/)
      .waitFor()
    expect(await seat.page.getByRole('columnheader', { name: 'Deleted' }).getAttribute('aria-sort')).to.equal('descending')
    await seat.page.locator('.tools').getByRole('button', { name: 'Deleted' }).waitFor()
  })

  it('calls nothing public that was published, says until when it can be brought back, and keeps headings off the pinned buttons', async () => {
    const { id } = (await site.cms.create('posts', { title: 'Was live', status: 'published' } as object)) as { id: number }
    await site.cms.delete('posts', id)
    await seat.open('c/posts?trash=true&columns=title,status,createdAt,updatedAt,id')
    const row = seat.page.getByRole('row').filter({ hasText: 'Was live' })
    await row.getByText('Was published').waitFor()
    const until = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(Date.now() + 30 * 86_400_000)
    await row.getByText(`Deleted permanently on ${until}`).waitFor()
    await seat.page.setViewportSize({ width: 900, height: 860 })
    await seat.page.locator('.list-table[data-fits="false"][data-more]').waitFor()
    const covers = await seat.page.locator('thead .act').evaluate((act) => {
      const { left, top, width, height } = act.getBoundingClientRect()
      return act.contains((act.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(covers).to.equal(true)
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    await site.cms.delete('posts', id, { trash: true })
  })

  it('leads to each document, which says that it is in the trash, and can be brought back from there @long', async () => {
    await seat.open('c/posts?trash=true')
    await seat.page.getByRole('link', { name: 'Never published' }).click()
    await seat.page.getByRole('heading', { name: '“Never published” is in the trash' }).waitFor()
    await seat.page.getByRole('link', { name: 'Open the trash' }).waitFor()
    await seat.press('Bring back')
    await seat.page.getByLabel('Title', { exact: true }).waitFor()
    expect(await site.cms.count('posts', { draft: true } as object)).to.equal(1)
    await site.cms.delete('posts', 1)
    seat.quiet(/404/)
  })

  for (const direction of ['into', 'out of'] as const)
    it(`shows no rows while the way ${direction} it takes its time, and forgets what was ticked`, async () => {
      await seat.open(direction === 'into' ? 'c/notes' : 'c/notes?trash=true')
      const row = (title: string) => seat.page.getByRole('row', { name: new RegExp(`\\b${title}\\b`) }).first()
      const [here, there] = direction === 'into' ? ['Kept', 'Gone'] : ['Gone', 'Kept']
      await row(here).waitFor()
      await seat.page.getByRole('checkbox').nth(1).check()
      await seat.sees('1 selected')
      let answer: () => void
      const held = new Promise<void>((resolve) => (answer = resolve))
      await seat.page.route(/\/notes\?/, async (route) => {
        await held
        await route.continue()
      })
      await seat.choose('More', direction === 'into' ? 'Trash' : 'Leave the trash')
      await seat.page.locator('[aria-busy=true]').first().waitFor()
      expect(await row(here).count()).to.equal(0)
      expect(await seat.page.getByRole('button', { name: 'Bring back' }).count()).to.equal(0)
      answer!()
      await row(there).waitFor()
      expect(await seat.page.getByText('1 selected').count()).to.equal(0)
      await seat.page.unroute(/\/notes\?/)
    })

  describe('deletes nothing for good that is to go to the trash', () => {
    const inTrash = async () => titles((await site.cms.find('notes', { trash: true, limit: 0 })).docs)
    const live = async () => titles((await site.cms.find('notes', { limit: 0 })).docs)
    const titles = (docs: any[]) => docs.map(({ title }) => title).sort()
    const checkbox = (title: string) => seat.page.getByRole('row', { name: title }).getByRole('checkbox')
    const dialog = () => seat.page.locator('dialog[open]')
    const agree = async (label: string) => {
      await dialog().getByRole('button', { name: label }).click()
      await dialog().waitFor({ state: 'detached' })
    }
    const idOf = async (title: string) => (await site.cms.find('notes', { where: { title: { equals: title } } })).docs[0]!['id'] as number

    beforeEach(async () => {
      for (const isThere of [false, true])
        for (const { id } of (await site.cms.find('notes', { trash: isThere, limit: 0 })).docs) {
          await site.cms.delete('notes', id as number, { trash: isThere })
          if (!isThere) await site.cms.delete('notes', id as number, { trash: true })
        }
      for (const title of ['One', 'Two', 'Three']) await site.cms.create('notes', { title })
    })

    /** The server deletes, and the browser never hears of it. */
    const loseAnswer = async (id: number) => {
      await seat.page.route(
        new RegExp(`/notes/${id}\\?`),
        async (route) => {
          await route.fetch()
          await route.abort('connectionreset')
        },
        { times: 1 },
      )
    }

    it('where an answer is lost, and the same is asked again @long', async () => {
      await seat.open('c/notes')
      for (const title of ['One', 'Two']) await checkbox(title).check()
      await loseAnswer(await idOf('Two'))
      await seat.press('Delete')
      await dialog().getByRole('button', { name: 'Delete' }).click()
      await seat.sees('1 selected')
      await dialog().getByRole('link', { name: 'Two' }).waitFor()
      await agree('Close')
      await seat.press('Delete')
      await agree('Delete')
      await seat.page.getByText('1 selected').waitFor({ state: 'detached' })
      expect([await live(), await inTrash()]).to.deep.equal([['Three'], ['One', 'Two']])
    })

    it('where somebody else was faster @long', async () => {
      await seat.open('c/notes')
      for (const title of ['One', 'Two']) await checkbox(title).check()
      await site.cms.delete('notes', await idOf('One'))
      await seat.press('Delete')
      await agree('Delete')
      await seat.sees('2 documents deleted')
      expect([await live(), await inTrash()]).to.deep.equal([['Three'], ['One', 'Two']])
    })

    for (const hindrance of ['an answer is lost', 'somebody else was faster'])
      it(`in the form, where ${hindrance} @long`, async () => {
        const id = await idOf('One')
        await seat.open(`c/notes/${id}`)
        await seat.page.getByRole('heading', { name: 'One' }).waitFor()
        const isLost = hindrance === 'an answer is lost'
        if (isLost) await loseAnswer(id)
        else await site.cms.delete('notes', id)
        await seat.choose('More', 'Delete')
        await agree('Delete')
        if (isLost && (await seat.page.getByRole('heading', { name: 'One' }).count()) > 0) {
          await seat.choose('More', 'Delete')
          await agree('Delete')
        }
        expect([await live(), await inTrash()]).to.deep.equal([['Three', 'Two'], ['One']])
      })

    it('and says in the trash that it is for good; what was brought back is out of reach there @long', async () => {
      for (const title of ['One', 'Two', 'Three']) await site.cms.delete('notes', await idOf(title))
      await seat.open('c/notes?trash=true')
      for (const title of ['One', 'Two', 'Three']) await checkbox(title).check()
      for (const label of ['Edit', 'Publish', 'Unpublish'])
        expect(await seat.page.getByRole('button', { name: label, exact: true }).count()).to.equal(0)
      await seat.page.getByRole('row', { name: 'Three' }).getByRole('button', { name: 'Bring back' }).click()
      await seat.sees('2 selected')
      const { docs } = await site.cms.find('notes', { trash: true, where: { title: { equals: 'Two' } } })
      await site.cms.recover('notes', docs[0]!['id'] as number)
      await seat.press('Delete')
      await seat.sees('This can’t be undone.')
      await dialog().getByRole('button', { name: 'Delete' }).click()
      await dialog().getByText('1 other document was deleted.').waitFor()
      expect(await dialog().getByRole('listitem').count()).to.equal(1)
      await agree('Close')
      expect([await live(), await inTrash()]).to.deep.equal([['Three', 'Two'], []])
    })

    it('and brings back all that is ticked @long', async () => {
      for (const title of ['One', 'Two', 'Three']) await site.cms.delete('notes', await idOf(title))
      await seat.open('c/notes?trash=true')
      for (const title of ['One', 'Three']) await checkbox(title).check()
      await seat.page.getByRole('region', { name: 'selected' }).getByRole('button', { name: 'Bring back' }).click()
      await agree('Bring back')
      await seat.sees('2 documents brought back')
      expect([await live(), await inTrash()]).to.deep.equal([['One', 'Three'], ['Two']])
    })
  })
  it('says where a document is that was brought back', async () => {
    const { id } = (await site.cms.create('notes', { title: 'Far away' })) as { id: number }
    await site.cms.delete('notes', id)
    await seat.open('c/notes?trash=true')
    await seat.page.getByRole('row', { name: 'Far away' }).getByRole('button', { name: 'Bring back' }).click()
    const toast = seat.page.locator('cms-toasts')
    await toast.getByText('Brought back').waitFor()
    await toast.getByRole('link', { name: 'Open' }).click()
    await seat.page.getByRole('heading', { name: 'Far away' }).waitFor()
    expect(new URL(seat.page.url()).pathname).to.equal(`/admin/c/notes/${id}`)
    await toast.getByText('Brought back').waitFor({ state: 'detached' })
  })

  describe('after Undo shows a document again that was deleted in a drawer', () => {
    const inDrawer = async (name: string) => {
      const drawer = seat.page.locator('dialog.drawer[open]')
      await drawer.getByRole('heading', { name }).waitFor()
      await drawer.getByRole('button', { name: 'More' }).click()
      await drawer.getByRole('menuitem', { name: 'Delete' }).click()
      await seat.page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click()
      await drawer.waitFor({ state: 'detached' })
    }

    it('in the list', async () => {
      await site.cms.create('tags', { name: 'Amber' })
      await seat.open('c/tags')
      await seat.page.getByRole('link', { name: 'Amber' }).click()
      await inDrawer('Amber')
      await seat.page.getByRole('link', { name: 'Amber' }).waitFor({ state: 'detached' })
      await seat.press('Undo')
      await seat.page.getByRole('link', { name: 'Amber' }).waitFor()
    })

    it('in a field that refers to it', async () => {
      const near = (await site.cms.create('tags', { name: 'Azure' })) as { id: number }
      const { id } = (await site.cms.create('tags', { name: 'Blue', near: near.id } as object)) as { id: number }
      await seat.open(`c/tags/${id}`)
      await seat.press('Edit Azure')
      await inDrawer('Azure')
      await seat.sees('Azure (in the trash)')
      await seat.press('Undo')
      await seat.page.locator('.related').getByText('Azure').waitFor()
    })
  })
})
