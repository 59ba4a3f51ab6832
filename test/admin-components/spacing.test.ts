/** The room that things have: nothing touches an edge, no time breaks in two, wide screens are used, and what belongs together is aligned. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type BrowserOptions, Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const LONG = 'Harbour opens the new ferry terminal after three years of delays, two court cases and one very stubborn colony of gulls'

describe('admin-components: spacing', function () {
  this.timeout(60_000)
  let site: Site
  let pending: number
  before(async () => {
    const fields = [{ name: 'title', localized: true }, { name: 'summary' }]
    site = await serve({
      audit: true,
      localization: { locales: ['en', 'ar'] },
      admin: { languages: [{ code: 'ar', name: 'العربية', dir: 'rtl', texts: {} }] },
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, schedule: true, fields: [...fields, { name: 'cover', type: 'upload' }] },
        { slug: 'pages', useAsTitle: 'title', drafts: true, orderable: true, fields },
      ],
    } as object)
    await makeUser(site.cms, 'ada@example.org', { role: 'admin', name: 'Ada Admin' })
    for (const [index, title] of ['Home', LONG, 'Contact', 'Imprint'].entries()) {
      await site.cms.create('pages', { title, status: index === 3 ? 'draft' : 'published' } as object)
      await site.cms.create('posts', { title, status: 'published', summary: 'Changed, and not yet published.' } as object)
    }
    pending = ((await site.cms.find('posts', { limit: 1 })).docs[0] as any).id
    await site.cms.update('posts', pending, { summary: 'Still changing', status: 'draft' } as object)
    await site.cms.schedule('posts', pending, { action: 'publish', at: '2040-01-01T08:00:00Z' })
  })
  after(() => site?.stop())

  async function at(path: string, ready: string, options: BrowserOptions = {}): Promise<Seat> {
    const seat = await Seat.at(site, options)
    await seat.enter('ada@example.org')
    await seat.open(path)
    await seat.page.locator(ready).first().waitFor()
    return seat
  }
  const box = async (one: Locator) => (await one.boundingBox())!
  const lines = (one: Locator) =>
    one.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })

  it('of lists: buttons and badges keep their distance, and the time of a draft stays on its line', async () => {
    const seat = await at('c/pages', 'td.order')
    const { page } = seat
    const frame = await box(page.locator('.list-table'))
    const last = await box(page.locator('td.order svg').last())
    expect(frame.x + frame.width - last.x - last.width).to.be.at.least(12)
    await page.getByRole('columnheader', { name: 'Order' }).waitFor()
    await seat.open('c/posts')
    const state = page.locator('td.state', { hasText: 'Publishes' })
    await state.waitFor()
    const [cell, badges] = [
      await box(state),
      await state.locator('.badge').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON())),
    ]
    expect(Math.min(...badges.map(({ top }) => top)) - cell.y).to.be.at.least(5)
    expect(cell.y + cell.height - Math.max(...badges.map(({ bottom }) => bottom))).to.be.at.least(5)
    const changes = page.locator('td.when .changes')
    await changes.evaluate((element) => (element.textContent = 'live: now'))
    expect(await lines(changes)).to.equal(1)
    await seat.leave()
  })

  it('of cards: titles have two lines as in tables, and what is below them is on one level @long', async () => {
    const seat = await at('c/posts?view=cards', '.cards li')
    const rows = await seat.page.locator('.cards li').evaluateAll((cards) =>
      cards.map((card) => {
        const [name, about] = [card.querySelector('.name')!, card.querySelector('.about .row')!.getBoundingClientRect()]
        return {
          top: Math.round(card.getBoundingClientRect().top),
          lines: Math.round(name.clientHeight / 21),
          end: Math.round(about.bottom),
        }
      }),
    )
    expect(Math.max(...rows.map((one) => one.lines))).to.equal(2)
    expect(new Set(rows.filter(({ top }) => top === rows[0]!.top).map(({ end }) => end)).size).to.equal(1)
    await seat.leave()
  })

  it('of a phone: the buttons that move a row are at one place in all rows @long', async () => {
    const seat = await at('c/pages', 'td.order', { isPhone: true })
    const starts = await seat.page
      .locator('td.order')
      .evaluateAll((all) => all.map((one) => one.querySelector('svg')!.getBoundingClientRect().left))
    expect(new Set(starts).size).to.equal(1)
    await seat.leave()
  })

  it('of a wide screen: lists use it, and their tools end where they do @long', async () => {
    const seat = await at('c/posts', '.list-table', { width: 1920 })
    const [frame, tools] = [await box(seat.page.locator('.list-table')), await box(seat.page.locator('cms-list .tools > :last-child'))]
    expect(frame.width).to.be.at.least(1500)
    expect(Math.abs(frame.x + frame.width - tools.x - tools.width)).to.be.at.most(1)
    await seat.leave()
  })

  it('of a wide screen: the main action is at one place on every page, and pages are equally wide', async () => {
    const seat = await at('c/posts', '.list-table', { width: 1920 })
    const ends: Record<string, number> = {}
    for (const path of ['c/posts', 'media', 'c/users', 'system/audit', 'c/posts/1', 'account', '']) {
      await seat.open(path)
      await seat.page.locator('main .page-head h1').waitFor()
      const { x, width } = await box(seat.page.locator('main .page-head'))
      ends[path] = Math.round(x + width)
    }
    expect(new Set(Object.values(ends)).size, JSON.stringify(ends)).to.equal(1)
    await seat.leave()
  })

  it('of tools: they are in one row above lists of a small window', async () => {
    const seat = await at('c/posts', '.list-table', { width: 1024 })
    const tops = await seat.page
      .locator('cms-list .tools')
      .evaluate((tools) =>
        [...tools.querySelectorAll('button, select, .search')]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect().bottom),
      )
    expect(new Set(tops.map(Math.round)).size).to.equal(1)
    await seat.leave()
  })

  it('of a phone: the filters of the audit log are behind one button, which counts them', async () => {
    const seat = await at('system/audit?action=login', 'tbody tr', { isPhone: true })
    expect((await box(seat.page.locator('tbody tr').first())).y).to.be.below(360)
    await seat.page.getByRole('button', { name: 'Filter 1' }).click()
    await seat.page.getByLabel('Action').selectOption('')
    await seat.page.getByRole('button', { name: 'Filter', exact: true }).waitFor({ state: 'attached' })
    await seat.leave()
  })

  it('of the dashboard: states are aligned, texts begin at one place, times keep their line, and the ring of the focus is whole @long', async () => {
    const seat = await at(`c/users/1`, '#f-email')
    const { page } = seat
    for (const id of [pending, pending === 1 ? 2 : 1]) {
      await seat.open(`c/posts/${id}`)
      await page.locator('#f-title').waitFor()
    }
    await seat.open('')
    await page.getByRole('heading', { name: 'Continue where you left off' }).waitFor()
    await page.locator('.lines li').nth(2).locator('.line-text').waitFor()
    const shown = await page
      .locator('.lines')
      .first()
      .locator('li')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('.line-text')!.getBoundingClientRect().left,
          ...[...one.querySelectorAll('.badge')].map((badge) => badge.getBoundingClientRect().right),
        ]),
      )
    expect(new Set(shown.map(([left]) => left)).size, 'texts').to.equal(1)
    expect(new Set(shown.flatMap(([, ...ends]) => ends)).size, 'badges').to.equal(1)
    const times = page.locator('.feed time')
    await times.first().waitFor()
    for (const time of await times.all()) expect(await lines(time)).to.equal(1)
    const clipped = await page
      .locator('.side nav')
      .evaluate((nav) => nav.querySelector('.entry')!.getBoundingClientRect().top - nav.getBoundingClientRect().top)
    expect(clipped, 'as much as the ring of the focus is wide').to.be.at.least(4)
    await seat.leave()
  })

  it('of right-to-left pages: facts end at the edge, and the language of a field follows its label @long', async () => {
    const seat = await at(`c/posts/${pending}`, 'dl.facts')
    const { page } = seat
    await seat.choose('Your account and settings', 'العربية')
    await page.locator('dl.facts:dir(rtl)').waitFor()
    const ends = await page.locator('dl.facts').evaluate((facts) => {
      const start = facts.getBoundingClientRect().left
      return [...facts.querySelectorAll('dd')].map((dd) => {
        const range = document.createRange()
        range.selectNodeContents(dd)
        return Math.min(...[...range.getClientRects()].map(({ left }) => left)) - start
      })
    })
    for (const end of ends) expect(Math.abs(end)).to.be.at.most(1)
    const label = page.locator('[data-path=title] label')
    const [name, locale] = [await box(label.locator('bdi')), await box(label.locator('.badge'))]
    expect(locale.x + locale.width).to.be.at.most(name.x - 4)
    await seat.leave()
  })
})
