/** Finding and replacing in a text. */
import { expect } from 'chai'
import { placesOf, similar } from '../../admin-components/fields/rich-text/similar-text.ts'
import { docOf, heading, paragraph, text } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const story = docOf(heading(2, 'The sea'), paragraph('the sea, ', text('The', 'bold'), ' land and the sky'), paragraph('a.b (c) ทะเล'))

/** Words, a text, and what of it is found. */
const FOUND: [words: string, text: string, found: string[]][] = [
  ['non breaking', 'a non\u00a0breaking, non\u202fbreaking and non breaking', ['non\u00a0breaking', 'non\u202fbreaking', 'non breaking']],
  ["it's", "it’s It's its", ['it’s', "It's"]],
  ['“a”', 'say "a", „A“', ['"a"', '„A“']],
  ['istanbul', 'İstanbul, ISTANBUL', ['İstanbul', 'ISTANBUL']],
  ['İstanbul', 'istanbul', ['istanbul']],
  ['café', 'café, cafe\u0301 and cafe', ['café', 'cafe\u0301']],
  ['cafe\u0301', 'café', ['café']],
  ['cafe', 'cafe\u0301 café', []],
  ['syllable', 'a syl\u00adla\u00adble', ['syl\u00adla\u00adble']],
  ['οδος', 'ΟΔΟΣ', ['ΟΔΟΣ']],
  ['ท', 'ที่ ทะเล', ['ท']],
  ['ที่', 'ที่ ทะเล', ['ที่']],
  ['क', 'कि क', ['क']],
  ['👨', 'family 👨‍👩‍👧 👨 x', ['👨']],
  ['👨‍👩‍👧', 'family 👨‍👩‍👧 👨 x', ['👨‍👩‍👧']],
  ['👍', '👍🏽 👍', ['👍']],
  ['🇹', '🇹🇭', []],
  ['ㅎ', '하', []],
  ['e', 'e\u0301e', ['e']],
  ['aa', 'aa\u0301aaa', ['aa']],
  ['😀b', 'a😀B 😀', ['😀B']],
  ['aa', 'aaaaa', ['aa', 'aa']],
  ['', 'a', []],
]

describe('admin-components: words that look the same', () => {
  for (const [words, text, found] of FOUND)
    it(`${words} in ${text}`, () => {
      const places = placesOf(words, similar(text), false)
      expect(places.map(({ from, to }) => text.slice(from, to))).to.deep.equal(found)
    })

  it('in the same case only', () => {
    const text = 'The sea, the\u00a0sea, İ'
    expect(placesOf('the sea', similar(text), true)).to.deep.equal([{ from: 9, to: 16 }])
    expect(placesOf('i', similar(text), true)).to.deep.equal([])
  })
})

describe('admin-components: finding in a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  const bar = () => session.seat.page.getByRole('search', { name: 'Find in text' })
  const said = (words: string) => bar().getByText(words, { exact: true }).waitFor()
  const marks = () => session.writer.field.locator('.found').allTextContents()

  async function find(words: string): Promise<void> {
    await session.writer.press('Control+f')
    await bar().waitFor()
    await session.writer.press('Control+a')
    await session.writer.type(words)
  }

  it('marks every place, goes through them around the ends, and starts at the caret @long', async () => {
    await session.begin(story)
    await session.writer.caret('land')
    await find('the')
    await said('4 of 4')
    expect(await marks()).to.deep.equal(['The', 'the', 'The', 'the'])
    await session.accessible()
    await session.writer.press('Enter')
    await said('1 of 4')
    await session.writer.press('Shift+Enter', 'Shift+Enter')
    await said('3 of 4')
    expect(await session.writer.field.locator('.found.current').textContent()).to.equal('The')
    await session.writer.press('Escape')
    await bar().waitFor({ state: 'detached' })
    expect(await marks()).to.deep.equal([])
    await session.writer.type('A')
    expect(await session.kept()).to.deep.equal(
      docOf(heading(2, 'The sea'), paragraph('the sea, ', text('A', 'bold'), ' land and the sky'), paragraph('a.b (c) ทะเล')),
    )
  })

  it('brings each place into view, below the bars @long', async () => {
    await session.begin(docOf(...Array.from({ length: 60 }, (_, n) => paragraph(n % 29 === 1 ? 'a needle' : `hay ${n}`))))
    await session.writer.press('Control+Home')
    await find('needle')
    for (const place of ['1 of 3', '2 of 3', '3 of 3', '1 of 3']) {
      await said(place)
      await session.writer.seesFound()
      await bar().getByRole('button', { name: 'Next' }).click()
    }
  })

  it('what is found can be read in the dark, also in a link and in a task that is done @long', async () => {
    const linked = { type: 'text', marks: [{ type: 'link', attrs: { href: '/a' } }], text: 'sea' }
    const done = { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [paragraph('sea')] }] }
    await session.begin(docOf(paragraph(linked, ', sea'), done))
    await session.seat.page.emulateMedia({ colorScheme: 'dark' })
    await find('sea')
    await said('1 of 3')
    await session.accessible()
    await session.writer.press('Escape')
    await session.seat.page.emulateMedia({ colorScheme: 'light' })
  })

  it('matches case, other scripts, and characters that patterns use @long', async () => {
    await session.begin(story)
    await find('The')
    await bar().getByRole('button', { name: 'Match case' }).click()
    await said('1 of 2')
    await bar().getByRole('button', { name: 'Match case' }).click()
    await said('1 of 4')
    for (const [words, count] of [
      ['a.b (c)', '1 of 1'],
      ['ทะเล', '1 of 1'],
      ['nowhere', 'Not found'],
    ] as const) {
      await bar().getByRole('textbox', { name: 'Find in text' }).fill(words)
      await said(count)
    }
  })

  it('replaces one after the other, keeps the marks, and all of them as one step of undo @long', async () => {
    await session.begin(story)
    await find('sea')
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('ocean')
    await bar().getByRole('button', { name: 'Replace', exact: true }).click()
    await said('1 of 1')
    const one = docOf(heading(2, 'The ocean'), paragraph('the sea, ', text('The', 'bold'), ' land and the sky'), paragraph('a.b (c) ทะเล'))
    expect(await session.kept()).to.deep.equal(one)
    await bar().getByRole('textbox', { name: 'Find in text' }).fill('the')
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('that')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    await said('4 replaced')
    const all = docOf(
      heading(2, 'that ocean'),
      paragraph('that sea, ', text('that', 'bold'), ' land and that sky'),
      paragraph('a.b (c) ทะเล'),
    )
    expect(await session.kept()).to.deep.equal(all)
    await bar().getByRole('button', { name: 'Close' }).click()
    await session.writer.press('Control+z')
    expect(await session.kept()).to.deep.equal(one)
  })

  it('undo takes back what was replaced, one by one or all at once, from the text and from the buttons @long', async () => {
    const before = docOf(paragraph('sea, sea'), paragraph('sea'))
    const texts = () => session.writer.field.locator('p').allTextContents()
    const press = (name: string) => bar().getByRole('button', { name, exact: true }).click()
    const undo = async (...wanted: string[]) => {
      await session.writer.press('Control+z')
      for (let tries = 0; tries < 40 && (await texts()).join() !== wanted.join(); tries++) await session.seat.page.waitForTimeout(20)
      expect(await texts()).to.deep.equal(wanted)
    }
    for (const goBack of [async () => undefined, () => press('Close')]) {
      await session.begin(before)
      await find('sea')
      await bar().getByRole('textbox', { name: 'Replace with' }).fill('land')
      await press('Replace')
      await press('Replace')
      await goBack()
      await undo('land, sea', 'sea')
      await undo('sea, sea', 'sea')
      if ((await bar().count()) === 0) await session.writer.press('Control+f')
      await press('Replace all')
      await said('3 replaced')
      await goBack()
      await undo('sea, sea', 'sea')
      if ((await bar().count()) === 0) continue
      await said('1 of 3')
      await session.writer.press('Control+Shift+z')
      await said('Not found')
      await undo('sea, sea', 'sea')
      await press('Close')
    }
  })

  it('replaces linked words, which stay linked @long', async () => {
    const linked = (words: string) => {
      const link = { type: 'link', attrs: { href: 'https://example.org' } }
      return { type: 'text', text: words, marks: [{ type: 'bold' }, link] }
    }
    await session.begin(docOf(paragraph('see ', linked('the old name'), ' now')))
    await find('the old name')
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('another')
    await bar().getByRole('button', { name: 'Replace', exact: true }).click()
    const [paragraphNow] = ((await session.kept()) as any).content
    expect(paragraphNow.content.map(({ text }: any) => text)).to.deep.equal(['see ', 'another', ' now'])
    expect(paragraphNow.content[1].marks.map(({ type }: any) => type).sort()).to.deep.equal(['bold', 'link'])
    await bar().getByRole('textbox', { name: 'Find in text' }).fill('another')
    await bar().getByRole('textbox', { name: 'Replace with' }).fill('')
    await bar().getByRole('button', { name: 'Replace all' }).click()
    await said('1 replaced')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('see  now')))
    await bar().getByRole('button', { name: 'Close' }).click()
  })

  it('starts with the selected words @long', async () => {
    await session.begin(story)
    await session.writer.select('land')
    await session.writer.press('Control+f')
    await said('1 of 1')
    expect(await bar().getByRole('textbox', { name: 'Find in text' }).inputValue()).to.equal('land')
  })
})
