/** How one works with a text: full screen, counts, hints, the list of shortcuts. */
import { expect } from 'chai'
import { docOf, heading, paragraph } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

describe('admin-components: the views of a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  const frame = () => session.seat.page.locator('.rich')

  it('fills the screen and gives it back, while the caret stays where it was @long', async () => {
    await session.begin(docOf(paragraph('one two'), paragraph('three')))
    await session.writer.caret('two')
    await session.writer.press('Control+Shift+f')
    await frame().and(session.seat.page.locator('.full')).waitFor()
    await session.writer.type('and ')
    const size = session.seat.page.viewportSize()!
    expect(await frame().boundingBox()).to.include({ x: 0, y: 0, height: size.height })
    await session.accessible()
    await session.writer.type('/')
    await session.seat.page.locator('.suggestions [role=option]').first().waitFor()
    await session.writer.press('Escape')
    expect(await frame().getAttribute('class')).to.contain('full')
    await session.writer.press('Backspace')
    await session.writer.press('Escape')
    await session.seat.page.locator('.rich:not(.full)').waitFor()
    await session.writer.type('so ')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one and so two'), paragraph('three')))
  })

  it('keeps the line of the caret in sight, below the bars and above the line of counts @long', async () => {
    await session.begin(docOf(...Array.from({ length: 60 }, (_, index) => paragraph(`Line ${index}`))))
    const { writer, seat } = session
    const isInSight = async (what: string) => {
      await seat.page.waitForTimeout(60)
      const [line, top, bottom] = await writer.field.evaluate((root: any) => {
        const { document, innerHeight } = root.ownerDocument.defaultView
        const at = document.getSelection().focusNode
        const frame = root.closest('.galley-surface').assignedSlot.closest('.rich')
        const status = frame.querySelector('cms-text-status').getBoundingClientRect()
        const isFull = frame.classList.contains('full')
        const { top: start, bottom: end } = (at.nodeType === 1 ? at : at.parentElement).getBoundingClientRect()
        return [{ start, end }, frame.querySelector('.top').getBoundingClientRect().bottom, isFull ? status.top : innerHeight]
      })
      expect(line.start, what).to.be.at.least(top)
      expect(line.end, what).to.be.at.most(bottom)
    }
    for (const view of ['in the form', 'in the full screen']) {
      await isInSight(`${view}, at first`)
      await writer.press(...Array.from({ length: 45 }, () => 'ArrowUp'))
      await isInSight(`${view}, upwards`)
      await writer.press('Control+End', 'Enter')
      await isInSight(`${view}, a new line`)
      await writer.type('/div')
      await seat.page.locator('.suggestions [role=option]').first().waitFor()
      await writer.press('Enter')
      await isInSight(`${view}, below something new`)
      if (view === 'in the form') await writer.press('Control+Shift+f')
    }
    await writer.press('Escape')
    await isInSight('back in the form')
  })

  it('keeps the caret, and what is found, above the actions at the bottom of a phone @long', async () => {
    const phone = await session.another({ isPhone: true })
    await phone.begin(docOf(...Array.from({ length: 30 }, (_, index) => paragraph(`Line ${index}`))))
    const actions = () => phone.seat.page.locator('.document > .page-head > .reach').boundingBox()
    await phone.writer.press('Control+Home')
    for (let line = 0; line < 20; line++) {
      await phone.writer.press('ArrowDown')
      await phone.seat.page.waitForTimeout(60)
      const end = await phone.writer.field.evaluate(
        (root: any) => root.ownerDocument.getSelection().focusNode.parentElement.getBoundingClientRect().bottom,
      )
      expect(end).to.be.at.most((await actions())!.y)
    }
    await phone.writer.press('Control+Home', 'Control+f')
    const bar = phone.seat.page.getByRole('search', { name: 'Find in text' })
    await bar.waitFor()
    await phone.writer.type('Line 29')
    await phone.writer.seesFound()
    const { y, height } = (await bar.boundingBox())!
    expect(y + height, 'the bar itself').to.be.at.most((await actions())!.y)
    await phone.leave()
  })

  it('scrolls in the full screen when a block is dragged to its edge @long', async () => {
    await session.begin(docOf(...Array.from({ length: 60 }, (_, index) => paragraph(`Line ${index}`))))
    const { page } = session.seat
    await session.writer.press('Control+Shift+f')
    await session.writer.press('Control+Home')
    await session.writer.field.getByText('Line 1', { exact: true }).hover()
    await page.locator('.side-tools.shown').waitFor()
    const grip = (await page.locator('.side-tools').getByRole('button', { name: 'Block menu' }).boundingBox())!
    const { height } = page.viewportSize()!
    const top = () => frame().evaluate((one) => one.scrollTop)
    const before = await top()
    await page.mouse.move(grip.x + 5, grip.y + 5)
    await page.mouse.down()
    for (let step = 0; step < 20; step++) await page.mouse.move(grip.x + 5, height - 20 - (step % 2))
    expect(await top()).to.be.greaterThan(before + 100)
    await page.mouse.up()
    const { content } = (await session.kept()) as { content: { content: { text: string }[] }[] }
    expect(content.findIndex((one) => one.content[0]!.text === 'Line 1')).to.be.greaterThan(20)
    await session.writer.press('Escape')
  })

  it('saves from the full screen, too @long', async () => {
    await session.begin()
    await session.writer.press('Control+Shift+f')
    await session.writer.type('long')
    await session.writer.press('Control+s')
    await session.seat.page.waitForTimeout(500)
    expect(await session.stored()).to.deep.equal(docOf(paragraph('long')))
    await session.writer.press('Escape')
  })

  it('counts words and characters, of the selection if there is one @long', async () => {
    await session.begin(docOf(heading(2, 'Two words'), paragraph('ภาษาไทย')))
    const counts = frame().locator('.counts')
    await counts.getByText('16 characters · 1 min read').waitFor()
    await session.writer.select('Two')
    await counts.getByText('1 word · 3 characters selected').waitFor()
    await session.writer.press('Control+Home')
    await session.writer.type('x ')
    await counts.getByText('18 characters · 1 min read').waitFor()
  })

  it('says what to do in an empty text, and in an empty block', async () => {
    await session.begin()
    const hint = (place: string) => session.writer.field.locator(place).getAttribute('data-placeholder')
    expect(await hint('p')).to.equal('Start writing, or press / to insert a block')
    await session.writer.type('a')
    await session.writer.press('Enter')
    expect(await hint('p >> nth=1')).to.equal('Press / to insert a block')
    await session.writer.type('## ')
    expect(await hint('h2')).to.equal('Heading 2')
  })

  it('lists the shortcuts of every command, and returns to the text @long', async () => {
    await session.begin(docOf(paragraph('one')))
    await session.writer.press('Control+/')
    const dialog = session.seat.page.getByRole('dialog', { name: 'Keyboard shortcuts for writing' })
    await dialog.waitFor()
    await session.accessible()
    const listed = (await dialog.locator('dd').allTextContents()).map((one) => one.trim())
    expect(listed).to.include.members(['Bold', 'Heading 2', 'Move up', 'Find in text', 'Full screen', 'Block menu', 'Link', 'Undo'])
    await session.writer.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await session.seat.page.waitForTimeout(100)
    await session.writer.press('Control+End')
    await session.writer.type('!')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one!')))
  })

  it('keeps paragraphs apart, in quotes and items as well', async () => {
    const two = (first: string, second: string) => [paragraph(first), paragraph(second)]
    const lists = { type: 'bulletList', content: [{ type: 'listItem', content: two('e', 'f') }] }
    await session.begin(docOf(...two('a', 'b'), { type: 'blockquote', content: two('c', 'd') }, lists))
    const gaps = await session.writer.field.evaluate((root: any) =>
      [...root.querySelectorAll('p + p')].map(
        (one) => one.getBoundingClientRect().top - one.previousSibling.getBoundingClientRect().bottom,
      ),
    )
    expect(gaps.length).to.equal(3)
    expect(Math.min(...gaps), gaps.join()).to.be.greaterThan(4)
  })

  for (const scheme of ['light', 'dark'] as const)
    it(`nothing is hard to read in the ${scheme} scheme @long`, async () => {
      const other = await session.another({ scheme })
      await other.begin(docOf(heading(2, 'Head'), paragraph('words'), { type: 'blockquote', content: [paragraph('said')] }, paragraph()))
      await other.accessible()
      await other.leave()
    })
})
