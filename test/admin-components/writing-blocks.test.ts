/** Blocks as a whole: moved, dragged, duplicated, deleted and turned into others, by keyboard and by mouse. */
import { expect } from 'chai'
import { bullets, docOf, heading, item, numbers, paragraph } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const list = (...names: string[]) => bullets(...names.map((name) => item(paragraph(name))))
const [up, down] = ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown']

interface Move {
  name: string
  before: object
  at: string
  keys: string[]
  after: object
}

const MOVES: Move[] = [
  {
    name: 'a paragraph past its neighbour and back',
    before: docOf(paragraph('one'), heading(2, 'two'), paragraph('three')),
    at: 'one',
    keys: [down, down, up],
    after: docOf(heading(2, 'two'), paragraph('one'), paragraph('three')),
  },
  {
    name: 'no further than the ends',
    before: docOf(paragraph('one'), paragraph('two')),
    at: 'two',
    keys: [up, up, up],
    after: docOf(paragraph('two'), paragraph('one')),
  },
  {
    name: 'an item within its list',
    before: docOf(list('one', 'two', 'three')),
    at: 'three',
    keys: [up],
    after: docOf(list('one', 'three', 'two')),
  },
  {
    name: 'an item out of its list, past the block before it',
    before: docOf(paragraph('zero'), list('one', 'two')),
    at: 'one',
    keys: [up],
    after: docOf(list('one'), paragraph('zero'), list('two')),
  },
  {
    name: 'the only item with its list',
    before: docOf(paragraph('zero'), list('one'), paragraph('two')),
    at: 'one',
    keys: [down],
    after: docOf(paragraph('zero'), paragraph('two'), list('one')),
  },
  {
    name: 'an item out of a list inside an item',
    before: docOf(bullets(item(paragraph('one'), list('inner', 'other')), item(paragraph('two')))),
    at: 'other',
    keys: [down],
    after: docOf(bullets(item(paragraph('one'), list('inner')), item(paragraph('other')), item(paragraph('two')))),
  },
  {
    name: 'a copy below, with the caret in it',
    before: docOf(paragraph('one'), paragraph('two')),
    at: 'one',
    keys: ['Control+d', 'End', '!'],
    after: docOf(paragraph('one'), paragraph('one!'), paragraph('two')),
  },
  {
    name: 'and deletes one',
    before: docOf(paragraph('one'), list('two', 'three')),
    at: 'two',
    keys: ['Control+Shift+Backspace'],
    after: docOf(paragraph('one'), list('three')),
  },
]

describe('admin-components: blocks of a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  for (const { name, before, at, keys, after } of MOVES)
    it(`moves ${name} @long`, async () => {
      await session.begin(before)
      await session.writer.caret(at)
      await session.writer.press(...keys)
      expect(await session.kept()).to.deep.equal(after)
    })

  it('one undo takes a move back, and the caret stays in its word @long', async () => {
    await session.begin(docOf(paragraph('one'), paragraph('two words')))
    await session.writer.caret('words')
    await session.writer.press(up)
    await session.writer.type('more ')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('two more words'), paragraph('one')))
    await session.writer.press('Control+z', 'Control+z')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one'), paragraph('two words')))
  })

  it('the menu of a block, by keyboard alone @long', async () => {
    await session.begin(docOf(paragraph('one'), paragraph('two')))
    await session.writer.caret('one')
    await session.writer.press('Alt+Enter')
    const entry = (name: string) => session.seat.page.locator('.side-tools [role^=menuitem]').filter({ hasText: name })
    await entry('Heading 3').waitFor()
    await session.accessible()
    expect(await entry('Move up').isDisabled()).to.equal(true)
    await entry('Heading 3').focus()
    await session.writer.press('Enter')
    await session.writer.type('X')
    expect(await session.kept()).to.deep.equal(docOf(heading(3, 'Xone'), paragraph('two')))
    await session.writer.press('Alt+Enter')
    await entry('Duplicate').waitFor()
    await session.writer.press('Escape')
    await session.writer.type('Y')
    expect(await session.kept()).to.deep.equal(docOf(heading(3, 'XYone'), paragraph('two')))
  })

  const grip = () => session.seat.page.locator('.side-tools').getByRole('button', { name: 'Block menu' })
  async function drag(from: string, to: string, part: number): Promise<void> {
    const { page } = session.seat
    const block = (text: string) => session.writer.field.locator('p, h1, h2, h3, h4').filter({ hasText: text }).first()
    await block(from).hover()
    await page.locator('.side-tools.shown').waitFor()
    const [start, end] = [(await grip().boundingBox())!, (await block(to).boundingBox())!]
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(end.x + 20, end.y + end.height * part, { steps: 6 })
    await page.mouse.up()
  }

  it('drags a block to another place @long', async () => {
    await session.begin(docOf(paragraph('one'), heading(2, 'two'), paragraph('three')))
    await drag('three', 'one', 0.1)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('three'), paragraph('one'), heading(2, 'two')))
    await drag('three', 'two', 0.95)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one'), heading(2, 'two'), paragraph('three')))
  })

  /** Where words are on the screen. */
  const placeOf = (words: string) =>
    session.writer.field.evaluate((root: any, words: string) => {
      const texts = root.ownerDocument.createTreeWalker(root, 4)
      while (texts.nextNode()) {
        const at = texts.currentNode.data.indexOf(words)
        if (at === -1) continue
        const range = root.ownerDocument.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + words.length)
        const { left, top, width, height } = range.getBoundingClientRect()
        return { left, middle: left + width / 2, y: top + height / 2 }
      }
      throw new Error(words)
    }, words)

  it('words that are dragged into others take nothing else with them @long', async () => {
    const { page } = session.seat
    for (const [first, rest] of [
      [heading(2, 'head tail'), heading(2, 'head ')],
      [list('head tail'), list('head ')],
    ] as const) {
      await session.begin(docOf(first, paragraph('words')))
      await session.writer.select('tail')
      const [from, to] = [await placeOf('tail'), await placeOf('words')]
      await page.mouse.move(from.middle, from.y)
      await page.mouse.down()
      await page.mouse.move(to.left + 1, to.y, { steps: 6 })
      await page.mouse.up()
      expect(await session.kept()).to.deep.equal(docOf(rest, paragraph('tailwords')))
    }
  })

  it('words that are dragged into an input stay in the text, and are in both @long', async () => {
    const { page } = session.seat
    await session.begin(docOf(paragraph('alpha beta gamma')))
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('so ')
    await session.writer.select('beta')
    const [from, to] = [await placeOf('beta'), (await title.boundingBox())!]
    await page.mouse.move(from.middle, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 30, to.y + to.height / 2, { steps: 6 })
    await page.mouse.up()
    await title.and(page.locator(':focus')).waitFor()
    expect((await title.inputValue()).trim()).to.match(/^so +beta$/)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('alpha beta gamma')))
  })

  it('the bar of a selection makes room for where its words are dropped @long', async () => {
    const { page } = session.seat
    await session.begin(docOf(paragraph('alpha beta gamma'), paragraph('second'), paragraph('third')))
    await session.writer.select('beta')
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await bar.waitFor()
    const [from, to] = [await placeOf('beta'), await placeOf('second')]
    await page.mouse.move(from.middle, from.y)
    await page.mouse.down()
    await page.mouse.move(from.middle + 8, from.y + 4, { steps: 4 })
    await bar.waitFor({ state: 'hidden' })
    await page.mouse.move(to.left + 1, to.y, { steps: 6 })
    await page.mouse.up()
    await bar.waitFor()
    expect(await session.kept()).to.deep.equal(docOf(paragraph('alpha  gamma'), paragraph('betasecond'), paragraph('third')))
  })

  it('a block that is dropped on itself stays, and no line shows @long', async () => {
    const lines = docOf(paragraph('one'), list('two', 'three'), paragraph('four'))
    await session.begin(lines)
    const { page } = session.seat
    for (const words of ['one', 'two', 'three', 'four'])
      for (const [x, y] of [
        [0, 8],
        [0, -6],
        [60, 0],
      ] as const) {
        await session.writer.field.getByText(words, { exact: true }).hover()
        await page.locator('.side-tools.shown').waitFor()
        const at = (await grip().boundingBox())!
        const start = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
        await page.mouse.move(start.x, start.y)
        await page.mouse.down()
        await page.mouse.move(start.x, start.y + 90, { steps: 3 })
        await page.mouse.move(start.x + x, start.y + y, { steps: 3 })
        expect(await page.locator('cms-text-side > .drop').isVisible(), `${words} ${x} ${y}`).to.equal(false)
        await page.mouse.up()
        expect(await page.locator('.side-tools .menu').isVisible()).to.equal(false)
      }
    await session.writer.type('!')
    expect(JSON.stringify(await session.kept()).replace('!', '')).to.equal(JSON.stringify(lines))
  })

  it('drags an item into another list, and out of every list @long', async () => {
    await session.begin(docOf(list('one', 'two'), paragraph('between'), list('three')))
    await drag('one', 'three', 0.1)
    expect(await session.kept()).to.deep.equal(docOf(list('two'), paragraph('between'), list('one', 'three')))
    await drag('two', 'between', 0.9)
    expect((await session.kept()) as object).to.deep.include({ type: 'doc' })
  })

  it('the plus at the side opens the menu in an empty block below', async () => {
    await session.begin(docOf(paragraph('one'), numbers(item(paragraph('two')))))
    await session.writer.field.locator('p').first().hover()
    await session.seat.page.getByRole('button', { name: 'Insert below' }).click()
    await session.writer.type('quote')
    await session.seat.page.locator('.suggestions [role=option]').filter({ hasText: 'Quote' }).click()
    await session.writer.type('said')
    expect(await session.kept()).to.deep.equal(
      docOf(paragraph('one'), { type: 'blockquote', content: [paragraph('said')] }, numbers(item(paragraph('two')))),
    )
  })

  const INSERTED: [what: string, option: string, type: string][] = [
    ['Divider', 'divider', 'horizontalRule'],
    ['Table', 'table', 'table'],
  ]
  const LISTS: [what: string, kind: string, item: string, sub: object[]][] = [
    ['a list', 'bulletList', 'listItem', []],
    ['tasks', 'taskList', 'taskItem', []],
    ['an item with a list in it', 'bulletList', 'listItem', [list('sub')]],
  ]
  for (const [index, [what, kind, itemType, sub]] of LISTS.entries())
    for (const [name, option, type] of INSERTED)
      it(`the plus at ${what} puts ${name} into its item, and words into a new one${index > 0 || name === 'Table' ? ' @long' : ''}`, async () => {
        const entry = (...content: object[]) => ({ type: itemType, content })
        const listed = (...items: object[]) => ({ type: kind, content: items })
        await session.begin(docOf(listed(entry(paragraph('one'), ...sub), entry(paragraph('two')))))
        const plus = async () => {
          await session.writer.field.getByText('one', { exact: true }).hover()
          await session.seat.page.getByRole('button', { name: 'Insert below' }).click()
        }
        await plus()
        await session.writer.type(option)
        await session.seat.page.locator('.suggestions [role=option]').filter({ hasText: name }).first().click()
        const placed = (await session.kept()) as any
        const [first, second, ...rest] = placed.content[0].content
        expect([first.content.map((one: any) => one.type), second, rest]).to.deep.equal([
          ['paragraph', ...(sub.length > 0 ? ['bulletList'] : []), type, ...(type === 'table' ? [] : ['paragraph'])],
          entry(paragraph('two')),
          [],
        ])
        await session.begin(docOf(listed(entry(paragraph('one'), ...sub), entry(paragraph('two')))))
        await plus()
        await session.writer.press('Backspace')
        await session.writer.type('new')
        expect(await session.kept()).to.deep.equal(
          docOf(listed(entry(paragraph('one'), ...sub), entry(paragraph('new')), entry(paragraph('two')))),
        )
      })
})
