/** A file whose upload failed is missing in its field: the line below the title says so, and leaving asks. */
import { expect } from 'chai'
import { ArrivingFiles } from '../../admin-components/document/arriving-files.ts'
import { png } from '../harness/files.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: files that failed to arrive', function () {
  this.timeout(60_000)

  it('are counted for each field, and told once for each change', () => {
    let changes = 0
    const arriving = new ArrivingFiles(() => changes++)
    const [one, other] = [{}, {}]
    let row = 0
    for (const [editor, count, expected] of [
      [one, 0, {}],
      [one, 2, { 'rows.0.body': 2 }],
      [one, 2, { 'rows.0.body': 2 }],
      [other, 1, { 'rows.0.body': 3 }],
      [one, 0, { 'rows.0.body': 1 }],
    ] as const) {
      arriving.lacks(editor, count, () => `rows.${row}.body`)
      expect(Object.fromEntries(arriving.missing)).to.deep.equal(expected)
    }
    expect(changes).to.equal(3)
    row = 4
    expect(Object.fromEntries(arriving.missing), 'rows may move').to.deep.equal({ 'rows.4.body': 1 })
  })

  describe('in the admin', () => {
    let page: TextPage
    before(async () => {
      page = await TextPage.open()
    })
    after(() => page?.close())

    it('until they are sent again, or their place is removed @long', async () => {
      const { seat } = page
      const isDown = (on: boolean) =>
        on
          ? seat.page.route('**/api/cms/media', (route) => route.fulfill({ status: 503, json: { errors: [] } }))
          : seat.page.unroute('**/api/cms/media')
      const content = { name: 'one.png', type: 'image/png', bytes: [...(await png(30, 20))] }
      const missing = () => seat.sees('Saved, except Body: a file is missing, because its upload failed')
      await page.write(docOf(paragraph('before')))
      for (const end of ['Remove one.png', 'Try again']) {
        await isDown(true)
        await page.paste({}, [content])
        await missing()
        await seat.page.getByRole('link', { name: 'Media' }).first().click()
        const question = seat.page.getByRole('dialog', { name: 'Leave this page?' })
        await question.getByText('Body: a file is missing').waitFor()
        expect(await question.getByRole('button').allTextContents()).to.deep.equal(['Cancel', 'Leave without the files'])
        await question.getByRole('button', { name: 'Cancel' }).click()
        await isDown(false)
        await page.writer.field.getByRole('button', { name: end }).click()
        await seat.page.getByText('a file is missing').waitFor({ state: 'detached' })
      }
      await page.writer.field.locator('figure img').waitFor()
      await seat.saved()
      seat.quiet(/503/)
    })
  })
})
