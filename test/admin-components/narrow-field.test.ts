/** What is pasted into a field that allows less: its words stay, and what has none is named in one line. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { WHOLE } from '../harness/text-page.ts'
import { docOf, paragraph, text, Writer } from '../harness/writing.ts'

const BREAK = { type: 'hardBreak' }
const code = (words: string) => ({ type: 'codeBlock', content: [text(words)] })

describe('admin-components: pasting into a field that allows less', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let body: Writer
  let side: Writer
  let media: number
  let author: number

  before(async () => {
    const fields = [
      { name: 'title' },
      { name: 'body', type: 'richText' as const, ...WHOLE },
      { name: 'side', type: 'richText' as const, features: ['bold' as const, 'link' as const] },
      { name: 'lists', type: 'richText' as const, features: ['bulletList' as const] },
    ]
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, fields },
        { slug: 'authors', useAsTitle: 'name', fields: [{ name: 'name' }] },
      ],
    }))
    media = (await site.cms.upload({ filename: 'a.png', content: await png(80, 50) }, { alt: 'A' })).id
    author = (await site.cms.create('authors', { name: 'Grace Hopper' })).id as number
    body = new Writer(seat)
    side = new Writer(seat, 'Side')
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  async function open(content: object): Promise<void> {
    const { id } = await site.cms.create('posts', { title: 'First', body: content })
    await seat.open(`c/posts/${id}`)
    await body.field.waitFor()
  }
  const value = (name = 'side'): Promise<any> =>
    seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form.values.${name}`)
  const said = async () => (await seat.page.locator('.toast').allTextContents()).map((one) => one.trim())

  it('from another of our fields: mentions, captions and addresses stay as words, blocks and pictures are counted @long', async () => {
    const mention = { type: 'mention', attrs: { collection: 'authors', id: author } }
    const url = 'https://vimeo.com/76979871'
    await open(
      docOf(
        paragraph('By ', mention, '.'),
        { type: 'image', attrs: { media, alt: 'A', caption: 'Cap two' } },
        { type: 'embed', attrs: { url } },
        { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abc', said: 'Words' } },
        code('a = 1\n  b = 2'),
      ),
    )
    await body.field.getByText('Grace Hopper').waitFor()
    await body.field.click()
    await body.press('Control+a')
    const clipboard = await body.field.evaluate((root: any) => {
      const clipboardData = new DataTransfer()
      root.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
    })
    await side.field.click()
    await side.paste(clipboard)
    expect(await value()).to.deep.equal(
      docOf(
        paragraph('By @Grace Hopper.'),
        paragraph('Cap two'),
        { type: 'paragraph', content: [{ type: 'text', marks: [{ type: 'link', attrs: { href: url } }], text: url }] },
        paragraph('a = 1', BREAK, '  b = 2'),
      ),
    )
    expect(await said()).to.deep.equal([
      '1 image was left out. 1 block was left out. Formatting that this field doesn’t have became paragraphs',
    ])
  })

  it('headings, lists, quotes and tables become paragraphs, and the form says so; words of one block are words @long', async () => {
    await open(docOf(paragraph('x')))
    const PASTES: Record<string, string[]> = {
      '<h2>one</h2>': ['one'],
      '<p>one</p><p><b>two</b></p>': ['one', 'two'],
      '<h2>one</h2><p>two</p>': ['one', 'two'],
      '<ul><li>one</li><li>two</li></ul>': ['one', 'two'],
      '<p>one</p><blockquote>two</blockquote>': ['one', 'two'],
      '<table><tr><td>one</td><td>two</td></tr></table>': ['one', 'two'],
    }
    for (const [index, [html, words]] of Object.entries(PASTES).entries()) {
      await side.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await side.paste({ 'text/html': html })
      const lines = (await value()).content.map(({ content }: any) => content[0].text)
      expect(lines, html).to.deep.equal(words)
      expect(await said(), html).to.deep.equal(index < 2 ? [] : ['Formatting that this field doesn’t have became paragraphs'])
      for (const close of await seat.page.locator('.toast button').all()) await close.click()
    }
  })

  it('lists become those that the field has @long', async () => {
    const task = (words: string, checked: boolean) => ({ type: 'taskItem', attrs: { checked }, content: [paragraph(words)] })
    const numbers = { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('three')] }] }
    await open(docOf({ type: 'taskList', content: [task('one', true), task('two', false)] }, numbers, paragraph('end')))
    await body.field.click()
    await body.press('Control+a', 'Control+c')
    await new Writer(seat, 'Lists').field.click()
    await body.press('Control+v')
    const list = (...words: string[]) => ({
      type: 'bulletList',
      content: words.map((one) => ({ type: 'listItem', content: [paragraph(one)] })),
    })
    expect(await value('lists')).to.deep.equal(docOf(list('one', 'two'), list('three'), paragraph('end')))
  })

  it('words that are dragged from another field stay there, too @long', async () => {
    await open(docOf(paragraph('some moved here')))
    await side.field.click()
    await side.type('target')
    await body.select('moved')
    const words = await body.field.evaluate((field: any) => {
      const { left, top, width, height } = field.ownerDocument.getSelection().getRangeAt(0).getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    })
    const target = (await side.field.locator('p').boundingBox())!
    await seat.page.mouse.move(words.x, words.y)
    await seat.page.mouse.down()
    await seat.page.mouse.move(target.x + 1, target.y + target.height / 2, { steps: 6 })
    await seat.page.mouse.up()
    await seat.page.waitForTimeout(100)
    expect(await value()).to.deep.equal(docOf(paragraph('movedtarget')))
    expect(await value('body')).to.deep.equal(docOf(paragraph('some moved here')))
    await side.press('Control+z')
    expect(await value()).to.deep.equal(docOf(paragraph('target')))
  })

  it('code of web pages and of code editors keeps its lines @long', async () => {
    await open(docOf(paragraph('x')))
    const html = '<pre><code>a = 1\n  b = 2</code></pre>'
    const pastes: Record<string, string>[] = [
      { 'text/html': html },
      { 'text/html': html, 'text/plain': 'a = 1\n  b = 2', 'vscode-editor-data': '{"mode":"typescript"}' },
    ]
    for (const data of pastes) {
      await side.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await side.paste(data)
      expect(await value()).to.deep.equal(docOf(paragraph('a = 1', BREAK, '  b = 2')))
    }
  })
})
