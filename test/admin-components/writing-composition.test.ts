/** Thai, Chinese, Japanese and Korean as input methods compose them: what is composed is stored where it was written, once. */
import { expect } from 'chai'
import type { CDPSession } from 'playwright-core'
import { bullets, docOf, heading, item, paragraph, text } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

/** The steps of an input method, and what it inserts at last. */
const WORDS: Record<string, string[]> = {
  Thai: ['ส', 'สว', 'สวั', 'สวัส', 'สวัสดี'],
  Chinese: ['n', 'ni', 'ni h', 'ni hao', '你好'],
  Japanese: ['k', 'か', 'かn', 'かんj', 'かんじ', '漢字'],
  Korean: ['ㅎ', '하', '한', '한ㄱ', '한구', '한국'],
}
const linked = (words: string) => ({ type: 'text', marks: [{ type: 'link', attrs: { href: '/a' } }], text: words })
const tasks = (words: string) => ({ type: 'taskList', content: [{ type: 'taskItem', content: [paragraph(words)] }] })
const table = (...words: string[]) => ({
  type: 'table',
  content: [
    { type: 'tableRow', content: words.map((one) => ({ type: 'tableCell', content: [one === '' ? paragraph() : paragraph(one)] })) },
  ],
})
const quote = (...content: object[]) => ({ type: 'blockquote', content })

interface Place {
  name: string
  before: object | null
  at?: [words: string, place: 'before' | 'after']
  keys?: string[]
  wanted: (words: string) => object
}

const PLACES: Place[] = [
  { name: 'in an empty text', before: null, wanted: (words) => docOf(paragraph(words)) },
  {
    name: 'within words',
    before: docOf(paragraph('one two')),
    at: ['two', 'before'],
    wanted: (words) => docOf(paragraph(`one ${words}two`)),
  },
  {
    name: 'in a new item',
    before: docOf(bullets(item(paragraph('one')))),
    at: ['one', 'after'],
    keys: ['Enter'],
    wanted: (words) => docOf(bullets(item(paragraph('one')), item(paragraph(words)))),
  },
  {
    name: 'in a task',
    before: docOf(tasks('one')),
    at: ['one', 'before'],
    keys: ['Control+Home', 'End'],
    wanted: (words) => docOf(tasks(`one${words}`)),
  },
  {
    name: 'in an empty cell',
    before: docOf(table('a', '')),
    at: ['a', 'after'],
    keys: ['Tab'],
    wanted: (words) => docOf(table('a', words)),
  },
  {
    name: 'in a quote',
    before: docOf(quote(paragraph('one'))),
    at: ['one', 'before'],
    wanted: (words) => docOf(quote(paragraph(`${words}one`))),
  },
  { name: 'in a heading', before: docOf(heading(2, 'one')), at: ['one', 'after'], wanted: (words) => docOf(heading(2, `one${words}`)) },
  {
    name: 'before a link',
    before: docOf(paragraph('see ', linked('here'))),
    at: ['here', 'before'],
    wanted: (words) => docOf(paragraph(`see ${words}`, linked('here'))),
  },
  {
    name: 'before a link that begins the text',
    before: docOf(paragraph(linked('here'), '.')),
    at: ['here', 'before'],
    wanted: (words) => docOf(paragraph(words, linked('here'), '.')),
  },
  {
    name: 'in a link',
    before: docOf(paragraph('see ', linked('here'))),
    at: ['re', 'before'],
    wanted: (words) => docOf(paragraph('see ', linked(`he${words}re`))),
  },
  {
    name: 'after a link',
    before: docOf(paragraph('see ', linked('here'))),
    at: ['here', 'after'],
    wanted: (words) => docOf(paragraph('see ', linked('here'), words)),
  },
  {
    name: 'in bold words',
    before: docOf(paragraph(text('one', 'bold'))),
    at: ['one', 'after'],
    wanted: (words) => docOf(paragraph(text(`one${words}`, 'bold'))),
  },
  {
    name: 'in place of selected words',
    before: docOf(paragraph('one two')),
    at: ['two', 'before'],
    keys: ['Shift+End'],
    wanted: (words) => docOf(paragraph(`one ${words}`)),
  },
  {
    name: 'with bold switched on',
    before: docOf(paragraph('one ')),
    keys: ['Control+b'],
    wanted: (words) => docOf(paragraph('one ', text(words, 'bold'))),
  },
]

describe('admin-components: composition in a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  let cdp: CDPSession
  before(async () => {
    const posts = {
      slug: 'posts',
      useAsTitle: 'title',
      drafts: true,
      fields: [{ name: 'title' }, { name: 'body', type: 'richText' as const }],
    }
    session = await openSession({ collections: [posts] })
    cdp = await session.seat.context.newCDPSession(session.seat.page)
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  const step = (words: string) =>
    cdp.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
  const commit = (words: string) => cdp.send('Input.insertText', { text: words })
  async function compose(steps: string[]): Promise<string> {
    for (const words of steps) await step(words)
    await commit(steps.at(-1)!)
    return steps.at(-1)!
  }
  const stored = async (id: number): Promise<unknown> =>
    ((await session.site.cms.findById('posts', id, { draft: true, depth: 0 })) as { body: unknown }).body
  async function keeps(id: number, wanted: object): Promise<void> {
    await session.writer.press('Control+s')
    await session.seat.saved()
    expect(await stored(id)).to.deep.equal(wanted)
  }
  const steps = Object.entries(WORDS)

  for (const [index, { name, before, at, keys, wanted }] of PLACES.entries()) {
    // Each place in one language, each language in several places.
    const [language, words] = steps[index % steps.length]!
    it(`${language} ${name} @long`, async () => {
      const id = await session.begin(before)
      if (at) await session.writer.caret(...at)
      if (keys) await session.writer.press(...keys)
      await keeps(id, wanted(await compose(words)))
    })
  }

  it('one undo takes back what was composed, and nothing else', async () => {
    const id = await session.begin(docOf(paragraph('one ')))
    await session.writer.type('two ')
    const words = await compose(WORDS['Japanese']!)
    await keeps(id, docOf(paragraph(`one two ${words}`)))
    await session.writer.press('Control+z')
    await keeps(id, docOf(paragraph('one two ')))
  })

  it('over several cells, takes the place of their words and stands in the first one, whichever way they were selected; one undo gives all back @long', async () => {
    const words = session.writer.field
    for (const [from, to, wanted] of [
      ['aa', 'bb', ['日本', '', 'cc']],
      ['bb', 'aa', ['日本', '', 'cc']],
      ['aa', 'cc', ['日本', '', '']],
      ['cc', 'bb', ['aa', '日本', '']],
    ] as const) {
      const id = await session.begin(docOf(table('aa', 'bb', 'cc')))
      await session.seat.drag(words.getByText(from, { exact: true }), words.getByText(to, { exact: true }))
      await session.seat.page.waitForTimeout(50)
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Process', code: 'KeyN' })
      await compose(['に', 'にほ', '日本'])
      await keeps(id, docOf(table(...wanted)))
      await session.writer.press('Control+z')
      await keeps(id, docOf(table('aa', 'bb', 'cc')))
    }
  })

  it('what is given up leaves nothing @long', async () => {
    const id = await session.begin(docOf(paragraph('one')))
    for (const words of ['n', 'ni']) await step(words)
    await step('')
    await session.writer.type('!')
    await keeps(id, docOf(paragraph('one!')))
  })

  it('an autosave is answered during a composition @long', async () => {
    const id = await session.begin(docOf(paragraph('one '), bullets(item(paragraph('two')))))
    await session.writer.caret('one ', 'after')
    await session.writer.type('a')
    const saving = session.seat.page.waitForResponse((response) => response.url().includes('autosave'))
    await step('か')
    await step('かん')
    await saving
    await session.seat.page.waitForTimeout(300)
    await step('かんじ')
    await commit('漢字')
    await keeps(id, docOf(paragraph('one a漢字'), bullets(item(paragraph('two')))))
  })
})
