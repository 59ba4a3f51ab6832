/** Marks, tasks and code: written by key, Markdown and button, and stored as they are seen. */
import { expect } from 'chai'
import { Seat } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, heading, paragraph, text, Writer } from '../harness/writing.ts'

const task = (words: string, checked?: true) => ({
  type: 'taskItem',
  ...(checked && { attrs: { checked } }),
  content: [paragraph(words)],
})

describe('admin-components: nodes of rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  it('underline, subscript and superscript @long', async () => {
    await page.write(docOf(paragraph('H2O is water2')))
    await page.writer.select('2O')
    await page.writer.press('Shift+ArrowLeft')
    await page.tool('Subscript')
    await page.writer.select('water')
    await page.writer.press('Control+u')
    await page.stores(docOf(paragraph('H', text('2', 'subscript'), 'O is ', text('water', 'underline'), '2')))
  })

  it('a list of tasks by its Markdown, ticked by mouse and key @long', async () => {
    await page.write()
    await page.writer.type('[ ] tickets')
    await page.writer.press('Enter')
    await page.writer.type('bread')
    const box = (name: string) => page.writer.field.getByRole('checkbox', { name: `Done: ${name}` })
    await box('tickets').click()
    await page.stores(docOf({ type: 'taskList', content: [task('tickets', true), task('bread')] }))
    await box('tickets').press(' ')
    await page.stores(docOf({ type: 'taskList', content: [task('tickets'), task('bread')] }))
  })

  it('code, whose language is chosen @long', async () => {
    await page.write()
    await page.writer.type('```')
    await page.writer.press('Enter')
    await page.writer.type('let a = 1')
    await page.writer.field.getByRole('combobox', { name: 'Language of the code' }).selectOption('TypeScript')
    await page.writer.type('\n')
    const code = { type: 'codeBlock', attrs: { language: 'typescript' }, content: [{ type: 'text', text: 'let a = 1\n' }] }
    await page.stores(docOf(code))
    await page.writer.field.getByRole('combobox', { name: 'Language of the code' }).selectOption('Plain text')
    await page.stores(docOf({ type: 'codeBlock', content: code.content }))
  })

  it('headings of the levels that the field has @long', async () => {
    await page.write()
    await page.writer.type('#### Small')
    await page.writer.press('Enter')
    await page.tool('Heading 5')
    await page.writer.type('Smaller')
    await page.stores(docOf(heading(4, 'Small'), heading(5, 'Smaller')))
  })

  it('are read and found but not changed where the field is locked @long', async () => {
    const { id } = (await page.site.cms.create('locked', {
      title: 'A',
      body: docOf(
        { type: 'taskList', content: [task('a needle')] },
        { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ' } },
        ...Array.from({ length: 40 }, () => paragraph('hay')),
        paragraph('the needle'),
      ),
    })) as any
    await makeUser(page.site.cms, 'ed@example.org', { role: 'editor' })
    const seat = await Seat.at(page.site)
    await seat.enter('ed@example.org')
    await seat.open(`c/locked/${id}`)
    await seat.sees('YouTube')
    expect(await seat.page.locator('.node-embed').count()).to.equal(1)
    const field = seat.page.getByRole('textbox', { name: 'Body', exact: true })
    expect(await field.getAttribute('aria-readonly')).to.equal('true')
    expect(await field.getByRole('checkbox', { name: 'Done: a needle' }).isDisabled()).to.equal(true)
    const bar = seat.page.getByRole('search', { name: 'Find in text' })
    for (const opens of [() => seat.page.getByRole('button', { name: 'Find in text' }).click(), () => field.press('Control+f')]) {
      await opens()
      await bar.waitFor()
      await seat.page.keyboard.type('needle')
      await bar.getByText(/^\d of 2$/).waitFor()
      await new Writer(seat).seesFound()
      expect(await bar.getByRole('button', { name: 'Choose another' }).count()).to.equal(0)
      await seat.page.keyboard.press('Enter')
      await new Writer(seat).seesFound()
      await seat.page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })
    }
    await seat.leave()
  })
})
