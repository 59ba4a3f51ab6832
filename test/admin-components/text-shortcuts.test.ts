/** The shortcuts of the commands: each once, each listed in the documentation, and each pressed in a browser. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { settingsOf } from '../../admin-components/fields/rich-text/settings.ts'
import { toolsFor } from '../../admin-components/fields/rich-text/tools.ts'
import { en as base } from '../../admin-components/texts/en.ts'
import { enRichText } from '../../admin-components/texts/en-rich-text.ts'
import { enWriting } from '../../admin-components/texts/en-writing.ts'
import type { Text } from '../../admin-components/texts/text.ts'
import { write } from '../../admin-components/texts/texts.ts'
import { quickAndLong } from '../harness/depth.ts'
import { bullets, docOf, heading, item, paragraph, text, Writer } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const texts: Record<string, Text> = { ...base, ...enRichText, ...enWriting }
const tools = toolsFor(settingsOf({ name: 'body', path: 'body', type: 'richText' }), ({ slug }) => slug)
const MARKS = [
  ['Control+b', 'bold'],
  ['Control+i', 'italic'],
  ['Control+u', 'underline'],
  ['Control+Shift+s', 'strike'],
  ['Control+e', 'code'],
] as const
const shown = (shortcut: string) =>
  shortcut
    .split('-')
    .map((key) => ({ Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓' })[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join('+')

describe('admin-components: shortcuts of a text', function () {
  this.timeout(120_000)
  it('no two commands share one', () => {
    const all = tools.flatMap(({ shortcut }) => shortcut ?? [])
    expect([...new Set(all)]).to.deep.equal(all)
  })

  it('the documentation lists them, and no others', () => {
    const docs = readFileSync(fileURLToPath(new URL('../../docs/admin.md', import.meta.url)), 'utf8')
    const section = /### Shortcuts for writing\n([\s\S]*?)\n### /.exec(docs)?.[1] ?? ''
    const listed = [...section.matchAll(/^\| (.+?) \| `(.+?)` \|/gm)].map(([, name, keys]) => `${name}: ${keys}`)
    const wanted = tools.flatMap(({ key, values, shortcut }) =>
      shortcut ? [`${write(texts[key]!, 'en', values)}: ${shown(shortcut)}`] : [],
    )
    expect(listed.sort()).to.deep.equal(wanted.sort())
  })

  describe('in a browser', () => {
    let session: WritingSession
    before(async () => {
      const fields = [
        { name: 'body', type: 'richText' as const },
        { name: 'note', type: 'richText' as const, features: ['bulletList' as const, 'italic' as const] },
      ]
      session = await openSession({ collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }, ...fields] }] })
    })
    after(() => session?.leave())
    afterEach(() => session.seat.quiet())

    for (const [end, cases] of quickAndLong(4, MARKS))
      for (const [keys, mark] of cases)
        it(`${keys} is ${mark}${end}`, async () => {
          await session.begin(docOf(paragraph('one two')))
          await session.writer.select('two')
          await session.writer.press(keys)
          expect(await session.kept()).to.deep.equal(docOf(paragraph('one ', text('two', mark))))
        })

    it('words are above the line or below it, never both', async () => {
      await session.begin(docOf(paragraph('one two')))
      await session.writer.select('two')
      await session.writer.press('Control+,', 'Control+.')
      expect(await session.kept()).to.deep.equal(docOf(paragraph('one ', text('two', 'superscript'))))
    })

    it('Tab indents code, and stays in an item that can go no deeper', async () => {
      const code = (words: string) => ({ type: 'codeBlock', content: [text(words)] })
      await session.begin(docOf(bullets(item(paragraph('one'))), code('two'), paragraph('three')))
      await session.writer.caret('one', 'after')
      await session.writer.press('Tab')
      await session.writer.type('!')
      await session.writer.caret('two')
      await session.writer.press('Tab')
      await session.writer.type('!')
      expect(await session.kept()).to.deep.equal(docOf(bullets(item(paragraph('one!'))), code('  !two'), paragraph('three')))
    })

    it('the kinds of blocks', async () => {
      await session.begin(docOf(paragraph('one')))
      await session.writer.press('Control+Alt+3')
      expect(await session.kept()).to.deep.equal(docOf(heading(3, 'one')))
      await session.writer.press('Control+Alt+0')
      expect(await session.kept()).to.deep.equal(docOf(paragraph('one')))
      await session.writer.press('Control+Shift+8', 'Control+Shift+7', 'Control+Shift+7')
      expect(await session.kept()).to.deep.equal(docOf(paragraph('one')))
    })

    it('lists and other blocks that are selected together become one list, and blocks again', async () => {
      await session.begin(
        docOf(bullets(item(paragraph('one'), bullets(item(paragraph('inner')))), item(paragraph('two'))), paragraph('three')),
      )
      await session.writer.press('Control+a', 'Control+Shift+8')
      const all = bullets(item(paragraph('one'), bullets(item(paragraph('inner')))), item(paragraph('two')), item(paragraph('three')))
      expect(await session.kept()).to.deep.equal(docOf(all))
      await session.writer.press('Control+Shift+8')
      expect(await session.kept()).to.deep.equal(
        docOf(paragraph('one'), bullets(item(paragraph('inner'))), paragraph('two'), paragraph('three')),
      )
    })

    it('a field has its own formats only, also if they come from the browser', async () => {
      const id = await session.begin()
      const note = new Writer(session.seat, 'Note')
      const fromBrowser = (inputType: string) =>
        note.field.evaluate((one: any, inputType) => {
          return one.dispatchEvent(new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true }))
        }, inputType)
      await note.field.click()
      await note.type('one')
      await note.select('one')
      await note.press('Control+b', 'Control+u', 'Control+Shift+9')
      for (const inputType of ['formatBold', 'formatItalic', 'formatUnderline'])
        expect(await fromBrowser(inputType), inputType).to.equal(false)
      await note.press('End', 'Enter', 'Control+i')
      await note.type('- [ ] two')
      await note.press('Enter')
      await note.type('three')
      expect(await fromBrowser('historyUndo')).to.equal(false)
      await session.kept()
      expect(((await session.site.cms.findById('posts', id)) as any).note).to.deep.equal(
        docOf(paragraph(text('one', 'italic')), bullets(item(paragraph('[ ] two')), item(paragraph()))),
      )
    })

    it('Ctrl+Shift+B is never bold @long', async () => {
      await session.begin(docOf(paragraph('one two'), { type: 'codeBlock', content: [text('three')] }))
      await session.writer.select('two')
      await session.writer.press('Control+Shift+B', 'Control+Shift+B', 'Control+Shift+I')
      await session.writer.select('three')
      await session.writer.press('Control+b')
      expect(await session.kept()).to.deep.equal(docOf(paragraph('one two'), { type: 'codeBlock', content: [text('three')] }))
    })

    it('Alt+F10 goes to the toolbar, arrows move in it, Escape comes back', async () => {
      await session.begin(docOf(paragraph('one')))
      await session.writer.press('Alt+F10', 'ArrowRight')
      const focused = () =>
        session.seat.page.evaluate(() => (document.querySelector('cms-admin') as any).shadowRoot.activeElement?.getAttribute('aria-label'))
      expect(await focused()).to.equal('Bold')
      await session.writer.press('ArrowLeft')
      expect(await focused()).to.equal('Block type: Text')
      await session.writer.press('ArrowLeft')
      expect(await focused()).to.equal('More')
      await session.writer.press('Escape')
      await session.seat.page.waitForTimeout(50)
      await session.writer.type('!')
      expect(await session.kept()).to.deep.equal(docOf(paragraph('one!')))
    })
  })
})
