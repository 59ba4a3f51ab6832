/** The menu that `/` opens in a text: what it finds, how it is chosen from, and when it stays away. */
import { expect } from 'chai'
import { bullets, docOf, heading, item, paragraph } from '../harness/writing.ts'
import { type Desk, openDesk } from '../harness/writing-desk.ts'

const menu = ({ seat }: Desk) => seat.page.locator('.suggestions')
const options = (desk: Desk) => menu(desk).getByRole('option')
const marked = (desk: Desk) => menu(desk).locator('[aria-selected=true] .grow').textContent()

describe('admin-components: the menu of a text', function () {
  this.timeout(120_000)
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk?.leave())
  afterEach(() => desk.seat.quiet())

  it('turns the block into what is chosen by keyboard, in one step of undo', async () => {
    await desk.begin()
    await desk.writer.type('/')
    await options(desk).first().waitFor()
    await desk.accessible()
    await desk.writer.press('ArrowDown')
    expect(await marked(desk)).to.equal('Heading 2')
    await desk.writer.press('ArrowUp', 'ArrowUp')
    expect(await marked(desk)).to.not.equal('Text')
    await desk.writer.press('ArrowDown', 'ArrowDown', 'Enter')
    await menu(desk).waitFor({ state: 'hidden' })
    await desk.writer.type('Head')
    expect(await desk.kept()).to.deep.equal(docOf(heading(2, 'Head')))
    await desk.writer.press('Control+z', 'Control+z')
    expect(await desk.writer.field.textContent()).to.equal('/')
  })

  it('finds by words, in any order of typing, and by the first letter with a number', async () => {
    await desk.begin()
    for (const [typed, found] of [
      ['num', 'Numbered list'],
      ['list', 'List'],
      ['h3', 'Heading 3'],
      ['heading 4', 'Heading 4'],
      ['quo', 'Quote'],
    ]) {
      await desk.writer.type(`/${typed}`)
      await desk.seat.page.waitForFunction(
        (name) =>
          (document.querySelector('cms-admin') as any).shadowRoot.querySelector('.suggestions [aria-selected=true] .grow')?.textContent ===
          name,
        found,
      )
      await desk.writer.press('Escape')
      await desk.writer.press('Control+a', 'Backspace')
    }
  })

  it('says that nothing fits, and goes away with the next word', async () => {
    await desk.begin()
    await desk.writer.type('/xyz')
    await menu(desk).getByText('Nothing fits').waitFor()
    await desk.accessible()
    await desk.writer.press('Enter')
    await desk.writer.type('next')
    await menu(desk).waitFor({ state: 'hidden' })
    expect(await desk.kept()).to.deep.equal(docOf(paragraph('/xyz'), paragraph('next')))
  })

  it('Escape leaves the slash, and typing goes on', async () => {
    await desk.begin()
    await desk.writer.type('and /')
    await options(desk).first().waitFor()
    await desk.writer.press('Escape')
    await menu(desk).waitFor({ state: 'hidden' })
    await desk.writer.type('or')
    await menu(desk).waitFor({ state: 'hidden' })
    expect(await desk.kept()).to.deep.equal(docOf(paragraph('and /or')))
  })

  it('stays away inside words, addresses and code', async () => {
    await desk.begin()
    for (const text of ['either/or', 'https://example.org/', '`a /']) {
      await desk.writer.type(` ${text}`)
      if (text.startsWith('`')) continue
      expect(await menu(desk).isVisible(), text).to.equal(false)
    }
    await desk.writer.press('Escape', 'Enter')
    await desk.writer.type('``` /')
    expect(await menu(desk).isVisible(), 'a block of code').to.equal(false)
  })

  it('is chosen from by mouse, while the text keeps the focus', async () => {
    await desk.begin()
    await desk.writer.type('/')
    await options(desk)
      .filter({ hasText: /^\s*List/ })
      .click()
    await desk.writer.type('one')
    expect(await desk.kept()).to.deep.equal(docOf(bullets(item(paragraph('one')))))
  })

  it('reads out the marked choice', async () => {
    await desk.begin()
    await desk.writer.type('/quote')
    await desk.seat.page.locator('cms-text-suggestions [role=status]').getByText('Quote, 1 of 1').waitFor()
  })

  it('is inside the window, below the slash or above it', async () => {
    await desk.begin(docOf(...Array.from({ length: 30 }, (_, index) => paragraph(`Line ${index}`))))
    await desk.writer.press('Enter')
    await desk.writer.type('/')
    await options(desk).first().waitFor()
    const [box, size] = [(await menu(desk).boundingBox())!, desk.seat.page.viewportSize()!]
    expect(box.y).to.be.at.least(0)
    expect(box.y + box.height).to.be.at.most(size.height)
    const slash = (await desk.writer.field.locator('.suggesting').boundingBox())!
    expect(box.y >= slash.y + slash.height || box.y + box.height <= slash.y, 'it covers the slash').to.equal(true)
  })

  it('composition goes into the text and not into the menu @long', async () => {
    await desk.begin()
    await desk.writer.type('/')
    await options(desk).first().waitFor()
    await desk.writer.press('Escape')
    const cdp = await desk.seat.context.newCDPSession(desk.seat.page)
    for (const text of ['に', 'にほ', 'にほん', '日本'])
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await cdp.send('Input.insertText', { text: '日本' })
    expect(await desk.kept()).to.deep.equal(docOf(paragraph('/日本')))
  })

  it('speaks Thai, and still finds by English words', async () => {
    const thai = await desk.another({ locale: 'th-TH' })
    await thai.begin()
    await thai.writer.type('/หัว')
    await options(thai).first().waitFor()
    const found = await options(thai).allTextContents()
    await thai.writer.press('Control+a', 'Backspace')
    await thai.writer.type('/heading')
    await options(thai).first().waitFor()
    expect((await options(thai).allTextContents()).length).to.equal(found.length)
    await thai.accessible()
    await thai.leave()
  })
})
