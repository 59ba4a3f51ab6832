/** Text that is not a value yet survives a closed tab, a folded row, and rows that move. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: what is half written', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let page: Page
  let id: number
  const json = { name: 'j', type: 'json' } as const
  before(async () => {
    site = await serve({
      collections: [
        {
          slug: 'posts',
          drafts: true,
          access: { read: 'published' },
          fields: [
            { name: 'note' },
            json,
            { name: 'size', type: 'number' },
            { name: 'on', type: 'date' },
            { name: 'rows', type: 'array', fields: [{ name: 'label' }, json, { name: 'n', type: 'number' }] },
            { name: 'blocks', type: 'blocks', blocks: [{ slug: 'list', fields: [{ name: 'items', type: 'array', fields: [json] }] }] },
          ],
        },
      ],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())
  beforeEach(async () => {
    seat = await Seat.at(site, { hasClock: true })
    page = seat.page
    await seat.enter('nok@example.org')
  })
  afterEach(async () => {
    await seat.leave()
    // The hint at a mistake in JSON asks for a style that the policy refuses.
    seat.quiet(/400/, /inline style/)
  })

  const HALF = '{"half": "written words'
  const text = (path: string) => page.locator(`[data-path="${path}"] .cm-content`)
  const stored = async () => (await site.cms.findById('posts', id, { draft: true })) as any

  async function open(): Promise<void> {
    const values = {
      j: 0,
      rows: [
        { label: 'a', j: 1 },
        { label: 'b', j: 2 },
      ],
      blocks: [{ blockType: 'list', items: [{ j: 3 }] }],
    }
    id = ((await site.cms.create('posts', { ...values, status: 'published' })) as { id: number }).id
    await page.goto(`${site.origin}/admin/c/posts/${id}`)
    await text('j').waitFor()
  }

  async function closeAndReopen(): Promise<void> {
    await seat.pauses()
    await page.close({ runBeforeUnload: false })
    page = await seat.context.newPage()
    await page.goto(`${site.origin}/admin/c/posts/${id}`)
    await text('j').waitFor()
  }
  const bringBack = () => page.getByRole('button', { name: 'Bring them back' }).click()
  const saved = async () => {
    await page.waitForTimeout(50)
    await page.clock.fastForward(4000)
    await page.getByText('All changes saved').waitFor()
  }

  for (const path of ['j', 'rows.1.j', 'blocks.0.items.0.j'])
    it(`is offered again after the tab was closed: ${path} @long`, async () => {
      await open()
      await text(path).fill(HALF)
      await page.getByLabel('Note').fill('With it.')
      await closeAndReopen()
      await bringBack()
      await page.waitForFunction(
        ([at, half]) =>
          (globalThis as any).document.querySelector('cms-admin').shadowRoot.querySelector(`[data-path="${at}"] .cm-content`)
            .textContent === half,
        [path, HALF],
      )
      expect(await page.getByLabel('Note').inputValue()).to.equal('With it.')
      await page.getByText('This is not JSON').first().waitFor()
      await text(path).press('Control+End')
      await page.keyboard.type('"}')
      await saved()
      const value = path.split('.').reduce((at, step) => at[step], await stored())
      expect(value).to.deep.equal({ half: 'written words' })
      await page.reload()
      await text('j').waitFor()
      expect(await page.getByRole('button', { name: 'Bring them back' }).count()).to.equal(0)
    })

  it('is not offered again once it was taken back @long', async () => {
    await open()
    await text('j').fill(HALF)
    await seat.pauses()
    await text('j').fill('0')
    await closeAndReopen()
    expect(await page.getByRole('button', { name: 'Bring them back' }).count()).to.equal(0)
  })

  for (const [typed, why] of [
    ['9007199254740993', /too large to be kept exactly/],
    ['12e', /This is not a number/],
    ['-', /This is not a number/],
    ['1,500', /This is not a number/],
  ] as const)
    for (const path of ['size', 'rows.1.n'])
      it(`is kept where it is a number: ${typed} in ${path}${typed === '12e' ? longUnlessDrawn(path, ['size', 'rows.1.n'], typed) : ' @long'}`, async () => {
        await open()
        const input = () => page.locator(`#f-${path.replaceAll('.', '-')}`)
        await input().fill(typed)
        await closeAndReopen()
        await bringBack()
        await page.getByText(why).first().waitFor()
        expect(await input().inputValue()).to.equal(typed)
        await input().fill('1,5')
        await saved()
        const { size, rows } = await stored()
        expect({ size, 'rows.1.n': rows[1].n }[path]).to.equal(1.5)
      })

  it('of a date is noticed, stays, and is asked about @long', async () => {
    await open()
    const on = page.locator('#f-on')
    await on.focus()
    await page.keyboard.type('05')
    await page.getByText('This date is not complete').first().waitFor()
    await page.getByLabel('Note').fill('With it.')
    await seat.pauses()
    await page.getByText('Saved, except on: This date is not complete').waitFor()
    expect(await stored()).to.include({ on: null, note: 'With it.' })
    await page.getByRole('link', { name: 'Posts' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await on.focus()
    await page.keyboard.type('05022026')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('1030PM')
    await saved()
    expect((await stored()).on).to.match(/^2026-0[25]-0[25]T/)
  })

  it('finds its row again after somebody else moved it, and goes where the row is gone @long', async () => {
    await open()
    await text('rows.0.j').fill(HALF)
    await text('blocks.0.items.0.j').fill('[1,')
    await closeAndReopen()
    const { rows } = await stored()
    await site.cms.update('posts', id, { rows: [rows[1], rows[0]], blocks: [], status: 'draft' })
    await page.reload()
    await bringBack()
    await text('rows.1.j').filter({ hasText: HALF }).waitFor()
    expect(await text('rows.0.j').textContent()).to.equal('2')
    await text('rows.1.j').fill('4')
    await saved()
    expect((await stored()).rows.map(({ j }: any) => j)).to.deep.equal([2, 4])
  })

  it('stays with its row while rows are folded, moved and removed @long', async () => {
    await open()
    await text('rows.0.j').fill(HALF)
    const fold = page.locator('[data-path=rows] .fold').first()
    await fold.click()
    await fold.click()
    await text('rows.0.j').filter({ hasText: HALF }).waitFor()
    await page.getByRole('button', { name: 'Move Row 1 down' }).first().click()
    await text('rows.1.j').filter({ hasText: HALF }).waitFor()
    expect(await text('rows.0.j').textContent()).to.equal('2')
    await page.getByRole('button', { name: 'More for Row 2' }).first().click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await saved()
    expect((await stored()).rows.map(({ j }: any) => j)).to.deep.equal([2])
  })

  it('is wrong at the field for those who hear the page, until it is a value', async () => {
    await open()
    const input = page.getByLabel('Size')
    await input.fill('12e')
    const why = page.locator('[data-path="size"]').getByRole('alert')
    await why.getByText('This is not a number').waitFor()
    expect(await input.getAttribute('aria-invalid')).to.equal('true')
    expect(await input.getAttribute('aria-describedby')).to.contain(await why.getAttribute('id'))
    await input.fill('12')
    await why.waitFor({ state: 'detached' })
    expect(await input.getAttribute('aria-invalid')).to.equal('false')
  })
})
