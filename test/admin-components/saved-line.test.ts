/** The line that says what is saved stays in view in a long document, and covers no field that has the focus. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the line about what is saved', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  before(async () => {
    const fields = Array.from({ length: 30 }, (_, n) => ({ name: `fact${n}`, label: `Fact ${n}` }))
    ;({ site, seat: nok } = await serveTo('nok@example.org', {
      collections: [{ slug: 'posts', drafts: true, fields }],
    }))
    await site.cms.create('posts', { fact0: 'One' })
  })
  after(() => site?.stop())

  for (const width of [1280, 390])
    it(`stays in view at ${width} pixels @long`, async () => {
      const { page } = nok
      await page.setViewportSize({ width, height: 800 })
      await nok.open('c/posts/1')
      const field = page.getByLabel('Fact 14')
      await field.waitFor()
      const shown = () =>
        page.evaluate((isNarrow) => {
          const root = document.querySelector('cms-admin')!.shadowRoot!
          if (!isNarrow) {
            const { top, bottom } = root.querySelector('.saved-line [role=status]')!.getBoundingClientRect()
            return top >= 0 && bottom <= innerHeight
          }
          const bar = root.querySelector('.document .reach')!
          const { height } = getComputedStyle(bar, '::before')
          return bar.getBoundingClientRect().bottom <= innerHeight && Number.parseFloat(height) > 8
        }, width < 760)
      for (let n = 0; n < 14; n++) {
        await page.getByLabel(`Fact ${14 + n}`, { exact: true }).focus()
        const [input, head, bar] = await Promise.all(
          [page.getByLabel(`Fact ${14 + n}`, { exact: true }), page.locator('.saved-line'), page.locator('.document .reach')].map((one) =>
            one.boundingBox(),
          ),
        )
        if (width < 760) expect(input!.y + input!.height, `Fact ${14 + n}`).to.be.at.most(bar!.y + 1)
        else expect(input!.y, `Fact ${14 + n}`).to.be.at.least(head!.y + head!.height - 1)
      }
      for (let tries = 0; tries < 40 && !(await shown()); tries++) await page.waitForTimeout(50)
      expect(await shown()).to.equal(true)
      nok.quiet()
    })
})
