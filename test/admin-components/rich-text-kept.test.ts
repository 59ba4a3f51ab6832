/** Rich text that the editor doesn't know: it stays visible, protected, and stored as it was. */
import { expect } from 'chai'
import fc from 'fast-check'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { seedOr } from '../harness/depth.ts'
import { HERE, oddText } from '../harness/odd-text.ts'
import { makeUser } from '../harness/people.ts'
import { createdAsIs } from '../harness/stored-as-is.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

const image = { type: 'image', attrs: { src: '/a.png', alt: 'A temple', width: 300 } }
const chart = {
  type: 'chart',
  attrs: { id: 't' },
  content: [{ type: 'chartRow', content: [{ type: 'chartCell', content: [paragraph('cell')] }] }],
}
const highlight = (text: string) => ({ type: 'text', marks: [{ type: 'highlight', attrs: { color: '#ff0' } }], text })
const link = { type: 'link', attrs: { href: 'https://example.org/', 'data-id': 7 } }
const UNKNOWN_NODES = {
  type: 'doc',
  version: 2,
  content: [
    { type: 'heading', attrs: { level: 5, textAlign: 'center' }, content: [{ type: 'text', text: 'Head' }] },
    {
      type: 'paragraph',
      attrs: { textAlign: 'right' },
      content: [{ type: 'text', text: 'alpha ' }, highlight('bright'), { type: 'text', text: ' gamma' }],
    },
    image,
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'by ' },
        { type: 'mention', attrs: { id: 3, label: 'Ada' } },
        { type: 'text', marks: [link], text: 'linked' },
      ],
    },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('three')] }] },
    chart,
  ],
}

/** The rows of one page of the property test: each opens an editor of its own. */
const ROWS = 12
const PAGES = 3
const SEED = seedOr(20_261_122)

describe('admin-components: rich text that is kept', function () {
  this.timeout(90_000)
  let site: Site
  let seat: Seat
  let writer: Writer

  before(async () => {
    const rows = { slug: 'prose', fields: [{ name: 'words', type: 'richText' as const }] }
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          fields: [{ name: 'title' }, { name: 'body', type: 'richText' }, { name: 'sections', type: 'blocks', blocks: [rows] }],
        },
        { slug: 'read-only', access: { update: 'admin' }, fields: [{ name: 'title' }, { name: 'body', type: 'richText' }] },
      ],
    }))
    writer = new Writer(seat)
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  async function open(body: unknown): Promise<number> {
    const { id } = await createdAsIs(site.cms, 'posts', { title: 'First', ...(typeof body === 'object' && { body }) })
    if (typeof body !== 'object') await putInto(id, body)
    await seat.open(`c/posts/${id}`)
    await seat.page.locator('.rich').first().waitFor()
    return id
  }
  /** Past what the API takes today: a field may have held it before. */
  async function putInto(id: number, body: unknown): Promise<void> {
    const { table, quote, native } = site.cms.engine.store.dialect
    const sql = native(`update ${table('posts')} set ${quote('body')} = ? where ${quote('id')} = ?`)
    await site.cms.engine.store.atomically((connection) => connection.all(sql, [JSON.stringify(body), id]))
  }
  const stored = async (id: number): Promise<any> => ((await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any).body
  async function save(): Promise<void> {
    await seat.page.keyboard.press('Control+s')
    await seat.saved()
  }
  const box = (name: string) => writer.field.locator('.kept').filter({ hasText: `${name} – kept as it is, not editable here` })

  it('is shown in boxes that say what they are, and stored unchanged around what is written @long', async () => {
    const id = await open(UNKNOWN_NODES)
    for (const name of ['Image', 'Chart', 'Mention']) await box(name).waitFor()
    await box('Image').getByText('A temple').waitFor()
    await box('Chart').getByText('cell').waitFor()
    expect(await writer.field.locator('[title^="Highlight – kept"]').textContent()).to.equal('bright')
    await writer.field.click({ position: { x: 60, y: 20 } })
    for (const [words, place, typed] of [
      ['Head', 'after', 'line'],
      ['alpha', 'before', 'an '],
      [' gamma', 'before', ','],
      ['linked', 'before', 'and '],
      ['three', 'after', ' more'],
    ] as const) {
      await writer.caret(words, place)
      await writer.type(typed)
    }
    await save()
    const wanted = JSON.stringify(UNKNOWN_NODES)
      .replace('"Head"', '"Headline"')
      .replace('"alpha "', '"an alpha "')
      .replace('" gamma"', '", gamma"')
      .replace('{"type":"text","marks":[{"type":"link"', '{"type":"text","text":"and "},{"type":"text","marks":[{"type":"link"')
      .replace('"three"', '"three more"')
    expect(JSON.stringify(await stored(id))).to.equal(wanted)
  })

  it('is not removed by a key, by typing over it or with the text around it @long', async () => {
    const id = await open(docOf(paragraph('before'), image, paragraph('after')))
    await box('Image').waitFor()
    await writer.field.click({ position: { x: 60, y: 20 } })
    for (const keys of [['Backspace', 'Backspace', 'Backspace'], ['Delete'], ['x'], ['Enter']]) {
      await writer.caret('after')
      if (keys[0] !== 'Backspace') await box('Image').locator('.name').click()
      await writer.press(...keys)
      expect(await box('Image').count(), keys.join()).to.equal(1)
    }
    await writer.press('Control+a')
    await writer.type('x')
    await seat.sees('“Image” was not removed')
    await writer.press('Control+a', 'Delete')
    expect(await box('Image').count()).to.equal(1)
    await writer.caret('before', 'after')
    await writer.type('!')
    await save()
    const { content } = await stored(id)
    expect(content[0]).to.deep.equal(paragraph('before!'))
    expect(content.filter(({ type }: any) => type === 'image')).to.deep.equal([image])
  })

  it('is moved by its buttons, by hand and by cutting and pasting, and removed by its button alone @long', async () => {
    const id = await open(docOf(paragraph('one'), image, paragraph('two'), chart))
    const order = async () => (await stored(id)).content.map((one: any) => one.content?.[0]?.text ?? one.type)
    await box('Image').getByRole('button', { name: 'Move Image down' }).click()
    await save()
    expect(await order()).to.deep.equal(['one', 'two', 'image', 'chart'])
    await box('Chart').getByRole('button', { name: 'Move Chart up' }).press('Enter')
    await seat.sees('Changes not saved yet')
    await save()
    expect(await order()).to.deep.equal(['one', 'two', 'chart', 'image'])
    await seat.drag(box('Image').locator('.name'), writer.field.getByText('one'))
    await seat.sees('Changes not saved yet')
    await save()
    expect(await order()).to.deep.equal(['one', 'image', 'two', 'chart'])
    // Elsewhere than where the drag began: the same place again would be a double click.
    await box('Chart').locator('.excerpt').click()
    await writer.press('Control+x')
    expect(await box('Chart').count()).to.equal(0)
    await writer.caret('one', 'after')
    await writer.press('Control+v')
    await seat.sees('Changes not saved yet')
    await save()
    const { content } = await stored(id)
    expect(content.filter(({ type }: any) => type === 'chart' || type === 'image')).to.deep.equal([chart, image])
    expect(await order()).to.deep.equal(['one', 'chart', 'image', 'two'])
    await box('Image').getByRole('button', { name: 'Remove Image' }).click()
    await box('Image').waitFor({ state: 'detached' })
    await writer.press('Control+z')
    await box('Image').waitFor()
    await save()
    expect(await order()).to.deep.equal(['one', 'chart', 'image', 'two'])
    await box('Image').getByRole('button', { name: 'Remove Image' }).click()
    await seat.sees('Changes not saved yet')
    await save()
    expect(await order()).to.deep.equal(['one', 'chart', 'two'])
  })

  it('comes from no other site by pasting', async () => {
    const id = await open(docOf(paragraph('one')))
    await writer.field.click()
    const node = JSON.stringify([{ type: 'keptBlock', attrs: { json: { type: 'script' } } }])
    await writer.paste({ 'text/html': `<p data-galley="1" data-galley-text='${node}'>pasted</p>` })
    await writer.field.getByText('pasted').waitFor()
    await save()
    expect(JSON.stringify(await stored(id)))
      .to.include('pasted')
      .and.not.include('script')
  })

  it('is read in Thai too, and only read where nothing may be changed @long', async () => {
    const id = await open(UNKNOWN_NODES)
    await createdAsIs(site.cms, 'read-only', { body: docOf(image) })
    await seat.page.evaluate(`localStorage.setItem('galley:language', 'th')`)
    await seat.open(`c/posts/${id}`)
    await seat.sees('Image – เก็บไว้ตามเดิม แก้ไขที่นี่ไม่ได้')
    await seat.page.evaluate(`localStorage.setItem('galley:language', 'en')`)
    await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    const eve = await Seat.at(site, { as: 'eve@example.org' })
    await eve.open(`c/read-only/1`)
    await eve.sees('Image – kept as it is, not editable here')
    expect(await eve.page.getByRole('button', { name: 'Remove Image' }).count()).to.equal(0)
    eve.quiet()
    await eve.leave()
  })

  for (const [what, body, message] of [
    ['plain text', '<p>Hello</p>', 'stored as plain text'],
    ['another shape', { root: { children: [] } }, 'stored as something other than formatted text'],
    ['a doc whose content is no list', { type: 'doc', content: 'Hello' }, 'stored as something other than formatted text'],
  ] as const)
    it(`that can't be opened, ${what}, is shown and stays until somebody replaces it @long`, async () => {
      const id = await open(body)
      await seat.sees(message)
      await seat.sees(typeof body === 'string' ? body : Object.keys(body)[0]!)
      expect(await writer.field.count()).to.equal(0)
      await seat.fill('Title', 'Second')
      await save()
      expect(await stored(id)).to.deep.equal(body)
      await seat.press('Replace with empty text')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await seat.sees(message)
      await seat.press('Replace with empty text')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Replace with empty text' }).click()
      await writer.field.waitFor()
      await writer.type('New')
      await save()
      expect(await stored(id)).to.deep.equal(docOf(paragraph('New')))
    })

  it(`whatever it is: all but the edit is stored byte for byte (seed ${SEED}) @long`, async () => {
    const all = fc.sample(oddText, { seed: SEED, numRuns: ROWS * PAGES })
    for (let page = 0; page < PAGES; page++) {
      const texts = all.slice(page * ROWS, (page + 1) * ROWS)
      const { id } = (await createdAsIs(site.cms, 'posts', {
        title: 'Odd',
        sections: texts.map((words) => ({ blockType: 'prose', words })),
      })) as any
      const rows = async () =>
        ((await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any).sections.map((row: any) => row.words)
      expect((await rows()).map((one: any) => JSON.stringify(one))).to.deep.equal(texts.map((one) => JSON.stringify(one)))
      await seat.open(`c/posts/${id}`)
      const editors = new Writer(seat, 'Words').field
      await editors.nth(ROWS - 1).waitFor()
      for (let row = 0; row < ROWS; row++) {
        const one = new Writer(seat, 'Words', row)
        await one.caret(HERE, 'after')
        await one.press('ArrowLeft', 'ArrowLeft')
        await one.type('!')
      }
      await save()
      const wanted = texts.map((one) => JSON.stringify(one).replace(`"${HERE}"`, `"${HERE.slice(0, 2)}!${HERE.slice(2)}"`))
      for (const [row, one] of (await rows()).entries()) expect(JSON.stringify(one), `text ${row} of page ${page}`).to.equal(wanted[row])
    }
  })
})
