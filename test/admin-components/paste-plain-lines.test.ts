/** Plain text that is pasted keeps its lines, its numbers and the paths in it, also where a part of it is Markdown. */
import { expect } from 'chai'
import { toHTML } from '../../lib/rich-text/index.ts'
import { TextPage } from '../harness/text-page.ts'

/** In one page, each with what must come out. */
const PASTES: readonly [pasted: string, html: string][] = [
  ['Roses are **red**,\nViolets are blue,\nEnd', '<p>Roses are <strong>red</strong>,<br>Violets are blue,<br>End</p>'],
  ['Bob\n12 Street\n\nThings:\n- one\n- two\n  more', '<p>Bob<br>12 Street</p><p>Things:</p><ul><li>one</li><li>two<br>more</li></ul>'],
  ['See [x](https://x.org)\nnext\n\n```\na\nb\n```', '<p>See <a href="https://x.org">x</a><br>next</p><pre><code>a\nb</code></pre>'],
  ['# Head\nline one\nline two', '<h1 id="head">Head</h1><p>line one<br>line two</p>'],
  ['2024. A year\n1990. Other', '<p>2024. A year</p><p>1990. Other</p>'],
  ['2024. A **year**\n\n1990. Other', '<p>2024. A <strong>year</strong></p><p>1990. Other</p>'],
  ['5. five\n7. seven', '<p>5. five</p><p>7. seven</p>'],
  ['- x\n- y\n\n5. five\n7. seven', '<ul><li>x</li><li>y</li></ul><p>5. five<br>7. seven</p>'],
  ['5. five\n6. six', '<ol start="5"><li>five</li><li>six</li></ol>'],
  [
    '1. one\n1. two\n   1. inner\n   2. inner two\n1. three',
    '<ol><li>one</li><li>two<ol><li>inner</li><li>inner two</li></ol></li><li>three</li></ol>',
  ],
  ['1. one\n2. two\n   3. inner\n   5. other\n3. three', '<ol><li>one</li><li>two<br>3. inner<br>5. other</li><li>three</li></ol>'],
  ['1. one\n\t1. inner\n\t2. other\n2. two', '<ol><li>one<ol><li>inner</li><li>other</li></ol></li><li>two</li></ol>'],
  ['```\n5. five\n7. seven\n```', '<pre><code>5. five\n7. seven</code></pre>'],
  ['/usr/*/bin/* and C:\\x\\_y_', '<p>/usr/*/bin/* and C:\\x\\_y_</p>'],
  ['ls */bin/* and a*b*c src/**/x/** end', '<p>ls */bin/* and a*b*c src/**/x/** end</p>'],
  ['- /usr/*/bin/* and src/**/x/** or /_y_/\n- *two*', '<ul><li>/usr/*/bin/* and src/**/x/** or /_y_/</li><li><em>two</em></li></ul>'],
]

describe('admin-components: pasting plain text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
    // The code that reads Markdown loads with its first paste.
    await page.paste({ 'text/plain': '# Head' })
    await page.writer.field.locator('h1').waitFor()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  for (const [pasted, html] of PASTES)
    it(`${JSON.stringify(pasted)} keeps its lines and words @long`, async () => {
      await page.writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await page.paste({ 'text/plain': pasted })
      // Pasted Markdown is read after a microtask or two.
      await page.writer.field.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      expect(toHTML(await page.value()).replaceAll(/(<li>)<p>|<\/p>(<\/li>|<ol>)/g, '$1$2')).to.equal(html)
    })
})
