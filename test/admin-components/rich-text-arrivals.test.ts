/** Rich text that comes from elsewhere while somebody writes: it arrives, and the caret stays where it was. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

const original = docOf(paragraph('first'), paragraph('alpha gamma'), paragraph('last'))
const theirs = docOf(paragraph('first by Eve'), paragraph('new by Eve'), paragraph('alpha gamma'), paragraph('last by Eve'))

describe('admin-components: rich text from elsewhere', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let writer: Writer

  before(async () => {
    const words = { slug: 'prose', fields: [{ name: 'words', type: 'richText' as const }] }
    ;({ site, seat } = await serveTo('nok@example.org', {
      localization: { locales: ['en', 'th'] },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          fields: [
            { name: 'title' },
            { name: 'body', type: 'richText', localized: true },
            { name: 'sections', type: 'blocks', blocks: [words] },
          ],
        },
      ],
    }))
    writer = new Writer(seat)
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet(/400/))

  async function open(values: object): Promise<number> {
    const { id } = (await site.cms.create('posts', { title: 'First', ...values })) as { id: number }
    await seat.open(`c/posts/${id}`)
    await seat.page.locator('.ProseMirror').first().waitFor()
    return id
  }
  const stored = async (id: number, locale = 'en'): Promise<any> => site.cms.in(locale).findById('posts', id, { draft: true })
  const saved = () => seat.saved()

  it('somebody else’s save: their text arrives, the caret stays in the words where it was @long', async () => {
    const id = await open({ body: original })
    await writer.field.click()
    await writer.caret('gamma')
    await site.cms.update('posts', id, { body: theirs })
    // A change of another field is what brings theirs in.
    await seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form.set('title', 'Second')`)
    await writer.press('Control+s')
    await saved()
    await seat.sees('last by Eve')
    expect(await writer.field.evaluate((one: any) => one.matches(':focus'))).to.equal(true)
    await writer.type('beta ')
    await seat.sees('Changes not saved yet')
    await saved()
    expect((await stored(id)).body).to.deep.equal(
      docOf(paragraph('first by Eve'), paragraph('new by Eve'), paragraph('alpha beta gamma'), paragraph('last by Eve')),
    )
    await writer.press('Control+z', 'Control+z')
    await seat.sees('Changes not saved yet')
    await saved()
    expect((await stored(id)).body, 'undo takes back our own words alone').to.deep.equal(theirs)
  })

  it('another locale: its text is shown and written, and undo brings nothing over @long', async () => {
    const id = await open({ body: original })
    await site.cms.in('th').update('posts', id, { body: docOf(paragraph('สวัสดี')) })
    await seat.page.reload()
    await writer.field.click()
    await writer.caret('gamma')
    await writer.type('beta ')
    await saved()
    await seat.page.getByLabel('Language of the content').selectOption('th')
    await writer.field.getByText('สวัสดี').waitFor()
    await writer.field.click()
    await writer.press('Control+z', 'Control+z')
    expect(await writer.field.textContent()).to.equal('สวัสดี')
    await writer.press('Control+End')
    await writer.type(' ครับ')
    await seat.sees('Changes not saved yet')
    await saved()
    expect((await stored(id, 'th')).body).to.deep.equal(docOf(paragraph('สวัสดี ครับ')))
    await seat.page.getByLabel('Language of the content').selectOption('en')
    await writer.field.getByText('alpha beta gamma').waitFor()
    expect((await stored(id)).body.content[1]).to.deep.equal(paragraph('alpha beta gamma'))
  })

  it('an undo of all changes, and a version that is restored @long', async () => {
    const id = await open({ body: original })
    await writer.field.click()
    await writer.caret('gamma')
    await writer.type('beta ')
    await saved()
    await seat.choose('More', 'Undo all changes')
    await writer.field.getByText('alpha gamma').waitFor()
    await saved()
    expect((await stored(id)).body).to.deep.equal(original)
    await writer.field.click()
    await writer.caret('gamma')
    await writer.type('delta ')
    await saved()
    expect((await stored(id)).body.content[1]).to.deep.equal(paragraph('alpha delta gamma'))
    await site.cms.update('posts', id, { body: theirs })
    await seat.page.reload()
    await writer.field.getByText('last by Eve').waitFor()
    await seat.choose('More', 'History')
    const dialog = seat.page.getByRole('dialog', { name: 'History' })
    const known = dialog.getByRole('button', { name: 'Compare' })
    await known.last().waitFor()
    await known.last().click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await seat.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
    await seat.sees('Version restored')
    await writer.field.getByText('alpha gamma').waitFor()
    expect(await writer.field.textContent()).to.equal('firstalpha gammalast')
  })

  it('rows that change places keep their own text @long', async () => {
    const rows = ['one', 'two'].map((words) => ({ blockType: 'prose', words: docOf(paragraph(words)) }))
    const id = await open({ sections: rows })
    const words = new Writer(seat, 'Words')
    const [first, second] = [words.field.first(), words.field.last()]
    await first.click()
    await seat.page.keyboard.press('End')
    await seat.page.keyboard.type(' and more')
    await seat.press('Move Row 2 up')
    expect([await first.textContent(), await second.textContent()]).to.deep.equal(['two', 'one and more'])
    await second.click()
    await seat.page.keyboard.press('End')
    await seat.page.keyboard.type('!')
    await saved()
    const { sections } = await stored(id)
    expect(sections.map((row: any) => row.words)).to.deep.equal([docOf(paragraph('two')), docOf(paragraph('one and more!'))])
  })
})
