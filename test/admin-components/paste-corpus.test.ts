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
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  for (const name of CORPUS)
    it(name, async () => {
      const pasted = readFileSync(FOLDER + name, 'utf8')
      await page.writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await page.paste(name.endsWith('.html') ? { 'text/html': pasted } : { 'text/plain': pasted })
      if (name.includes('markdown')) await page.seat.page.waitForTimeout(300)
      const said = await page.seat.page.locator('.toast').allTextContents()
      const body = await page.value()
      const made = `${JSON.stringify({ ...(said.length > 0 && { said: said.map((one) => one.trim()) }), body }, null, 1)}\n`
      const wanted = `${FOLDER + name.replace(/\.\w+$/, '')}.json`
      if (process.env['UPDATE_CORPUS']) writeFileSync(wanted, made)
      expect(JSON.parse(made)).to.deep.equal(JSON.parse(readFileSync(wanted, 'utf8')))
      for (const close of await page.seat.page.locator('.toast button').all()) await close.click()
    })
})
