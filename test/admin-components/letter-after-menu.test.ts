/** The first letter after a command goes into the text, however late the browser draws the next frame. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const cell = (words: string) => ({ type: 'tableCell', content: [paragraph(words)] })
const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('one'), cell('two')] }] }

describe('admin-components: the letter after a menu', function () {
  this.timeout(120_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** A text in which the caret is, and whose frames come late. */
  async function begin(doc: object): Promise<void> {
    await page.write(doc)
    await page.writer.caret('one')
    await page.seat.page.evaluate('window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 400)')
  }

  /** Nothing waits between the key and the letter. */
  async function chooseAndType(menu: string, name: string): Promise<void> {
    const { seat } = page
    const entry = seat.page
      .locator(menu)
      .locator('[role^=menuitem]')
      .filter({ has: seat.page.getByText(name, { exact: true }) })
    await entry.waitFor()
    await entry.focus()
    await Promise.all([seat.page.keyboard.press('Enter'), seat.page.keyboard.press('Z')])
    await isWritten(name)
  }

  async function isWritten(what: string): Promise<void> {
    for (let tries = 0; tries < 40 && !JSON.stringify(await page.value()).includes('Z'); tries++) await page.seat.page.waitForTimeout(25)
    expect(JSON.stringify(await page.value()), what).to.contain('Z')
  }

  const toolbar = (menu: string) => async () => page.seat.page.locator(`.rich .tools cms-menu.${menu} > button`).first().click()
  const MENUS: Record<string, [menu: string, open: () => Promise<unknown>, doc: object, names: string[]]> = {
    'more of the toolbar': ['cms-menu.more', toolbar('more'), docOf(paragraph('one two')), ['Divider', 'Table', 'Mention', 'Subscript']],
    'kinds of the toolbar': [
      'cms-text-toolbar cms-menu.kind',
      toolbar('kind'),
      docOf(paragraph('one two')),
      ['Heading 2', 'List', 'Quote', 'Code block'],
    ],
    'the block': [
      '.side-tools',
      () => page.writer.press('Alt+Enter'),
      docOf(paragraph('zero'), paragraph('one two')),
      ['Move up', 'Duplicate', 'Heading 2'],
    ],
    'the table': [
      'cms-table-menu',
      () => page.writer.press('Alt+F10'),
      docOf(table),
      ['Add row below', 'Add column after', 'Header row', 'Remove column'],
    ],
  }

  for (const [what, [menu, open, doc, names]] of Object.entries(MENUS))
    for (const [index, name] of names.entries())
      it(`${what}: ${name}${what === 'more of the toolbar' && index === 0 ? '' : ' @long'}`, async () => {
        if (what === 'more of the toolbar') await page.seat.page.setViewportSize({ width: 500, height: 860 })
        await begin(doc)
        await open()
        await chooseAndType(menu, name)
      })

  it('a dialog: the address of an embed @long', async () => {
    await begin(docOf(paragraph('one two')))
    await page.writer.tool('Embed')
    await page.seat.page.getByRole('dialog').getByLabel('Address').fill('https://youtu.be/dQw4w9WgXcQ')
    await page.seat.page.keyboard.press('Enter')
    await page.seat.page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.seat.page.keyboard.press('Z')
    await isWritten('an embed')
  })

  const DIALOGS: [what: string, open: () => Promise<unknown>, name: string][] = [
    ['an embed', () => page.writer.tool('Embed'), 'Embed'],
    ['a picture', () => page.writer.tool('Image'), 'Choose'],
    ['the keys', () => page.writer.press('Control+/'), 'Keyboard'],
    ['a block', () => page.writer.tool('Block: Quote'), 'Quote'],
  ]
  for (const [index, [what, open, name]] of DIALOGS.entries())
    it(`a dialog that Escape closes, before the browser says so: ${what}${index > 0 ? ' @long' : ''}`, async () => {
      const { seat } = page
      await begin(docOf(paragraph('one two')))
      await open()
      await seat.page.getByRole('dialog', { name }).waitFor()
      await holdCloseEvents()
      await seat.page.keyboard.press('Escape')
      await seat.page.keyboard.press('Z')
      await isWritten(what)
      await seat.page.getByRole('dialog').waitFor({ state: 'detached' })
    })

  /** The browser says a second later that a dialog is closed, as on a busy page. */
  const holdCloseEvents = () =>
    page.seat.page.evaluate(`{
      let isHeld = true
      addEventListener('close', (event) => {
        if (!isHeld) return
        event.stopImmediatePropagation()
        setTimeout(() => { isHeld = false; event.target.dispatchEvent(new Event('close')) }, 1000)
      }, { capture: true })
    }`)
})
