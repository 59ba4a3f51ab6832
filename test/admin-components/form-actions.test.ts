/** The buttons and the menu of a form say what they do and look like it, and its preview says how old it is. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: the actions of a form', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  /** A site of another origin, which doesn't listen either. */
  const elsewhere = createServer(async (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(await page(2))
  })

  async function page(id: number): Promise<string> {
    const { title } = (await site.cms.findById('posts', id, { draft: true })) as { title: string }
    return `<!doctype html><h1>${title}</h1><p style="height: 4000px">Long</p>`
  }

  before(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    site = await serve({
      admin: { siteUrl: origin },
      endpoints: [
        { path: '/page', method: 'get', handler: async () => new Response(await page(1), { headers: { 'content-type': 'text/html' } }) },
      ],
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          preview: ({ doc }: any) => (doc.id === 2 ? `${origin}/` : '/api/cms/page'),
          fields: [{ name: 'title' }, { name: 'text', type: 'textarea' }],
        },
      ],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    for (const title of ['One', 'Two']) await site.cms.create('posts', { title, status: 'published' } as object)
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(async () => {
    await site?.stop()
    elsewhere.closeAllConnections()
    elsewhere.close()
  })

  const look = (name: string) =>
    seat.page.getByRole('button', { name, exact: true }).evaluate((one: any) => {
      const { color, borderTopColor, backgroundColor, opacity } = globalThis.getComputedStyle(one)
      return { color, borderTopColor, backgroundColor, isDim: Number(opacity) < 1, isOff: one.disabled }
    })

  it('a button that can be pressed looks so, before and after the draft has saved itself', async () => {
    await seat.open('c/posts/1')
    await seat.page.getByRole('button', { name: 'Save draft' }).waitFor()
    const idle = await look('Save draft')
    await seat.fill('Title', 'One more')
    await seat.sees('Changes not saved yet')
    const typed = await look('Save draft')
    await seat.saved()
    await seat.page.mouse.move(0, 0)
    const saved = await look('Save draft')
    expect([idle.isOff, idle.isDim]).to.deep.equal([true, true])
    expect([typed.isOff, typed.isDim]).to.deep.equal([false, false])
    expect(saved).to.deep.equal(typed)
    expect({ ...idle, isOff: false, isDim: false }).to.deep.equal(typed)
    expect(await seat.page.getByRole('button', { name: 'Save draft' }).getAttribute('title')).to.contain('Saved automatically')
    seat.quiet()
  })

  it('the menu and the palette tell apart what goes back to the opened and to the published document', async () => {
    const { page } = seat
    const abouts = {
      'Undo all changes': 'Goes back to what you opened. What others changed stays.',
      'Discard changes': 'Goes back to the published version. Drops what others changed, too.',
    }
    await seat.press('More')
    for (const [name, about] of Object.entries(abouts)) {
      const entry = page.getByRole('menuitem', { name, exact: true })
      await entry.getByText(about, { exact: true }).waitFor()
      expect(
        await entry.evaluate((one: any) => one.getRootNode().getElementById(one.getAttribute('aria-describedby')).textContent),
      ).to.equal(about)
    }
    await page.getByRole('menuitem', { name: 'Discard changes' }).click()
    await seat.sees(
      'The document goes back to the published version, which visitors keep seeing. Changes of other people are discarded too. They stay in the history.',
    )
    await seat.press('Cancel')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('changes')
    for (const about of Object.values(abouts)) await page.getByRole('option').getByText(about, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    seat.quiet()
  })

  it('opens the preview without scrolling, below what stays at the top, however high that is', async () => {
    const { page } = seat
    await seat.open('c/posts/1')
    for (const isTall of [false, true]) {
      if (isTall)
        await page
          .locator('.page-head > div')
          .first()
          .evaluate((head: any) =>
            head.append(Object.assign(document.createElement('p'), { textContent: 'Somebody is also here', style: 'height: 60px' })),
          )
      await seat.press('Preview')
      await page.frameLocator('cms-preview iframe').getByRole('heading').waitFor()
      expect(await page.evaluate('scrollY')).to.equal(0)
      await page.locator('.sheet').evaluate((sheet: any) => (sheet.style.minHeight = '3000px'))
      await page.evaluate('scrollTo(0, 200)')
      await page.waitForTimeout(50)
      const head = (await page.locator('.page-head').boundingBox())!
      expect((await page.locator('cms-preview').boundingBox())!.y).to.be.at.least(head.y + head.height)
      await page.evaluate('scrollTo(0, 0)')
      await seat.press('Preview')
    }
    seat.quiet()
  })

  it('shows in the preview what the draft has saved, at the same place of the page @long', async () => {
    const { page } = seat
    await seat.open('c/posts/1')
    await seat.press('Preview')
    const frame = page.frameLocator('cms-preview iframe')
    await seat.sees(/Shows the state of \d/)
    await frame.locator('html').evaluate((html: any) => html.ownerDocument.defaultView.scrollTo(0, 700))
    const steps = await page.evaluate('history.length')
    await seat.fill('Title', 'One, told anew')
    await frame.getByRole('heading', { name: 'One, told anew' }).waitFor({ state: 'attached' })
    await page.waitForTimeout(200)
    expect(await frame.locator('html').evaluate((html: any) => html.ownerDocument.defaultView.scrollY)).to.equal(700)
    expect(await page.evaluate('history.length')).to.equal(steps)
    expect(await page.getByText('Reload it to see').count()).to.equal(0)
    seat.quiet()
  })

  it('says that the preview is old where a reload would lose the place, and reloads it on demand @long', async () => {
    const { page } = seat
    await seat.open('c/posts/2')
    await seat.press('Preview')
    const frame = page.frameLocator('cms-preview iframe')
    await frame.getByRole('heading', { name: 'Two' }).waitFor()
    await seat.fill('Title', 'Two, told anew')
    await seat.sees(/Shows the state of \d.*Reload it to see what was saved since/)
    expect(await frame.getByRole('heading').textContent()).to.equal('Two')
    await seat.press('Reload the preview')
    await frame.getByRole('heading', { name: 'Two, told anew' }).waitFor()
    await page.getByText('Reload it to see').waitFor({ state: 'detached' })
    seat.quiet()
  })
})
