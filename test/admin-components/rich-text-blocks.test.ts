/** Content blocks: added, edited in the ordinary form of their type, and stored with an id of their own. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

describe('admin-components: content blocks in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet(/400/))

  const form = () => page.seat.page.getByRole('dialog', { name: 'Quote' })

  it('a new one opens its form; what is written there is stored at once, a text in it as well', async () => {
    await page.write(docOf(paragraph('a')))
    await page.tool('Block: Quote')
    await form().getByLabel('Said').fill('To be')
    const words = new Writer(page.seat, 'Words')
    await words.field.click()
    await words.type('inner')
    await form().getByRole('button', { name: 'Done' }).click()
    await page.writer.field.getByText('To be', { exact: true }).waitFor()
    const { content } = await page.stored()
    const { id, ...attrs } = content[1].attrs
    expect(id).to.match(/^[\w-]{11}$/)
    expect(attrs).to.deep.include({ blockType: 'quote', said: 'To be', words: docOf(paragraph('inner')) })
  })

  it('what was typed into a form is undone in one step', async () => {
    const block = { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'A', by: null, words: null } }
    await page.write(docOf(block, paragraph('a')))
    await page.writer.field.locator('.node-block').hover()
    await page.writer.field.getByRole('button', { name: 'Edit Quote' }).click()
    await form().getByLabel('By').pressSequentially('Somebody')
    await form().getByRole('button', { name: 'Done' }).click()
    expect((await page.stored()).content[0].attrs.by).to.equal('Somebody')
    await page.writer.press('Control+z')
    await page.stores(docOf(block, paragraph('a')))
  })
})
