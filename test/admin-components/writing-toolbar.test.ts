/** The bars of a text: one row at every width, the kind of the block as a menu, and the bar at the selection. */
import { expect } from 'chai'
import { oneIn } from '../harness/depth.ts'
import { createdAsIs } from '../harness/stored-as-is.ts'
import { bullets, docOf, heading, item, paragraph, text, Writer } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

describe('admin-components: the bars of a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    const fields = [
      { name: 'title' },
      { name: 'body', type: 'richText' as const },
      { name: 'note', type: 'richText' as const, features: ['bold' as const, 'italic' as const, 'link' as const] },
    ]
    session = await openSession({ collections: [{ slug: 'posts', useAsTitle: 'title', fields }] })
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet(/400/))

  const bar = ({ seat }: WritingSession, nth = 0) => seat.page.locator('.rich .tools').nth(nth)

  for (const width of oneIn(2, [390, 700, 1280]))
    it(`is one row at ${width} pixels, and the menu has what doesn’t fit @long`, async () => {
      const other = await session.another({ width, isPhone: width < 500 })
      await other.begin(docOf(paragraph('one')))
      await bar(other).getByRole('button', { name: 'Bold', exact: true }).waitFor()
      for (const nth of [0, 1]) {
        const buttons = bar(other, nth).locator('> button, > cms-menu > button')
        const boxes = await Promise.all((await buttons.all()).map((one) => one.boundingBox()))
        expect(new Set(boxes.map((box) => Math.round(box!.y + box!.height / 2))).size, 'rows').to.equal(1)
        const frame = (await bar(other, nth).boundingBox())!
        expect(Math.max(...boxes.map((box) => box!.x + box!.width))).to.be.at.most(frame.x + frame.width + 1)
        if (width < 500) expect(Math.min(...boxes.map((box) => Math.min(box!.width, box!.height)))).to.be.at.least(36)
      }
      await other.writer.tool('Underline')
      await other.writer.type('two')
      await other.accessible()
      expect(await other.kept()).to.deep.equal(docOf(paragraph('one', text('two', 'underline'))))
      await other.leave()
    })

  it('a field with nothing but marks offers no blocks: no menu of kinds, no hint, and / is a character @long', async () => {
    await session.begin()
    const note = new Writer(session.seat, 'Note')
    await note.field.click()
    expect(await note.field.locator('p').getAttribute('data-placeholder')).to.equal('Start writing')
    await note.type('one /')
    await note.press('Enter')
    await note.type('/two')
    const blocks = session.seat.page.locator('.rich').nth(1)
    expect(await blocks.locator('.kind, .side-tools > button:visible').count()).to.equal(0)
    expect(await session.seat.page.getByRole('listbox').count()).to.equal(0)
    expect(await note.field.locator('p').allTextContents()).to.deep.equal(['one /', '/two'])
    await session.accessible()
  })

  it('a block that such a field still holds can become text, and comes back with undo @long', async () => {
    const { site, seat } = session
    const { id } = await createdAsIs(site.cms, 'posts', { title: 'Old', note: docOf(heading(2, 'old'), paragraph('new')) })
    await seat.open(`c/posts/${id}`)
    const note = new Writer(seat, 'Note')
    await note.caret('old')
    await note.tool('Text')
    await note.press('Control+s')
    await seat.saved()
    const stored = async () => ((await site.cms.findById('posts', id)) as any).note
    expect(await stored()).to.deep.equal(docOf(paragraph('old'), paragraph('new')))
    await note.press('Control+z', 'Control+s')
    await seat.sees('This text can’t contain: Heading')
    await note.tool('Text')
    await note.type('very ')
    await note.press('Control+s')
    await seat.saved()
    expect(await stored()).to.deep.equal(docOf(paragraph('very old'), paragraph('new')))
  })

  it('the menu of kinds turns a block into another, out of its list @long', async () => {
    await session.begin(docOf(bullets(item(paragraph('one')), item(paragraph('two')))))
    await session.writer.caret('two', 'after')
    await session.writer.tool('Heading 2')
    await session.writer.type('!')
    expect(await session.kept()).to.deep.equal(docOf(bullets(item(paragraph('one'))), heading(2, 'two!')))
    await session.writer.press('Control+z', 'Control+z')
    expect(await session.kept()).to.deep.equal(docOf(bullets(item(paragraph('one')), item(paragraph('two')))))
  })

  it('Escape in any of its menus goes back to the selection in the text @long', async () => {
    await session.begin(docOf(paragraph('one two')))
    const { seat, writer } = session
    for (const index of [0, 1]) {
      await writer.select('two')
      const menu = bar(session).locator('cms-menu').nth(index)
      await menu.locator('> button').click()
      await menu.locator('[role=menu] button:focus').waitFor()
      await seat.page.keyboard.press('Escape')
      await menu.locator('[role=menu]').waitFor({ state: 'hidden' })
      await seat.page.keyboard.type(`link word ${index} two`)
    }
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one link word 0 link word 1 two')))
  })

  it('stays in sight while a long text is scrolled', async () => {
    await session.begin(docOf(...Array.from({ length: 60 }, (_, index) => paragraph(`Line ${index}`))))
    const head = (await session.seat.page.locator('.page-head').boundingBox())!
    await session.seat.page.waitForFunction(() => scrollY > 200)
    const box = (await bar(session).boundingBox())!
    expect(box.y).to.be.within(head.y + head.height - 2, head.y + head.height + 10)
  })

  it('the bar at the selection comes and goes with it, and does not cover what is selected @long', async () => {
    await session.begin(docOf(paragraph('one'), paragraph('two three')))
    const selection = session.seat.page.getByRole('toolbar', { name: 'Selected text' })
    await session.writer.select('three')
    await selection.waitFor()
    await session.accessible()
    const [box, words] = [(await selection.boundingBox())!, (await session.writer.field.locator('p').nth(1).boundingBox())!]
    expect(box.y + box.height <= words.y + 4 || box.y >= words.y + words.height - 4).to.equal(true)
    await selection.getByRole('button', { name: 'Bold' }).click()
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one'), paragraph('two ', text('three', 'bold'))))
    await session.writer.press('Escape')
    await selection.waitFor({ state: 'hidden' })
    await session.writer.press('ArrowRight')
    await session.writer.select('one')
    await selection.waitFor()
    await session.writer.press('ArrowRight')
    await selection.waitFor({ state: 'hidden' })
  })
})
