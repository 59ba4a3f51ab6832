/** Pastes of other programs, each with the text that must come out: `paste-corpus/<name>.html` or `.txt`, and `<name>.json`.
 * With `UPDATE_CORPUS=1` the results are written, to be read before they are kept.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'

const FOLDER = fileURLToPath(new URL('./paste-corpus/', import.meta.url))
const CORPUS = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'))

describe('admin-components: the corpus of pastes @long', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open({ headings: [2, 3, 4] })
    await page.write()
    await page.seat.page.evaluate(`window.violations = []
      addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => violations.push(effectiveDirective + ' ' + sample))`)
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** Not only what the console says: a site may send reports to an address of its own. */
  const violations = () => page.seat.page.evaluate('window.violations')

  for (const name of CORPUS)
    it(name, async () => {
      const pasted = readFileSync(FOLDER + name, 'utf8')
      await page.writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await page.paste(name.endsWith('.html') ? { 'text/html': pasted } : { 'text/plain': pasted })
      if (name.includes('markdown')) await page.seat.page.waitForTimeout(300)
      const said = await page.seat.page.locator('.toast').allTextContents()
      const body = await page.value()
      expect(await violations()).to.deep.equal([])
      const made = `${JSON.stringify({ ...(said.length > 0 && { said: said.map((one) => one.trim()) }), body }, null, 1)}\n`
      const wanted = `${FOLDER + name.replace(/\.\w+$/, '')}.json`
      if (process.env['UPDATE_CORPUS']) writeFileSync(wanted, made)
      expect(JSON.parse(made)).to.deep.equal(JSON.parse(readFileSync(wanted, 'utf8')))
      for (const close of await page.seat.page.locator('.toast button').all()) await close.click()
    })

  it('the clipboard of the browser, filled elsewhere, breaks no rule of the policy', async () => {
    const { seat, site, writer } = page
    await seat.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const other = await seat.context.newPage()
    await other.goto(`${site.origin}/elsewhere`)
    for (const name of CORPUS.filter((one) => one.endsWith('.html'))) {
      await other.bringToFront()
      await other.evaluate(
        async (html) => {
          const data = { 'text/html': new Blob([html], { type: 'text/html' }), 'text/plain': new Blob(['x'], { type: 'text/plain' }) }
          await navigator.clipboard.write([new ClipboardItem(data)])
        },
        readFileSync(FOLDER + name, 'utf8'),
      )
      await seat.page.bringToFront()
      await writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await writer.press('Control+v')
      await writer.field.locator('p, li, h2, h3, h4, td, figure, code').filter({ hasText: /\S/ }).first().waitFor()
      expect(await violations(), name).to.deep.equal([])
    }
    await other.close()
  })
})
