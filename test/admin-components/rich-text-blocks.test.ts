/** Content blocks: added, edited in the ordinary form of their type, and stored with an id of their own. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

/** The first field of a form, by type. */
const FIRST: Readonly<Record<string, object>> = {
  text: {},
  textarea: {},
  email: {},
  number: {},
  boolean: {},
  date: {},
  select: { options: ['a', 'b'] },
  richText: {},
  json: {},
  relationship: { to: 'posts' },
  upload: {},
  array: { fields: [{ name: 'inner' }] },
  group: { fields: [{ name: 'inner' }] },
}

describe('admin-components: the form of a content block', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    const blocks = Object.entries(FIRST).map(([type, more]) => ({
      slug: `begins-${type.toLowerCase()}`,
      fields: [{ name: 'first', type, ...more }, { name: 'second' }] as never,
    }))
    page = await TextPage.open({ blocks })
  })
  after(() => page?.close())

  it('opens with the focus in its first field, whatever its type, and no key closes it @long', async () => {
    for (const type of Object.keys(FIRST)) {
      const block = { type: 'contentBlock', attrs: { blockType: `begins-${type.toLowerCase()}`, id: 'abcdefghijk' } }
      await page.write(docOf(paragraph('outer'), block))
      const drawer = page.seat.page.locator('cms-block-drawer dialog')
      await page.writer.field.locator('.node-block').hover()
      await page.writer.field.getByRole('button', { name: /^Edit / }).click()
      await drawer.waitFor()
      // What has the focus is found by its place among all that can have it.
      const place = () =>
        page.seat.page.evaluate(`(() => {
          let at = document.activeElement
          while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
          const drawer = document.querySelector('cms-admin').shadowRoot.querySelector('cms-block-drawer')
          const slot = at.closest('.galley-surface')?.slot
          const field = (slot ? drawer.querySelector('slot[name="' + slot + '"]') : at)?.closest('.inside > :not(.row)')
          return field ? [...drawer.querySelector('.inside').children].indexOf(field) : at.localName
        })()`)
      for (let tries = 0; tries < 100 && (await place()) === 'h2'; tries++) await page.seat.page.waitForTimeout(20)
      expect(await place(), type).to.equal(1)
      if (type === 'richText') {
        await page.seat.page.keyboard.type(' inner words')
        const words = async () => JSON.stringify((await page.value()).content.at(-1))
        for (let tries = 0; tries < 50 && !(await words()).includes('inner words'); tries++) await page.seat.page.waitForTimeout(20)
        expect(await words()).to.contain('inner words')
      }
      expect(await drawer.isVisible(), type).to.equal(true)
      await drawer.getByRole('button', { name: 'Close', exact: true }).click()
      await drawer.waitFor({ state: 'detached' })
    }
    page.seat.quiet()
  })
})

describe('admin-components: content blocks in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet(/400/))

  const form = () => page.seat.page.getByRole('dialog', { name: 'Quote' })

  it('a new one opens its form; what is written there is stored at once, a text in it as well @long', async () => {
    await page.write(docOf(paragraph('a')))
    await page.tool('Block: Quote')
    await form().waitFor()
    await page.writer.type('To be')
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

  it('what was typed into a form is undone in one step @long', async () => {
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

  it('undo in a field of its form, or of the document, is about what was typed there, and changes nothing in the text @long', async () => {
    const block = (said: string) => ({ type: 'contentBlock', attrs: { blockType: 'quote', said, id: 'abcdefghijk' } })
    await page.write(docOf(paragraph('a'), block('old')))
    await page.writer.caret('a', 'after')
    await page.writer.type(' word')
    await page.writer.field.locator('.node-block').dblclick()
    const drawer = page.seat.page.locator('cms-block-drawer dialog')
    await drawer.getByRole('textbox', { name: 'Said' }).click()
    await page.writer.press('End')
    await page.writer.type(' words')
    await page.shows(docOf(paragraph('a word'), block('old words')), 'typed')
    await page.writer.press('Control+z', 'Control+z', 'Control+z', 'Control+z')
    await page.shows(docOf(paragraph('a word'), block('old')), 'undone')
    await drawer.getByRole('button', { name: 'Done' }).click()
    const title = page.seat.page.getByRole('textbox', { name: 'Title' })
    await title.click()
    await page.writer.type('T')
    await page.writer.press('Control+z', 'Control+z', 'Control+z')
    expect(await title.inputValue()).to.equal('First')
    await page.shows(docOf(paragraph('a word'), block('old')), 'undone in the title')
    await page.writer.type('T')
    expect(await title.inputValue()).to.contain('T')
  })

  it('after its form the caret is at it, and after it was removed where it was, wherever the caret was before @long', async () => {
    const block = { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'A', by: null, words: null } }
    const lines = Array.from({ length: 60 }, (_, line) => paragraph(`Line ${line}`))
    await page.write(docOf(...lines, block, paragraph('end')))
    const leaveAtStart = () =>
      page.writer.field.evaluate(({ editor }: any) => {
        editor.commands.setTextSelection(1)
        editor.view.dom.blur()
      })
    const top = async () => Math.round((await page.writer.field.getByText('Line 58').boundingBox())!.y)
    await leaveAtStart()
    await page.writer.field.locator('.node-block').hover()
    const before = await top()
    await page.writer.field.getByRole('button', { name: 'Edit Quote' }).click()
    await form().getByRole('button', { name: 'Done' }).click()
    await form().waitFor({ state: 'hidden' })
    expect(await top()).to.be.closeTo(before, 40)
    await page.writer.press('Enter')
    await form().waitFor()
    await page.writer.press('Escape')
    await form().waitFor({ state: 'hidden' })
    await page.writer.type('below')
    await page.stores(docOf(...lines, block, paragraph('below'), paragraph('end')))
    await leaveAtStart()
    await page.writer.field.locator('.node-block').hover()
    await page.writer.field.getByRole('button', { name: 'Remove Quote' }).click()
    await page.writer.type('!')
    await page.stores(docOf(...lines.slice(0, -1), paragraph('Line 59!'), paragraph('below'), paragraph('end')))
  })

  it('has words that are found and replaced, like the caption and the description of a picture @long', async () => {
    const { id: media } = await page.picture()
    const picture = (caption: string, alt: string) => ({ type: 'image', attrs: { media, alt, caption, width: null } })
    const block = (said: string, words: string) => ({
      type: 'contentBlock',
      attrs: { blockType: 'quote', id: 'abcdefghijk', said, by: null, words: docOf(paragraph(words)) },
    })
    await page.write(docOf(picture('Ada and Ada', 'Ada'), paragraph('Ada'), block('Ada said', 'of Ada inside')))
    const bar = page.seat.page.getByRole('search', { name: 'Find in text' })
    const excerpt = () => page.writer.field.locator('.found-words').textContent()
    await page.writer.press('Control+Home', 'Control+f')
    await page.seat.page.keyboard.type('ada')
    await bar.getByText('1 of 6').waitFor()
    expect(await page.writer.field.locator('figure.found, .node-block.found').count()).to.equal(2)
    expect(await excerpt()).to.equal('Ada and Ada')
    await page.writer.press('Shift+Enter')
    await bar.getByText('6 of 6').waitFor()
    expect(await excerpt()).to.equal('of Ada inside')
    await page.seat.page.getByRole('status').filter({ hasText: 'of Ada inside' }).waitFor()
    await page.writer.press('Enter')
    await bar.getByPlaceholder('Replace with').fill('Grace')
    await bar.getByRole('button', { name: 'Replace', exact: true }).click()
    await bar.getByText('1 of 5').waitFor()
    const one = docOf(picture('Grace and Ada', 'Ada'), paragraph('Ada'), block('Ada said', 'of Ada inside'))
    await page.stores(one)
    await bar.getByRole('button', { name: 'Replace all' }).click()
    await bar.getByText('5 replaced').waitFor()
    await page.stores(docOf(picture('Grace and Grace', 'Grace'), paragraph('Grace'), block('Grace said', 'of Grace inside')))
    await page.writer.press('Escape', 'Control+z')
    await page.stores(one)
  })

  const quote = (id: string) => ({ type: 'contentBlock', attrs: { blockType: 'quote', id, said: 'A', by: null, words: null } })
  const card = (nth = 0) => page.writer.field.locator('.node-block').nth(nth)
  const select = (nth = 0) => card(nth).locator('strong').click()

  it('is copied with an id of its own, and keeps its id when it is moved or cut @long', async () => {
    await page.write(docOf(quote('abcdefghijk'), paragraph('one')))
    const ids = async () => (await page.value()).content.map((one: any) => one.attrs?.id ?? one.content[0].text)
    await select()
    await page.writer.press('Alt+Shift+ArrowDown')
    expect(await ids(), 'moved').to.deep.equal(['one', 'abcdefghijk'])
    await page.writer.press('Control+x', 'Control+v')
    expect(await ids(), 'cut and pasted').to.deep.equal(['one', 'abcdefghijk'])
    await page.writer.press('Control+v')
    await select(1)
    await page.writer.press('Control+d')
    const all = await ids()
    expect(all.length).to.equal(4)
    expect(new Set(all).size, all.join()).to.equal(4)
    expect(all).to.include('abcdefghijk')
    expect((await page.stored()).content.map((one: any) => one.attrs?.id ?? one.content[0].text)).to.deep.equal(all)
  })

  it('is copied by dragging with Ctrl @long', async () => {
    await page.write(docOf(paragraph('one'), paragraph('two'), quote('abcdefghijk')))
    await page.seat.page.keyboard.down('Control')
    await page.seat.drag(card().locator('strong'), page.writer.field.getByText('one'))
    await page.seat.page.keyboard.up('Control')
    const [, copy, , original] = (await page.stored()).content
    expect(original.attrs.id).to.equal('abcdefghijk')
    expect(copy.attrs).to.include({ said: 'A' }).and.not.include({ id: 'abcdefghijk' })
  })

  it('its grip concerns it alone @long', async () => {
    await page.write(docOf(quote('abcdefghijk'), paragraph('one'), paragraph('two')))
    const choose = async (name: string) => {
      await card().hover()
      await page.seat.page.locator('.side-tools').getByRole('button', { name: 'Block menu' }).click()
      await page.seat.page.locator('.side-tools').getByRole('menuitem', { name, exact: true }).click()
    }
    await choose('Move down')
    await page.stores(docOf(paragraph('one'), quote('abcdefghijk'), paragraph('two')))
    await choose('Remove')
    await page.stores(docOf(paragraph('one'), paragraph('two')))
  })

  it('the menu of `/` offers the blocks first to those who type “block”', async () => {
    await page.write()
    await page.writer.type('/block')
    const options = page.seat.page.locator('.suggestions').getByRole('option')
    await options.first().waitFor()
    expect((await options.first().textContent())?.trim()).to.equal('Block: Quote')
    await page.writer.press('Escape')
  })
})
