/** What a text held before its field allowed less stays, through whichever door it comes back: an undo, a paste, a copy of the document. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { createdAsIs } from '../harness/stored-as-is.ts'
import { bullets, docOf, heading, item, paragraph, Writer } from '../harness/writing.ts'

const LIST = bullets(item(paragraph('one')), item(paragraph('two')))
const OLD = docOf(paragraph('first'), heading(1, 'Old'), LIST, paragraph('last'))

describe('admin-components: what a text may no longer contain', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let body: Writer
  let side: Writer
  let id: number

  before(async () => {
    const text = { type: 'richText' as const, features: ['heading' as const], headings: [2, 3] as const }
    const fields = [{ name: 'title' }, { name: 'body', ...text }, { name: 'side', ...text }]
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, versions: true, fields },
        { slug: 'notes', useAsTitle: 'title', fields },
      ],
    }))
    body = new Writer(seat)
    side = new Writer(seat, 'Side')
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet(/400/))

  async function open(collection: string): Promise<void> {
    id = (await createdAsIs(site.cms, collection, { title: 'First', body: OLD })).id
    await seat.open(`c/${collection}/${id}`)
    await body.field.waitFor()
  }
  const stored = async (collection: string): Promise<any> => site.cms.findById(collection, id, { draft: true, depth: 0 })
  async function save(): Promise<void> {
    await seat.page.keyboard.press('Control+s')
    await seat.saved()
  }
  /** Cuts or copies what is selected, and returns what the clipboard holds. */
  const taken = (kind: 'cut' | 'copy'): Promise<Record<string, string>> =>
    body.field.evaluate((root: any, kind) => {
      const clipboardData = new DataTransfer()
      root.dispatchEvent(new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }))
      return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
    }, kind)

  it('an undo after a save brings it back, and is saved @long', async () => {
    await open('posts')
    await body.field.click()
    await body.press('Control+a', 'Delete')
    await save()
    expect((await stored('posts')).body?.content ?? []).to.have.length.below(2)
    await body.field.click()
    await body.press('Control+z')
    await save()
    expect((await stored('posts')).body).to.deep.equal(OLD)
  })

  it('cut and pasted inside its text it stays; in another field it takes what that allows @long', async () => {
    await open('posts')
    await body.field.click()
    await body.press('Control+a')
    const clipboard = await taken('cut')
    await save()
    await body.field.click()
    await body.paste(clipboard)
    await side.field.click()
    await side.paste(clipboard)
    await save()
    const { body: own, side: other } = await stored('posts')
    expect(own).to.deep.equal(OLD)
    expect(other).to.deep.equal(docOf(paragraph('first'), heading(2, 'Old'), paragraph('one'), paragraph('two'), paragraph('last')))
  })

  it('is in a copy of the document @long', async () => {
    await open('notes')
    await seat.choose('More', 'Duplicate')
    await seat.sees('First (copy)')
    const { docs } = await site.cms.find('notes', { where: { title: { equals: 'First (copy)' } }, depth: 0 })
    expect((docs[0] as any).body).to.deep.equal(OLD)
  })

  it('where the server no longer knows it, the form says what is wrong and adapts the text @long', async () => {
    await open('notes')
    await body.field.click()
    await body.press('Control+a', 'Delete')
    await save()
    await body.field.click()
    await body.press('Control+z', 'Control+s')
    await seat.sees('This text can’t contain: List')
    await seat.sees('Headings can only have these levels: 2, 3')
    await seat.page.getByRole('button', { name: 'Adapt the text' }).click()
    await save()
    expect((await stored('notes')).body).to.deep.equal(
      docOf(paragraph('first'), heading(2, 'Old'), paragraph('one'), paragraph('two'), paragraph('last')),
    )
    await body.press('Control+z')
    await seat.sees('Changes not saved yet')
    expect(await body.field.locator('h1').textContent(), 'in one step of undo').to.equal('Old')
  })
})
