/** In the colors of the system (Windows' contrast themes), which show neither shadows nor washes: the focus and what is chosen can be seen. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { oneIn } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'

const PAGES = ['', 'c/posts', 'c/posts/1', 'c/media', 'g/site', 'users', 'roles', 'audit']
const STEPS = 60

/** Where the focus is, if nothing around it shows that. */
const UNSEEN = `(() => {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  // A part that the browser draws inside a control marks itself.
  if (!at?.matches(':focus-visible')) return null
  for (let here = at, n = 0; here && n < 12; here = here.assignedSlot ?? here.parentElement ?? here.getRootNode().host, n++) {
    const { outlineStyle, outlineWidth } = getComputedStyle(here)
    if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return null
  }
  return at.outerHTML.slice(0, 120)
})()`

/** What is chosen or current, and looks like what is beside it; and selects without their arrow. */
const UNMARKED = `(() => {
  const all = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  const chosen = "[aria-current]:not([aria-current='false']), [aria-selected='true'], [aria-pressed='true']"
  const wrong = []
  for (const one of all(document)) {
    if (!one.checkVisibility()) continue
    if (one.matches(chosen) && getComputedStyle(one).backgroundColor === getComputedStyle(document.querySelector('cms-admin')).backgroundColor)
      wrong.push(one.outerHTML.slice(0, 120))
    if (one.matches('select') && getComputedStyle(one).appearance === 'none') wrong.push(one.outerHTML.slice(0, 120))
  }
  return wrong
})()`

describe('admin-components: the colors of the system', function () {
  this.timeout(120_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve({ ...newsroom, audit: true, auth: { rbac: true } })
    const { id: createdBy } = await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    await site.cms.create('posts', { title: 'One', extra: { a: 1 }, createdBy })
    seat = await Seat.at(site)
    await seat.page.emulateMedia({ forcedColors: 'active' })
    await seat.enter('nok@example.org')
  })
  after(() => site?.stop())

  for (const path of oneIn(3, PAGES))
    it(`show the focus and what is chosen, on ${path || 'the dashboard'} @long`, async () => {
      await seat.open(path)
      await seat.page.locator('main h1, main input').first().waitFor()
      await seat.page.waitForLoadState('networkidle')
      const unseen: unknown[] = []
      for (let step = 0; step < STEPS; step++) {
        await seat.page.keyboard.press('Tab')
        const one = await seat.page.evaluate(UNSEEN)
        if (one !== null) unseen.push(one)
      }
      expect(unseen, 'a focus that nobody sees').to.deep.equal([])
      expect(await seat.page.evaluate(UNMARKED), 'chosen, but not to be seen').to.deep.equal([])
    })
})
