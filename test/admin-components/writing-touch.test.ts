/** Writing on a phone of 390 pixels: blocks and selections by finger, nothing wider than the page, and nothing under the keyboard. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph, text } from '../harness/writing.ts'

/** What the keyboard of a phone leaves of the window. */
const LEFT = 430
const LEAST = 30

describe('admin-components: writing by touch', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open({}, {}, { isPhone: true })
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const inAdmin = (selector: string): Locator => page.seat.page.locator(selector)
  const grip = () => inAdmin('.side-tools').getByRole('button', { name: 'Block menu' })
  const plus = () => inAdmin('.side-tools').getByRole('button', { name: 'Insert below' })
  const boxOf = async (one: Locator) => (await one.boundingBox())!

  /** Phones cover the lower part of the window with their keyboard, and say so in this object only. */
  async function showKeyboard(height = LEFT): Promise<void> {
    await page.seat.page.evaluate((height) => {
      const visible = Object.assign(new EventTarget(), { width: innerWidth, height, offsetTop: 0, offsetLeft: 0, scale: 1 })
      const before = window.visualViewport!
      Object.defineProperty(window, 'visualViewport', { value: visible, configurable: true })
      before.dispatchEvent(new Event('resize'))
    }, height)
  }

  it('the grip and the plus are at the block that is touched, next to its words @long', async () => {
    await page.write(docOf(paragraph('one'), paragraph('two'), paragraph('three')))
    await page.writer.field.getByText('two').tap()
    await inAdmin('.side-tools.shown').waitFor()
    const words = await boxOf(page.writer.field.getByText('two'))
    for (const tool of [await boxOf(grip()), await boxOf(plus())]) {
      expect(Math.min(tool.width, tool.height)).to.be.at.least(LEAST)
      expect(tool.x).to.be.at.least(0)
      expect(tool.x + tool.width).to.be.at.most(words.x + 1)
    }
    await plus().tap()
    await inAdmin('.suggestions [role=option]')
      .filter({ hasText: /^\s*Quote/ })
      .tap()
    await page.writer.type('said')
    await page.stores(docOf(paragraph('one'), paragraph('two'), { type: 'blockquote', content: [paragraph('said')] }, paragraph('three')))
  })

  it('the menu of the grip moves, duplicates and deletes the block @long', async () => {
    await page.write(docOf(paragraph('one'), paragraph('two'), paragraph('three')))
    const choose = async (words: string, name: string) => {
      await page.writer.field.getByText(words).first().tap()
      await inAdmin('.side-tools.shown').waitFor()
      await grip().tap()
      await inAdmin('.side-tools').getByRole('menuitem', { name, exact: true }).tap()
    }
    await choose('three', 'Move up')
    await choose('one', 'Remove')
    await page.stores(docOf(paragraph('three'), paragraph('two')))
  })

  it('a finger on the grip drags the block @long', async () => {
    await page.write(docOf(paragraph('one'), paragraph('two'), paragraph('three')))
    await page.writer.field.getByText('three').tap()
    await inAdmin('.side-tools.shown').waitFor()
    const [from, to] = [await boxOf(grip()), await boxOf(page.writer.field.getByText('one'))]
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x + from.width / 2, y }] })
    const start = from.y + from.height / 2
    await touch('touchStart', start)
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', start + (to.y + 2 - start) * part)
    await touch('touchEnd')
    await page.stores(docOf(paragraph('three'), paragraph('one'), paragraph('two')))
  })

  it('the bar of the selection is above the keyboard, with buttons for fingers @long', async () => {
    await page.write(docOf(paragraph('one two'), paragraph('three')))
    await page.writer.select('two')
    const bar = page.seat.page.getByRole('toolbar', { name: 'Selected text' })
    await bar.waitFor()
    const [lowest, publish] = [await boxOf(bar), await boxOf(page.seat.page.getByRole('button', { name: 'Publish', exact: true }))]
    expect(lowest.y + lowest.height).to.be.at.most(publish.y)
    await showKeyboard()
    await page.seat.page.waitForTimeout(50)
    const box = await boxOf(bar)
    expect(box.y + box.height).to.be.within(LEFT - 20, LEFT)
    expect(box.x).to.be.at.least(0)
    expect(box.x + box.width).to.be.at.most(390)
    const sizes = await Promise.all((await bar.locator('.row > button').all()).map(boxOf))
    expect(Math.min(...sizes.map(({ width, height }) => Math.min(width, height)))).to.be.at.least(40)
    await bar.getByRole('button', { name: 'Bold' }).tap()
    await page.stores(docOf(paragraph('one ', text('two', 'bold')), paragraph('three')))
  })

  for (const [view, open] of [
    ['the form', async () => undefined],
    [
      'the full screen',
      async () => {
        await page.writer.press('Control+Shift+f')
        await inAdmin('.rich.full').waitFor()
      },
    ],
  ] as const) {
    it(`the bar never covers the words that are selected at the end of ${view} @long`, async () => {
      await page.write(docOf(...Array.from({ length: 40 }, (_, at) => paragraph(`Line ${at}`)), paragraph('last word')))
      await open()
      await page.writer.press('Control+End')
      const bar = page.seat.page.getByRole('toolbar', { name: 'Selected text' })
      const isFree = async (words: string) => {
        await bar.waitFor()
        await page.seat.page.waitForTimeout(100)
        const { y, height } = await boxOf(page.writer.field.getByText(words))
        expect(y + height, words).to.be.at.most((await boxOf(bar)).y + 1)
      }
      await page.writer.select('last')
      await isFree('last word')
      // Phones move the whole page for the keyboard, so here there must be something below.
      await page.writer.select('Line 30')
      await showKeyboard()
      await isFree('Line 30')
      await page.writer.press('Shift+ArrowDown', 'Shift+ArrowDown')
      await isFree('Line 32')
      await page.writer.press('ArrowRight')
      await bar.waitFor({ state: 'hidden' })
    })
  }

  it('a tap on the border of a column goes to the words of its cell @long', async () => {
    const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] })
    await page.write(docOf(paragraph('before'), { type: 'table', content: [{ type: 'tableRow', content: ['one', 'two'].map(cell) }] }))
    const title = page.seat.page.getByLabel('Title', { exact: true })
    for (const by of [-3, -1, 2]) {
      await title.tap()
      // Otherwise they would be one triple tap.
      await page.seat.page.waitForTimeout(600)
      const { x, y, height } = await boxOf(page.writer.field.locator('td').last())
      await page.seat.page.touchscreen.tap(x + by, y + height / 2)
      await page.writer.field.and(inAdmin(':focus')).waitFor()
    }
    await page.writer.type('!')
    const words = (await page.stored()).content[1].content[0].content.map(({ content }: any) => content[0].content[0].text).join(' ')
    expect(words).to.match(/^(one! two|one !?two!?)$/)
  })

  it('menus, suggestions and the dialog of a link stay above the keyboard @long', async () => {
    await page.write(docOf(...Array.from({ length: 5 }, (_, at) => paragraph(`Line ${at}`)), paragraph('last')))
    await showKeyboard()
    const isAbove = async (one: Locator) => {
      await one.waitFor()
      await page.seat.page.waitForTimeout(50)
      const { y, height } = await boxOf(one)
      expect(y).to.be.at.least(0)
      expect(y + height, 'it is under the keyboard').to.be.at.most(LEFT)
    }
    await page.writer.press('Enter')
    await page.writer.type('/')
    await isAbove(inAdmin('.menu.suggestions'))
    await page.writer.press('Escape', 'Backspace')
    await page.writer.select('last')
    await page.writer.press('Control+k')
    await isAbove(inAdmin('.menu.linking'))
    await page.writer.press('Escape')
    await page.writer.press('Alt+Enter')
    await isAbove(inAdmin('.side-tools .menu'))
    await page.writer.press('Escape')
  })

  it('every button of a text is large enough for a finger @long', async () => {
    const { id } = await page.picture()
    const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] })
    const { seat, writer } = page
    await page.write(
      docOf(
        paragraph('words'),
        { type: 'taskList', content: [{ type: 'taskItem', content: [paragraph('to do')] }] },
        { type: 'image', attrs: { media: id } },
        { type: 'file', attrs: { media: id } },
        { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } },
        { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'said', by: null, words: null } },
        { type: 'codeBlock', attrs: { language: 'javascript' }, content: [text('code')] },
        { type: 'table', content: [{ type: 'tableRow', content: [cell('cell'), cell('next')] }] },
        paragraph('see ', { type: 'text', marks: [{ type: 'link', attrs: { href: 'https://x.org' } }], text: 'here' }),
      ),
    )
    const CONTROLS = 'button, select, input[type=checkbox], [role^=menuitem], [role=option]'
    /** Those that a finger can reach now. A box counts with its label. */
    const small = () =>
      seat.page.evaluate((controls) => {
        const root = document.querySelector('cms-admin')!.shadowRoot!
        const all = [...root.querySelectorAll(`.rich :is(${controls})`), ...document.querySelectorAll(`.galley-surface :is(${controls})`)]
        return all.flatMap((one) => {
          const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
          const isShown = width > 0 && (one as any).checkVisibility({ visibilityProperty: true })
          return isShown && Math.min(width, height) < 39.5 ? [`${one.outerHTML.slice(0, 90)}: ${width} x ${height}`] : []
        })
      }, CONTROLS)
    const views: [string, () => Promise<unknown>][] = [
      ['the text', () => writer.field.getByText('words').tap()],
      ['a selection', () => writer.select('words')],
      ['a table', () => writer.caret('cell')],
      ['a link', () => writer.caret('ere')],
      ['a picture', () => writer.field.locator('figure').tap({ position: { x: 20, y: 20 } })],
      ['the menu of a block', () => writer.press('Alt+Enter')],
      ['the menu of the toolbar', () => inAdmin('.rich .tools cms-menu.more > button').tap()],
      ['the find bar', () => writer.press('Control+f')],
    ]
    for (const [what, open] of views) {
      await open()
      await seat.page.waitForTimeout(300)
      expect(await small(), what).to.deep.equal([])
      await writer.press('Escape')
    }
  })

  it('the full screen ends above the keyboard @long', async () => {
    await page.write(docOf(paragraph('one')))
    await page.writer.press('Control+Shift+f')
    await inAdmin('.rich.full').waitFor()
    await showKeyboard()
    await page.seat.page.waitForTimeout(50)
    const status = await boxOf(inAdmin('cms-text-status'))
    expect(status.y + status.height).to.be.at.most(LEFT + 1)
    await page.writer.press('Escape')
  })

  it('nothing scrolls sideways, whatever is in the text @long', async () => {
    const { id } = await page.picture()
    const long = 'https://example.org/' + 'a'.repeat(200)
    const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] })
    await page.write(
      docOf(
        paragraph(long),
        { type: 'image', attrs: { media: id, width: 640 } },
        { type: 'file', attrs: { media: id } },
        { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } },
        { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'said '.repeat(40), by: null, words: null } },
        { type: 'codeBlock', attrs: { language: 'javascript' }, content: [text(`const address = '${long}'`)] },
        { type: 'table', content: [{ type: 'tableRow', content: Array.from({ length: 9 }, (_, at) => cell(`cell ${at}`)) }] },
        paragraph('see ', { type: 'text', marks: [{ type: 'link', attrs: { href: long } }], text: 'here' }),
      ),
    )
    const width = () => page.seat.page.evaluate(() => document.scrollingElement!.scrollWidth)
    expect(await width()).to.be.at.most(390)
    for (const words of ['cell 0', 'here']) {
      await page.writer.caret(words)
      await page.seat.page.waitForTimeout(50)
      expect(await width(), words).to.be.at.most(390)
    }
    for (const card of await page.writer.field.locator('.node-card, .node-picture').all()) {
      await card.scrollIntoViewIfNeeded()
      await card.tap({ position: { x: 20, y: 20 } })
      expect(await width()).to.be.at.most(390)
      for (const control of await card.locator('button:visible, input:visible').all()) {
        const { x, width } = await boxOf(control)
        expect(x, (await control.getAttribute('aria-label'))!).to.be.at.least(0)
        expect(x + width).to.be.at.most(390)
      }
    }
  })
})
