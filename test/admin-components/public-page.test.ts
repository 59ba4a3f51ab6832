/** From a published document to its page on the site: in the message after publishing, and in the menu. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'

describe('admin-components: the public page', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    const [posts, ...others] = newsroom.collections as any[]
    const preview = ({ doc, locale }: any) => (doc.slug ? `/site/${locale}/${doc.slug}?from=admin#top` : null)
    const pages = { slug: 'pages', useAsTitle: 'title', preview: ({ doc }: any) => `/site/${doc.title}`, fields: [{ name: 'title' }] }
    const unseen = { slug: 'notes', useAsTitle: 'title', drafts: true, fields: [{ name: 'title' }] }
    ;({ site, seat } = await serveTo(
      { email: 'nok@example.org', name: 'Nok' },
      { ...newsroom, collections: [{ ...posts, preview }, pages, unseen, ...others] },
      { width: 1024 },
    ))
  })
  after(() => site?.stop())

  const link = () => seat.page.locator('cms-toasts').getByRole('link', { name: 'View page' })
  /** The address that the menu of the open document leads to. */
  async function fromMenu(): Promise<string> {
    const opened = seat.context.waitForEvent('page')
    await seat.choose('More', 'View page')
    const page = await opened
    await page.waitForURL(/\/site\//)
    const { pathname, search, hash } = new URL(page.url())
    await page.close()
    return pathname + search + hash
  }

  it('is a link in the message after publishing, without the token of the preview', async () => {
    const { id } = await site.cms.create('posts', { title: 'One', slug: 'one', status: 'draft' })
    await seat.open(`c/posts/${id}`)
    await seat.press('Publish')
    await link().waitFor()
    expect(await link().getAttribute('href')).to.equal(`${site.origin}/site/en/one?from=admin#top`)
    expect(await link().getAttribute('target')).to.equal('_blank')
    expect(await fromMenu()).to.equal('/site/en/one?from=admin#top')
  })

  it('is that of what is live, while changes are pending', async () => {
    const { id } = await site.cms.create('posts', { title: 'Two', slug: 'two', status: 'published' })
    await site.cms.update('posts', id, { slug: 'later', status: 'draft' })
    await seat.open(`c/posts/${id}`)
    await seat.page.getByRole('button', { name: 'Publish changes' }).waitFor()
    expect(await fromMenu()).to.equal('/site/en/two?from=admin#top')
  })

  it('is offered only where there is one @long', async () => {
    const menu = async (path: string) => {
      await seat.open(path)
      await seat.press('More')
      await seat.page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
      const isOffered = await seat.page.getByRole('menuitem', { name: 'View page' }).isVisible()
      await seat.page.keyboard.press('Escape')
      return isOffered
    }
    const draft = await site.cms.create('posts', { title: 'Three', status: 'draft' })
    const page = await site.cms.create('pages', { title: 'about' })
    const note = await site.cms.create('notes', { title: 'A note', status: 'published' })
    expect(await menu(`c/posts/${draft.id}`), 'a draft').to.equal(false)
    expect(await menu(`c/pages/${page.id}`), 'without drafts').to.equal(true)
    expect(await menu(`c/notes/${note.id}`), 'without an address').to.equal(false)
    await seat.open(`c/notes/${note.id}`)
    await seat.fill('title', 'Another note')
    await seat.press('Publish changes')
    await seat.sees('Published')
    expect(await link().count()).to.equal(0)
  })
})
