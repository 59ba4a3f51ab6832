/** Two people write in one rich text: what each writes is stored and shown, and neither loses words, the caret or an undo. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'
import { bullets, docOf, item, paragraph, Writer } from '../harness/writing.ts'

/** Longer than the pause between two looks at who else is there. */
const LOOK = 16_000

for (const [index, [host, database]] of PAIRS.entries()) {
  const drafts = index === 0
  describe(`admin-components: two writers, ${drafts ? 'with' : 'without'} drafts on ${host.name} with ${database.name}${drafts ? '' : ' @long'}`, function () {
    this.timeout(120_000)
    let site: Site
    let nok: Writer
    let eve: Writer
    let id: number
    before(async () => {
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [
            {
              slug: 'notes',
              useAsTitle: 'title',
              drafts,
              versions: drafts,
              fields: [
                { name: 'title' },
                {
                  name: 'body',
                  type: 'richText',
                  localized: true,
                  blocks: [{ slug: 'callout', fields: [{ name: 'words' }] }],
                },
              ],
            },
          ],
        },
        { host, database },
      )
      for (const name of ['Nok', 'Eve']) await makeUser(site.cms, `${name.toLowerCase()}@example.org`, { role: 'admin', name })
      ;[nok, eve] = [await writerCalled('nok'), await writerCalled('eve')]
    })
    after(() => site?.stop())
    // A stale save is refused once.
    afterEach(() => {
      nok.seat.quiet(/400/)
      eve.seat.quiet(/400/)
    })

    async function writerCalled(name: string): Promise<Writer> {
      const seat = await Seat.at(site, { as: `${name}@example.org`, hasClock: true })
      return new Writer(seat)
    }

    async function open(...content: object[]): Promise<void> {
      const { cms } = site
      id = ((await cms.create('notes', { title: 'A text', body: docOf(...(content as any)) })) as { id: number }).id
      await cms.in('th').update('notes', id, { body: docOf(paragraph('หนึ่ง'), paragraph('สอง')) })
      for (const { seat, field } of [nok, eve]) {
        await seat.open(`c/notes/${id}`)
        await field.waitFor()
      }
      await nok.seat.sees('All changes saved')
    }

    const linesIn = (node: any): string[] =>
      node?.content?.every(({ type }: any) => type === 'text')
        ? [node.content.map(({ text }: any) => text).join('')]
        : (node?.content ?? []).flatMap(linesIn)
    const stored = async (locale = 'en'): Promise<string[]> =>
      linesIn(((await site.cms.in(locale).findById('notes', id, drafts ? { draft: true } : {})) as any).body)
    const shown = (writer: Writer): Promise<string[]> => writer.field.locator('p').allTextContents()
    async function shows(writer: Writer, lines: readonly string[]): Promise<void> {
      for (let tries = 0; tries < 200 && (await shown(writer)).join('|') !== lines.join('|'); tries++)
        await writer.seat.page.waitForTimeout(20)
      expect(await shown(writer)).to.deep.equal(lines)
    }
    async function saves({ seat }: Writer): Promise<void> {
      if (!drafts) await seat.press('Save')
      await seat.saved()
    }
    const looks = ({ seat }: Writer) => seat.page.clock.fastForward(LOOK)
    const asks = ({ seat }: Writer) => seat.page.getByRole('dialog', { name: /has changed this document/ })

    it('in different paragraphs: after every step, what is stored and shown is what both have written @long', async () => {
      const lines = ['alpha', 'beta', 'gamma', 'delta']
      await open(...lines.map((one) => paragraph(one)))
      /** The paragraph that each writes in. */
      const places = new Map([
        [nok, 0],
        [eve, 2],
      ])
      for (let step = 0; step < 12; step++) {
        const writer = step % 3 === 1 ? eve : nok
        const at = places.get(writer)!
        await writer.caret(lines[at]!, 'after')
        if (step % 4 === 3) {
          await writer.press('Enter')
          await writer.type(`new ${step}`)
          lines.splice(at + 1, 0, `new ${step}`)
          places.set(writer, at + 1)
          if (writer === nok) places.set(eve, places.get(eve)! + 1)
        } else {
          await writer.type(` ${step}`)
          lines[at] += ` ${step}`
        }
        await saves(writer)
        expect(await stored(), `step ${step}`).to.deep.equal(lines)
        await shows(writer, lines)
        const other = writer === nok ? eve : nok
        if (step % 2 === 0) continue
        await looks(other)
        await shows(other, lines)
      }
      for (const writer of [nok, eve]) await looks(writer)
      for (const writer of [nok, eve]) await shows(writer, lines)
      expect(await asks(nok).count()).to.equal(0)
    })

    it('what arrives above and below leaves the caret, the page and an undo of one’s own words alone @long', async () => {
      const many = Array.from({ length: 40 }, (_, n) => `Line ${n} of a long text`)
      await open(...many.map((one) => paragraph(one)))
      await nok.caret('Line 30', 'after')
      await nok.type(' by Nok and')
      const top = () => nok.field.locator('p', { hasText: 'Line 30' }).evaluate((one: any) => Math.round(one.getBoundingClientRect().top))
      await nok.field.locator('p', { hasText: 'Line 30' }).scrollIntoViewIfNeeded()
      const before = await top()
      for (const [line, words] of [
        ['Line 2 ', 'above '],
        ['Line 39 ', 'below '],
      ] as const) {
        await eve.caret(line, 'after')
        await eve.type(words)
      }
      await eve.caret('Line 1 of a long text', 'after')
      await eve.press('Enter')
      await eve.type('A new line')
      await saves(eve)
      await looks(nok)
      const lines = many.map((one) => one.replace('Line 2 ', 'Line 2 above ').replace('Line 39 ', 'Line 39 below '))
      lines.splice(2, 0, 'A new line')
      const withNok = (words: string) => lines.map((one) => one.replace('Line 30', `Line 30${words}`))
      await shows(nok, withNok(' by Nok and'))
      expect(Math.abs((await top()) - before), 'the page has not moved').to.be.lessThan(3)
      await nok.type(' more')
      await shows(nok, withNok(' by Nok and more'))
      await nok.press('Control+z', 'Control+z')
      await shows(nok, withNok(' by Nok '))
      await nok.press('Control+z', 'Control+z', 'Control+z', 'Control+z')
      await shows(nok, lines)
      await nok.press('Control+Shift+z', 'Control+Shift+z')
      await shows(nok, withNok(' by '))
      await saves(nok)
      expect(await stored()).to.deep.equal(withNok(' by '))
    })

    it('in different items of one list, and in another language @long', async () => {
      await open(paragraph('before'), bullets(...['one', 'two', 'three'].map((one) => item(paragraph(one)))))
      await nok.caret('one', 'after')
      await nok.type(' by Nok')
      await eve.caret('three', 'after')
      await eve.press('Enter')
      await eve.type('four by Eve')
      await saves(eve)
      await saves(nok)
      expect(await stored()).to.deep.equal(['before', 'one by Nok', 'two', 'three', 'four by Eve'])
      for (const { seat, field } of [nok, eve]) {
        await seat.page.getByLabel('Language of the content').selectOption('th')
        await field.getByText('หนึ่ง').waitFor()
      }
      await nok.caret('หนึ่ง', 'after')
      await nok.type('ครับ')
      await eve.caret('สอง', 'after')
      await eve.type('ค่ะ')
      await saves(eve)
      await saves(nok)
      expect(await stored('th')).to.deep.equal(['หนึ่งครับ', 'สองค่ะ'])
      expect(await stored()).to.deep.equal(['before', 'one by Nok', 'two', 'three', 'four by Eve'])
    })

    it('in one paragraph: the answer keeps everything else of both, and an undo brings back the words that one gave up', async () => {
      await open(...['alpha', 'beta', 'gamma'].map((one) => paragraph(one)))
      await nok.caret('alpha', 'after')
      await nok.type(' by Nok')
      await nok.caret('gamma', 'after')
      await nok.type(' too')
      await eve.caret('alpha', 'after')
      await eve.type(' by Eve')
      await eve.caret('beta', 'after')
      await eve.type(' as well')
      await saves(eve)
      if (drafts) await nok.seat.pauses()
      await nok.seat.press(drafts ? 'Save draft' : 'Save')
      await asks(nok).getByRole('radio').last().check()
      await asks(nok).getByText('Undo in the text returns them').waitFor()
      await asks(nok).getByRole('button', { name: 'Save my choice' }).click()
      await nok.seat.saved()
      expect(await stored()).to.deep.equal(['alpha by Eve', 'beta as well', 'gamma too'])
      await nok.field.locator('p').last().click()
      await nok.press('Control+z')
      await shows(nok, ['alpha by Nok', 'beta as well', 'gamma too'])
      await nok.press('Control+Shift+z')
      await shows(nok, ['alpha by Eve', 'beta as well', 'gamma too'])
      await nok.press('Control+z')
      await saves(nok)
      expect(await stored()).to.deep.equal(['alpha by Nok', 'beta as well', 'gamma too'])
      await looks(eve)
      await shows(eve, ['alpha by Nok', 'beta as well', 'gamma too'])
      await eve.seat.sees('Just changed by somebody else: Body')
    })

    it('taking theirs can be undone where nothing else was changed, and then keeps the other’s words elsewhere @long', async () => {
      await open(...['alpha', 'beta', 'gamma'].map((one) => paragraph(one)))
      // Before the other one, whose words would arrive as soon as the first letter is typed.
      await nok.caret('beta', 'after')
      await nok.type(' BBB')
      await eve.caret('beta', 'after')
      await eve.type(' AAA')
      await saves(eve)
      if (drafts) await nok.seat.pauses()
      await nok.press('Control+s')
      await asks(nok).getByRole('radio').last().check()
      await asks(nok).getByRole('button', { name: 'Save my choice' }).click()
      await nok.seat.saved()
      await shows(nok, ['alpha', 'beta AAA', 'gamma'])
      await eve.caret('alpha', 'after')
      await eve.type(' AAA')
      await saves(eve)
      await looks(nok)
      await shows(nok, ['alpha AAA', 'beta AAA', 'gamma'])
      await nok.caret('gamma')
      await nok.press('Control+z')
      await shows(nok, ['alpha AAA', 'beta BBB', 'gamma'])
    })

    it('one removes the paragraph in which the other writes: it stays until somebody has decided', async () => {
      await open(...['alpha', 'beta', 'gamma'].map((one) => paragraph(one)))
      await nok.caret('beta', 'after')
      await nok.type(' by Nok')
      await eve.select('beta')
      await eve.press('Backspace', 'Backspace')
      await saves(eve)
      expect(await stored()).to.deep.equal(['alpha', 'gamma'])
      if (drafts) await nok.seat.pauses()
      await nok.seat.press(drafts ? 'Save draft' : 'Save')
      await asks(nok).getByRole('button', { name: 'Save my choice' }).click()
      await nok.seat.saved()
      expect(await stored()).to.deep.equal(['alpha', 'beta by Nok', 'gamma'])
      await looks(eve)
      await shows(eve, ['alpha', 'beta by Nok', 'gamma'])
    })

    if (drafts)
      it('at one picture: the caption, the alternative text and the width of both are kept, and the caret stays in its field @long', async () => {
        const { id: media } = (await site.cms.upload({ filename: 'temple.png', content: await png(800, 500) }, { alt: 'A temple' })) as any
        await open(paragraph('alpha'), { type: 'image', attrs: { media, alt: 'alt', caption: 'cap' } }, paragraph('beta'))
        const input = ({ field }: Writer, label: string) => field.getByRole('textbox', { name: label, exact: true })
        await input(nok, 'Caption').click()
        await nok.press('End')
        await nok.type(' by Nok')
        await saves(nok)
        await eve.field.locator('img').click()
        await input(eve, 'Alternative text').click()
        await eve.press('End')
        await eve.type(' by Eve')
        await saves(eve)
        await looks(nok)
        while ((await input(nok, 'Alternative text').inputValue()) !== 'alt by Eve') await nok.seat.page.waitForTimeout(20)
        await nok.type('!')
        await saves(nok)
        await looks(eve)
        while ((await input(eve, 'Caption').inputValue()) !== 'cap by Nok!') await eve.seat.page.waitForTimeout(20)
        await eve.type('?')
        await eve.field.getByRole('button', { name: /Small/ }).click()
        await nok.type(' Or so')
        await saves(nok)
        await saves(eve)
        const { body } = (await site.cms.findById('notes', id, { draft: true })) as any
        const { alt, caption, width } = body.content[1].attrs
        expect({ alt, caption, width }).to.deep.equal({ alt: 'alt by Eve?', caption: 'cap by Nok! Or so', width: 320 })
        for (const { seat } of [nok, eve]) expect(await seat.page.getByRole('dialog').count()).to.equal(0)
      })

    it('an undo of a move moves the paragraph back, with what the other has written in it @long', async () => {
      await open(...['alpha', 'beta', 'gamma'].map((one) => paragraph(one)))
      await nok.caret('beta', 'after')
      await nok.press('Alt+Shift+ArrowDown')
      await saves(nok)
      await looks(eve)
      await shows(eve, ['alpha', 'gamma', 'beta'])
      await eve.caret('beta', 'after')
      await eve.type(' by Eve')
      await saves(eve)
      await looks(nok)
      await shows(nok, ['alpha', 'gamma', 'beta by Eve'])
      await nok.caret('alpha')
      await nok.press('Control+z')
      await shows(nok, ['alpha', 'beta by Eve', 'gamma'])
      await saves(nok)
      expect(await stored()).to.deep.equal(['alpha', 'beta by Eve', 'gamma'])
    })

    if (drafts)
      it('the form of a block stays open while the other moves the block, and says so when they remove it @long', async () => {
        await open(paragraph('alpha'), { type: 'contentBlock', attrs: { blockType: 'callout', words: 'note' } }, paragraph('beta'))
        await eve.field.locator('.node-card').dblclick()
        const drawer = eve.seat.page.locator('cms-block-drawer dialog')
        const words = drawer.getByRole('textbox', { name: 'Words' })
        await words.waitFor()
        await words.press('End')
        await eve.type('!')
        await eve.seat.saved()
        await looks(nok)
        await nok.field.getByText('note!').click()
        await nok.press('Alt+Shift+ArrowDown')
        await saves(nok)
        const types = async () => ((await site.cms.findById('notes', id, { draft: true })) as any).body.content.map((one: any) => one.type)
        expect(await types()).to.deep.equal(['paragraph', 'paragraph', 'contentBlock'])
        await looks(eve)
        await eve.field.locator('p + p').waitFor({ state: 'attached' })
        await eve.type(' more')
        expect(await words.inputValue()).to.equal('note! more')
        await eve.seat.saved()
        expect(await stored()).to.deep.equal(['alpha', 'beta'])
        const { body } = (await site.cms.findById('notes', id, { draft: true })) as any
        expect(body.content[2].attrs.words).to.equal('note! more')
        await looks(nok)
        await nok.field.getByText('note! more').click()
        await nok.press('Delete')
        await saves(nok)
        await looks(eve)
        await drawer.getByText('Somebody else has removed this block').waitFor()
        await eve.type(' lost')
        await drawer.getByRole('button', { name: 'Done' }).click()
        await drawer.waitFor({ state: 'detached' })
        await shows(eve, ['alpha', 'beta'])
      })

    it('what arrives while an input method composes waits, and nothing of either is lost', async () => {
      await open(...['alpha', 'beta', 'gamma'].map((one) => paragraph(one)))
      await nok.caret('alpha', 'after')
      const method = await nok.seat.page.context().newCDPSession(nok.seat.page)
      const compose = (text: string) =>
        method.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await compose('s')
      await eve.caret('gamma', 'after')
      await eve.type(' by Eve')
      await saves(eve)
      await looks(nok)
      const held = `document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form.values.body.content[2].content[0].text`
      while ((await nok.seat.page.evaluate(held)) !== 'gamma by Eve') await nok.seat.page.waitForTimeout(20)
      await compose('สวั')
      await shows(nok, ['alphaสวั', 'beta', 'gamma'])
      await method.send('Input.insertText', { text: 'สวัสดี' })
      await nok.seat.page.clock.fastForward(100)
      await shows(nok, ['alphaสวัสดี', 'beta', 'gamma by Eve'])
      await saves(nok)
      expect(await stored()).to.deep.equal(['alphaสวัสดี', 'beta', 'gamma by Eve'])
    })
  })
}
