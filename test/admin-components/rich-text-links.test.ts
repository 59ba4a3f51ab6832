/** Links and mentions: the text says where they lead by the current title of the target. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const linked = (words: string, attrs: object) => ({ type: 'text', marks: [{ type: 'link', attrs }], text: words })

describe('admin-components: links and mentions in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  let target: { id: number }
  before(async () => {
    page = await TextPage.open()
    target = (await page.site.cms.create('posts', { title: 'About us' })) as any
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const bubble = (name: string) => page.seat.page.getByRole('toolbar', { name: `Link to ${name}` })

  it('shows the title of a document, opens it, and takes its new title @long', async () => {
    await page.write(docOf(paragraph('see ', linked('here', { collection: 'posts', id: target.id }))))
    await page.writer.caret('er')
    await bubble('About us').getByRole('button', { name: 'Open', exact: true }).click()
    const drawer = page.seat.page.getByRole('dialog')
    await drawer.locator('[data-path=title] input').fill('About everybody')
    await drawer.getByRole('button', { name: 'Save draft' }).click()
    await drawer.getByText('All changes saved').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).first().click()
    await page.writer.caret('er')
    await bubble('About everybody').waitFor()
  })

  it('a link opens in a new tab, or is removed @long', async () => {
    await page.write(docOf(paragraph('see ', linked('here', { href: 'https://example.org/' }))))
    await page.writer.caret('er')
    await bubble('https://example.org/').getByRole('button', { name: 'Open in a new tab' }).click()
    await page.stores(docOf(paragraph('see ', linked('here', { href: 'https://example.org/', newTab: true }))))
    await page.writer.caret('er')
    await bubble('https://example.org/').getByRole('button', { name: 'Remove link' }).click()
    await page.stores(docOf(paragraph('see here')))
  })

  it('is copied as plain text by its name, with the words around it', async () => {
    const mention = { type: 'mention', attrs: { collection: 'posts', id: target.id } }
    const { title } = (await page.site.cms.findById('posts', target.id, { draft: true })) as any
    const one = (words: string) => ({ type: 'listItem', content: [paragraph(words)] })
    await page.write(docOf(paragraph('see ', mention, ' now'), { type: 'bulletList', content: [one('a'), one('b')] }, paragraph('end')))
    await page.writer.field.locator('.node-mention').getByText(title).waitFor()
    const copied = () =>
      page.writer.field.evaluate((root: any) => {
        const clipboardData = new DataTransfer()
        root.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
        return clipboardData.getData('text/plain')
      })
    await page.writer.press('Control+a')
    expect(await copied()).to.equal(`see @${title} now\n\na\nb\n\nend`)
    await page.writer.select(' now')
    expect(await copied()).to.equal(' now')
  })

  it('links stay where they lead when something else changes them on the page @long', async () => {
    const stored = docOf(
      paragraph(
        linked('one', { collection: 'posts', id: target.id, anchor: 'top' }),
        ' and ',
        linked('two', { collection: 'posts', id: target.id }),
        ' and ',
        linked('three', { href: 'https://example.org/', newTab: true }),
        '.',
      ),
    )
    await page.write(stored)
    await page.writer.field.evaluate((root: any) => {
      for (const link of root.querySelectorAll('a')) link.className = 'checked'
    })
    expect(await page.value()).to.deep.equal(stored)
    await page.writer.field.evaluate((root: any) => {
      for (const link of root.querySelectorAll('a')) link.replaceChildren(`${link.textContent}!`)
    })
    const said = structuredClone(stored) as any
    for (const node of said.content[0].content) if (node.marks) node.text += '!'
    await page.stores(said)
  })

  it('all targets of a text are fetched together; those that are gone say so', async () => {
    const requests: string[] = []
    page.seat.page.on('request', (request) => requests.push(decodeURIComponent(request.url())))
    const others = await Promise.all(['A', 'B', 'C'].map((title) => page.site.cms.create('posts', { title }) as Promise<any>))
    const mention = (id: number) => ({ type: 'mention', attrs: { collection: 'posts', id } })
    const gone = (await page.site.cms.create('posts', { title: 'Gone' })) as { id: number }
    await page.write(docOf(paragraph(...[...others, gone].map(({ id }) => mention(id)))), () => page.site.cms.delete('posts', gone.id))
    await page.writer.field.getByText('@C').waitFor()
    await page.writer.field.getByText('@Deleted').waitFor()
    expect(requests.filter((url) => /posts\?where=.*"in"/.test(url)).length).to.equal(1)
    page.seat.page.removeAllListeners('request')
  })
})
