/** The form on small screens and in its dialogs: what is needed is in reach and in sight, and nothing covers anything. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: small screens', function () {
  this.timeout(60_000)
  let site: Site
  let phone: Seat
  let id: number

  before(async () => {
    site = await serve({
      localization: { locales: ['en', 'th'] },
      endpoints: [
        { path: '/page', method: 'get', handler: () => new Response('<h1>Page</h1>', { headers: { 'content-type': 'text/html' } }) },
      ],
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          preview: () => '/api/cms/page',
          fields: [
            { name: 'title', required: true, localized: true },
            { name: 'text', type: 'richText' },
            { name: 'author', type: 'relationship', to: 'authors', required: true, admin: { position: 'sidebar' } },
            { name: 'others', type: 'relationship', to: 'authors', hasMany: true, admin: { position: 'sidebar' } },
          ],
        },
        { slug: 'authors', useAsTitle: 'name', fields: [{ name: 'name' }] },
      ],
    })
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    for (const name of ['Ada Lovelace', 'Ben', 'Cho']) await cms.create('authors', { name })
    ;({ id } = (await cms.create('posts', { title: 'One', author: 1, others: [2, 3], status: 'published' })) as { id: number })
    for (const title of ['Two', 'Three']) await cms.update('posts', id, { title })
    phone = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
  })
  after(() => site?.stop())
  afterEach(() => phone.quiet())

  const opened = async (path = `c/posts/${id}`) => {
    await phone.open(path)
    await phone.page.getByLabel('Title').first().waitFor()
  }

  it('has buttons and rows of the menu that a finger meets @long', async () => {
    await opened()
    await phone.page.getByRole('tab', { name: 'About' }).click()
    await phone.page.locator('.related').first().getByText('Ada Lovelace').waitFor()
    const tooSmall = () =>
      phone.page.evaluate(`(() => {
        const all = document.querySelector('cms-admin').shadowRoot.querySelectorAll('.side a, .side button, .related button, .page-head button, .versions button')
        return [...all].filter((one) => one.checkVisibility()).flatMap((one) => {
          const { width, height } = one.getBoundingClientRect()
          return width < 40 || height < 40 ? [one.outerHTML.slice(0, 120) + ' ' + width + ' × ' + height] : []
        })
      })()`)
    expect(await tooSmall()).to.deep.equal([])
    await phone.page.getByRole('button', { name: 'Open the menu' }).or(phone.page.locator('.bar button').first()).first().click()
    await phone.page.locator('.side.open').waitFor()
    expect(await tooSmall()).to.deep.equal([])
  })

  it('cuts no words of the buttons below a form, in English and Thai, however narrow the phone is @long', async () => {
    const cut = `(() => {
      const buttons = [...document.querySelector('cms-admin').shadowRoot.querySelectorAll('.reach button')]
      const words = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect() }
      return buttons.filter((one) => one.textContent.trim() !== '' && one.checkVisibility()).flatMap((one) => {
        const [text, box] = [words(one), one.getBoundingClientRect()]
        return text.left - box.left < 4 || box.right - text.right < 4 ? [one.textContent.trim()] : []
      })
    })()`
    for (const language of ['en', 'th']) {
      await opened()
      await phone.page.evaluate(`localStorage.setItem('galley:language', '${language}')`)
      await phone.page.reload()
      await phone.page.locator('.reach select option', { hasText: '✓' }).waitFor({ state: 'attached' })
      for (const width of [430, 390, 360, 320]) {
        await phone.page.setViewportSize({ width, height: 860 })
        expect(await phone.page.evaluate(cut), `${language}, ${width} pixels`).to.deep.equal([])
      }
    }
    await phone.page.evaluate(`localStorage.removeItem('galley:language')`)
    await phone.page.setViewportSize({ width: 390, height: 860 })
  })

  it('has the tools of a list in one row, the rest in a sheet, and names the values of its rows', async () => {
    await phone.open('c/posts')
    const row = phone.page.locator('.list-table tbody tr').first()
    await row.waitFor()
    const tops = await phone.page
      .locator('.tools > *')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size, tops.join()).to.equal(1)
    const label = await row
      .locator('td.clip')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').content)
    expect(label).to.contain('Author')
    await phone.press('Sorting, columns and views')
    await phone.page.getByRole('group', { name: 'Sorting, columns and views' }).getByRole('button', { name: 'Columns' }).click()
    await phone.page.getByRole('menuitemcheckbox', { name: 'Title' }).waitFor()
  })

  it('names what is needed below, and leads there @long', async () => {
    await opened('c/posts/new')
    await phone.sees('Also needed:')
    await phone.press('Author')
    await phone.page.getByRole('button', { name: 'Choose Author' }).first().waitFor()
    const box = await phone.page.getByRole('button', { name: 'Choose Author' }).first().boundingBox()
    expect(box!.y).to.be.within(0, 860)
    await opened()
    expect(await phone.page.getByText('Also needed:').count()).to.equal(0)
  })

  it('shows the preview where it can be seen', async () => {
    await opened()
    await phone.press('Preview')
    await phone.page.frameLocator('cms-preview iframe').getByRole('heading', { name: 'Page' }).waitFor()
    const box = await phone.page.locator('cms-preview').boundingBox()
    expect(box!.y).to.be.within(0, 400)
  })

  it('tells versions apart, and offers no way back to what is there @long', async () => {
    await opened()
    await phone.choose('More', 'History')
    const dialog = phone.page.getByRole('dialog', { name: 'History' })
    await dialog.getByRole('button', { name: 'Compare' }).first().waitFor()
    const overlap = await dialog.locator('.versions li').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const boxes = [...row.children].map((one) => one.getBoundingClientRect())
        return boxes.flatMap((a, at) =>
          boxes.slice(at + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
        )
      }),
    )
    expect(overlap).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Compare' }).first().click()
    await dialog.getByText('This is the document as it is now.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Restore' }).count()).to.equal(0)
    expect(await dialog.getByRole('heading').first().textContent()).to.match(/:\d\d:\d\d/)
    const [heading, close, foot] = await Promise.all(
      [dialog.getByRole('heading').first(), dialog.getByRole('button', { name: 'Close' }), dialog.locator('.foot')].map((one) =>
        one.boundingBox(),
      ),
    )
    expect(close!.y, 'on the line of the heading').to.be.lessThan(heading!.y + heading!.height)
    expect(foot!.y + foot!.height, 'at the end of the drawer').to.be.closeTo(860, 2)
    await dialog.getByLabel('Compare with').selectOption('now')
    await dialog.getByText('Nothing differs.').waitFor()
    expect(await dialog.getByText('Only in the earlier version').isVisible()).to.equal(false)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  it('keep in view what is saved, and the way to publish, while somebody writes', async () => {
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    for (const width of [740, 800, 1024, 1180]) {
      await seat.page.setViewportSize({ width, height: 480 })
      await seat.open(`c/posts/${id}`)
      await seat.page.getByLabel('Title').waitFor()
      await seat.page.evaluate('scrollTo(0, 500)')
      const publish = await seat.page.getByRole('button', { name: /^Publish/ }).boundingBox()
      expect(publish!.y, `${width} pixels`).to.be.within(0, 450)
      const line = seat.page.locator('.saved-line [role=status]')
      // In narrow windows the bar with the buttons repeats the line.
      const isRepeated = await seat.page.locator('.reach').evaluate((bar) => getComputedStyle(bar, '::before').content !== 'none')
      if (!isRepeated) {
        const isSeen = await line.evaluate((one) => {
          const { x, y } = one.getBoundingClientRect()
          return one.contains((one.getRootNode() as ShadowRoot).elementFromPoint(x + 2, y + 6))
        })
        expect(isSeen, `${width} pixels`).to.equal(true)
      }
    }
    await seat.leave()
  })

  it('leaves the room to the form where a phone lies on its side', async () => {
    await phone.page.setViewportSize({ width: 844, height: 390 })
    for (const path of [`c/posts/${id}`, 'c/posts', 'c/users/1']) {
      await phone.open(path)
      await phone.page.locator('.page-head h1').waitFor()
      await phone.page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
      expect(await phone.page.locator('.side').isVisible(), `the menu on ${path}`).to.equal(false)
      const kept = await phone.page.locator('main').evaluate((main: any) => {
        const styles = [...main.getRootNode().querySelectorAll('*')].map((one: any) => [one, globalThis.getComputedStyle(one)] as const)
        const staying = styles.filter(
          ([one, { position, display }]) => position === 'sticky' && display !== 'none' && !one.closest('table, .toolbar'),
        )
        return staying.map(([one]) => one.getBoundingClientRect().height).reduce((sum, height) => sum + height, 0)
      })
      expect(kept, `bars that stay on ${path}`).to.be.lessThan(390 / 4)
    }
    await phone.page.setViewportSize({ width: 390, height: 860 })
  })

  it('opens dialogs at their top @long', async () => {
    const seat = await Seat.at(site)
    await seat.page.setViewportSize({ width: 1280, height: 420 })
    await seat.enter('nok@example.org')
    await seat.open(`c/posts/${id}`)
    await seat.press('Keyboard shortcuts for writing')
    const dialog = seat.page.getByRole('dialog', { name: 'Keyboard shortcuts for writing' })
    await dialog.getByRole('heading').first().waitFor()
    expect(await dialog.evaluate((one) => (one as unknown as { scrollTop: number }).scrollTop)).to.equal(0)
    seat.quiet()
    await seat.leave()
  })
})
