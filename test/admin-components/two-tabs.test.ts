/** A document in two tabs of one browser: the second says that the first one holds changes, not that they are from an earlier visit. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: a document in two tabs', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let id: number
  before(async () => {
    site = await serve({
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }, { name: 'text' }] }],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())
  beforeEach(async () => {
    id = ((await site.cms.create('posts', { title: 'First' })) as { id: number }).id
    nok = await Seat.at(site, { as: 'nok@example.org' })
  })
  afterEach(async () => {
    await nok.leave()
    nok.quiet()
  })

  const EARLIER = 'There are edits from an earlier visit'
  const ELSEWHERE = 'You have this open in another tab, with changes that are not saved yet.'
  const stored = async () => (await site.cms.findById('posts', id)) as any

  async function typedInFirst(): Promise<void> {
    await nok.open(`c/posts/${id}`)
    await nok.page.locator('#f-text').fill('typed in the first tab')
    await nok.page.waitForFunction(() => Object.keys(localStorage).some((key) => /^galley:edit:.*:posts:/.test(key)))
  }
  async function second(says: string): Promise<Page> {
    const page = await nok.context.newPage()
    await page.goto(`${site.origin}/admin/c/posts/${id}`)
    await page.getByText(says).waitFor()
    return page
  }

  it('is said to be open elsewhere, until the other tab has saved it @long', async () => {
    await typedInFirst()
    const page = await second(ELSEWHERE)
    expect(await page.getByText(EARLIER).count()).to.equal(0)
    await nok.press('Save')
    await nok.saved()
    await page.getByText(ELSEWHERE).waitFor({ state: 'detached' })
    await page.locator('#f-title').fill('By the second tab')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All changes saved').waitFor()
    expect(await stored()).to.include({ title: 'By the second tab', text: 'typed in the first tab' })
    nok.complaints.length = 0
  })

  it('leaves them there, or brings them here @long', async () => {
    await typedInFirst()
    const page = await second(ELSEWHERE)
    await page.getByRole('button', { name: 'Leave them there' }).click()
    await page.getByText(ELSEWHERE).waitFor({ state: 'detached' })
    expect(await nok.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('galley:edit:')))).to.have.length(1)
    await page.reload()
    await page.getByRole('button', { name: 'Bring them here' }).click()
    expect(await page.locator('#f-text').inputValue()).to.equal('typed in the first tab')
  })

  it('keeps what the first tab can’t save while the second one saves, and offers it once the first is closed @long', async () => {
    await typedInFirst()
    const page = await second(ELSEWHERE)
    await page.getByRole('button', { name: 'Leave them there' }).click()
    await page.locator('#f-title').fill('By the second tab')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('All changes saved').waitFor()
    await nok.page.close({ runBeforeUnload: false })
    const third = await second(EARLIER)
    await third.getByRole('button', { name: 'Bring them back' }).click()
    await third.getByRole('button', { name: 'Save', exact: true }).click()
    await third.getByText('All changes saved').waitFor()
    expect(await stored()).to.include({ title: 'By the second tab', text: 'typed in the first tab' })
    await third.reload()
    await third.locator('#f-text').waitFor()
    expect(await third.getByText(EARLIER).count()).to.equal(0)
  })

  it('offers the edits of all tabs that were closed, put together @long', async () => {
    await typedInFirst()
    const page = await second(ELSEWHERE)
    await page.locator('#f-title').fill('typed in the second tab')
    await page.waitForFunction(() => Object.keys(localStorage).filter((key) => /^galley:edit:.*:posts:/.test(key)).length === 2)
    await nok.page.close({ runBeforeUnload: false })
    await page.close({ runBeforeUnload: false })
    const third = await second(EARLIER)
    await third.getByRole('button', { name: 'Bring them back' }).click()
    await third.getByText(EARLIER).waitFor({ state: 'detached' })
    expect(await third.locator('#f-text').inputValue()).to.equal('typed in the first tab')
    expect(await third.locator('#f-title').inputValue()).to.equal('typed in the second tab')
  })

  it('shows what was saved elsewhere when one comes back to it, beside the edits', async () => {
    await nok.open(`c/posts/${id}`)
    const [title, text] = [nok.page.locator('#f-title'), nok.page.locator('#f-text')]
    await title.waitFor()
    const comeBack = () => nok.page.evaluate(() => dispatchEvent(new FocusEvent('focus')))
    await site.cms.update('posts', id, { title: 'Saved elsewhere' })
    await comeBack()
    while ((await title.inputValue()) !== 'Saved elsewhere') await nok.page.waitForTimeout(20)
    await title.fill('Typed here')
    await site.cms.update('posts', id, { text: 'Saved elsewhere, too' })
    await comeBack()
    while ((await text.inputValue()) !== 'Saved elsewhere, too') await nok.page.waitForTimeout(20)
    expect(await title.inputValue()).to.equal('Typed here')
    await nok.press('Save')
    await nok.saved()
    expect(await stored()).to.include({ title: 'Typed here', text: 'Saved elsewhere, too' })
    nok.complaints.length = 0
  })

  it('offers nothing that was typed and taken back just before the page was left @long', async () => {
    await typedInFirst()
    await nok.page.locator('#f-text').fill('')
    await nok.page.reload()
    await nok.page.locator('#f-text').waitFor()
    await nok.page.waitForTimeout(200)
    expect(await nok.page.getByText(EARLIER).count()).to.equal(0)
  })

  it('is of an earlier visit once the first tab is closed @long', async () => {
    await typedInFirst()
    await nok.page.close({ runBeforeUnload: false })
    const page = await second(EARLIER)
    await page.getByRole('button', { name: 'Bring them back' }).click()
    expect(await page.locator('#f-text').inputValue()).to.equal('typed in the first tab')
  })
})
