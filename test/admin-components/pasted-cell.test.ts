/** One cell of a spreadsheet is pasted as words, wherever the caret is. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { bullets, codeBlock, docOf, heading, item, paragraph as p, quote, text } from '../harness/writing.ts'

type Json = Record<string, unknown>

const EXCEL =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- td {mso-style-parent:style0;} --></style></head><body><table border=0 width=64><!--StartFragment--><col width=64><tr height=20><td height=20 class=xl65 width=64 style="font-weight:700">Solo</td></tr><!--EndFragment--></table></body></html>'
const CALC =
  '<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.4"/></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left"><b>Solo</b></td></tr></table></body></html>'
const table = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }] })

describe('admin-components: a pasted cell', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const PLACES: Record<string, (...words: (Json | string)[]) => Json> = {
    paragraph: (...words) => p(...words),
    heading: (...words) => ({ ...heading(2, ''), content: p(...words)['content'] }),
    item: (...words) => bullets(item(p(...words))),
    quote: (...words) => quote(p(...words)),
    cell: (...words) => table(p(...words)),
  }

  async function pasted(before: Json, html: string): Promise<unknown> {
    await page.writer.field.evaluate((one: any, doc) => one.editor.commands.setContent(doc, { emitUpdate: true }), before)
    await page.writer.caret('two')
    await page.paste({ 'text/html': html, 'text/plain': 'Solo' })
    return page.value()
  }

  for (const [program, html] of Object.entries({ EXCEL, CALC }))
    for (const [place, around] of Object.entries(PLACES))
      it(`of ${program} in a ${place}`, async () => {
        expect(await pasted(docOf(around('one two')), html)).to.deep.equal(docOf(around('one ', text('Solo', 'bold'), 'two')))
      })

  it('in code', async () => {
    expect(await pasted(docOf(codeBlock('one two')), EXCEL)).to.deep.equal(docOf(codeBlock('one Solotwo')))
  })

  it('with more than words in it is a table', async () => {
    for (const inside of ['<ul><li>Solo</li></ul>', '<p>Solo</p><p>more</p>']) {
      const body = await pasted(docOf(p('one two')), `<table><tr><td>${inside}</td></tr></table>`)
      expect(JSON.stringify(body), inside).to.contain('"table"')
    }
    expect(JSON.stringify(await pasted(docOf(p('one two')), '<p>above</p><table><tr><td>Solo</td></tr></table>'))).to.contain('"table"')
  })
})
