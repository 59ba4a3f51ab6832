/** Embeds: only pages of the allowed sites, shown as a card that loads nothing. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describe('admin-components: embeds in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  it('is asked for by its address; other sites are refused @long', async () => {
    await page.write()
    await page.tool('Embed')
    const dialog = page.seat.page.getByRole('dialog', { name: 'Embed' })
    await dialog.getByText('From YouTube or Vimeo').waitFor()
    await dialog.getByLabel('Address of the page').fill('https://evil.example/watch?v=dQw4w9WgXcQ')
    await dialog.getByRole('button', { name: 'Embed' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Address of the page').fill(VIDEO)
    await dialog.getByLabel('Address of the page').press('Enter')
    await page.writer.field.getByText('YouTube', { exact: true }).waitFor()
    expect(await page.seat.page.locator('iframe').count()).to.equal(0)
    await page.stores(docOf({ type: 'embed', attrs: { url: VIDEO } }))
  })

  it('is changed and removed @long', async () => {
    await page.write(docOf({ type: 'embed', attrs: { url: VIDEO } }, paragraph('a')))
    await page.writer.field.locator('.node-embed').hover()
    await page.writer.field.getByRole('button', { name: 'Edit YouTube' }).click()
    await page.seat.page.getByLabel('Address of the page').fill('https://vimeo.com/76979871')
    await page.seat.page.getByLabel('Address of the page').press('Enter')
    await page.stores(docOf({ type: 'embed', attrs: { url: 'https://vimeo.com/76979871' } }, paragraph('a')))
    await page.writer.caret('a')
    await page.writer.press('ArrowUp', 'Enter')
    await page.seat.page.getByLabel('Address of the page').fill(VIDEO)
    await page.writer.press('Enter')
    await page.stores(docOf({ type: 'embed', attrs: { url: VIDEO } }, paragraph('a')))
    await page.writer.press('Enter')
    await page.seat.page.getByLabel('Address of the page').fill('https://vimeo.com/76979871')
    await page.writer.press('Enter')
    await page.writer.field.locator('.node-embed').hover()
    await page.writer.field.getByRole('button', { name: 'Remove Vimeo' }).click()
    await page.stores(docOf(paragraph('a')))
  })
})
