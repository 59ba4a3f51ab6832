/** What the form says about a publication that failed, and after which later success it says no more. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const WHY = 'It was not published. Something went wrong on the server.'
const DRAFT = 'It was not published. Your changes are saved as a draft.'

describe('admin-components: a publication that failed', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let id: number
  before(async () => {
    const [host, database] = PAIRS[0]!
    site = await serve(
      { collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields: [{ name: 'title' }] }] },
      { host, database },
    )
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    nok = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
  })
  after(() => site?.stop())

  const alert = () => nok.page.locator('.note[role=alert]')
  const changes = (url: URL) => url.pathname.startsWith(`/api/cms/posts/${id}`)
  const autosaves = async () => {
    await nok.pauses()
    await nok.saved()
  }

  const published = () =>
    Promise.all([nok.page.waitForResponse((response) => response.request().method() === 'PATCH'), nok.press('Publish changes')])

  /** What is said at the end; undefined: nothing. */
  const LATER: Record<string, [act: () => Promise<unknown>, said: string | undefined]> = {
    'the draft has saved itself': [autosaves, DRAFT],
    'the draft was saved by hand': [() => nok.press('Save draft'), undefined],
    'all changes were undone': [() => nok.choose('More', 'Undo all changes'), undefined],
    'it was unpublished': [() => nok.choose('More', 'Unpublish'), undefined],
    'it was published': [published, undefined],
  }
  for (const [when, [act, said]] of Object.entries(LATER))
    it(`is named with its reason, until ${when}`, async () => {
      id = ((await site.cms.create('posts', { title: 'First', status: 'published' })) as { id: number }).id
      await nok.open(`c/posts/${id}`)
      await nok.fill('Title', 'Second')
      await nok.page.route(changes, (route) =>
        ['GET', 'HEAD'].includes(route.request().method()) ? route.fallback() : route.fulfill({ status: 500, json: { errors: [] } }),
      )
      await nok.press('Publish changes')
      await alert().getByText(WHY).waitFor()
      await nok.page.unroute(changes)
      await act()
      if (said === undefined) await alert().waitFor({ state: 'detached' })
      else await alert().getByText(said, { exact: true }).waitFor()
      const live = (await site.cms.findById('posts', id)) as { title: string } | null
      if (when !== 'it was unpublished') expect(live?.title).to.equal(when === 'it was published' ? 'Second' : 'First')
      nok.quiet(/500/)
    })
})
