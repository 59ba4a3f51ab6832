/** Something other than the editor changes the page, such as a spell checker or an extension of the browser: nothing is lost that HTML doesn't say. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const marked = (words: string, ...marks: object[]) => ({ type: 'text', marks, text: words })
const link = (attrs: object) => ({ type: 'link', attrs })
const highlight = (color: string) => ({ type: 'highlight', attrs: { color } })
const cut = { type: 'bold', attrs: { weight: 700 } }

/** What changes the page; the exclamation marks are what somebody sees of it. */
const CHANGES: Record<string, { says: string; change: (root: any) => void }> = {
  'adds a class to every element': {
    says: '',
    change: (root) => {
      for (const one of root.querySelectorAll('p *')) one.className += ' checked'
    },
  },
  'writes into every mark': {
    says: '!',
    change: (root) => {
      for (const one of root.querySelectorAll('p :is(a, span, strong)'))
        if (one.childNodes.length === 1 && one.firstChild.nodeType === 3 && one.isContentEditable)
          one.replaceChildren(`${one.textContent}!`)
    },
  },
  'writes the paragraph anew': {
    says: '',
    change: (root) => {
      for (const one of root.querySelectorAll('p')) one.innerHTML += ''
    },
  },
}

describe('admin-components: rich text that is changed on the page', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open({ unknown: 'keep' })
  })
  after(() => page?.close())
  // A picture has its width as a style, which the policy refuses in HTML that is written anew.
  afterEach(() => page.seat.quiet(/inline style/))

  async function texts() {
    const { id } = (await page.site.cms.create('posts', { title: 'About' })) as { id: number }
    return {
      links: [marked('one', link({ collection: 'posts', id, anchor: 'top' })), ' ', marked('two', link({ collection: 'posts', id }))],
      'unknown marks': [
        marked('one', highlight('#ff0')),
        ' ',
        marked('two', highlight('#0ff')),
        ' ',
        marked('three', highlight('#ff0'), cut),
      ],
      'unknown attributes of marks': [
        marked('one', cut),
        ' ',
        marked('two', { type: 'bold' }),
        ' ',
        marked('three', link({ href: '/a', rel: 'me' })),
      ],
      'texts in another spelling': [
        { type: 'text', text: 'one', extra: 1 },
        { type: 'text', text: 'two', extra: 2 },
      ],
      mentions: [
        'a ',
        { type: 'mention', attrs: { collection: 'posts', id } },
        ' b ',
        { type: 'mention', attrs: { collection: 'posts', id } },
        ' c',
      ],
      'unknown nodes': ['a ', { type: 'emoji', attrs: { name: 'cat' } }, ' b ', { type: 'emoji', attrs: { name: 'dog' } }, ' c'],
    }
  }

  for (const [name, { says, change }] of Object.entries(CHANGES))
    it(`something ${name} @long`, async () => {
      for (const [kind, content] of Object.entries(await texts())) {
        const stored = docOf(paragraph(...(content as string[])))
        await page.write(stored)
        await page.writer.field.evaluate(change)
        await page.seat.page.waitForTimeout(60)
        const wanted = structuredClone(stored) as any
        for (const node of wanted.content[0].content) if (says && (node.marks || node.extra)) node.text += says
        expect(await page.value(), kind).to.deep.equal(wanted)
      }
    })

  it('a list with cards and unknown nodes is written anew @long', async () => {
    const { id } = await page.picture()
    const cards = [
      { type: 'image', attrs: { media: id, caption: 'At noon', width: 320 } },
      { type: 'file', attrs: { media: id } },
      { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } },
      { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'A', by: null, words: null } },
      { type: 'chart', attrs: { id: 7 } },
    ]
    const item = { type: 'listItem', content: [{ ...paragraph('one'), attrs: { textAlign: 'right' } }, ...cards] }
    const stored = docOf({ type: 'bulletList', content: [item] }, paragraph('end'))
    await page.write(stored)
    await page.writer.field.evaluate((root: any) => {
      root.querySelector('ul').innerHTML += ''
    })
    await page.seat.page.waitForTimeout(60)
    expect(await page.value()).to.deep.equal(stored)
  })

  it('what is pasted can’t say what it is @long', async () => {
    await page.write(docOf(paragraph('one ')))
    const node = JSON.stringify({ json: { type: 'script' } })
    await page.paste({
      'text/html': `<p data-kept='{"type":"paragraph","attrs":{"x":1}}'>two <span data-known="keptMark" data-attrs='${node}'>three</span> <span data-known="keptInline" data-attrs='${node}'></span></p>`,
    })
    await page.writer.field.getByText('three').waitFor()
    expect(JSON.stringify(await page.value()))
      .to.contain('three')
      .and.not.contain('script')
      .and.not.contain('"x"')
  })
})
