/** What a person sees who compares two versions of a real article: every kind of field and of node, in both languages, light and dark, wide and
 * narrow.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type BrowserOptions, Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { pdf, png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'
import { doc, edited, FIELDS, p, VALUES } from './compared-article.ts'

const NAMES = ['Title', 'Summary', 'Due on', 'Price', 'Open', 'Tone', 'Cover', 'Gallery', 'Author', 'People', 'Search engines', 'Settings']

const when = (iso: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** Where to leave pictures of the pages, if anywhere. */
const PICTURES = process.env['PICTURES']

describe('admin-components: compare', function () {
  this.timeout(90_000)
  let site: Site
  let seat: Seat
  let id: number
  before(async () => {
    site = await serve({
      upload: { dir: temporaryFile('-files') },
      localization: { locales: ['en', 'th'], defaultLocale: 'en' },
      collections: [
        { slug: 'people', useAsTitle: 'name', fields: [{ name: 'name' }] },
        { slug: 'articles', useAsTitle: 'title', drafts: true, versions: true, fields: FIELDS },
      ],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    for (const name of ['Ada', 'Bob', 'Cleo']) await site.cms.create('people', { name })
    for (const [name, content] of [
      ['morning.png', await png(600, 300, '#d9a441')],
      ['evening.png', await png(600, 300, '#31466b')],
      ['timetable.pdf', pdf],
    ] as const)
      await site.cms.upload({ filename: name, content } as never, { alt: name } as never)
    const made: any = await site.cms.create('articles', { ...VALUES, status: 'published' } as never)
    id = made.id
    await site.cms.update('articles', id, { title: 'วันที่แม่น้ำ' } as never, { locale: 'th' })
    await site.cms.update('articles', id, edited(made.parts) as never, { depth: 0 })
    await site.cms.delete('people', 3)
  })
  after(() => site?.stop())
  afterEach(() => seat?.leave())

  const dialog = (name = 'History') => seat.page.getByRole('dialog', { name })
  const field = (name: string): Locator =>
    dialog()
      .locator('.inside > cms-changes > dl > dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd[1]')
  // What is read out, without the spaces of the markup.
  const words = async (place: Locator) => ((await place.textContent()) ?? '').replace(/\s+/g, ' ').trim()

  async function open(options: BrowserOptions = {}): Promise<void> {
    seat = await Seat.at(site, options)
    if (options.locale === 'th') await seat.page.addInitScript(`localStorage.setItem('galley:language', 'th')`)
    await enter()
    await compareVersion(options.locale)
  }

  async function enter(): Promise<void> {
    await seat.enter('nok@example.org')
    await seat.open(`c/articles/${id}`)
    await seat.page.locator('#f-title').waitFor()
    await seat.page.locator('.ProseMirror').first().waitFor()
    await seat.page.waitForLoadState('networkidle')
  }

  /** The oldest version with the current document. */
  async function compareVersion(locale = 'en-GB'): Promise<void> {
    await seat.choose(locale === 'th' ? 'เพิ่มเติม' : 'More', locale === 'th' ? 'ประวัติ' : 'History')
    const compare = seat.page.locator('.versions').getByRole('button')
    await compare.first().waitFor()
    await compare.last().click()
    await seat.page.locator('cms-changes .prose').first().waitFor()
    // Titles of what it names arrive later.
    await seat.page.waitForFunction(
      () => !(document as any).querySelector('cms-admin').shadowRoot.querySelector('cms-versions-dialog').textContent.includes(': …]'),
    )
  }

  async function picture(name: string): Promise<void> {
    if (!PICTURES) return
    await seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelectorAll('cms-versions-dialog > dialog').forEach((one) => {
      one.style.blockSize = 'auto'; one.style.maxBlockSize = 'none'; one.style.position = 'absolute' })`)
    const height = Number(
      await seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelector('cms-versions-dialog > dialog').scrollHeight`),
    )
    await seat.page.setViewportSize({ width: seat.page.viewportSize()!.width, height: Math.min(height + 20, 5000) })
    await seat.page.screenshot({ path: `${PICTURES}/${name}.png` })
  }

  it('shows each field as people read it, each document by its title, and asks for all of them together @long', async () => {
    const requests: string[] = []
    seat = await Seat.at(site)
    seat.page.on('request', (request) => requests.push(decodeURIComponent(new URL(request.url()).pathname + new URL(request.url()).search)))
    await enter()
    requests.length = 0
    await compareVersion()
    await picture('light')
    const said = await Promise.all(NAMES.map(async (name) => [name, await words(field(name))]))
    expect(Object.fromEntries(said)).to.deep.equal({
      Title: 'A [Added: long ]day at the river',
      Summary: 'Boats, fish and [Added: many ]monks. Three hours. Added Bring water.',
      'Due on': `[Removed: ${when('2026-05-03T09:00:00Z')}] → [Added: ${when('2026-05-04T09:00:00Z')}]`,
      Price: '[Removed: 1,200.5] → [Added: 1,500]',
      Open: '[Removed: No] → [Added: Yes]',
      Tone: '[Removed: Calm voice] → [Added: Loud voice]',
      Cover: '[Removed: morning.png] → [Added: evening.png]',
      Gallery: '[Removed: morning.png]evening.png [Added: timetable.pdf]',
      Author: '[Removed: Ada] → [Added: Bob]',
      People: '[Removed: Ada]Bob [Added: Deleted]',
      'Search engines': 'Description [Removed: An old][Added: A new] description',
      Settings: '{ "map": { "zoom": [Removed: 3][Added: 4] }}',
    })
    expect(await field('Cover').locator('img').count()).to.equal(2)
    const related = requests.filter((one) => /\/(people|media)\?/.test(one))
    expect(related, 'one request for each collection').to.have.length(2)
  })

  it('shows rows one under the other: moved, added, removed and changed ones, unchanged ones in a line @long', async () => {
    await open()
    const rows = await field('Parts').locator('> ol > li').all()
    expect(await Promise.all(rows.map(words))).to.deep.equal([
      'Row 1 (Tip: One): unchanged',
      'Row 2 (Tip: Two) Removed Title Two Tone Calm voice',
      'Row 2 (Tip: Three): unchanged',
      'Moved down from here: Row 4 (Tip: Four)',
      'Row 3 (Shot: A better shot) Picture [Removed: morning.png] → [Added: evening.png] Note A [Added: better ]shot',
      'Row 4 (Tip: Five) Added Title Five Tone Loud voice Words New words of a new tip.',
      'Row 5 (Tip: Four) Moved down',
    ])
  })

  it('shows rich text as it is read, with what changed in words, formatting and blocks @long', async () => {
    await open()
    const body = field('Body')
    const all = await words(body)
    for (const part of [
      'Heading 3, was: Heading 2 Heading 3: A day at the river',
      'In the [Added: early ]morning the temple is quiet, and the monks sweep the old yard (bold added).',
      'Moved down from here: At noon the market fills with people, noise and the',
      'Read the timetable (link changed, before: https://example.org/2024) before you go. Ask [Removed: @Ada][Added: @Bob].',
      '4 unchanged parts',
      'Water A [Added: large ]hat Small money Added Sun cream',
      'Moved down At noon the market fills',
      'The river is [Added: much ]older than the town.',
      'Language: js → ts const boats = [Removed: 3][Added: 4]',
      'Pier Opens North at [Removed: 8][Added: 7] South at 9 Added East never',
      'The pier in the morning',
      'Removed timetable.pdf',
      '[Removed: https://www.youtube.com/watch?v=oneOneOne11] [Added: https://www.youtube.com/watch?v=twoTwoTwo22]',
      'Tip Title Go [Added: very ]early Tone [Removed: Calm voice] → [Added: Loud voice] Place [Removed: Ada] → [Added: Bob]',
      'Press H2O, E=mc2, or nothing at all.',
      'วันนี้อากาศ[Removed: ดี][Added: ร้อน]มาก',
      'Added A last paragraph, which nobody had written before.',
    ])
      expect(all).to.contain(part)
    expect(await body.getByRole('checkbox').first().getAttribute('aria-label')).to.equal('Done')
    expect(await body.locator('img').evaluateAll((all) => all.map((one) => (one as unknown as { alt: string }).alt))).to.deep.equal([
      'The pier in the morning',
      'The pier in the evening',
    ])
    expect(await body.locator('iframe').count(), 'nothing is embedded').to.equal(0)
    const hebrew = body.getByText('שלום')
    expect(await hebrew.evaluate((one) => (globalThis as any).getComputedStyle(one).direction)).to.equal('rtl')
    const fold = body.getByRole('button', { name: '4 unchanged parts' })
    await fold.press('Enter')
    await body.getByText('Paragraph 3 of the part').waitFor()
  })

  it('compares in each language, and with the version before @long', async () => {
    await open()
    await dialog().getByLabel('Language of the content').selectOption('th')
    await dialog().getByText('Nothing differs.').or(field('Title')).first().waitFor()
    await dialog().getByLabel('Language of the content').selectOption('en')
    await field('Title').waitFor()
    await dialog().getByRole('button', { name: 'Back' }).click()
    await dialog().getByText('3 versions').waitFor()
    await dialog().getByText('The system changed the published document').first().waitFor()
    await seat.page.locator('.versions').getByRole('button').nth(1).click()
    await dialog().getByLabel('Compare with').selectOption('The version before')
    await dialog().getByText('Nothing differs.').waitFor()
    await dialog().getByLabel('Language of the content').selectOption('th')
    await field('Title').waitFor()
    expect(await words(field('Title'))).to.equal('Added วันที่แม่น้ำ')
  })

  const LOOKS: [name: string, options: BrowserOptions][] = [
    ['light', {}],
    ['dark', { scheme: 'dark' }],
    ['on a phone, in Thai', { isPhone: true, locale: 'th' }],
  ]
  for (const [name, options] of drawn(LOOKS, 'compare'))
    it(`is accessible and fits the screen, ${name} @long`, async () => {
      await open(options)
      const { violations } = await new AxeBuilder({ page: seat.page as any })
        .include({ fromShadowDom: ['cms-admin', 'cms-versions-dialog'] })
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.target.join(' ')}`)).to.deep.equal([])
      const [width, room] = (await dialog(options.locale === 'th' ? 'ประวัติ' : 'History')
        .locator('.inside')
        .evaluate(({ scrollWidth, clientWidth }: any) => [scrollWidth, clientWidth])) as [number, number]
      expect(width).to.be.at.most(room)
      seat.quiet()
      await picture(name.replaceAll(/\W+/g, '-'))
    })
})

describe('admin-components: compare long texts', function () {
  this.timeout(90_000)
  this.retries(2)

  it('of twenty thousand words without stopping the page for long @long', async () => {
    const site = await serve({
      collections: [
        { slug: 'articles', useAsTitle: 'title', versions: true, fields: [{ name: 'title' }, { name: 'body', type: 'richText' }] },
      ],
    })
    try {
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      const paragraphs = (edited: boolean) =>
        Array.from({ length: 200 }, (_, n) =>
          p(Array.from({ length: 100 }, (_, m) => (edited && m % 20 === 3 ? `changed${n}` : `word${(n * 31 + m * 17) % 997}`)).join(' ')),
        )
      await site.cms.create('articles', { title: 'Long', body: doc(...paragraphs(false)) } as never)
      await site.cms.update('articles', 1, { body: doc(...paragraphs(true)) } as never)
      const seat = await Seat.at(site, { as: 'nok@example.org' })
      await seat.open('c/articles/1')
      await seat.page.locator('#f-title').waitFor()
      await seat.choose('More', 'History')
      await seat.page.locator('.versions').getByRole('button').last().waitFor()
      const tasks = await tasksWhile(seat, async () => {
        await seat.page.locator('.versions').getByRole('button').last().click()
        await seat.page.locator('cms-changes .prose .block').nth(199).waitFor()
      })
      expect(tasks.length).to.be.greaterThan(20)
      expect(Math.max(...tasks)).to.be.lessThan(50)
      await seat.leave()
    } finally {
      await site.stop()
    }
  })
})

/** How long each task of the page kept its processor busy, in milliseconds; what else the machine does is not counted. */
async function tasksWhile(seat: Seat, act: () => Promise<void>): Promise<number[]> {
  const devtools = await seat.context.browser()!.newBrowserCDPSession()
  const events: { name: string; tdur?: number; pid: number; tid: number; args: any }[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])))
  const ended = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] } })
  await act()
  await devtools.send('Tracing.end')
  await ended
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  return events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === main?.pid && tid === main.tid)
    .map(({ tdur = 0 }) => tdur / 1000)
}
