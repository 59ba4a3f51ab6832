/** The connection breaks while an answer is on its way. What was typed is stored once, nothing is said to be done that isn't, and no form takes an empty document for its own. */
import { expect } from 'chai'
import type { Request, Route } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { itIn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'

/** How an answer that is under way goes wrong: how much of its body comes, or what comes in its place. */
const CUTS: Record<string, (route: Route) => Promise<unknown>> = {
  'before its first byte': (route) => cut(route, () => 0),
  'after its first byte': (route) => cut(route, () => 1),
  'in its middle': (route) => cut(route, (length) => length / 2),
  'and the page of a network comes in its place': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' })
  },
  'and an empty object comes in its place': async (route) => {
    await route.fetch()
    await route.fulfill({ status: 200, contentType: 'application/json', body: '{}' })
  },
  altogether: async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
}

async function cut(route: Route, kept: (length: number) => number): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  const { 'content-length': _, ...headers } = response.headers()
  await route.fulfill({ status: response.status(), headers, body: text.slice(0, kept(text.length)) })
}

describe('admin-components: answers that are cut', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    const fields: any[] = [{ name: 'title', required: true }, { name: 'note' }]
    site = await serve({
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, versions: true, schedule: true, fields },
        { slug: 'plain', useAsTitle: 'title', fields },
      ],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site.stop())
  beforeEach(async () => {
    seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
  })
  afterEach(async () => {
    await seat.leave()
    for (const slug of ['posts', 'plain'])
      for (const { id } of (await site.cms.find(slug, { draft: true, limit: 0 })).docs) await site.cms.delete(slug, id as number)
  })

  const input = (name: string) => seat.page.locator(`#f-${name}`)
  const stored = async (slug: string) =>
    ((await site.cms.find(slug, { draft: true, sort: 'id', limit: 0 })).docs as any[]).map(({ title, note, status }) => ({
      title,
      note,
      ...(status && { status }),
    }))

  const toast = (text: string) => seat.page.locator('cms-toasts').getByText(text)
  const badge = (text: string) => seat.page.locator('.facts .badge').getByText(text, { exact: true })

  /** A live document with a draft behind it. */
  async function openPending(): Promise<void> {
    const { id } = await site.cms.create('posts', { title: 'Live', status: 'published' })
    await site.cms.update('posts', id as number, { title: 'Draft', status: 'draft' })
    await seat.open(`c/posts/${id}`)
    await badge('Changes pending').waitFor()
  }

  /** What is typed next is saved without a question. */
  async function writeOn(title: string): Promise<void> {
    expect(await input('title').inputValue()).to.equal(title)
    await input('title').fill('Written on')
    await seat.saved()
    expect(await stored('posts')).to.deep.include({ title: 'Written on', note: null, status: 'draft' })
  }

  /** The answer to the first such request goes wrong. */
  async function once(cut: string, concerns: (request: Request) => boolean): Promise<void> {
    let isOver = false
    await seat.page.route('**/api/cms/**', async (route) => {
      if (isOver || !concerns(route.request())) return route.fallback()
      isOver = true
      await CUTS[cut]!(route)
    })
  }
  const posts = (slug: string) => (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith(`/${slug}`)

  for (const cut of Object.keys(CUTS)) {
    const itEnds = itIn(cut, Object.keys(CUTS))

    itEnds(`make one document of one, where they end ${cut} @long`, async () => {
      await seat.open('c/posts/new')
      await input('title').fill('Typed')
      await once(cut, posts('posts'))
      await seat.pauses()
      await seat.sees('Changes not saved yet: The server')
      await input('note').fill('More')
      await seat.saved()
      expect(await stored('posts')).to.deep.equal([{ title: 'Typed', note: 'More', status: 'draft' }])
      await seat.page.reload()
      await seat.page.getByRole('heading', { name: 'Typed' }).waitFor()
    })

    itEnds(`make one document of one that is created by hand, where they end ${cut}`, async () => {
      await seat.open('c/plain/new')
      await input('title').fill('Typed')
      await once(cut, posts('plain'))
      await seat.press('Create Plain')
      await seat.sees('The server can’t be reached')
      expect(await input('title').inputValue()).to.equal('Typed')
      await seat.press('Create Plain')
      await seat.saved()
      expect(await stored('plain')).to.deep.equal([{ title: 'Typed', note: null }])
    })

    itEnds(`show what is published without saying that it was, where they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'Before' })
      await seat.open(`c/posts/${id}`)
      await input('title').fill('After')
      await once(cut, (request) => request.method() === 'PATCH')
      await seat.press('Publish')
      await seat.sees('The server can’t be reached')
      expect(await seat.page.getByText('Draft saved').count()).to.equal(0)
      expect(await toast('Published').count()).to.equal(0)
      await badge('Published').waitFor()
      expect(await input('title').inputValue()).to.equal('After')
      await seat.saved()
      expect(await stored('posts')).to.deep.include({ title: 'After', note: null, status: 'published' })
    })

    itEnds(`make one copy, where they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'Before', status: 'published' })
      await seat.open(`c/posts/${id}`)
      await once(cut, posts('posts'))
      await seat.choose('More', 'Duplicate')
      await seat.sees('The server can’t be reached')
      await seat.choose('More', 'Duplicate')
      await seat.page.getByRole('heading', { name: 'Before (copy)' }).waitFor()
      expect(await stored('posts')).to.have.length(2)
    })

    itEnds(`leave the form as it is while all changes are undone, where they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'Before', note: 'Before' })
      await seat.open(`c/posts/${id}`)
      await input('note').fill('After')
      await seat.saved()
      await once(cut, (request) => request.method() !== 'GET' && !request.url().includes('presence'))
      await seat.choose('More', 'Undo all changes')
      await seat.pauses()
      expect(await seat.page.getByRole('heading', { level: 1 }).textContent()).to.equal('Before')
      expect(await input('note').inputValue()).to.equal('Before')
      await seat.saved()
      expect(await stored('posts')).to.deep.equal([{ title: 'Before', note: 'Before', status: 'draft' }])
    })

    itEnds(`are asked for again where they refuse what somebody else has changed since, and end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'Before', note: 'Before' })
      await seat.open(`c/posts/${id}`)
      await input('title').waitFor()
      await site.cms.update('posts', id as number, { title: 'Theirs' })
      await once(cut, (request) => request.url().includes('/autosave'))
      await input('note').fill('Mine')
      await seat.pauses()
      await seat.sees('Changes not saved yet: The server')
      await seat.saved()
      expect(await stored('posts')).to.deep.equal([{ title: 'Theirs', note: 'Mine', status: 'draft' }])
    })

    itEnds(`show no empty document where it is read, and they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'Before', note: 'Before' })
      await once(cut, (request) => request.method() === 'GET' && new URL(request.url()).pathname.endsWith(`/posts/${id}`))
      await seat.open(`c/posts/${id}`)
      await seat.sees('The server can’t be reached')
      expect(await input('title').count()).to.equal(0)
      await seat.press('Try again')
      await seat.page.getByRole('heading', { name: 'Before' }).waitFor()
    })

    itEnds(`restore a version once, where they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'First' })
      await site.cms.update('posts', id as number, { title: 'Second' })
      await seat.open(`c/posts/${id}`)
      await seat.choose('More', 'History')
      await once(cut, (request) => request.url().includes('/restore'))
      const dialog = seat.page.getByRole('dialog', { name: 'History' })
      await dialog.getByRole('button', { name: 'Compare' }).last().click()
      const restore = async () => {
        await dialog.getByRole('button', { name: 'Restore' }).click()
        await seat.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
      }
      await restore()
      await dialog.getByText('The server can’t be reached').waitFor()
      await restore()
      await toast('Version restored').waitFor()
      await input('note').fill('More')
      await seat.saved()
      expect(await stored('posts')).to.deep.equal([{ title: 'First', note: 'More', status: 'draft' }])
    })

    itEnds(`show a version that was restored, where they end ${cut} @long`, async () => {
      const { id } = await site.cms.create('posts', { title: 'First' })
      await site.cms.update('posts', id as number, { title: 'Second' })
      await seat.open(`c/posts/${id}`)
      await seat.choose('More', 'History')
      await once(cut, (request) => request.url().includes('/restore'))
      const dialog = seat.page.getByRole('dialog', { name: 'History' })
      await dialog.getByRole('button', { name: 'Compare' }).last().click()
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await seat.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
      await dialog.getByText('Nothing differs.').waitFor()
      await dialog.getByText('The server can’t be reached').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      expect(await input('title').inputValue()).to.equal('First')
      await input('title').fill('Third')
      await seat.saved()
      expect(await stored('posts')).to.deep.equal([{ title: 'Third', note: null, status: 'draft' }])
    })

    itEnds(`show that a pending draft was published, where they end ${cut} @long`, async () => {
      await openPending()
      await once(cut, (request) => request.method() === 'PATCH')
      await seat.press('Publish changes')
      await seat.sees('The server can’t be reached')
      await badge('Published').waitFor()
      expect(
        await seat.page
          .getByRole('button', { name: /^Publish/ })
          .first()
          .isDisabled(),
      ).to.equal(true)
      await writeOn('Draft')
    })

    itEnds(`show that a document is unpublished, where they end ${cut} @long`, async () => {
      await openPending()
      await once(cut, (request) => request.url().includes('/unpublish'))
      await seat.choose('More', 'Unpublish')
      await toast('The server can’t be reached').waitFor()
      await badge('Draft').waitFor()
      await writeOn('Draft')
    })

    itEnds(`show that a draft is discarded, where they end ${cut} @long`, async () => {
      await openPending()
      await once(cut, (request) => request.url().includes('/discard-draft'))
      await seat.choose('More', 'Discard changes')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
      await toast('The server can’t be reached').waitFor()
      await badge('Published').waitFor()
      await writeOn('Live')
    })

    itEnds(`show what is planned, where they end ${cut} @long`, async () => {
      await openPending()
      await seat.choose('More', 'Schedule')
      const dialog = seat.page.getByRole('dialog', { name: 'Schedule' })
      await dialog.getByText('Nothing is planned.').waitFor()
      await once(cut, (request) => request.method() === 'POST' && request.url().endsWith('/schedule'))
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
      await dialog.getByText('The server can’t be reached').waitFor()
      await dialog.getByText('Publishes').waitFor()
      await once(cut, (request) => request.method() === 'DELETE')
      await dialog.getByRole('button', { name: 'Cancel planned change' }).click()
      await dialog.getByText('Nothing is planned.').waitFor()
    })
  }

  it('leave the undo of all changes as it is where nothing was done @long', async () => {
    const { id } = await site.cms.create('posts', { title: 'Before', status: 'published' })
    await seat.open(`c/posts/${id}`)
    await input('title').fill('After')
    await seat.saved()
    await seat.page.route('**/unpublish**', (route) => route.abort('connectionreset'))
    await seat.choose('More', 'Unpublish')
    await toast('The server can’t be reached').waitFor()
    await badge('Changes pending').waitFor()
    await seat.choose('More', 'Undo all changes')
    await seat.saved()
    expect(await input('title').inputValue()).to.equal('Before')
  })
})
