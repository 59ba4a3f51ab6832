/** Texts that are longer than their field allows: the form keeps all of a paste, says how much is too many, and loses nothing. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { Field } from '../../lib/field-config.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { Writer } from '../harness/writing.ts'

const LIMIT = 20
const fields: Field[] = [
  { name: 'title', maxLength: LIMIT },
  { name: 'teaser', type: 'textarea', maxLength: LIMIT },
  { name: 'address', type: 'slug', maxLength: LIMIT },
  { name: 'mail', type: 'email', maxLength: LIMIT },
]
const TOO_LONG: Record<string, string> = {
  title: 'A headline of thirty-two letters',
  teaser: 'Two lines of a press\nrelease....',
  address: 'a-headline-of-thirty-two-letters',
  mail: 'somebody.with.a@long.example.org',
}

const PLACES = ['', 'about.', 'parts.0.']

describe('admin-components: long texts', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo(
      'nok@example.org',
      {
        collections: [
          {
            slug: 'stories',
            drafts: true,
            fields: [
              ...fields,
              { name: 'body', type: 'richText' },
              { name: 'about', type: 'group', fields },
              { name: 'parts', type: 'array', fields },
            ],
          },
        ],
      },
      { hasClock: true },
    ))
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet(/400 .*autosave/))

  const field = (path: string): Locator => seat.page.locator(`#f-${path.replaceAll('.', '-')}`)
  const warning = (path: string): Locator => seat.page.locator(`.field[data-path="${path}"] > .error`)
  const stored = async (id: number) => (await site.cms.findById('stories', id, { draft: true })) as any

  async function open(): Promise<number> {
    const { id } = (await site.cms.create('stories', { parts: [{ title: null }] })) as { id: number }
    await seat.open(`c/stories/${id}`)
    await field('title').waitFor()
    return id
  }

  /** `insertText` is what the browser does with a paste, and it obeys every limit that the input has. */
  async function paste(path: string, text: string): Promise<void> {
    await field(path).focus()
    await seat.page.keyboard.press('Control+a')
    await seat.page.keyboard.insertText(text)
  }

  for (const place of PLACES)
    for (const { name } of fields)
      it(`${place}${name} keeps a paste that is too long, and saves it once it is short enough${longUnlessDrawn(place, PLACES, name)}`, async () => {
        const path = place + name
        const text = TOO_LONG[name]!
        const id = await open()
        await paste(path, text)
        expect(await field(path).inputValue()).to.equal(text)
        expect(await warning(path).textContent()).to.equal(`12 characters too many. The limit is ${LIMIT}`)
        await seat.pauses()
        expect(await field(path).inputValue(), 'after the refused save').to.equal(text)
        await warning(path).waitFor()
        const short = text.slice(-LIMIT)
        await paste(path, short)
        await seat.saved()
        await warning(path).waitFor({ state: 'detached' })
        const found = place.split('.').reduce((value, key) => (key ? value[key] : value), await stored(id))
        expect(found[name]).to.equal(short)
      })

  it('of a formatted text say how large it is before it is sent, and can be saved once it is smaller @long', async () => {
    const id = await open()
    const body = new Writer(seat)
    const write = (script: string) => body.field.evaluate((one: any, script) => new Function('editor', script)(one.editor), script)
    await write(
      `editor.commands.insertContent([...Array(3)].map(() => ({ type: 'paragraph', content: [{ type: 'text', text: 'é'.repeat(200_000) }] })))`,
    )
    const said = seat.page.locator('.field[data-path="body"] .error')
    expect(await said.textContent()).to.equal(
      'This text is too large to be saved: 1.2 MB, of at most 1 MB. Move a part of it to another document.',
    )
    await seat.pauses()
    await seat.press('Save draft')
    await said.first().waitFor()
    expect((await stored(id)).body).to.equal(null)
    await write(`editor.commands.deleteRange({ from: 1, to: 200_000 })`)
    await said.waitFor({ state: 'detached' })
    await seat.pauses()
    await seat.saved()
    expect(JSON.stringify((await stored(id)).body).length).to.be.within(400_000, 402_000)
  })

  it('counts an emoji as one character, as the server does @long', async () => {
    const id = await open()
    const text = '🦜'.repeat(LIMIT)
    await paste('title', text)
    expect(await warning('title').count()).to.equal(0)
    await seat.saved()
    expect((await stored(id)).title).to.equal(text)
    await paste('title', `${text}🦜`)
    expect(await warning('title').textContent()).to.equal(`1 character too many. The limit is ${LIMIT}`)
    await paste('title', text)
    await seat.saved()
  })
})
