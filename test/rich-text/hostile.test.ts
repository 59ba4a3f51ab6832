/** Hostile documents as HTML in a real browser: no script runs, and nothing loads but the pictures and players that the documents name. */
import { expect } from 'chai'
import fc from 'fast-check'
import { MARKS, NODES } from '../../lib/rich-text/kinds.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { toMarkdown } from '../../lib/rich-text/to-markdown.ts'
import { openPage } from '../harness/browser.ts'
import { inDepth } from '../harness/depth.ts'

const EVIL = [
  '<script>hit()</script>',
  '"><img src=//evil.example/a onerror=hit()>',
  "'><svg onload=hit()>",
  '</textarea></title></style></script><script>hit()</script>',
  '<!--><script>hit()</script>-->',
  ']]><script>hit()</script>',
  '" onmouseover=hit() autofocus onfocus=hit() x="',
  'javascript:hit()',
  'java\nscript:hit()',
  '\u0001javascript:hit()',
  '&#106;avascript:hit()',
  'data:text/html,<script>parent.hit()</script>',
  'data:image/svg+xml,<svg onload="hit()"/>',
  'vbscript:hit()',
  '//evil.example/b',
  'https://www.youtube.com@evil.example/watch?v=abcdefghijk',
  'https://www.youtube.com/watch?v=abcdefghijk"onload="hit()',
  'https://youtu.be/abcdefghijk',
  '/fine.png, //evil.example/c 2x',
  '/fine.png',
  '\ud800<b>',
  '\0<iframe srcdoc="<script>parent.hit()</script>">',
  'constructor',
  '__proto__',
]

const word = fc.oneof(fc.constantFrom(...EVIL), fc.string({ maxLength: 5 }))
const scalar = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.array(word, { maxLength: 2 })) },
)
const target = fc.record({
  url: word,
  alt: scalar,
  width: fc.oneof(fc.integer({ min: -5, max: 900 }), scalar),
  height: fc.integer({ min: 1, max: 900 }),
  mimeType: scalar,
  originalName: scalar,
  filesize: scalar,
  name: scalar,
  sizes: fc.oneof(
    scalar,
    fc.dictionary(word, fc.record({ url: word, width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 400 }) }), {
      maxKeys: 3,
    }),
  ),
})
const attrs = fc
  .tuple(
    fc.record(
      {
        href: word,
        url: word,
        language: word,
        level: fc.oneof(fc.integer({ min: 1, max: 9 }), scalar),
        media: fc.constant(1),
        id: fc.constantFrom(1, 2),
        collection: word,
        anchor: word,
        alt: scalar,
        caption: scalar,
        width: fc.oneof(fc.integer({ min: 1, max: 900 }), scalar),
        colspan: fc.oneof(fc.constantFrom(2, 1e9), scalar),
        start: scalar,
        checked: scalar,
        newTab: fc.boolean(),
        blockType: word,
        colwidth: fc.array(fc.oneof(fc.integer({ min: 1, max: 900 }), word), { maxLength: 2 }),
      },
      { requiredKeys: ['media', 'id', 'collection'] },
    ),
    fc.option(target, { nil: undefined, freq: 4 }),
    fc.dictionary(fc.constantFrom('onload', 'style', 'src', 'class', 'html', 'content'), word, { maxKeys: 2 }),
  )
  .map(([known, value, more]) => ({ ...known, ...more, ...(value && { value }) }))
const mark = fc.record({ type: fc.constantFrom(...Object.keys(MARKS), 'html', ...EVIL), attrs })
const { node } = fc.letrec<{ node: unknown; nodes: unknown[] }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }),
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({ type: fc.constant('text'), text: word, marks: fc.array(mark, { maxLength: 3 }) }),
    fc.record({ type: fc.constant('embed'), attrs: fc.record({ url: fc.constantFrom(...EVIL) }) }),
    fc.record({ type: fc.constant('image'), attrs }),
    fc.record({ type: fc.constantFrom(...Object.keys(NODES), 'html', 'script', ...EVIL), attrs, content: tie('nodes') }),
  ),
}))
const documents = fc.array(node, { minLength: 1, maxLength: 4 }).map((content) => ({ type: 'doc', content }))
const options = { link: ({ anchor, collection }: { anchor: string | null; collection: string }) => `/${collection}${anchor ?? ''}` }

/** The protocol of a link whose URL no browser can follow. */
const UNREADABLE = ':'
const SAFE = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:', 'ftps:', 'callto:', 'xmpp:', UNREADABLE]

/** What a browser asks for: neither the fragment nor the name of a user. */
function requested(address: string): string {
  const url = new URL(address)
  url.hash = url.username = url.password = ''
  return url.href
}

describe('rich text: hostile documents', function () {
  this.timeout(120_000)

  /** The page that shows these documents: scripts that ran, what it asked for, and what its elements are. */
  async function shown(html: string) {
    const page = await openPage()
    try {
      const requests: string[] = []
      const hits: string[] = []
      await page.exposeFunction('hit', () => void hits.push('hit'))
      page.on('dialog', (dialog) => {
        hits.push('dialog')
        void dialog.dismiss()
      })
      await page.route('**', (route) => {
        const url = route.request().url()
        if (url === 'https://site.example/page')
          return route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><main>${html}</main>` })
        requests.push(url)
        return route.fulfill({ contentType: 'text/html', body: '' })
      })
      await page.goto('https://site.example/page')
      const elements = await page.evaluate(() => {
        for (const image of document.images) image.loading = 'eager'
        const all = [...document.querySelectorAll('main *')]
        return {
          outside: document.body.children.length,
          names: [...new Set(all.map((one) => one.localName))],
          attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))],
          links: [...new Set([...document.links].map((one) => one.protocol))],
          named: [...document.images]
            .flatMap((one) => [one.src, ...one.srcset.split(', ').map((part) => part.split(' ')[0]!)])
            .filter(Boolean)
            .map((one) => new URL(one, document.baseURI).href),
          players: [...document.querySelectorAll('iframe')].map((one) => one.src),
        }
      })
      await page.waitForLoadState('networkidle')
      for (const link of await page
        .locator('main a')
        .all()
        .then((all) => all.slice(0, 20)))
        await link.dispatchEvent('mouseover')
      return { hits, requests, ...elements }
    } finally {
      await page.close()
    }
  }

  const holds = async (count: number, seed: number) => {
    const html = fc.sample(documents, { numRuns: count, seed }).map((doc) => {
      toMarkdown(doc, options)
      return toHTML(doc, options)
    })
    const page = await shown(html.join('\n'))
    expect(page.hits, `seed ${seed}`).to.deep.equal([])
    expect(page.outside).to.equal(1)
    expect(
      'p h1 h2 h3 h4 h5 h6 ul ol li label input blockquote pre code hr br table colgroup col thead tbody tr th td figure figcaption img iframe a span strong em u s sub sup'.split(
        ' ',
      ),
    ).to.include.members(page.names)
    expect(
      'id start class type disabled checked scope colspan rowspan width height src srcset sizes alt loading href target rel download sandbox allow referrerpolicy title data-embed'.split(
        ' ',
      ),
    ).to.include.members(page.attributes)
    expect(SAFE).to.include.members(page.links)
    for (const player of page.players) expect(player).to.match(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk$/)
    expect(new Set([...page.named, ...page.players].map(requested))).to.include.all.keys(...page.requests.map(requested))
    return page
  }

  it('run nothing and load nothing of their own', async () => {
    const page = await holds(150, 1)
    expect(page.names, 'the sample says something').to.include.members(['img', 'a', 'iframe', 'table'])
  })

  it('run nothing and load nothing of their own, in any number @long', async () => {
    for (let round = 0; round < inDepth(5, 20); round++) await holds(400, Math.trunc(Math.random() * 2 ** 31))
  })
})
