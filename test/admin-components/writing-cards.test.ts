/** Cards and what is written next to them: nothing that is typed, composed, pasted or inserted replaces a card. */
import { expect } from 'chai'
import { oneIn } from '../harness/depth.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: writing next to cards', function () {
  this.timeout(60_000)
  let page: TextPage
  let picture: { type: string; attrs: object }
  before(async () => {
    page = await TextPage.open()
    const { id } = await page.picture()
    picture = { type: 'image', attrs: { media: id } }
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const rule = { type: 'horizontalRule' }
  /** A second click within a moment would be a double click. */
  const select = () => page.writer.field.evaluate((one: any) => one.editor.chain().focus().setNodeSelection(0).run())

  it('what is typed goes below the selected card, and undo takes the paragraph back, too @long', async () => {
    await page.write(docOf(picture, paragraph('one')))
    await select()
    await page.writer.type('new words')
    await page.stores(docOf(picture, paragraph('new words'), paragraph('one')))
    await page.writer.press('Control+z', 'Control+z', 'Control+z')
    await page.stores(docOf(picture, paragraph('one')))
  })

  it('Enter writes below a card that has nothing to open, and the arrow keys lead above the first one @long', async () => {
    const embed = { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ' } }
    for (const key of ['Enter', 'Shift+Enter', 'Control+Enter'])
      for (const card of key === 'Enter' ? [picture, rule] : [picture, rule, embed]) {
        await page.write(docOf(card, paragraph('one')))
        await select()
        await page.writer.press(key)
        await page.writer.type('below')
        expect(await page.value(), key).to.deep.equal(docOf(card, paragraph('below'), paragraph('one')))
      }
    await select()
    await page.writer.press('ArrowUp')
    await page.writer.type('above')
    await page.stores(docOf(paragraph('above'), embed, paragraph('below'), paragraph('one')))
  })

  it('what is composed does, too @long', async () => {
    await page.write(docOf(picture, paragraph('one')))
    await select()
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    for (const words of ['k', 'か', 'かん'])
      await cdp.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
    await cdp.send('Input.insertText', { text: '漢' })
    await page.stores(docOf(picture, paragraph('漢'), paragraph('one')))
  })

  it('so does what is pasted, and what a command inserts @long', async () => {
    await page.write(docOf(picture, paragraph('one')))
    await select()
    await page.paste({ 'text/plain': 'pasted' })
    await page.stores(docOf(picture, paragraph('pasted'), paragraph('one')))
    await select()
    await page.tool('Divider')
    await page.stores(docOf(picture, rule, paragraph(), paragraph('pasted'), paragraph('one')))
    await select()
    await page.tool('Table')
    const types = (await page.stored()).content.map(({ type }: { type: string }) => type)
    expect(types).to.deep.equal(['image', 'table', 'horizontalRule', 'paragraph', 'paragraph', 'paragraph'])
  })

  it('nothing that a command inserts replaces selected words: it goes after their block @long', async () => {
    const words = [paragraph('one two'), paragraph('three')]
    const dialog = page.seat.page.getByRole('dialog')
    const answers: Record<string, () => Promise<unknown>> = {
      Table: async () => undefined,
      Divider: async () => undefined,
      Image: () => dialog.getByRole('button', { name: 'temple.png' }).click(),
      File: () => dialog.getByRole('button', { name: 'temple.png' }).click(),
      Embed: async () => {
        await dialog.getByLabel('Address').fill('https://youtu.be/dQw4w9WgXcQ')
        await dialog.getByRole('button', { name: 'Embed' }).click()
      },
      'Block: Quote': () => dialog.getByRole('button', { name: 'Close' }).click(),
    }
    for (const [tool, answer] of Object.entries(answers)) {
      await page.write(docOf(...words))
      await page.writer.select('one')
      await page.tool(tool)
      await answer()
      const types = () => page.value().then(({ content }) => content.map(({ type }: { type: string }) => type))
      while ((await types()).length < 3) await page.seat.page.waitForTimeout(20)
      const { content } = await page.value()
      expect(content[0], tool).to.deep.equal(words[0])
      expect(content[1].type, tool).to.not.equal('paragraph')
      expect(content.at(-1), tool).to.deep.equal(words[1])
    }
    await page.write(docOf(...words))
    await page.writer.select('one')
    await page.tool('Mention')
    await page.stores(docOf(paragraph('one @ two'), words[1]!))
  })

  it('writing goes on behind a card that was inserted or pasted at the end @long', async () => {
    await page.write(docOf(paragraph('one')))
    for (const [index, words] of ['two', 'three'].entries()) {
      await page.tool('Image')
      await page.seat.page.getByRole('dialog').getByRole('button', { name: 'temple.png' }).click()
      await page.writer.field.locator('figure img').nth(index).waitFor()
      await page.writer.type(words)
    }
    const described = { type: 'image', attrs: { ...picture.attrs, alt: 'A temple' } }
    await page.stores(docOf(paragraph('one'), described, paragraph('two'), described, paragraph('three')))
    await page.writer.field.locator('figure img').last().click()
    await page.writer.press('Control+c', 'Control+End', 'Enter', 'Control+v', 'Control+v')
    await page.writer.type('four')
    await page.stores(
      docOf(paragraph('one'), described, paragraph('two'), described, paragraph('three'), described, described, paragraph('four')),
    )
  })

  it('… in a line of its own, not in the words below @long', async () => {
    const page_ = docOf(paragraph('before'), paragraph('after'))
    const cell = { type: 'tableCell', content: [paragraph('a')] }
    const table = { type: 'table', content: [{ type: 'tableRow', content: [cell, cell] }] }
    const inserted: [object, () => Promise<void>][] = [
      [rule, () => page.tool('Divider')],
      [rule, () => page.paste({ 'text/html': '<hr>' })],
      [table, () => page.paste({ 'text/html': '<table><tr><td>a</td><td>a</td></tr></table>' })],
    ]
    for (const [node, insert] of inserted) {
      await page.write(page_)
      await page.writer.caret('before', 'after')
      await page.writer.press('Enter')
      await insert()
      await page.writer.type('new')
      await page.stores(docOf(paragraph('before'), node as never, paragraph('new'), paragraph('after')))
    }
    const cellOf = (...content: object[]) => ({ type: 'tableCell', content })
    const rowOf = (...content: object[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })
    const items = (...all: object[][]) => ({ type: 'bulletList', content: all.map((content) => ({ type: 'listItem', content })) })
    const quote = (...content: object[]) => ({ type: 'blockquote', content })
    for (const wrap of [
      (inside: object[]) => [...inside, paragraph('after')],
      (inside: object[]) => [items(inside, [paragraph('after')])],
      (inside: object[]) => [quote(...inside), paragraph('after')],
      (inside: object[]) => [rowOf(cellOf(...inside), cellOf(paragraph('after')))],
    ]) {
      await page.write(docOf(...(wrap([paragraph('before')]) as never[])))
      await page.writer.caret('before', 'after')
      await page.tool('Divider')
      await page.writer.type('new')
      await page.stores(docOf(...(wrap([paragraph('before'), rule, paragraph('new')]) as never[])))
    }
    await page.write(page_)
    await page.writer.caret('fore')
    await page.tool('Divider')
    await page.writer.type('new')
    await page.stores(docOf(paragraph('before'), rule, paragraph('new'), paragraph('after')))
  })

  it('what is composed over a card between others leaves no letters behind @long', async () => {
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    for (const card of [picture, rule])
      for (const [steps, done] of [
        [['ก', 'กา'], 'การ'],
        [['に', 'にほ'], '日本'],
      ] as const) {
        await page.write(docOf(paragraph('a'), card, paragraph('b')))
        await page.writer.caret('a', 'after')
        await page.writer.press('ArrowDown')
        for (const words of steps)
          await cdp.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
        await cdp.send('Input.insertText', { text: done })
        await page.stores(docOf(paragraph('a'), card, paragraph(done), paragraph('b')))
      }
  })

  it('… nor over one that nothing follows in its item, quote or cell, where the input method takes the key first @long', async () => {
    const cdp = await page.seat.context.newCDPSession(page.seat.page)
    const q = paragraph('q')
    const places: ((...below: object[]) => object)[] = [
      (...below) => ({ type: 'bulletList', content: [{ type: 'listItem', content: [q, picture, ...below] }] }),
      (...below) => ({ type: 'blockquote', content: [q, picture, ...below] }),
      (...below) => ({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [q, picture, ...below] }] }],
      }),
    ]
    for (const placed of places) {
      await page.write(docOf(placed() as never, paragraph('after')))
      await page.writer.field.evaluate(({ editor }: any) => {
        let card = 0
        editor.state.doc.descendants((node: any, at: number) => {
          if (node.type.name === 'image') card = at
        })
        editor.chain().focus().setNodeSelection(card).run()
      })
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Process', code: 'KeyN' })
      for (const words of ['n', 'に', 'にほ'])
        await cdp.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
      await cdp.send('Input.insertText', { text: '日本' })
      await page.stores(docOf(placed(paragraph('日本')) as never, paragraph('after')))
    }
  })

  it('Ctrl+End and Ctrl+Home leave a selected card', async () => {
    await page.write(docOf(picture, paragraph('one'), paragraph('two')))
    await select()
    await page.writer.press('Control+End')
    await page.writer.type('!')
    await select()
    await page.writer.press('ArrowDown', 'Control+Home')
    await page.stores(docOf(picture, paragraph('one'), paragraph('two!')))
  })

  it('who deletes or cuts the last card of a cell, an item or a quote goes on there @long', async () => {
    const cell = (...content: object[]) => ({ type: 'tableCell', content })
    const places: ((...content: object[]) => object)[] = [
      (...content) => ({ type: 'table', content: [{ type: 'tableRow', content: [cell(...content), cell(paragraph('next'))] }] }),
      (...content) => ({
        type: 'bulletList',
        content: [
          { type: 'listItem', content },
          { type: 'listItem', content: [paragraph('next')] },
        ],
      }),
      (...content) => ({ type: 'blockquote', content }),
    ]
    for (const placed of oneIn(2, places))
      for (const key of ['Backspace', 'Delete', 'Control+x']) {
        await page.write(docOf(placed(paragraph('q'), picture) as never, paragraph('after')))
        await page.writer.field.evaluate(({ editor }: any) => {
          let card = 0
          editor.state.doc.descendants((node: any, at: number) => {
            if (node.type.name === 'image') card = at
          })
          editor.chain().focus().setNodeSelection(card).run()
        })
        await page.writer.press(key)
        await page.writer.type('x')
        await page.shows(docOf(placed(paragraph('qx')) as never, paragraph('after')), key)
      }
  })

  it('keys that delete still delete it @long', async () => {
    for (const key of ['Backspace', 'Delete']) {
      await page.write(docOf(picture, paragraph('one')))
      await select()
      await page.writer.press(key)
      await page.stores(docOf(paragraph('one')))
    }
  })
})
