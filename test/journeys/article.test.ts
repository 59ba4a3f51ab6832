/** Somebody writes an article with everything that a text can hold, by keyboard and mouse; what is stored is compared after every step. */
import { expect } from 'chai'
import { pdf } from '../harness/files.ts'
import { QUOTE, TextPage, WHOLE } from '../harness/text-page.ts'
import { bullets, docOf, heading, item, numbers, paragraph, text } from '../harness/writing.ts'

type Json = Record<string, any>

const linked = (words: string, attrs: object): Json => ({ type: 'text', marks: [{ type: 'link', attrs }], text: words })
const cell = (words: string, type = 'tableCell'): Json => ({ type, content: [words === '' ? paragraph() : paragraph(words)] })
const row = (type: string, ...words: string[]): Json => ({ type: 'tableRow', content: words.map((one) => cell(one, type)) })
const VIDEO = 'https://www.youtube.com/watch?v=jNQXAC9IVRw'

const fields = [{ name: 'title' }, { name: 'body', type: 'richText' as const, localized: true, ...WHOLE }]
const posts = { slug: 'posts', useAsTitle: 'title', drafts: true, versions: true, fields }

describe('journeys: an article @long', function () {
  this.timeout(300_000)
  let page: TextPage
  let temple: { id: number }
  let prices: { id: number }
  let other: { id: number }
  before(async () => {
    page = await TextPage.open({}, { localization: { locales: ['en', 'th'] }, collections: [posts] })
    temple = await page.picture()
    prices = await page.site.cms.upload({ filename: 'prices.pdf', content: pdf }, {})
    other = (await page.site.cms.create('posts', { title: 'Annual report' })) as { id: number }
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  it('is written, undone, searched, moved, translated, published and compared', async () => {
    const { writer, seat } = page
    const { press, type } = { press: writer.press.bind(writer), type: writer.type.bind(writer) }
    const wanted: Json[] = []
    /** What the step adds at the end, and the comparison. */
    const step = async (name: string, act: () => Promise<unknown>, ...added: Json[]) => {
      await act()
      wanted.push(...added)
      expect(await page.stored(), name).to.deep.equal(docOf(...wanted))
    }
    const option = (words: string | RegExp) => seat.page.locator('.suggestions [role=option]').filter({ hasText: words }).first()
    const insert = async (typed: string, words: string | RegExp) => {
      await type(`/${typed}`)
      await option(words).click()
    }
    await page.write()

    await step('a heading', () => type('# The market'), heading(1, 'The market'))
    const marks = [
      ['Control+b', 'bold'],
      ['Control+i', 'italic'],
      ['Control+u', 'underline'],
      ['Control+Shift+s', 'strike'],
      ['Control+e', 'code'],
      ['Control+,', 'subscript'],
      ['Control+.', 'superscript'],
    ] as const
    await step(
      'every mark',
      async () => {
        await press('Enter')
        for (const [keys, mark] of marks) {
          await press(keys)
          await type(mark)
          await press(keys)
          await type(' ')
        }
      },
      paragraph(...marks.flatMap(([, mark]) => [text(mark, mark), ' '])),
    )
    await step(
      'links and a mention',
      async () => {
        await press('Enter', 'Control+k')
        await seat.page.getByRole('dialog', { name: 'Link' }).waitFor()
        await type('example.org')
        await seat.page.locator('cms-text-link').getByRole('option', { name: 'https://example.org' }).waitFor()
        await press('Enter')
        await type(' and [[annual')
        await option('Annual report').waitFor()
        await press('Enter')
        await type(' by @annual')
        await option('Annual report').waitFor()
        await press('Enter')
      },
      paragraph(
        linked('https://example.org', { href: 'https://example.org' }),
        ' and ',
        linked('Annual report', { collection: 'posts', id: other.id }),
        ' by ',
        { type: 'mention', attrs: { collection: 'posts', id: other.id } },
        ' ',
      ),
    )
    await step(
      'lists',
      async () => {
        await press('Enter')
        await type('- fish')
        await press('Enter', 'Tab')
        await type('dried')
        await press('Enter', 'Enter', 'Enter')
        await type('3. three')
        await press('Enter', 'Enter')
        await type('[x] done')
        await press('Enter')
        await type('open')
      },
      bullets(item(paragraph('fish'), bullets(item(paragraph('dried'))))),
      { ...numbers(item(paragraph('three'))), attrs: { start: 3 } },
      {
        type: 'taskList',
        content: [
          { type: 'taskItem', attrs: { checked: true }, content: [paragraph('done')] },
          { type: 'taskItem', content: [paragraph('open')] },
        ],
      },
    )
    await step('a task is ticked by mouse', async () => {
      await writer.field.getByRole('checkbox').last().click()
      wanted.at(-1)!['content'][1].attrs = { checked: true }
      await press('Control+End')
    })
    await step(
      'a quote, code and a rule',
      async () => {
        await type('> said')
        await press('Enter', 'Enter')
        await type('```js let a')
        await press('Enter')
        await type('a = 1')
        await press('ArrowDown')
        await type('---')
      },
      { type: 'blockquote', content: [paragraph('said')] },
      { type: 'codeBlock', attrs: { language: 'js' }, content: [text('let a\na = 1')] },
      { type: 'horizontalRule' },
    )
    await step(
      'a table',
      async () => {
        await insert('table', /^\s*Table/)
        for (const words of ['Day', 'Fish', 'Rice', 'Mon', '1', '2', 'Tue', '3', '4']) {
          await type(words)
          if (words !== '4') await press('Tab')
        }
        await press('Control+End')
      },
      {
        type: 'table',
        content: [row('tableHeader', 'Day', 'Fish', 'Rice'), row('tableCell', 'Mon', '1', '2'), row('tableCell', 'Tue', '3', '4')],
      },
    )
    await step(
      'a picture with its caption, and a file',
      async () => {
        await insert('picture', 'Image')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'temple.png' }).click()
        const figure = writer.field.locator('figure')
        await figure.locator('img').waitFor()
        await figure.hover()
        await figure.getByLabel('Caption').fill('At noon')
        await figure.getByRole('button', { name: 'Small' }).click()
        await figure.getByLabel('Caption').press('Enter')
        await insert('file', 'File')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'prices.pdf' }).click()
        await writer.field.locator('.node-file').waitFor()
      },
      { type: 'image', attrs: { media: temple.id, alt: 'A temple', caption: 'At noon', width: 320 } },
      { type: 'file', attrs: { media: prices.id } },
    )
    await step('an embed and a block', async () => {
      await insert('embed', 'Embed')
      await seat.page.getByRole('dialog').getByLabel('Address of the page').fill(VIDEO)
      await press('Enter')
      await writer.field.locator('.node-embed').waitFor()
      await insert('quote', `Block: Quote`)
      const form = seat.page.getByRole('dialog', { name: 'Quote' })
      await form.getByLabel('Said').fill('To be')
      await form.getByRole('button', { name: 'Done' }).click()
      await form.waitFor({ state: 'detached' })
      const { id } = (await page.value()).content.at(-1).attrs
      wanted.push({ type: 'embed', attrs: { url: VIDEO } })
      wanted.push({ type: 'contentBlock', attrs: { blockType: QUOTE.slug, id, said: 'To be', by: null, words: null } })
    })
    await step(
      'the end',
      async () => {
        await press('Control+End')
        await type('the fish market')
      },
      paragraph('the fish market'),
    )

    await step('undo, and redo', async () => {
      await press('Control+z', 'Control+z')
      expect((await page.value()).content.at(-1)).to.deep.equal(paragraph('the '))
      await press('Control+Shift+z', 'Control+Shift+z')
    })
    await step('a word is found and replaced everywhere, in one step of undo', async () => {
      await press('Control+f')
      const bar = seat.page.getByRole('search', { name: 'Find in text' })
      await bar.getByLabel('Find in text').fill('fish')
      await bar.getByLabel('Replace with').fill('rice')
      await bar.getByRole('button', { name: 'Replace all' }).click()
      await bar.getByText('3 replaced').waitFor()
      await press('Escape')
      const replaced = JSON.stringify(wanted).replaceAll('fish', 'rice').replaceAll('Fish', 'rice')
      wanted.splice(0, wanted.length, ...JSON.parse(replaced))
    })
    await step('the picture is dragged by its grip to the beginning', async () => {
      await writer.field.locator('figure img').hover({ position: { x: 100, y: 120 } })
      const grip = seat.page.locator('.side-tools.shown').getByRole('button', { name: 'Block menu' })
      await grip.hover()
      await seat.page.mouse.down()
      await seat.page.mouse.move(400, 300, { steps: 3 })
      const title = writer.field.locator('h1')
      for (let tries = 0; tries < 200 && ((await title.boundingBox())?.y ?? 0) < 200; tries++)
        await seat.page.mouse.move(400, 130 + (tries % 2))
      const { x, y } = (await title.boundingBox())!
      await seat.page.mouse.move(x + 50, y + 2, { steps: 3 })
      await seat.page.mouse.up()
      const [picture] = wanted.splice(
        wanted.findIndex((one) => one['type'] === 'image'),
        1,
      )
      wanted.unshift(picture!)
    })
    await step('the full screen', async () => {
      await press('Control+End', 'Control+Shift+f')
      await seat.page.locator('.rich.full').waitFor()
      await type(', again')
      await press('Escape')
      await seat.page.locator('.rich:not(.full)').waitFor()
      wanted.splice(-1, 1, paragraph('the rice market, again'))
    })
    await step('a reload', async () => {
      await seat.page.reload()
      await writer.field.getByText('the rice market, again').waitFor()
    })

    await seat.page.getByLabel('Language of the content').selectOption('th')
    await writer.field.waitFor()
    await seat.page.waitForTimeout(300)
    await writer.field.click()
    await press('Control+a', 'Backspace')
    await type('## ตลาด')
    expect(await page.stored('th'), 'Thai').to.deep.equal(docOf(heading(2, 'ตลาด')))
    await seat.page.getByLabel('Language of the content').selectOption('en')
    await writer.field.getByText('the rice market, again').waitFor()
    await step('English again', async () => undefined)

    await seat.press('Publish')
    await seat.page.getByText('Published', { exact: true }).first().waitFor()
    await writer.field.click()
    await step(
      'after publishing',
      async () => {
        await press('Control+End', 'Enter')
        await type('Open daily.')
      },
      paragraph('Open daily.'),
    )
    await seat.choose('More', 'History')
    const history = seat.page.getByRole('dialog', { name: 'History' })
    await history.getByRole('button', { name: 'Compare' }).last().click()
    await history.getByText('Open daily.').first().waitFor()
  })
})
