/** Everything in a text by keyboard alone: Alt+F10 goes to the bars and controls at the caret, arrows move in them, Escape gives the text back as it was. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { bullets, docOf, item, paragraph, text } from '../harness/writing.ts'

const linked = (words: string, attrs: object) => ({ type: 'text', marks: [{ type: 'link', attrs }], text: words })
const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] })
const table = (...words: string[]) => ({ type: 'table', content: [{ type: 'tableRow', content: words.map(cell) }] })
const quote = { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'A', by: null, words: null } }

describe('admin-components: the keyboard in a text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** The name of what has the focus; 'Body' is the text. */
  const focused = (): Promise<string> =>
    page.seat.page.evaluate(() => {
      const inside = (document.querySelector('cms-admin') as any).shadowRoot.activeElement ?? document.activeElement
      return inside.getAttribute('aria-label') ?? inside.textContent.trim()
    })
  const reaches = async (name: string) => {
    for (let tries = 0; tries < 40 && (await focused()) !== name; tries++) await page.seat.page.waitForTimeout(25)
    expect(await focused()).to.equal(name)
  }
  const press = (...keys: string[]) => page.writer.press(...keys)

  it('the bar of the selection, then the toolbar; the selection stays @long', async () => {
    await page.write(docOf(paragraph('one two')))
    await page.writer.select('two')
    await press('Alt+F10')
    await reaches('Block type: Text')
    await press('ArrowRight', 'Enter')
    await reaches('Body')
    await page.writer.press('Alt+F10', 'End')
    await reaches('Link')
    await press('Alt+F10')
    expect(await page.seat.page.locator('cms-text-toolbar :focus').count()).to.equal(1)
    await press('Escape')
    await page.writer.type('three')
    await page.stores(docOf(paragraph('one ', text('three', 'bold'))))
  })

  it('Escape leaves the bar of the selection, and what is typed replaces the words @long', async () => {
    await page.write(docOf(paragraph('one two')))
    await page.writer.select('two')
    await press('Alt+F10', 'ArrowRight', 'ArrowRight')
    await reaches('Italic')
    await press('Escape')
    await page.writer.type('three')
    await page.stores(docOf(paragraph('one three')))
  })

  it('the bar of a link @long', async () => {
    await page.write(docOf(paragraph('see ', linked('here', { href: 'https://example.org/' }))))
    await page.writer.caret('re')
    await press('Alt+F10')
    await reaches('Open')
    await press('ArrowLeft')
    await reaches('Remove link')
    await press('ArrowLeft')
    await reaches('Open in a new tab')
    await press('Enter')
    await reaches('Body')
    await page.stores(docOf(paragraph('see ', linked('here', { href: 'https://example.org/', newTab: true }))))
    await press('Alt+F10', 'End', 'Enter')
    await reaches('Body')
    await page.stores(docOf(paragraph('see here')))
  })

  it('the menu of a table; Escape goes back to the cell, the same keys once more to the toolbar @long', async () => {
    await page.write(docOf(table('a', 'b'), paragraph('c')))
    await page.writer.caret('b', 'after')
    await press('Alt+F10')
    await reaches('Add row above')
    await press('Escape')
    await page.writer.type('!')
    await press('Alt+F10')
    await reaches('Add row above')
    await press('Alt+F10')
    expect(await page.seat.page.locator('cms-text-toolbar :focus').count()).to.equal(1)
    expect(await page.seat.page.locator('cms-table-menu .menu').isVisible()).to.equal(false)
    await press('Escape')
    await page.writer.type('?')
    await page.stores(docOf(table('a', 'b!?'), paragraph('c')))
  })

  it('a picture: its width, caption and description @long', async () => {
    const { id } = await page.picture()
    await page.write(docOf(paragraph('one'), { type: 'image', attrs: { media: id } }, paragraph('two')))
    await page.writer.caret('one', 'after')
    await press('ArrowDown', 'Alt+F10')
    await reaches('Small')
    await press('ArrowRight', 'Enter')
    await reaches('Medium')
    const wide = { type: 'image', attrs: { media: id, width: 640 } }
    await press('Control+z')
    await page.stores(docOf(paragraph('one'), { type: 'image', attrs: { media: id } }, paragraph('two')))
    await press('Control+Shift+z')
    await page.stores(docOf(paragraph('one'), wide, paragraph('two')))
    for (let tries = 0; tries < 8 && (await focused()) !== 'Caption'; tries++) await press('Tab')
    await page.writer.type('At noon')
    await press('Tab')
    await reaches('Alternative text')
    await page.writer.type('A temple')
    await press('Escape')
    await reaches('Body')
    await press('Alt+Shift+ArrowDown')
    const picture = { type: 'image', attrs: { media: id, alt: 'A temple', caption: 'At noon', width: 640 } }
    await page.stores(docOf(paragraph('one'), paragraph('two'), picture))
    await press('Alt+F10')
    await reaches('Small')
    await press('Shift+Tab')
    await reaches('Body')
    await press('Escape', 'Delete')
    await page.stores(docOf(paragraph('one'), paragraph('two')))
  })

  it('a block: its form, and back @long', async () => {
    await page.write(docOf(paragraph('one'), quote, paragraph('two')))
    await page.writer.caret('one', 'after')
    await press('ArrowDown', 'Alt+F10')
    await reaches('Edit Quote')
    await press('Enter')
    const form = page.seat.page.getByRole('dialog', { name: 'Quote' })
    await form.getByLabel('By').fill('Nok')
    await press('Escape')
    await form.waitFor({ state: 'detached' })
    await reaches('Body')
    await page.stores(docOf(paragraph('one'), { ...quote, attrs: { ...quote.attrs, by: 'Nok' } }, paragraph('two')))
  })

  it('Escape in the text of a block closes its menus first, then its form; nothing is lost @long', async () => {
    await page.write(docOf(paragraph('one'), quote))
    await page.writer.caret('one', 'after')
    await press('ArrowDown', 'Alt+F10')
    await reaches('Edit Quote')
    await press('Enter')
    const form = page.seat.page.getByRole('dialog', { name: 'Quote' })
    await page.seat.page.getByRole('textbox', { name: 'Words', exact: true }).click()
    const open = page.seat.page.locator('.menu:popover-open')
    await page.writer.type('two /')
    await open.waitFor()
    await press('Escape')
    expect([await open.count(), await form.count()]).to.deep.equal([0, 1])
    await press('Shift+Home')
    await open.waitFor()
    await press('Escape')
    expect(await form.count()).to.equal(1)
    await open.waitFor({ state: 'detached' })
    await press('Escape')
    await form.waitFor({ state: 'detached' })
    await reaches('Body')
    await page.stores(docOf(paragraph('one'), { ...quote, attrs: { ...quote.attrs, words: docOf(paragraph('two /')) } }))
  })

  it('the language of code @long', async () => {
    await page.write(docOf({ type: 'codeBlock', content: [text('let a')] }, paragraph('two')))
    await page.writer.caret('let a', 'after')
    await press('Alt+F10')
    await reaches('Language of the code')
    await press('ArrowDown', 'ArrowDown', 'Escape')
    await page.writer.type(' = 1')
    await page.stores(docOf({ type: 'codeBlock', attrs: { language: 'c' }, content: [text('let a = 1')] }, paragraph('two')))
  })

  it('the dialog of a link: Tab stays in it, Enter sets the link from its box as well @long', async () => {
    await page.write(docOf(paragraph('see here')))
    await page.writer.select('here')
    await press('Control+k')
    await reaches('URL or title')
    await page.writer.type('example.org')
    await page.seat.page.locator('cms-text-link').getByRole('option', { name: 'https://example.org' }).waitFor()
    await press('Tab', 'Tab')
    await reaches('URL or title')
    await press('Tab', 'Space', 'Enter')
    await reaches('Body')
    await page.stores(docOf(paragraph('see ', linked('here', { href: 'https://example.org', newTab: true }))))
    await page.writer.caret('re')
    await press('Control+k')
    await reaches('URL or title')
    await press('Shift+Tab')
    await reaches('Remove link')
    await press('Escape')
    await page.writer.type('!')
    await page.stores(docOf(paragraph('see ', linked('he!re', { href: 'https://example.org', newTab: true }))))
  })

  it('the menu of a block gives the focus back after every command @long', async () => {
    await page.write(docOf(paragraph('one'), bullets(item(paragraph('two'))), paragraph('three')))
    const choose = async (name: string) => {
      await press('Alt+Enter')
      await page.seat.page.locator('.side-tools [role^=menuitem]').first().waitFor()
      for (let tries = 0; tries < 30 && !(await focused()).startsWith(name); tries++) await press('ArrowDown')
      await press('Enter')
      await reaches('Body')
    }
    await page.writer.caret('three', 'after')
    await choose('Move up')
    await page.writer.type('!')
    await choose('Duplicate')
    await page.writer.type('?')
    await page.stores(docOf(paragraph('one'), paragraph('three!'), paragraph('three!?'), bullets(item(paragraph('two')))))
    await choose('Remove')
    await choose('Quote')
    await page.writer.type('.')
    expect(JSON.stringify(await page.stored())).to.contain('blockquote')
  })

  it('every control has a name @long', async () => {
    const { id } = await page.picture()
    const nodes = [{ type: 'image', attrs: { media: id } }, { type: 'file', attrs: { media: id } }, quote]
    const others = [
      { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } },
      { type: 'codeBlock', content: [text('code')] },
      { type: 'taskList', content: [{ type: 'taskItem', content: [paragraph('task')] }] },
    ]
    await page.write(docOf(...nodes, ...others, table('a', 'b'), paragraph('see ', linked('here', { href: '/a' }))))
    await page.writer.caret('a')
    await press('Control+f')
    await reaches('Find in text')
    const nameless = await page.seat.page.evaluate(() => {
      const root = (document.querySelector('cms-admin') as any).shadowRoot
      const controls = [
        ...root.querySelectorAll('.rich :is(button, input, select, a[href], [role=option])'),
        ...document.querySelectorAll('.galley-surface :is(button, input, select, a[aria-label])'),
      ]
      return controls
        .filter((one) => !one.getAttribute('aria-label') && one.textContent.trim() === '' && !one.labels?.length)
        .map((one) => one.outerHTML)
    })
    expect(nameless).to.deep.equal([])
  })
})
