/** Characters that no database stores, such as NUL, don't get into texts and inputs of the admin. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'

const WORDS = 'a\0b\ud83dc'
const KEPT = 'ab\ufffdc'

describe('admin-components: text that can be stored', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.seat.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const codeBlock = { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'x' }] }] }
  const PASTES: readonly [name: string, type: string, pasted: string, into?: object][] = [
    ['plain text', 'text/plain', WORDS],
    ['Markdown', 'text/plain', `**${WORDS}** [${WORDS}](https://x.org/${WORDS})\n\n| ${WORDS} |\n| - |\n| x |`],
    ['rows of a spreadsheet', 'text/plain', `${WORDS}\tb\nc\td`],
    ['an address', 'text/plain', 'https://x.org/a\0b'],
    ['HTML', 'text/html', `<p><a href="https://x.org/${WORDS}">${WORDS}</a></p>`],
    ['text in code', 'text/plain', WORDS, codeBlock],
  ]
  for (const [name, type, pasted, into] of PASTES)
    it(`${name} is pasted without what can't be stored${name === 'plain text' ? '' : ' @long'}`, async () => {
      await page.write(into)
      await page.paste({ [type]: pasted })
      if (name === 'Markdown') await page.writer.field.locator('table').waitFor()
      const stored = JSON.stringify(await page.stored())
      expect(stored).to.not.include('\\u0000')
      expect(stored).to.not.include('\\ud83d')
      expect(stored).to.include(name === 'an address' ? 'https://x.org/ab' : KEPT)
    })

  it('nor do inputs take it from the clipboard, and the caret stays behind the words @long', async () => {
    await page.write()
    const title = page.seat.page.getByLabel('Title', { exact: true })
    await page.seat.page.evaluate(`navigator.clipboard.writeText('a\\0b')`)
    await title.fill('xy')
    await title.press('ArrowLeft')
    await title.press('Control+v')
    await title.pressSequentially('!')
    expect(await title.inputValue()).to.equal('xab!y')
    await page.stored()
  })

  it('what got into a text otherwise is removed by adapting the text @long', async () => {
    await page.write()
    await page.writer.field.evaluate((one: any) => one.editor.commands.insertContent({ type: 'text', text: 'a\0b' }))
    await page.seat.page.keyboard.press('Control+s')
    await page.seat.page.getByRole('button', { name: 'Adapt the text' }).click()
    expect(JSON.stringify(await page.stored())).to.include('"ab"')
    page.seat.quiet(/400/)
  })
})
