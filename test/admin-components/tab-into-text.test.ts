/** Tab from the field before a text goes into the words; its toolbar comes after them, and letters that meet a button of it go into the text. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: Tab into a text', function () {
  this.timeout(120_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open({}, {})
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const press = (...keys: string[]) => page.writer.press(...keys)
  const type = (words: string) => page.writer.type(words)
  const isInToolbar = () =>
    page.seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.activeElement?.closest('cms-text-toolbar') !== null`)

  for (const [what, width] of [
    ['on a wide screen', 1280],
    ['on a phone', 390],
  ] as const)
    it(`title, Tab, write ${what}; Tab goes on to the toolbar and below it, and Shift+Tab comes back`, async () => {
      await page.seat.page.setViewportSize({ width, height: 860 })
      await page.write()
      await page.seat.page.getByRole('textbox', { name: 'Title' }).focus()
      await press('Tab')
      await type('one two')
      await page.shows(docOf(paragraph('one two')), 'after Tab')
      await press('Tab')
      expect(await isInToolbar()).to.equal(true)
      await press('Tab', 'Shift+Tab')
      expect(await isInToolbar()).to.equal(true)
      await press('Shift+Tab')
      await type(' three')
      await page.shows(docOf(paragraph('one two three')), 'after Shift+Tab')
      await press('Shift+Tab')
      expect(
        await page.seat.page.getByRole('textbox', { name: 'Title' }).evaluate((one: any) => one.getRootNode().activeElement === one),
      ).to.equal(true)
      await press('Tab', 'Alt+F10', 'ArrowRight')
      await type('x y')
      await page.shows(docOf(paragraph('one two threex y')), 'typed over a button')
      const [toolbar, text] = await Promise.all(
        [await page.writer.toolbar(), page.writer.field].map(async (one) => (await one.boundingBox())!),
      )
      expect(toolbar!.y + toolbar!.height, 'the toolbar is above the text').to.be.at.most(text!.y)
    })

  it('from the first field of a block into its text', async () => {
    await page.seat.page.setViewportSize({ width: 1280, height: 860 })
    await page.write(docOf(paragraph('one')))
    await page.writer.tool('Block: Quote')
    const form = page.seat.page.getByRole('dialog')
    await form.getByLabel('By').focus()
    await press('Tab')
    await type('inner text here')
    await press('Control+Enter', 'Escape')
    const said = async () => JSON.stringify(await page.value())
    for (let tries = 0; tries < 40 && !(await said()).includes('inner text here'); tries++) await page.seat.page.waitForTimeout(25)
    expect(await said()).to.contain('inner text here')
  })
})
