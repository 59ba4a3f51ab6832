/** What all pages of the system share: their entry of the menu is in view, a failing answer can be tried again and promises nothing, and
 * controls on one line stand on one line. The palette and the sign-in keep what was typed.
 */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const PAGES = ['audit', 'deliveries', 'backups', 'email', 'status', 'api', 'roles', 'keys'] as const

describe('admin-components: pages of the system', function () {
  this.timeout(90_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve({
      ...newsroom,
      production: false,
      audit: true,
      apiKeys: true,
      auth: { rbac: true },
      email: { name: 'test', send: async () => undefined },
      webhooks: [{ url: 'http://127.0.0.1:9/hook', events: ['delete'] }],
      upload: { dir: temporaryFile('-files') },
      backups: { dir: temporaryFile('-backups') },
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    seat = await Seat.at(site, { width: 1024 })
    await seat.page.setViewportSize({ width: 1024, height: 620 })
    await seat.enter('nok@example.org')
  })
  after(() => site?.stop())

  it('have their entry of the menu in view @long', async () => {
    for (const page of PAGES) {
      await seat.open(`system/${page}`)
      await seat.page.locator('.side-foot button').waitFor()
      await seat.page.waitForFunction(() => {
        const root = document.querySelector('cms-admin')!.shadowRoot!
        const entry = root.querySelector('.side nav [aria-current=page]')?.getBoundingClientRect()
        const menu = root.querySelector('.side nav')!.getBoundingClientRect()
        return entry && entry.top >= menu.top - 1 && entry.bottom <= menu.bottom + 1
      })
    }
    seat.quiet()
  })

  it('that don’t exist say so, whatever the address looks like @long', async () => {
    for (const [place, text] of [
      ['c/posts/abc', 'This document doesn’t exist'],
      ['c/posts/trash', 'This document doesn’t exist'],
      ['c/posts/1.5', 'This document doesn’t exist'],
      ['c/posts/99999', 'This document doesn’t exist'],
      ['c/posts/1/2', 'Page not found'],
      ['c/nothing', 'Page not found'],
      ['g/xyz', 'Page not found'],
      ['system/xyz', 'Page not found'],
      ['system/audit/2', 'Page not found'],
      ['media/abc', 'Page not found'],
      ['account/abc', 'Page not found'],
    ] as const) {
      await seat.open(place)
      await seat.page.getByRole('heading', { name: text }).waitFor()
      expect(await seat.page.locator('main form').count(), place).to.equal(0)
    }
    seat.quiet(/404/)
  })

  it('say in few words how long ago or how soon, and exactly when to those who ask', async () => {
    const soon = new Date(Date.now() + 95 * 86_400_000).toISOString()
    const key = await site.cms
      .as({ id: 1, role: 'admin' })
      .create('api-keys', { name: 'Shop', permissions: { collections: { posts: ['read'] } }, expiresAt: soon })
    for (const [page, words] of [
      ['keys', 'in 3 mo.'],
      ['audit', /sec\. ago|now/],
    ] as const) {
      await seat.open(`system/${page}`)
      const time = seat.page.locator('td time').first()
      await time.getByText(words).waitFor()
      expect((await time.boundingBox())!.height).to.be.below(24)
      expect(await time.getAttribute('title')).to.match(/20\d\d.*\d\d:\d\d/)
    }
    await site.cms.delete('api-keys', key['id'] as number)
    seat.quiet()
  })

  it('that can’t be loaded promise nothing and are tried again @long', async () => {
    for (const [page, path] of [
      ['audit', '/admin/audit?'],
      ['deliveries', '/admin/deliveries?'],
      ['status', '/admin/status'],
      ['roles', '/admin/roles'],
      ['keys', '/api-keys?'],
    ] as const) {
      await seat.page.route(`**${path.replace('?', '*')}`, (route) => route.abort())
      await seat.open(`system/${page}`)
      await seat.sees('The server can’t be reached. Try again in a moment.')
      expect(await seat.page.locator('main .ghost').count(), `${page} waits for nothing`).to.equal(0)
      await seat.page.unroute(`**${path.replace('?', '*')}`)
      await seat.press('Try again')
      await seat.page.locator('main [role=alert]').waitFor({ state: 'detached' })
      await seat.page.locator('main :is(table, .empty, .note, .facts)').first().waitFor()
    }
    seat.quiet(/ERR_FAILED/)
  })

  it('copy each example of the API on its own', async () => {
    await seat.page.addInitScript(() => {
      const copied: string[] = []
      Object.assign(globalThis, { copied })
      navigator.clipboard.writeText = async (text) => void copied.push(text)
    })
    await seat.open('system/api')
    const boxes = seat.page.locator('section.card').first().locator('.example')
    await boxes.nth(1).waitFor()
    for (const index of [0, 1]) await boxes.nth(index).getByRole('button', { name: 'Copy' }).click()
    const copied = (await seat.page.evaluate('copied')) as string[]
    expect(copied).to.deep.equal((await boxes.locator('pre').allTextContents()).map((text) => text.trim()))
    expect(copied.map((text) => text.slice(0, 5))).to.deep.equal(['curl ', 'const'])
  })

  it('have examples of the API that work, beginning with the content: with a key where visitors may not read', async () => {
    await seat.open('system/api')
    const cards = seat.page.locator('section.card')
    await cards.first().waitFor()
    const names = await cards.locator('h2').allInnerTexts()
    expect(names.slice(-2).sort()).to.deep.equal(['API keys', 'People'])
    expect(names[0]).to.equal('Posts')
    await seat.page.locator('main .note').getByRole('link', { name: 'API keys' }).waitFor()
    let open = 0
    for (const card of await cards.all()) {
      const [curl, script] = (await card.locator('pre').allTextContents()) as [string, string]
      const { status } = await fetch(/curl '([^']+)'/.exec(curl)![1]!)
      const needsKey = status !== 200
      open += Number(!needsKey)
      for (const text of [curl, script]) expect(text.includes('Bearer YOUR_KEY'), `${status} ${text}`).to.equal(needsKey)
    }
    expect(open, 'published posts').to.be.above(0)
    seat.quiet()
  })

  it('have a button on the line of its field', async () => {
    await seat.open('system/email')
    const field = (await seat.page.getByLabel('To').boundingBox())!
    const button = (await seat.page.getByRole('button', { name: 'Send a test' }).boundingBox())!
    expect(Math.abs(field.y + field.height - button.y - button.height)).to.be.below(1.5)
    expect(field.width).to.be.below(500)
    expect(
      await seat.page.getByLabel('To').evaluate((input) => getComputedStyle(input).fontWeight),
      'what is typed is not a label',
    ).to.equal('400')
  })

  it('are found by what is typed while the palette is still loading @long', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await seat.page.route(/palette/, async (route) => {
      await held
      await route.continue()
    })
    await seat.open()
    await seat.sees('Hello, Nok')
    await seat.page.keyboard.press('Control+k')
    await seat.page.keyboard.type('Audix')
    await seat.page.keyboard.press('Backspace')
    release()
    const field = seat.page.getByRole('combobox')
    await field.waitFor()
    await seat.page.keyboard.type('t')
    await seat.page.waitForFunction((input) => (input as HTMLInputElement).value === 'Audit', await field.elementHandle())
    await seat.page.keyboard.press('Enter')
    await seat.page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await seat.page.unroute(/palette/)
    seat.quiet()
  })

  it('lead somewhere, or say that the role may be the reason @long', async () => {
    await makeUser(site.cms, 'ed@example.org', { role: 'editor' })
    const editor = await Seat.at(site, { as: 'ed@example.org', isPhone: true })
    await editor.open('system/audit')
    await editor.sees('It doesn’t exist, or your role may not open it.')
    editor.quiet()
    await editor.leave()
  })

  it('have what can be done with a row at its end @long', async () => {
    const key = await site.cms.create('api-keys', { name: 'A reader', permissions: { collections: { posts: ['read'] }, globals: {} } })
    for (const [page, ready] of [
      ['keys', async () => undefined],
      ['backups', () => seat.press('Back up now')],
      ['deliveries', async () => site.cms.delete('posts', (await site.cms.create('posts', { title: 'x' }))['id'] as number)],
    ] as const) {
      await seat.open(`system/${page}`)
      await seat.page.locator('main h1').waitFor()
      await ready()
      if (page === 'deliveries') await seat.page.reload()
      await seat.page.locator('table.acting tbody td:last-child button').first().waitFor()
      const gaps = await seat.page.locator('table.acting tbody tr').evaluateAll((rows) =>
        rows.map((row) => {
          const last = [...row.querySelectorAll('td:last-child :is(button, .button)')].at(-1)!
          return row.getBoundingClientRect().right - last.getBoundingClientRect().right
        }),
      )
      for (const gap of gaps) expect(gap, page).to.be.within(0, 20)
    }
    await site.cms.delete('api-keys', key['id'] as number)
    seat.quiet()
  })

  it('have the actions of a page at the bottom on phones, as every page @long', async () => {
    const phone = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
    for (const page of ['system/keys', 'system/backups', 'system/api', 'system/audit', 'system/roles', 'c/users']) {
      await phone.open(page)
      const actions = phone.page.locator('.page-head > .reach').filter({ has: phone.page.locator(':is(button, .button)') })
      await actions.waitFor()
      const { y, height } = (await actions.boundingBox())!
      expect(y + height, page).to.be.closeTo(860, 1)
    }
    await phone.open('system/roles')
    await phone.page.getByRole('checkbox', { name: 'Tags: Delete' }).click()
    const save = (await phone.page.locator('.at-hand').boundingBox())!
    expect(save.y + save.height, 'what is not saved takes the place of the actions').to.be.closeTo(860, 1)
    await phone.page.getByRole('button', { name: 'New role' }).waitFor({ state: 'hidden' })
    await phone.press('Undo all changes')
    for (const label of ['Read', 'Create', 'Edit', 'Delete', 'Publish', 'Fields'])
      await phone.page.locator(`.matrix td[data-label="${label}"]`).first().waitFor()
    const matrix = phone.page.locator('.table-frame:has(.matrix)')
    expect(await matrix.evaluate((frame) => frame.scrollWidth > frame.clientWidth), 'every permission is in sight').to.equal(false)
    await phone.press('Compare roles')
    await phone.page.locator('.compared tr:not(.heading) td[data-label="Editor"]').first().waitFor()
    const isWide = await phone.page.locator('.table-frame:has(.compared)').evaluate((frame) => frame.scrollWidth > frame.clientWidth)
    expect(isWide, 'roles are compared without scrolling sideways').to.equal(false)
    phone.quiet()
    await phone.leave()
  })

  it('keep the buttons of a row in reach on phones @long', async () => {
    await site.cms.create('api-keys', {
      name: 'A program with quite a long name',
      permissions: { collections: { posts: ['read'] }, globals: {} },
    })
    const phone = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
    await phone.open('system/keys')
    const button = phone.page.getByRole('button', { name: 'Delete' })
    await button.waitFor()
    const box = (await button.boundingBox())!
    expect(box.x + box.width).to.be.below(390)
    await button.click()
    await phone.page.getByRole('dialog', { name: /^Delete the key/ }).waitFor()
    phone.quiet()
    await phone.leave()
  })

  for (const [page, cell] of [
    ['keys', 'Created by'],
    ['backups', 'Status'],
    ['deliveries', 'Attempts'],
    ['audit', 'What happened'],
  ] as const)
    it(`show the rows of ${page} as cards on phones, with every cell in sight`, async () => {
      const phone = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
      if (page === 'keys') await site.cms.create('api-keys', { name: 'Reader of the long-winded site', permissions: {} } as object)
      if (page === 'deliveries') await site.cms.delete('posts', ((await site.cms.create('posts', { title: 'x' })) as { id: number }).id)
      await phone.open(`system/${page}`)
      if (page === 'backups') await phone.press('Back up now')
      await phone.page.locator(`td[data-label="${cell}"]`).first().waitFor()
      const boxes = await phone.page
        .locator('table.as-cards tbody td')
        .evaluateAll((cells) =>
          cells.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right, one.scrollWidth - one.clientWidth]),
        )
      for (const [left, right, over] of boxes) {
        expect(left).to.be.at.least(0)
        expect(right).to.be.at.most(390)
        expect(over).to.be.at.most(0)
      }
      const labels = await phone.page.locator('table.as-cards tbody td').evaluateAll((cells) =>
        cells
          .filter((one) => getComputedStyle(one, '::before').content.startsWith('"'))
          .map((one) => {
            const { lineHeight, fontSize, inlineSize } = getComputedStyle(one, '::before')
            const text = (one as HTMLElement).dataset['label']!
            const ruler = one.ownerDocument.createElement('span')
            ruler.textContent = text
            ruler.style.cssText = `position: absolute; inline-size: ${inlineSize}; font-size: ${fontSize}; line-height: ${lineHeight}`
            one.append(ruler)
            const { height } = ruler.getBoundingClientRect()
            ruler.remove()
            return { text, value: one.textContent?.trim() || one.childElementCount, short: height - one.clientHeight }
          }),
      )
      expect(labels).not.to.deep.equal([])
      for (const { text, value, short } of labels) {
        expect(value, `${text} names something`).not.to.equal(0)
        expect(short, `${text} stays in its cell`).to.be.below(2)
      }
      phone.quiet()
      await phone.leave()
    })

  it('sign-in names its field, and the next form keeps the address @long', async () => {
    const guest = await Seat.at(site)
    await guest.open()
    await guest.fill('Email', 'nok@example.org')
    await guest.fill('Password', 'not this one')
    await guest.press('Sign in')
    await guest.sees('The email or the password is wrong.')
    await guest.press('Forgot your password?')
    const email = guest.page.getByLabel('Email')
    await guest.sees('We’ll send you a link')
    expect(await email.inputValue()).to.equal('nok@example.org')
    await email.fill('ada@example.org')
    await guest.press('Back to sign-in')
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await email.inputValue()).to.equal('ada@example.org')
    guest.quiet(/401/)
    await guest.leave()
  })
})
