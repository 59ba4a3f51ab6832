/** Hebrew and Arabic in a text: each paragraph, list, quote and table runs in the direction of its first words. */
import { expect } from 'chai'
import { bullets, docOf, item, paragraph } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const SHALOM = 'שלום עולם'
const MARHABA = 'مرحبا بالعالم'
const quote = (...content: object[]) => ({ type: 'blockquote', content })
const tasks = (words: string) => ({ type: 'taskList', content: [{ type: 'taskItem', content: [paragraph(words)] }] })
const table = (...words: string[]) => ({
  type: 'table',
  content: [{ type: 'tableRow', content: words.map((one) => ({ type: 'tableCell', content: [paragraph(one)] })) }],
})

describe('admin-components: text from right to left', function () {
  this.timeout(60_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  /** How far the words of the first element with this text are from the left and from the right of what they are in. */
  const gaps = (words: string, inside: string): Promise<{ left: number; right: number }> =>
    session.writer.field.evaluate(
      (root: any, { words, inside }) => {
        const { document } = root.ownerDocument.defaultView
        const walker = document.createTreeWalker(root, 4)
        while (walker.nextNode()) {
          if (!walker.currentNode.data.includes(words)) continue
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          const [text, frame] = [range.getBoundingClientRect(), walker.currentNode.parentElement.closest(inside).getBoundingClientRect()]
          return { left: text.left - frame.left, right: frame.right - text.right }
        }
        throw new Error(`'${words}' is not in the text`)
      },
      { words, inside },
    )
  const isAtRight = async (words: string, inside = 'p') => {
    const { left, right } = await gaps(words, inside)
    expect(left, `${words} is at the left: ${left}, ${right}`).to.be.greaterThan(right + 20)
  }
  const isAtLeft = async (words: string, inside = 'p') => {
    const { left, right } = await gaps(words, inside)
    expect(right, `${words} is at the right: ${left}, ${right}`).to.be.greaterThan(left + 20)
  }
  const directionOf = (tag: string, nth = 0) =>
    session.writer.field
      .locator(tag)
      .nth(nth)
      .evaluate((one: any) => getComputedStyle(one).direction)

  it('paragraphs and headings are next to each other in both directions; what is stored says nothing of it @long', async () => {
    await session.begin()
    await session.writer.type('English')
    await session.writer.press('Enter')
    await session.writer.type(SHALOM)
    await session.writer.press('Enter')
    await session.writer.type(`## ${MARHABA}`)
    await isAtLeft('English')
    await isAtRight(SHALOM)
    await isAtRight(MARHABA, 'h2')
    expect(await session.kept()).to.deep.equal(
      docOf(paragraph('English'), paragraph(SHALOM), { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: MARHABA }] }),
    )
  })

  it('lists, tasks, quotes and tables turn around with their first words @long', async () => {
    await session.begin(
      docOf(bullets(item(paragraph(SHALOM)), item(paragraph('English'))), tasks(MARHABA), quote(paragraph(SHALOM)), table(MARHABA, 'b')),
    )
    for (const tag of ['ul', 'ul[data-type=taskList]', 'blockquote', 'table']) expect(await directionOf(tag), tag).to.equal('rtl')
    await isAtRight(SHALOM, 'li')
    const [box, words] = [session.writer.field.locator('input[type=checkbox]'), session.writer.field.locator('li p').getByText(MARHABA)]
    expect((await box.boundingBox())!.x).to.be.greaterThan((await words.boundingBox())!.x)
    const [first, second] = [session.writer.field.locator('td').first(), session.writer.field.locator('td').last()]
    expect((await first.boundingBox())!.x).to.be.greaterThan((await second.boundingBox())!.x)
    await session.accessible()
  })

  it('a table that is wider than the text keeps its words whole, and begins with its first column @long', async () => {
    const heads = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
    for (const first of [MARHABA, 'Header a']) {
      await session.begin(docOf(table(first, ...heads)))
      const cells = session.writer.field.locator('td')
      const [cell, frame] = [(await cells.first().boundingBox())!, (await session.writer.field.locator('.tableWrapper').boundingBox())!]
      expect(cell.x, first).to.be.at.least(frame.x - 1)
      expect(cell.x + cell.width, first).to.be.at.most(frame.x + frame.width + 1)
      const words = cells.nth(1).locator('p')
      expect(
        await words.evaluate((one: any) => one.getClientRects().length && one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)),
      ).to.be.below(1.5)
    }
  })

  it('a column is resized at its left border, where it ends, and the menu of the table is at the end of the row @long', async () => {
    await session.begin(docOf(table(MARHABA, 'b', 'c')))
    const { page } = session.seat
    const first = session.writer.field.locator('td').first()
    await first.click()
    const menu = page.locator('cms-table-menu')
    expect((await menu.boundingBox())!.x).to.be.lessThan((await first.boundingBox())!.x - 100)
    const drag = async (border: 'left' | 'right', cell: number, by: number) => {
      const box = (await session.writer.field.locator('td').nth(cell).boundingBox())!
      const x = border === 'left' ? box.x + 2 : box.x + box.width - 2
      await page.mouse.move(x, box.y + 5)
      await page.mouse.down()
      await page.mouse.move(x + by, box.y + 5, { steps: 4 })
      await page.mouse.up()
      return Math.round(box.width)
    }
    const widths = async () => {
      const { content } = (await session.kept()) as any
      return content[0].content[0].content.map(({ attrs }: any) => attrs?.colwidth?.[0] ?? null)
    }
    const before = await drag('left', 0, -40)
    const [wide] = await widths()
    expect(wide).to.be.closeTo(before + 40, 3)
    // The right border of the second column is the left one of the first.
    await drag('right', 1, 30)
    const [narrow, ...others] = await widths()
    expect([narrow, ...others]).to.deep.equal([narrow, null, null])
    expect(narrow).to.be.closeTo(wide - 30, 3)
  })

  it('a list that is typed turns as soon as it has words, and an English one stays @long', async () => {
    await session.begin()
    await session.writer.type('- one')
    expect(await directionOf('ul')).to.equal('ltr')
    await session.writer.press('Control+a', 'Backspace')
    await session.writer.type(`- ${SHALOM}`)
    expect(await directionOf('ul')).to.equal('rtl')
    await session.writer.press('Enter')
    await session.writer.type(MARHABA)
    expect(await session.kept()).to.deep.equal(docOf(bullets(item(paragraph(SHALOM)), item(paragraph(MARHABA)))))
  })

  it('code stays from left to right', async () => {
    await session.begin(docOf({ type: 'codeBlock', content: [{ type: 'text', text: `"${SHALOM}"` }] }))
    await isAtLeft(SHALOM, 'pre')
  })
})
