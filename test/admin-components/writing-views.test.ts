/** How one works with a text: full screen, counts, hints, the list of shortcuts. */
import { expect } from 'chai'
import { docOf, heading, paragraph } from '../harness/writing.ts'
import { type Desk, openDesk } from '../harness/writing-desk.ts'

describe('admin-components: the views of a text', function () {
  this.timeout(120_000)
  let desk: Desk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk?.leave())
  afterEach(() => desk.seat.quiet())

  const frame = () => desk.seat.page.locator('.rich')

  it('fills the screen and gives it back, while the caret stays where it was', async () => {
    await desk.begin(docOf(paragraph('one two'), paragraph('three')))
    await desk.writer.caret('two')
    await desk.writer.press('Control+Shift+f')
    await frame().and(desk.seat.page.locator('.full')).waitFor()
    await desk.writer.type('and ')
    const size = desk.seat.page.viewportSize()!
    expect(await frame().boundingBox()).to.include({ x: 0, y: 0, height: size.height })
    await desk.accessible()
    await desk.writer.type('/')
    await desk.seat.page.locator('.suggestions [role=option]').first().waitFor()
    await desk.writer.press('Escape')
    expect(await frame().getAttribute('class')).to.contain('full')
    await desk.writer.press('Backspace')
    await desk.writer.press('Escape')
    await desk.seat.page.locator('.rich:not(.full)').waitFor()
    await desk.writer.type('so ')
    expect(await desk.kept()).to.deep.equal(docOf(paragraph('one and so two'), paragraph('three')))
  })

  it('saves from the full screen, too', async () => {
    await desk.begin()
    await desk.writer.press('Control+Shift+f')
    await desk.writer.type('long')
    await desk.writer.press('Control+s')
    await desk.seat.page.waitForTimeout(500)
    expect(await desk.stored()).to.deep.equal(docOf(paragraph('long')))
    await desk.writer.press('Escape')
  })

  it('counts words and characters, of the selection if there is one', async () => {
    await desk.begin(docOf(heading(2, 'Two words'), paragraph('ภาษาไทย')))
    const counts = frame().locator('.counts')
    await counts.getByText('16 characters · 1 min read').waitFor()
    await desk.writer.select('Two')
    await counts.getByText('1 word · 3 characters selected').waitFor()
    await desk.writer.press('Control+Home')
    await desk.writer.type('x ')
    await counts.getByText('18 characters · 1 min read').waitFor()
  })

  it('says what to do in an empty text, and in an empty block', async () => {
    await desk.begin()
    const hint = (place: string) => desk.writer.field.locator(place).getAttribute('data-placeholder')
    expect(await hint('p')).to.equal('Start writing, or press / to insert a block')
    await desk.writer.type('a')
    await desk.writer.press('Enter')
    expect(await hint('p >> nth=1')).to.equal('Press / to insert a block')
    await desk.writer.type('## ')
    expect(await hint('h2')).to.equal('Heading 2')
  })

  it('lists the shortcuts of every command, and returns to the text', async () => {
    await desk.begin(docOf(paragraph('one')))
    await desk.writer.press('Control+/')
    const dialog = desk.seat.page.getByRole('dialog', { name: 'Keyboard shortcuts for writing' })
    await dialog.waitFor()
    await desk.accessible()
    const listed = (await dialog.locator('dd').allTextContents()).map((one) => one.trim())
    expect(listed).to.include.members(['Bold', 'Heading 2', 'Move up', 'Find in text', 'Full screen', 'Block menu', 'Link', 'Undo'])
    await desk.writer.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await desk.seat.page.waitForTimeout(100)
    await desk.writer.press('Control+End')
    await desk.writer.type('!')
    expect(await desk.kept()).to.deep.equal(docOf(paragraph('one!')))
  })

  for (const scheme of ['light', 'dark'] as const)
    it(`nothing is hard to read in the ${scheme} scheme`, async () => {
      const other = await desk.another({ scheme })
      await other.begin(docOf(heading(2, 'Head'), paragraph('words'), { type: 'blockquote', content: [paragraph('said')] }, paragraph()))
      await other.accessible()
      await other.leave()
    })
})
