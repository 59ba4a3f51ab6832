/** The words that one writes stay where they are on the screen, whatever appears above them or goes: in a long document, and in one too short to scroll. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

const LOOK = 16_000
const SAVING = '**/autosave?**'

describe('admin-components: unmoved words', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let eve: Seat
  before(async () => {
    const fields = [{ name: 'title', required: true }, { name: 'summary' }, { name: 'body', type: 'richText' as const }]
    site = await serve({ collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields }] })
    for (const name of ['Nok', 'Eve']) await makeUser(site.cms, `${name.toLowerCase()}@example.org`, { role: 'admin', name })
    nok = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
    eve = await Seat.at(site, { as: 'eve@example.org', hasClock: true })
  })
  after(() => site?.stop())

  for (const [kind, count] of [
    ['long', 60],
    ['short', 4],
  ] as const)
    it(`in a ${kind} text${kind === 'long' ? '' : ' @long'}`, async () => {
      const lines = Array.from({ length: count }, (_, at) => paragraph(`Line ${at}.`))
      const { id } = (await site.cms.create('posts', { title: 'First', body: docOf(...lines), status: 'draft' } as object)) as {
        id: number
      }
      await nok.open(`c/posts/${id}`)
      const body = new Writer(nok)
      await body.caret('Line 3', 'before')
      await nok.page.evaluate(() => scrollTo(0, 0))
      await body.type('!')
      await nok.saved()
      const line = nok.page.getByText('Line 3.')
      const place = async () => Math.round((await line.boundingBox())!.y)
      const at = await place()
      const stays = async (what: string) => expect(await place(), what).to.equal(at)
      const { page } = nok
      const others = page.locator('.presence')

      await eve.open(`c/posts/${id}`)
      await eve.sees('Nok is also here')
      await page.clock.fastForward(LOOK)
      await others.waitFor()
      await stays('somebody comes')

      await eve.fill('Title', 'A title that is so long that it takes two lines or even three above the form '.repeat(3))
      await eve.saved()
      await page.clock.fastForward(LOOK)
      await others.getByText('Title').waitFor()
      await stays('they change the title')

      const problem = { type: 'validation', errors: [{ field: 'summary', message: 'is refused' }] }
      const refused = {
        error: { code: 'VALIDATION', message: 'Refused', details: [{ path: 'summary', message: 'is refused' }], ...problem },
      }
      await page.route(SAVING, (route) => route.fulfill({ status: 400, json: refused }))
      await body.type('?')
      await nok.pauses()
      await nok.sees('Changes not saved yet:')
      await stays('a save is refused')
      await page.unroute(SAVING)
      await body.type('.')
      await nok.pauses()
      await nok.sees('All changes saved')
      await stays('it is not refused any more')

      await eve.page.getByRole('link', { name: 'Posts' }).first().click()
      await eve.page.getByRole('heading', { name: 'Posts' }).waitFor()
      await page.clock.fastForward(LOOK)
      await others.waitFor({ state: 'detached' })
      await stays('they leave')
      nok.quiet(/400/)
    })

  it('while a problem goes with its cause; the room that took is given back afterwards', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', status: 'draft' })) as { id: number }
    const { page } = nok
    await nok.open(`c/posts/${id}`)
    await nok.fill('Title', '')
    await nok.press('Publish')
    await nok.sees('1 problem to fix')
    const title = page.getByRole('textbox', { name: 'Title' })
    const place = async () => Math.round((await title.boundingBox())!.y)
    const at = await place()
    await nok.fill('Title', 'Second')
    await page.getByText('1 problem to fix').waitFor({ state: 'hidden' })
    expect(await place(), 'while one writes there').to.equal(at)
    const room = () => page.locator('.sheet').evaluate((sheet) => (sheet as HTMLElement).style.paddingBlockStart)
    expect(await room()).not.to.equal('')
    await page.getByLabel('Summary').click()
    expect(await room(), 'afterwards').to.equal('')
    nok.quiet(/400/)
  })
})
