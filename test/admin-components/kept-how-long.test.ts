/** Unsaved edits are kept in the browser for 30 days, and offered with their age. Those of a document that was deleted permanently are offered once. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const DAY = 24 * 3_600_000
const EARLIER = 'There are edits from an earlier visit'
const STILL = 'What you typed is still here'

for (const [host, database] of drawn(PAIRS, 'kept-how-long'))
  describe(`admin-components: how long edits are kept, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      const fields: any[] = [{ name: 'title' }, { name: 'text', type: 'textarea' }]
      site = await serve({ collections: [{ slug: 'posts', useAsTitle: 'title', trash: true, fields }] }, { host, database })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      id = ((await site.cms.create('posts', { title: 'First', text: 'Before.' })) as { id: number }).id
      seat = await Seat.at(site, { as: 'nok@example.org' })
      await seat.open(`c/posts/${id}`)
      await leaveTyped('typed')
    })
    afterEach(() => seat.leave())

    const text = () => seat.page.locator('#f-text')
    const kept = (): Promise<string[]> =>
      seat.page.evaluate(() => Object.keys(localStorage).filter((key) => /^galley:(edit|before):/.test(key)))
    async function newTab(): Promise<void> {
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
    }
    async function leaveTyped(words: string): Promise<void> {
      await text().fill(words)
      await seat.page.waitForFunction((words) => Object.values(localStorage).some((text) => String(text).includes(words)), words)
    }
    /** In a tab that no form is open in, because a form keeps its edits again when it is left. */
    async function comeBack(change: Record<string, unknown>): Promise<void> {
      await newTab()
      await seat.open('account')
      await seat.page.evaluate((change) => {
        for (const key of Object.keys(localStorage).filter((key) => key.startsWith('galley:edit:')))
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), ...change }))
      }, change)
      await seat.open(`c/posts/${id}`)
    }

    it('offers them for 30 days, and says how old they are', async () => {
      await comeBack({ $at: Date.now() - 29 * DAY })
      await seat.sees(EARLIER)
      await seat.sees('You last worked on them 29 days ago.')
      await seat.press('Bring them back')
      expect(await text().inputValue()).to.equal('typed')
    })

    it('leaves their age alone when a form that shows them is left without another change', async () => {
      const since = Date.now() - 3 * DAY
      const at = () =>
        seat.page.evaluate((since) => {
          const [key] = Object.keys(localStorage).filter((one) => one.startsWith('galley:edit:'))
          const stored = JSON.parse(localStorage.getItem(key!)!)
          if (since) localStorage.setItem(key!, JSON.stringify({ ...stored, $at: since }))
          window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
          return JSON.parse(localStorage.getItem(key!)!).$at as number
        }, since)
      expect(await at()).to.equal(since)
      await leaveTyped('typed on')
      await seat.page.waitForFunction((since) => Object.values(localStorage).every((text) => !String(text).includes(String(since))), since)
    })

    it('removes older ones when the admin starts @long', async () => {
      await comeBack({ $at: Date.now() - 31 * DAY })
      await text().waitFor()
      expect(await text().inputValue()).to.equal('Before.')
      expect(await seat.page.getByText(EARLIER).count()).to.equal(0)
      expect(await kept()).to.deep.equal([])
    })

    it('gives those without a time 30 days from now @long', async () => {
      await comeBack({ $at: null })
      await seat.sees(EARLIER)
      const key = (await kept()).find((one) => one.startsWith('galley:edit:'))
      const { $at } = JSON.parse((await seat.page.evaluate((key) => localStorage.getItem(key), key!))!)
      expect(Date.now() - $at).to.be.within(0, DAY)
    })

    it('offers those of a document that was deleted permanently once @long', async () => {
      for (let deletion = 0; deletion < 2; deletion++) await site.cms.delete('posts', id)
      await newTab()
      await seat.open(`c/posts/${id}`)
      await seat.sees(STILL)
      expect(await text().inputValue()).to.equal('typed')
      expect(await kept()).to.deep.equal([])
      await seat.page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
      expect(await kept()).to.deep.equal([])
      await newTab()
      await seat.open(`c/posts/${id}`)
      await seat.sees('Back to the list')
      expect(await seat.page.getByText(STILL).count()).to.equal(0)
    })

    it('keeps those that somebody goes on writing there @long', async () => {
      for (let deletion = 0; deletion < 2; deletion++) await site.cms.delete('posts', id)
      await newTab()
      await seat.open(`c/posts/${id}`)
      await seat.sees(STILL)
      await leaveTyped('typed on')
      await newTab()
      await seat.open(`c/posts/${id}`)
      await seat.sees(STILL)
      expect(await text().inputValue()).to.equal('typed on')
    })

    it('offers those of a document in the trash again @long', async () => {
      await site.cms.delete('posts', id)
      for (let visit = 0; visit < 2; visit++) {
        await newTab()
        await seat.open(`c/posts/${id}`)
        await seat.sees(STILL)
      }
    })
  })
