/** Writing rich text: what is typed arrives where the caret is, and is stored as it is seen. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'
import { bullets, docOf, heading, item, numbers, paragraph, text, Writer } from '../harness/writing.ts'

const blocks = [{ slug: 'prose', fields: [{ name: 'words', type: 'richText' as const }] }]
const languages: Partial<Config> = { localization: { locales: ['en', 'th'] } }

const KINDS: { name: string; config: Partial<Config>; drafts: boolean; isLocalized: boolean }[] = [
  { name: 'plain', config: {}, drafts: false, isLocalized: false },
  { name: 'drafts', config: {}, drafts: true, isLocalized: false },
  { name: 'drafts and locales', config: languages, drafts: true, isLocalized: true },
]

const alpha = docOf(paragraph('alpha gamma'))

interface Case {
  name: string
  before?: object | null
  write(writer: Writer): Promise<void>
  after: object | null
}

const CASES: Case[] = [
  {
    name: 'in the middle',
    write: async (writer) => {
      await writer.caret('gamma')
      await writer.type('beta ')
    },
    after: docOf(paragraph('alpha beta gamma')),
  },
  {
    name: 'at the start',
    write: async (writer) => {
      await writer.field.click()
      await writer.press('Control+Home')
      await writer.type('Start ')
    },
    after: docOf(paragraph('Start alpha gamma')),
  },
  {
    name: 'a list by its shortcut',
    before: null,
    write: async (writer) => {
      await writer.type('- one')
      await writer.press('Enter')
      await writer.type('two')
    },
    after: docOf(bullets(item(paragraph('one')), item(paragraph('two')))),
  },
  {
    name: 'a numbered list by its shortcut',
    before: null,
    write: (writer) => writer.type('1. one'),
    after: docOf(numbers(item(paragraph('one')))),
  },
  { name: 'a heading by its shortcut', before: null, write: (writer) => writer.type('## Head'), after: docOf(heading(2, 'Head')) },
  {
    name: 'a quote by its shortcut',
    before: null,
    write: (writer) => writer.type('> said'),
    after: docOf({ type: 'blockquote', content: [paragraph('said')] }),
  },
  {
    name: 'lists by button, then text after them',
    before: null,
    write: async (writer) => {
      await writer.tool('List')
      await writer.type('one')
      await writer.press('Enter', 'Enter')
      await writer.tool('Numbered list')
      await writer.type('two')
      await writer.press('Enter', 'Enter')
      await writer.type('after')
    },
    after: docOf(bullets(item(paragraph('one'))), numbers(item(paragraph('two'))), paragraph('after')),
  },
  {
    name: 'a heading and a quote by button',
    before: null,
    write: async (writer) => {
      await writer.tool('Heading 2')
      await writer.type('Head')
      await writer.press('Enter')
      await writer.tool('Quote')
      await writer.type('said')
    },
    after: docOf(heading(2, 'Head'), { type: 'blockquote', content: [paragraph('said')] }),
  },
  {
    name: 'bold and italic on one selection by keys',
    write: async (writer) => {
      await writer.select('alpha')
      await writer.press('Control+b', 'Control+i')
    },
    after: docOf(paragraph(text('alpha', 'bold', 'italic'), ' gamma')),
  },
  {
    name: 'bold, italic and struck through on one selection by button',
    write: async (writer) => {
      await writer.select('gamma')
      for (const name of ['Bold', 'Italic', 'Strikethrough']) await writer.tool(name)
    },
    after: docOf(paragraph('alpha ', text('gamma', 'bold', 'italic', 'strike'))),
  },
  {
    name: 'bold by stars, which ends with them',
    before: null,
    write: (writer) => writer.type('**bold** and plain'),
    after: docOf(paragraph(text('bold', 'bold'), ' and plain')),
  },
]

const PLACES = ['the field', 'a block'] as const

describe('admin-components: rich text', function () {
  this.timeout(120_000)

  for (const [index, { name, config, drafts, isLocalized }] of KINDS.entries()) {
    describe(`${name}${index === 2 ? '' : ' @long'}`, () => {
      const [host, database] = [HOSTS[index % 2]!, DATABASES[index % 2]!]
      let site: Site
      let seat: Seat

      before(async () => {
        const posts: CollectionConfig = {
          slug: 'posts',
          useAsTitle: 'title',
          drafts,
          fields: [
            { name: 'title' },
            { name: 'body', type: 'richText', localized: isLocalized },
            { name: 'sections', type: 'blocks', blocks },
          ],
        }
        ;({ site, seat } = await serveTo('nok@example.org', { ...config, collections: [posts] }, { host, database }))
      })
      after(() => site?.stop())
      afterEach(() => seat.quiet())

      const stored = async (id: number): Promise<any> => site.cms.findById('posts', id, { draft: true })
      async function open(values: object): Promise<number> {
        const { id } = (await site.cms.create('posts', { title: 'First', ...values })) as { id: number }
        await seat.open(`c/posts/${id}`)
        await seat.page.locator('.ProseMirror').first().waitFor()
        return id
      }
      async function save(): Promise<void> {
        await seat.page.keyboard.press('Control+s')
        await seat.saved()
      }

      for (const { name: what, before: content = alpha, write, after: wanted } of CASES)
        for (const place of drawn(PLACES, `${name} ${what}`))
          it(`${what}, in ${place}`, async () => {
            const id = await open(place === 'a block' ? { sections: [{ blockType: 'prose', words: content }] } : { body: content })
            const writer = new Writer(seat, place === 'a block' ? 'Words' : 'Body')
            await writer.field.click()
            await write(writer)
            await seat.sees('Changes not saved yet')
            await save()
            const doc = await stored(id)
            expect(place === 'a block' ? doc.sections[0].words : doc.body).to.deep.equal(wanted)
          })

      it('undo and redo go through everything that was there @long', async () => {
        const id = await open({ body: docOf(paragraph('So ')) })
        const writer = new Writer(seat)
        await writer.field.click()
        await writer.press('End')
        await writer.type('one two three')
        await writer.select('two')
        await writer.press('Control+b')
        await writer.press('Control+i')
        await writer.caret('So')
        await writer.tool('Quote')
        const states = [
          '<p>So </p>',
          '<p>So one </p>',
          '<p>So one two </p>',
          '<p>So one two three</p>',
          '<p>So one <strong>two</strong> three</p>',
          '<p>So one <strong><em>two</em></strong> three</p>',
          '<blockquote dir="auto"><p>So one <strong><em>two</em></strong> three</p></blockquote><p></p>',
        ]
        const shown = async () => (await writer.field.innerHTML()).replace(/<br class="[^"]*">/g, '')
        expect(await shown()).to.equal(states.at(-1))
        for (const state of states.slice(0, -1).reverse()) {
          await writer.press('Control+z')
          expect(await shown()).to.equal(state)
        }
        await seat.saved()
        for (const state of states.slice(1)) {
          await writer.press('Control+y')
          expect(await shown()).to.equal(state)
        }
        await save()
        expect((await stored(id)).body).to.deep.equal(
          docOf({ type: 'blockquote', content: [paragraph('So one ', text('two', 'bold', 'italic'), ' three')] }),
        )
      })

      it('acts where the caret is, also on a page that is too busy to have heard of it @long', async () => {
        const id = await open({ body: docOf(paragraph('alpha'), paragraph('gamma')) })
        const writer = new Writer(seat)
        await writer.field.click()
        await writer.caret('alpha')
        // Both happen in one task, so no event tells of the move before the key arrives.
        await writer.field.evaluate((field) => {
          const end = document.createTreeWalker(field.lastElementChild!, NodeFilter.SHOW_TEXT).nextNode() as Text
          document.getSelection()!.setPosition(end, end.length)
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }))
        })
        await writer.type('omega')
        await save()
        expect((await stored(id)).body).to.deep.equal(docOf(paragraph('alpha'), paragraph('gamma'), paragraph('omega')))
      })

      it('goes on after what was written is saved @long', async () => {
        const id = await open({ sections: [{ blockType: 'prose', words: alpha }], body: alpha })
        const writer = new Writer(seat, 'Words')
        await writer.field.click()
        await writer.caret('gamma')
        for (const letter of 'many letters, ') {
          await writer.type(letter)
          if (drafts && letter === ' ') await seat.saved()
        }
        await save()
        expect((await stored(id)).sections[0].words).to.deep.equal(docOf(paragraph('alpha many letters, gamma')))
      })
    })
  }
})
