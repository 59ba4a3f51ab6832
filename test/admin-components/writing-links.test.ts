/** Links and mentions as one writes: Ctrl+K, `[[` and `@`, to URLs and to documents that are found by title. */
import { expect } from 'chai'
import { addressesIn, addressIn } from '../../admin-components/fields/rich-text/link-address.ts'
import { Seat } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { processorTime } from '../harness/processor-time.ts'
import { docOf, paragraph, text, Writer } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const ADDRESSES: [string, string | undefined][] = [
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['example.org', 'https://example.org'],
  ['www.example.org/path', 'https://www.example.org/path'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['/about', '/about'],
  ['#part', '#part'],
  ['nok@example.org', 'mailto:nok@example.org'],
  ['tel:+6621234567', 'tel:+6621234567'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['annual report', undefined],
  ['word', undefined],
  ['', undefined],
]

/** What is linked of a text, without a space or a punctuation mark around it. */
const LINKED: [text: string, urls: string[]][] = [
  ...['. Then', ', b', '; b', ': b', '! b', '? b', ') b', '" b', '” b', '’ b', '» b', '... b', '。次', '、次', '）を', ''].map(
    (rest): [string, string[]] => [`see https://x.org/a${rest}`, ['https://x.org/a']],
  ),
  ['(https://x.org/a_(b)), “https://y.org”; <http://z.org>', ['https://x.org/a_(b)', 'https://y.org', 'http://z.org']],
  ['https://x.org/a_b?c=d,e#f.', ['https://x.org/a_b?c=d,e#f']],
  ['https://x.org/a`b`c, https://y.org/`a` and z https://z.org/c`', ['https://x.org/a`b`c', 'https://y.org/`a`', 'https://z.org/c']],
  ['www.x.org, (www.x.org/a) www.co', ['www.x.org', 'www.x.org/a']],
  ['参照https://x.org', ['https://x.org']],
  ['a.b x.org a@b www. https:// xhttps://y.org', []],
  ['me@x.org, (ada.l+news@mail.x-y.org) and กข@ไทย.ไทย.', ['me@x.org', 'ada.l+news@mail.x-y.org', 'กข@ไทย.ไทย']],
  ['mailto:me@x.org @ada me@@x.org me@x.org@y.org git@x.org:a/b.git', []],
  ['me@x.org https://me@x.org/?by=me@y.org', ['me@x.org', 'https://me@x.org/?by=me@y.org']],
  ['![a](https://x.org/a.png) [a](https://x.org) `https://x.org', []],
]

interface Link {
  href?: string | null
  collection?: string | null
  id?: number | null
  newTab?: boolean | null
}
const link = (words: string, attrs: Link) => ({ type: 'text', marks: [{ type: 'link', attrs }], text: words })

describe('admin-components: links of a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  let report: number
  before(async () => {
    session = await openSession()
    const made = (await session.site.cms.create('posts', { title: 'Annual report' })) as { id: number }
    report = made.id
    await session.site.cms.create('tags', { name: 'Annual' })
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  const dialog = () => session.seat.page.getByRole('dialog', { name: 'Link' })
  const option = (words: string | RegExp) => session.seat.page.locator('cms-text-link').getByRole('option', { name: words })
  const suggestion = (words: string | RegExp) => session.seat.page.locator('.suggestions [role=option]').filter({ hasText: words })

  for (const [typed, address] of ADDRESSES)
    it(`'${typed}' ${address ? `is ${address}` : 'is no address'}`, () => {
      expect(addressIn(typed)).to.equal(address)
    })

  for (const [text, urls] of LINKED)
    it(`in '${text}': ${urls.join(' ') || 'nothing'}`, () => {
      expect(addressesIn(text).map(({ from, to }) => text.slice(from, to))).to.deep.equal(urls)
    })

  it('finds no URLs in a time that grows faster than the text', () => {
    for (const piece of ['https://x.org)', ')', 'https://', 'www.', 'a.', '.', '(', 'https://x.org/(((', 'a@', 'a@b.', ' a@b.org']) {
      const spent = processorTime()
      addressesIn(piece.repeat(100_000))
      expect(spent(), piece).to.be.lessThan(2000)
    }
  })

  it('links URLs while one types, and when they are pasted; bare words, code and Markdown of pictures stay as they are @long', async () => {
    const url = link('https://x.org', { href: 'https://x.org' })
    const www = link('www.x.org', { href: 'https://www.x.org' })
    await session.begin()
    for (const words of [
      'see https://x.org. Then',
      '(https://x.org) b',
      'www.x.org, b',
      '![a](https://x.org/a.png) b',
      'a.b `c https://x.org d` e',
      'https://x.org!',
      'to me@x.org. b',
    ]) {
      await session.writer.type(words)
      await session.writer.press('Enter')
    }
    await session.writer.type('www.x.org?')
    await session.writer.press('Shift+Enter')
    await session.writer.paste({ 'text/plain': 'a.b https://x.org, (www.x.org).' })
    expect(await session.kept()).to.deep.equal(
      docOf(
        paragraph('see ', url, '. Then'),
        paragraph('(', url, ') b'),
        paragraph(www, ', b'),
        paragraph('![a](https://x.org/a.png) b'),
        paragraph('a.b ', text('c https://x.org d', 'code'), ' e'),
        paragraph(url, '!'),
        paragraph('to ', link('me@x.org', { href: 'mailto:me@x.org' }), '. b'),
        paragraph(www, '?', { type: 'hardBreak' }, 'a.b ', url, ', (', www, ').'),
      ),
    )
    await session.writer.press('Control+z', 'Control+z')
    expect(JSON.stringify(await session.kept())).to.contain('"www.x.org?"')
  })

  it('links the selection to a URL by keyboard alone, in a new tab, and not the palette opens @long', async () => {
    await session.begin(docOf(paragraph('read this text')))
    await session.writer.select('this')
    await session.writer.press('Control+k')
    await dialog().waitFor()
    expect(await session.seat.page.locator('cms-palette').count()).to.equal(0)
    await session.writer.type('example.org')
    await option('https://example.org').waitFor()
    await session.accessible()
    await session.writer.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    await session.seat.page.waitForTimeout(50)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('read ', link('this', { href: 'https://example.org' }), ' text')))
  })

  it('links the selection to a document, by its title @long', async () => {
    await session.begin(docOf(paragraph('read this text')))
    await session.writer.select('this')
    await session.writer.press('Control+k')
    await dialog().waitFor()
    await session.writer.type('annual')
    await option(/Annual report/).waitFor()
    const count = await session.seat.page.locator('cms-text-link [role=option]').count()
    expect(count).to.equal(2)
    for (let tries = 0; tries < count && (await option(/Annual report/).getAttribute('aria-selected')) !== 'true'; tries++)
      await session.writer.press('ArrowDown')
    await session.writer.press('Enter')
    await session.seat.page.waitForTimeout(50)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('read ', link('this', { collection: 'posts', id: report }), ' text')))
    await session.writer.caret('his')
    await session.writer.press('Control+k')
    await dialog().waitFor()
    await session.seat.page.waitForFunction(
      () => (document.querySelector('cms-admin') as any).shadowRoot.querySelector('cms-text-link input').value === 'Annual report',
    )
    await dialog().getByRole('button', { name: 'Remove link' }).click()
    await session.seat.page.waitForTimeout(50)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('read this text')))
  })

  it('what is neither a URL nor a document stays in the dialog, to be corrected @long', async () => {
    await session.begin(docOf(paragraph('read this text')))
    await session.writer.select('this')
    await session.writer.press('Control+k')
    await dialog().waitFor()
    await session.writer.type('https://exa mple.org')
    await dialog().getByText('This is neither a URL nor the title of a document.').waitFor()
    await session.writer.press('Enter')
    for (let letter = 0; letter < ' mple.org'.length; letter++) await session.writer.press('Backspace')
    await session.writer.type('.org')
    await session.writer.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    await session.seat.page.waitForTimeout(50)
    expect(await session.kept()).to.deep.equal(docOf(paragraph('read ', link('this', { href: 'https://exa.org' }), ' text')))
  })

  it('a link that is changed or removed at the caret leaves no words selected @long', async () => {
    const at = (address: string) => docOf(paragraph('see ', link('the link', { href: address }), ' now'))
    const changes: [changed: (letter: string) => object, change: () => Promise<unknown>][] = [
      [
        (letter) => docOf(paragraph('see ', link(`the${letter} link`, { href: 'https://b.org' }), ' now')),
        async () => {
          await session.writer.press('Control+a')
          await session.writer.type('b.org')
          await option('https://b.org').waitFor()
          await session.writer.press('Enter')
        },
      ],
      [(letter) => docOf(paragraph(`see the${letter} link now`)), () => dialog().getByRole('button', { name: 'Remove link' }).click()],
      [
        (letter) => docOf(paragraph('see ', link(`the${letter} link`, { href: 'https://a.org', newTab: true }), ' now')),
        async () => {
          await dialog().getByRole('checkbox').check()
          await session.writer.press('Escape')
        },
      ],
    ]
    for (const [changed, change] of changes) {
      await session.begin(at('https://a.org'))
      await session.writer.field.evaluate(({ editor }: any) => editor.commands.setTextSelection(8))
      await session.writer.press('Control+k')
      await dialog().waitFor()
      await change()
      await dialog().waitFor({ state: 'hidden' })
      await session.seat.page.waitForTimeout(50)
      await session.writer.type('Z')
      expect(await session.kept()).to.deep.equal(changed('Z'))
    }
  })

  it('Escape changes nothing and the caret stays @long', async () => {
    await session.begin(docOf(paragraph('one')))
    await session.writer.press('Control+k')
    await dialog().waitFor()
    await session.writer.type('example.org')
    await session.writer.press('Escape')
    await session.writer.type('!')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('one!')))
  })

  it('two brackets link to a document by its title, and what follows is not part of it @long', async () => {
    await session.begin()
    await session.writer.type('see [[annual rep')
    await suggestion('Annual report').waitFor()
    await session.writer.press('Enter')
    await session.writer.type(' now')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('see ', link('Annual report', { collection: 'posts', id: report }), ' now')))
  })

  it('@ mentions a document, and an email address is none @long', async () => {
    await session.begin()
    await session.writer.type('nok@annual ')
    expect(await session.seat.page.locator('.suggestions').isVisible()).to.equal(false)
    await session.writer.type('@annual rep')
    await suggestion('Annual report').waitFor()
    await session.accessible()
    await session.writer.press('Tab')
    await session.writer.type('it')
    const mention = { type: 'mention', attrs: { collection: 'posts', id: report } }
    expect(await session.kept()).to.deep.equal(docOf(paragraph('nok@annual ', mention, ' it')))
    for (const typed of [' too', ', too']) {
      await session.begin()
      await session.writer.type('see @annual rep')
      await suggestion('Annual report').waitFor()
      await session.writer.press('Enter')
      await session.writer.type(typed)
      expect(await session.writer.field.textContent()).to.match(new RegExp(`report${typed}$`))
      expect(await session.kept()).to.deep.equal(docOf(paragraph('see ', mention, typed)))
    }
  })

  it('the command Mention finds what the user may read, and says what to type @long', async () => {
    const { site } = session
    await makeUser(site.cms, 'eve@example.org', { role: 'editor', name: 'Annual Eve' })
    const eve = await Seat.at(site, { as: 'eve@example.org' })
    const { id } = (await site.cms.create('posts', { title: 'A text', body: docOf(paragraph('by')) })) as { id: number }
    await eve.open(`c/posts/${id}`)
    const writer = new Writer(eve)
    await writer.caret('by', 'after')
    await writer.tool('Mention')
    const offered = eve.page.locator('.suggestions')
    await offered.getByText('Type part of a name or a title').waitFor()
    await writer.type('annual')
    await offered.getByRole('option').first().waitFor()
    const found = await offered.getByRole('option').allTextContents()
    expect(found.some((one) => one.includes('Annual report'))).to.equal(true)
    expect(
      found.some((one) => one.includes('Annual Eve')),
      'people by their names',
    ).to.equal(true)
    await offered.getByRole('option').filter({ hasText: 'Annual report' }).click()
    await writer.press('Control+s')
    await eve.saved()
    const { body } = (await site.cms.findById('posts', id, { depth: 0 })) as { body: unknown }
    expect(body).to.deep.equal(docOf(paragraph('by ', { type: 'mention', attrs: { collection: 'posts', id: report } }, ' ')))
    eve.quiet()
    await eve.leave()
  })

  it('outside of the text, Ctrl+K is the palette', async () => {
    await session.begin()
    await session.seat.page.getByRole('textbox', { name: 'Title' }).click()
    await session.writer.press('Control+k')
    await session.seat.page.locator('cms-palette dialog').waitFor()
    await session.writer.press('Escape')
  })

  it('Markdown makes a link, too', async () => {
    await session.begin()
    await session.writer.type('a [word](example.org) b')
    expect(await session.kept()).to.deep.equal(docOf(paragraph('a ', link('word', { href: 'https://example.org' }), text(' b'))))
  })
})
