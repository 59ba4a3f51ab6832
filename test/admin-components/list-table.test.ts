/** The table of a list: nothing leaves its cell, whatever it holds, and headings, titles and rows do what they look like. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

const URL_TITLE = `https://example.org/${'a-very-long-part/'.repeat(8)}?with=query`
const WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungsblattredaktion'
const NAMES = ['title', 'status', 'code', 'price', 'summary', 'contact', 'kinds', 'updatedAt', 'createdAt', 'id']

describe('admin-components: the table of a list', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          trash: { purgeAfterDays: 30 },
          schedule: true,
          fields: [
            { name: 'kinds', type: 'select', hasMany: true, options: ['first', 'second', 'third', 'fourth', 'fifth'] },
            { name: 'title', required: true },
            { name: 'code' },
            { name: 'price', type: 'number' },
            { name: 'summary', type: 'textarea' },
            { name: 'contact', type: 'email' },
            { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
          ],
        },
      ],
    }))
    const long = {
      code: WORD,
      summary: `${URL_TITLE} ${WORD}`,
      contact: `${'ada'.repeat(20)}@example.org`,
      kinds: ['first', 'third', 'fifth'],
    }
    for (let index = 0; index < 60; index++)
      await site.cms.create('posts', {
        ...long,
        title: [URL_TITLE, WORD, `Short ${index}`][index % 3],
        price: 10 ** (index % 6),
        status: 'published',
      } as object)
    for (const id of [59, 60]) await site.cms.update('posts', id, { title: `${WORD} ${WORD}`, status: 'draft' } as object)
    for (const id of [1, 2, 3]) await site.cms.delete('posts', id)
  })
  after(() => site?.stop())

  /** What is drawn outside of its cell, or over the next one. */
  const strays = () =>
    seat.page.locator('.list-table').evaluate((frame) => {
      const found: string[] = []
      for (const cell of frame.querySelectorAll<HTMLTableCellElement>('td, th')) {
        const { left, right, top, bottom } = cell.getBoundingClientRect()
        const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let word = words.nextNode(); word; word = words.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(word)
          for (const drawn of range.getClientRects()) {
            let box = { left: drawn.left, right: drawn.right, top: drawn.top, bottom: drawn.bottom }
            for (let one = word.parentElement; one && one !== cell.parentElement; one = one.parentElement) {
              if (one.closest('.unseen')) box = { left, right: left, top, bottom: top }
              if (getComputedStyle(one).overflow === 'visible') continue
              const clip = one.getBoundingClientRect()
              box = {
                left: Math.max(box.left, clip.left),
                right: Math.min(box.right, clip.right),
                top: Math.max(box.top, clip.top),
                bottom: Math.min(box.bottom, clip.bottom),
              }
            }
            const isDrawn = box.right - box.left > 1 && box.bottom - box.top > 1
            if (isDrawn && (box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1))
              found.push(`${cell.cellIndex} ${word.textContent}`)
          }
        }
      }
      return found
    })

  for (const width of [390, 700, 1024, 1440])
    for (const place of ['', '&trash=true'])
      it(`keeps everything inside of its cell, ${width} pixels wide${place ? ', in the trash' : ''} @long`, async () => {
        await seat.page.setViewportSize({ width, height: 860 })
        for (const columns of [NAMES.join(), 'title,code,updatedAt']) {
          await seat.open(`c/posts?limit=10&columns=${columns}${place}`)
          await seat.page.locator('.list-table[data-fits]').waitFor()
          expect(await strays(), columns).to.deep.equal([])
          const headings = await seat.page
            .locator('.list-table thead th')
            .evaluateAll((cells) => cells.filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).boxShadow))
          for (const shadow of headings) expect(shadow, 'each heading is underlined').to.match(/0px -1px 0px 0px inset/)
          const back = seat.page.getByRole('button', { name: 'Bring back' }).first()
          if (place) expect(await back.evaluate((button) => button.getBoundingClientRect().right <= innerWidth)).to.equal(true)
        }
      })

  it('opens at an address from when the site had other languages', async () => {
    for (const address of ['c/posts?locale=th', 'c/posts?locale=th&q=Short+56']) {
      await seat.open(address)
      await seat.page.getByRole('link', { name: 'Short 56' }).first().waitFor()
    }
  })

  it('has the state next to the title, fits by default, and shows a title that is cut at the pointer', async () => {
    for (const width of [1440, 1280]) {
      await seat.page.setViewportSize({ width, height: 860 })
      await seat.open('c/posts')
      await seat.page.locator('.list-table[data-fits="true"] td .changes').first().waitFor()
    }
    const names = await seat.page.getByRole('columnheader').allInnerTexts()
    expect(names.map((name) => name.trim()).filter(Boolean)).to.deep.equal(['Title', 'Status', 'Code', 'Price', 'Updated'])
    const name = seat.page.getByRole('link', { name: URL_TITLE }).first()
    await name.hover()
    expect(await name.getAttribute('title')).to.equal(URL_TITLE)
  })

  it('keeps a title of 40 letters to one line next to the columns it shows by default', async () => {
    await site.cms.create('posts', { title: 'Ten small presses to watch in the spring', status: 'published' })
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    await seat.open('c/posts')
    await seat.page.locator('.list-table[data-fits="true"]').waitFor()
    expect((await seat.page.getByRole('link', { name: 'Ten small presses' }).boundingBox())!.height).to.be.below(30)
  })

  it('has rows of one height where the title, the state and the times share the room with other columns', async () => {
    await site.cms.schedule('posts', 58, { action: 'unpublish', at: new Date(Date.now() + 86_400_000).toISOString() })
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    await seat.open('c/posts?limit=10')
    await seat.page.locator('.list-table[data-fits="true"] .plan').waitFor()
    const heights = await seat.page
      .locator('tbody tr:not(:has(.plan))')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    for (const height of heights) expect(height, heights.join()).to.be.below(49)
    const plan = await seat.page.locator('.plan').boundingBox()
    expect(plan!.height, 'a plan is in one line').to.be.below(24)
  })

  it('fits in the trash, where two lines say who deleted a document and until when it can be brought back', async () => {
    await seat.page.setViewportSize({ width: 1440, height: 860 })
    await seat.open('c/posts?trash=true')
    await seat.page.locator('.list-table[data-fits="true"] .deletion time').first().waitFor()
    const heights = await seat.page.locator('.deletion').evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().height))
    for (const height of heights) expect(height).to.be.below(60)
  })

  it('has the ticks of its menus at the end of their entries, which line up', async () => {
    await seat.page.setViewportSize({ width: 1440, height: 860 })
    await seat.open('c/posts')
    await seat.page.locator('.list-table[data-fits]').waitFor()
    for (const name of ['Sort', 'Columns', 'Views', 'More']) {
      await seat.page
        .locator('.tools')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      const menu = seat.page.locator('[role=menu]').filter({ visible: true })
      await menu.locator('[aria-checked]').first().waitFor()
      const entries = await menu.locator('button').evaluateAll((all) =>
        all.map((one) => ({
          label: one.querySelector('.grow')!.getBoundingClientRect().left,
          end: one.querySelector('.grow')!.getBoundingClientRect().right,
          tick: one.querySelector('.tick svg')?.getBoundingClientRect().left,
        })),
      )
      expect([...new Set(entries.map(({ label }) => Math.round(label)))], name).to.have.length(1)
      for (const { tick, end } of entries) if (tick !== undefined) expect(tick, name).to.be.at.least(end)
      await seat.page.keyboard.press('Escape')
    }
  })

  it('can be scrolled until no message covers its pages', async () => {
    await seat.open('c/posts?limit=10')
    const pages = seat.page.locator('.page-number').last()
    await pages.waitFor()
    await seat.page.evaluate(`document.querySelector('cms-admin').app.say('Saved')`)
    const toast = seat.page.locator('.toast')
    await toast.waitFor()
    await seat.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const [over, last] = [(await toast.boundingBox())!, (await pages.boundingBox())!]
    expect(last.y + last.height).to.be.below(over.y)
  })

  it('says that more columns follow until the last one is in view, and keeps the menu of columns open', async () => {
    await seat.open(`c/posts?columns=${NAMES.join()}`)
    const frame = seat.page.locator('.list-table[data-fits="false"]')
    await seat.page.locator('.list-table[data-more]').waitFor()
    await frame.evaluate((one) => one.scrollTo(one.scrollWidth, 0))
    await seat.page.locator('.list-table:not([data-more])').waitFor()
    await seat.press('Columns')
    for (const name of ['Summary', 'Contact', 'Kinds']) {
      const entry = seat.page.getByRole('menuitemcheckbox', { name })
      await entry.click()
      await seat.page.locator('[role=menuitemcheckbox][aria-checked=false]', { hasText: name }).waitFor()
    }
    await seat.page.keyboard.press('Escape')
    expect(await seat.page.getByRole('searchbox').getAttribute('placeholder')).to.match(/^Search in Title/)
  })

  it('keeps the headings in view, and the titles where it is too wide @long', async () => {
    const at = (name: string) =>
      seat.page.getByRole('columnheader', { name }).evaluate((one) => ({ ...one.getBoundingClientRect().toJSON() }))
    await seat.open('c/posts')
    await seat.page.locator('.list-table[data-fits="true"]').waitFor()
    await seat.page.evaluate(() => scrollTo(0, 600))
    expect((await at('Title')).y).to.equal(0)
    await seat.open(`c/posts?columns=${NAMES.join()}`)
    const frame = seat.page.locator('.list-table[data-fits="false"]')
    await frame.waitFor()
    const before = await at('Title')
    await frame.evaluate((one) => one.scrollTo(400, 0))
    expect((await at('Title')).x).to.be.within(before.x - 30, before.x)
    await seat.page.evaluate(() => scrollTo(0, 600))
    await seat.page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('cms-admin')!.shadowRoot!.querySelector('.list-table')!).getPropertyValue('--head') !==
        '0px',
    )
    expect((await at('Title')).y).to.be.within(-1, 1)
    expect(await seat.page.getByRole('columnheader', { name: 'Price' }).evaluate((one) => getComputedStyle(one).textAlign)).to.equal('end')
  })

  it('opens a document from anywhere in its row; Ctrl opens a tab, and selected text, boxes and buttons stay what they are @long', async () => {
    await seat.open('c/posts?limit=10')
    const row = seat.page.getByRole('row', { name: /Short/ }).first()
    const cell = row.getByText('Published')
    await row.getByRole('checkbox').check()
    await seat.sees('1 selected')
    const [tab] = await Promise.all([seat.context.waitForEvent('page'), cell.click({ modifiers: ['Control'] })])
    expect(tab.url()).to.match(/\/c\/posts\/\d+$/)
    await tab.close()
    const box = (await cell.boundingBox())!
    await seat.page.mouse.move(box.x, box.y + 8)
    await seat.page.mouse.down()
    await seat.page.mouse.move(box.x + 50, box.y + 8, { steps: 4 })
    await seat.page.mouse.up()
    expect(seat.page.url()).to.contain('c/posts?')
    await cell.click()
    await seat.page.waitForURL(/\/c\/posts\/\d+$/)
  })

  it('finds documents by the title that it shows, also of pending drafts, as the palette and pickers do @long', async () => {
    const words = `${WORD} ${WORD}`
    await seat.open('c/posts')
    await seat.page.locator('main').getByRole('searchbox').fill(words)
    await seat.sees('2 documents')
    await seat.page.getByRole('link', { name: words }).first().waitFor()
    await seat.page.keyboard.press('Control+k')
    await seat.page.getByRole('dialog').getByRole('combobox').fill(words)
    await seat.page.getByRole('option', { name: words }).first().waitFor()
    await seat.open('c/posts/5')
    await seat.page
      .locator('[data-path="related"]')
      .getByRole('button', { name: /Choose|Add/ })
      .first()
      .click()
    await seat.page.getByRole('dialog').getByRole('searchbox').fill(words)
    await seat.page.getByRole('dialog').getByText(words).first().waitFor()
  })

  it('has the numbers of its pages @long', async () => {
    await seat.open('c/posts?limit=10')
    const pages = seat.page.getByRole('navigation', { name: 'Pages' })
    const names = () => pages.getByRole('button', { name: /^Page/ }).allInnerTexts()
    await pages.getByRole('button', { name: 'Page 6' }).waitFor()
    expect(await names()).to.deep.equal(['1', '2', '6'])
    await pages.getByRole('button', { name: 'Page 6' }).click()
    await pages.locator('[aria-current="page"]', { hasText: '6' }).waitFor()
    expect(await names()).to.deep.equal(['1', '5', '6'])
  })
})
