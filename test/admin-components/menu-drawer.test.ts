/** The menu of narrow pages is a drawer that behaves like a dialog, however it is opened and closed. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the menu as a drawer', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        { slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] },
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
      ],
    }))
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  const drawer = () => seat.page.getByRole('dialog', { name: 'Menu', exact: true })
  const menu = () => seat.page.locator('.bar').getByRole('button', { name: 'Menu', exact: true })
  const focus = () =>
    seat.page.evaluate(() => {
      const one = (globalThis as any).document.activeElement?.shadowRoot?.activeElement
      if (!one) return 'nothing'
      const place = one.closest('.side') ? 'menu' : one.closest('.bar') ? 'bar' : 'page'
      return `${place}: ${(one.ariaLabel ?? (one.id || one.textContent)).trim().replace(/\s+/g, ' ')}`
    })

  async function openMenu(width: number): Promise<void> {
    await seat.page.setViewportSize({ width: 1280, height: 700 })
    await seat.open('c/tags')
    await seat.page.getByRole('link', { name: /^Posts/ }).click()
    await seat.page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
    await seat.page.setViewportSize({ width, height: 700 })
    await menu().focus()
    await seat.page.keyboard.press('Enter')
    await seat.page.locator('.side.open').waitFor()
    await seat.page.waitForFunction(() => (globalThis as any).document.activeElement.shadowRoot.activeElement?.closest('.side'))
  }

  const CLOSED: readonly [how: string, close: () => Promise<unknown>, focus: RegExp][] = [
    ['Escape', () => seat.page.keyboard.press('Escape'), /^bar: Menu$/],
    [
      'Escape after a click on nothing',
      async () => {
        await seat.page.mouse.click(20, 640)
        await seat.page.keyboard.press('Escape')
      },
      /^bar: Menu$/,
    ],
    ['a click beside it', () => seat.page.mouse.click(380, 400), /^bar: Menu$/],
    ['the current entry', () => seat.page.keyboard.press('Enter'), /^bar: Menu$/],
    ['another entry', () => drawer().getByRole('link', { name: /^Tags/ }).click(), /^page: main$/],
    ['the way back', () => seat.page.goBack(), /^bar: Menu$/],
    ['more room', () => seat.page.setViewportSize({ width: 1280, height: 700 }), /^menu: Posts/],
    [
      'the way past it',
      async () => {
        await drawer().getByRole('button', { name: 'Skip to content' }).focus()
        await seat.page.keyboard.press('Enter')
      },
      /^page: main$/,
    ],
  ]

  for (const width of [390, 640])
    it(`takes the focus and keeps it, at ${width} pixels`, async () => {
      await openMenu(width)
      expect(await focus()).to.match(/^menu: Posts/)
      expect(await seat.page.locator(':is(.bar, main)[inert]').count()).to.equal(2)
      for (const key of ['Tab', 'Shift+Tab']) {
        const stops = new Set<string>()
        for (let n = 0; n < 24; n++) {
          await seat.page.keyboard.press(key)
          stops.add(await focus())
        }
        expect(
          [...stops].filter((one) => !one.startsWith('menu: ')),
          key,
        ).to.deep.equal([])
        expect([...stops].join(), key).to.contain('Skip to content')
      }
    })

  it('is left in every way that it can be left in, and the focus is not lost @long', async () => {
    for (const [how, close, expected] of CLOSED) {
      await openMenu(390)
      await close()
      await drawer().waitFor({ state: 'detached' })
      await seat.page.waitForTimeout(50)
      expect(await focus(), how).to.match(expected)
      expect(await seat.page.locator('[inert]').count(), how).to.equal(0)
      expect(new URL(seat.page.url()).pathname, how).to.match(how === 'another entry' ? /tags$/ : /posts$/)
    }
  })

  it('stays open below what is opened from it', async () => {
    await openMenu(390)
    await drawer()
      .getByRole('button', { name: /settings/ })
      .click()
    await seat.page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
    await seat.page.keyboard.press('Escape')
    await drawer().waitFor()
    expect(await focus()).to.match(/^menu: /)
    await seat.choose(/settings/, 'Keyboard shortcuts')
    await seat.page.locator('dialog[open]').waitFor()
    await seat.page.keyboard.press('Escape')
    await seat.page.locator('dialog[open]').waitFor({ state: 'detached' })
    await drawer().waitFor()
    expect(await focus()).to.match(/^menu: /)
  })
})
