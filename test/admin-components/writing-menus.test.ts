/** The menu that `/` opens in a text: what it finds, how it is chosen from, and when it stays away. */
import { expect } from 'chai'
import { bullets, docOf, heading, item, paragraph } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const menu = ({ seat }: WritingSession) => seat.page.locator('.suggestions')
const options = (session: WritingSession) => menu(session).getByRole('option')
const marked = (session: WritingSession) => menu(session).locator('[aria-selected=true] .grow').textContent()

describe('admin-components: the menu of a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  it('turns the block into what is chosen by keyboard, in one step of undo @long', async () => {
    await session.begin()
    await session.writer.type('/')
    await options(session).first().waitFor()
    await session.accessible()
    await session.writer.press('ArrowDown')
    expect(await marked(session)).to.equal('Heading 1')
    await session.writer.press('ArrowUp', 'ArrowUp')
    expect(await marked(session)).to.not.equal('Text')
    await session.writer.press('ArrowDown', 'ArrowDown', 'Enter')
    await menu(session).waitFor({ state: 'hidden' })
    await session.writer.type('Head')
    expect(await session.kept()).to.deep.equal(docOf(heading(1, 'Head')))
    await session.writer.press('Control+z', 'Control+z')
    expect(await session.writer.field.textContent()).to.equal('/')
  })

  it('finds by words, in any order of typing, and by the first letter with a number @long', async () => {
    await session.begin()
    for (const [typed, found] of [
      ['num', 'Numbered list'],
      ['list', 'List'],
      ['h3', 'Heading 3'],
      ['heading 4', 'Heading 4'],
      ['quo', 'Quote'],
      ['picture', 'Image'],
      ['photo', 'Image'],
      ['todo', 'Task list'],
      ['separator', 'Divider'],
    ]) {
      await session.writer.type(`/${typed}`)
      await session.seat.page.waitForFunction(
        (name) =>
          (document.querySelector('cms-admin') as any).shadowRoot.querySelector('.suggestions [aria-selected=true] .grow')?.textContent ===
          name,
        found,
      )
      await session.writer.press('Escape')
      await session.writer.press('Control+a', 'Backspace')
    }
  })

  it('says that nothing fits, and goes away with the next word @long', async () => {
    await session.begin()
    await session.writer.type('/xyz')
    await menu(session).getByText('Nothing fits').waitFor()
    await session.accessible()
    await session.writer.press('Enter')
    await session.writer.type('next')
    await menu(session).waitFor({ state: 'hidden' })
    expect(await session.kept()).to.deep.equal(docOf(paragraph('/xyz'), paragraph('next')))
  })

  it('Escape leaves the slash, and typing goes on', async () => {
    await session.begin()
    await session.writer.type('and /')
    await options(session).first().waitFor()
    await session.writer.press('Escape')
    await menu(session).waitFor({ state: 'hidden' })
    await session.writer.type('or')
    await menu(session).waitFor({ state: 'hidden' })
    expect(await session.kept()).to.deep.equal(docOf(paragraph('and /or')))
  })

  it('stays away inside words, addresses and code @long', async () => {
    await session.begin()
    for (const text of ['either/or', 'https://example.org/', '`a /']) {
      await session.writer.type(` ${text}`)
      if (text.startsWith('`')) continue
      expect(await menu(session).isVisible(), text).to.equal(false)
    }
    await session.writer.press('Escape', 'Enter')
    await session.writer.type('``` /')
    expect(await menu(session).isVisible(), 'a block of code').to.equal(false)
  })

  it('is chosen from by mouse, while the text keeps the focus', async () => {
    await session.begin()
    await session.writer.type('/')
    await options(session)
      .filter({ hasText: /^\s*List/ })
      .click()
    await session.writer.type('one')
    expect(await session.kept()).to.deep.equal(docOf(bullets(item(paragraph('one')))))
  })

  it('reads out the marked choice', async () => {
    await session.begin()
    await session.writer.type('/quote')
    await session.seat.page.locator('cms-text-suggestions [role=status]').getByText('Quote, 1 of 1').waitFor()
  })

  it('is inside the window, below the slash or above it', async () => {
    await session.begin(docOf(...Array.from({ length: 30 }, (_, index) => paragraph(`Line ${index}`))))
    await session.writer.press('Enter')
    await session.writer.type('/')
    await options(session).first().waitFor()
    const [box, size] = [(await menu(session).boundingBox())!, session.seat.page.viewportSize()!]
    expect(box.y).to.be.at.least(0)
    expect(box.y + box.height).to.be.at.most(size.height)
    const slash = (await session.writer.field.locator('.suggesting').boundingBox())!
    expect(box.y >= slash.y + slash.height || box.y + box.height <= slash.y, 'it covers the slash').to.equal(true)
  })

  it('composition goes into the text and not into the menu @long', async () => {
    await session.begin()
    await session.writer.type('/')
    await options(session).first().waitFor()
    await session.writer.press('Escape')
    const cdp = await session.seat.context.newCDPSession(session.seat.page)
    for (const text of ['に', 'にほ', 'にほん', '日本'])
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await cdp.send('Input.insertText', { text: '日本' })
    expect(await session.kept()).to.deep.equal(docOf(paragraph('/日本')))
  })

  it('speaks Thai, and still finds by English words @long', async () => {
    const thai = await session.another({ locale: 'th-TH' })
    await thai.seat.page.addInitScript(() => localStorage.setItem('galley:language', 'th'))
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
