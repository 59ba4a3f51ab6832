/** Ctrl+Z in an input undoes what was typed there, whatever was written in a rich text since. */
import { expect } from 'chai'
import { InputHistory, type Written } from '../../admin-components/fields/input-history.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

/** An input as a browser changes it. */
class Input {
  #written: Written
  readonly history = new InputHistory()

  constructor(value: string) {
    this.#written = { value, from: value.length, to: value.length }
  }

  get value(): string {
    return this.#written.value
  }

  /** Puts the selection there. */
  at(from: number, to = from): this {
    this.#written = { ...this.#written, from, to }
    return this
  }

  put(words: string, kind?: string, removed = 0): this {
    const before = this.#written
    const [from, to] = [Math.max(0, before.from! - removed), before.to!]
    const caret = from + words.length
    this.#written = { value: before.value.slice(0, from) + words + before.value.slice(to), from: caret, to: caret }
    this.history.add(before, this.#written, kind)
    return this
  }

  type(words: string): this {
    for (const letter of words) this.put(letter, 'typed')
    return this
  }

  back(count = 1): this {
    for (let index = 0; index < count; index++) this.put('', 'deleteContentBackward', 1)
    return this
  }

  /** From somebody else, or of another document. */
  gets(value: string): this {
    this.#written = { value, from: 0, to: 0 }
    return this
  }

  /** The focus goes elsewhere and comes back. */
  leave(): this {
    this.history.endStep()
    return this
  }

  undo(): this {
    this.#written = this.history.undo(this.#written) ?? this.#written
    return this
  }

  redo(): this {
    this.#written = this.history.redo(this.#written) ?? this.#written
    return this
  }
}

/** What is done, and what the input holds after each undo. */
const UNDONE: [what: string, done: (input: Input) => Input, undone: string[]][] = [
  ['nothing', (i) => i, ['old']],
  ['words, one by one', (i) => i.type(' new words'), ['old new ', 'old ', 'old', 'old']],
  ['letters in a row', (i) => i.type('er'), ['old', 'old']],
  ['words at another place', (i) => i.type('er').at(0).type('an '), ['older', 'old']],
  ['words after another field had the focus', (i) => i.type('e').leave().type('r'), ['olde', 'old']],
  ['letters that were deleted', (i) => i.back(2), ['old', 'old']],
  ['letters that were deleted after some were typed', (i) => i.type('er').back(2), ['older', 'old']],
  ['a paste over everything', (i) => i.at(0, 3).put('pasted').type('!'), ['pasted', 'old']],
  ['letters typed over a selection', (i) => i.at(0, 3).type('new'), ['old']],
  ['two pastes', (i) => i.put('a').put('b'), ['olda', 'old']],
  [
    'a composition, then another',
    (i) => i.put('k', 'composed 1').put('か', 'composed 1', 1).put('漢', 'composed 1', 1).put('字', 'composed 2'),
    ['old漢', 'old'],
  ],
  ['a composition that was given up', (i) => i.type('x').put('k', 'composed 1').put('', 'composed 1', 1), ['old', 'old']],
  ['what changed nothing', (i) => i.put('').type('er'), ['old']],
  ['what somebody else wrote', (i) => i.type('er').gets('theirs'), ['theirs', 'theirs']],
  ['what was typed after somebody else wrote', (i) => i.type('er').gets('theirs').at(6).type('!'), ['theirs', 'theirs']],
]

describe('admin-components: undo in an input', () => {
  for (const [what, done, undone] of UNDONE)
    it(`takes back ${what}, and redo brings it back`, () => {
      const input = done(new Input('old'))
      const last = input.value
      for (const value of undone) expect(input.undo().value).to.equal(value)
      for (let step = 0; step < 20; step++) input.redo()
      expect(input.value).to.equal(last)
    })

  it('forgets what was undone once something else is typed', () => {
    expect(new Input('old').type('er').undo().type('!').redo().undo().redo().value).to.equal('old!')
  })

  it('never brings back an undone value into what somebody else wrote', () => {
    expect(new Input('old').type('er').undo().gets('theirs').redo().value).to.equal('theirs')
  })
})

describe('admin-components: undo in the inputs of a form with a rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    const others = [
      { name: 'notes', type: 'textarea' as const },
      { name: 'email', type: 'email' as const },
    ]
    page = await TextPage.open(
      {},
      {
        collections: [
          { slug: 'posts', useAsTitle: 'title', drafts: true, fields: [{ name: 'title' }, { name: 'body', type: 'richText' }, ...others] },
        ],
      },
    )
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const input = (name: string) => page.seat.page.getByRole('textbox', { name, exact: true })
  const values = () =>
    page.seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form.values`) as Promise<any>
  const press = (...keys: string[]) => page.writer.press(...keys)

  it('is about the input with the focus alone, and the text keeps its own', async () => {
    await page.write(docOf(paragraph('body')))
    for (const name of ['Title', 'Notes', 'Email']) {
      await input(name).click()
      await press('End')
      await page.writer.type('one')
      await page.writer.field.click()
      await press('Control+End')
      await page.writer.type(' words')
      await press('Enter')
      await page.writer.type('more')
      const before = JSON.stringify((await values()).body)
      await input(name).click()
      await press('Control+z', 'Control+z')
      expect(await input(name).inputValue(), name).to.equal(name === 'Title' ? 'First' : '')
      await press('Control+Shift+z')
      expect(await input(name).inputValue(), name).to.equal(name === 'Title' ? 'Firstone' : 'one')
      expect(JSON.stringify((await values()).body), name).to.equal(before)
    }
    expect(await values()).to.include({ title: 'Firstone', notes: 'one', email: 'one' })
    await page.writer.field.click()
    await press('Control+z')
    expect(JSON.stringify((await values()).body)).to.not.contain('moremore')
    await input('Email').fill('')
  })

  it('goes on after a draft has saved itself, and ends with the document @long', async () => {
    await page.write(docOf(paragraph('body')))
    await input('Title').click()
    await press('End')
    await page.writer.type('one')
    await page.writer.field.click()
    await page.writer.type('x')
    await page.stored()
    await input('Title').click()
    await press('Control+z')
    expect(await input('Title').inputValue()).to.equal('First')
    await page.stored()
    await press('Control+Shift+z')
    await page.stored()
    await page.write(docOf(paragraph('another')))
    await input('Title').click()
    await press('Control+z', 'Control+Shift+z')
    expect(await input('Title').inputValue()).to.equal('First')
  })

  it('takes a composed word back as a whole, and gives it back @long', async () => {
    await page.write(docOf(paragraph('body')))
    await input('Title').click()
    await press('End')
    await page.writer.type('x')
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    for (const text of ['k', 'か', 'かん'])
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await cdp.send('Input.insertText', { text: '漢' })
    const shown = []
    for (const key of ['Control+z', 'Control+z', 'Control+y', 'Control+y']) {
      await press(key)
      shown.push(await input('Title').inputValue())
    }
    expect(shown).to.deep.equal(['Firstx', 'First', 'Firstx', 'Firstx漢'])
    expect((await values()).title).to.equal('Firstx漢')
  })

  it('by the menu of the browser, stays in the input too', async () => {
    await page.write(docOf(paragraph('body')))
    await input('Title').click()
    await press('End')
    await page.writer.type('one')
    await page.writer.field.click()
    await page.writer.type('x')
    await input('Title').click()
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    for (const type of ['keyDown', 'keyUp'] as const) await cdp.send('Input.dispatchKeyEvent', { type, key: 'Undo', commands: ['undo'] })
    expect(await input('Title').inputValue()).to.equal('First')
    expect(JSON.stringify((await values()).body)).to.contain('x')
  })

  it('is a letter where AltGr makes one', async () => {
    await page.write(docOf(paragraph('body')))
    await input('Title').click()
    await page.writer.type('a')
    const isPrevented = await input('Title').evaluate((one: any) => {
      const event = new KeyboardEvent('keydown', {
        key: 'ż',
        keyCode: 90,
        ctrlKey: true,
        altKey: true,
        bubbles: true,
        composed: true,
        cancelable: true,
      } as never)
      return !one.dispatchEvent(event)
    })
    expect(isPrevented).to.equal(false)
  })
})
