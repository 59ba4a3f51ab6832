/** The dashboard, the status page and the deliveries say the same about deliveries that fail: from the first failed attempts on, in words,
 * with a link, until they were sent.
 */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { HurriedClock } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'

describe('admin-components: what needs attention', function () {
  this.timeout(60_000)
  const clock = new HurriedClock()
  let sink: Sink
  let site: Site
  let seat: Seat

  before(async () => {
    sink = await new Sink().start()
    sink.forget(503)
    ;({ site, seat } = await serveTo('nok@example.org', {
      clock,
      jobsTimer: false,
      audit: true,
      email: { name: 'test', send: async () => undefined },
      webhooks: [{ url: `${sink.origin}/hook`, collections: ['posts'] }],
      collections: [{ slug: 'posts', useAsTitle: 'headline', fields: [{ name: 'headline' }] }],
    }))
  })
  after(async () => {
    await site?.stop()
    await sink?.stop()
  })

  const dashboardAndStatus = async (check: () => Promise<void>): Promise<void> => {
    for (const path of ['', 'system/status']) {
      await seat.open(path)
      await check()
    }
  }

  it('nothing while every delivery arrives', async () => {
    await site.cms.runJobs()
    await dashboardAndStatus(() => seat.sees('Nothing needs your attention.'))
  })

  it('deliveries that fail, once their first attempts are over, with the reason in words and a link', async () => {
    for (let n = 1; n < 4; n++) await site.cms.create('posts', { headline: `Trains ${n}` })
    await site.cms.flushWebhooks()
    await dashboardAndStatus(async () => {
      await seat.sees('3 deliveries to webhooks are waiting for another attempt.')
      await seat.sees(`${sink.origin}: The receiver answered 503.`)
      expect(await seat.page.getByText('Nothing needs your attention.').count()).to.equal(0)
      expect(await seat.page.getByText('waiting to be sent').count(), 'those are not counted twice').to.equal(0)
    })
    await seat.page.getByRole('link', { name: 'View' }).click()
    const cells = seat.page.locator('.deliveries tbody tr').first().locator('td.clip')
    await cells.nth(1).getByText('The receiver answered 503.').waitFor()
    await cells.nth(0).getByRole('link', { name: 'Trains 3' }).waitFor()
  })

  it('a next attempt is never in the past', async () => {
    clock.forward(-Date.parse('2030-01-01T12:00:00Z') / 1000 + Date.now() / 1000 - 3000)
    await site.cms.create('posts', { headline: 'Last' })
    await site.cms.flushWebhooks()
    await seat.open('system/deliveries')
    await seat.page.locator('.deliveries tbody tr').first().getByText('Next attempt when the jobs run').waitFor()
    expect(await seat.page.getByText(/Next attempt .* ago/).count()).to.equal(0)
  })

  it('in plain words on the dashboard, with what to run for those who look after the server on the status page', async () => {
    const answer = {
      system: { version: '', database: '', storage: '', email: null, plugins: [], fieldTypes: [] },
      attention: [
        { id: 'slow-lists', count: 1, collections: ['posts'] },
        { id: 'no-server-url' },
        {
          id: 'webhooks',
          failed: 1,
          addresses: [{ address: 'https://x.test', failing: 1, error: 'could not be reached: ECONNREFUSED' }],
        },
      ],
    }
    await seat.page.route('**/admin/status', (route) => route.fulfill({ json: answer }))
    const notes = async (path: string) => {
      await seat.open(path)
      await seat.sees('1 list took a second or more to load.')
      return await seat.page.locator('.note.warn').evaluateAll((all) =>
        all.map((one) => ({
          text: one.textContent!.replace(/\s+/g, ' ').trim(),
          codes: [...one.querySelectorAll('code')].map((code) => code.textContent),
        })),
      )
    }
    const onDashboard = await notes('')
    expect(onDashboard.map(({ text }) => text).join()).not.to.match(/[`{}]|ECONN|serverURL|galley/)
    expect(onDashboard.flatMap(({ codes }) => codes)).to.deep.equal([])
    const onStatus = await notes('system/status')
    expect(onStatus.map(({ text }) => text).join()).not.to.match(/[`{}]/)
    expect(onStatus.map(({ codes }) => codes)).to.deep.equal([['npx galley doctor --queries'], ['serverURL'], ['ECONNREFUSED']])
    await seat.page.unroute('**/admin/status')
  })

  it('nothing again once they arrive', async () => {
    sink.forget(200)
    for (let n = 0; n < 3; n++) {
      clock.forward(24 * 3600)
      await site.cms.runJobs()
    }
    await dashboardAndStatus(() => seat.sees('Nothing needs your attention.'))
    seat.quiet()
  })

  it('says that a part couldn’t be loaded, and tries again', async () => {
    await seat.page.route('**/admin/status', (route) => route.fulfill({ status: 500, body: '{}' }))
    await seat.open()
    await seat.sees('Some of this page couldn’t be loaded.')
    await seat.page.unroute('**/admin/status')
    await seat.press('Try again')
    await seat.sees('Nothing needs your attention.')
    expect(await seat.page.getByText('Some of this page couldn’t be loaded.').count()).to.equal(0)
    seat.quiet(/500/)
  })

  it('lists changes of content on the dashboard, and nothing that the system did', async () => {
    await seat.open('system/audit')
    await seat.press('Verify')
    await seat.sees(/nothing was changed/)
    await seat.open('')
    const latest = seat.page.locator('section', { has: seat.page.getByRole('heading', { name: 'Latest changes' }) })
    await latest.locator('li').first().waitFor()
    expect((await latest.locator('li').allInnerTexts()).filter((one) => /audit log|verified/.test(one))).to.deep.equal([])
    seat.quiet()
  })

  it('keeps the color of the site where the server can’t say it', async () => {
    await seat.page.route('**/admin/schema*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await seat.page.evaluate(() => localStorage.setItem('galley:color', '#336633'))
    await seat.open('')
    await seat.sees('tell the people who run the site')
    expect(await seat.page.locator('cms-admin').evaluate((one) => getComputedStyle(one).getPropertyValue('--cms-brand'))).to.equal(
      '#336633',
    )
    await seat.page.unroute('**/admin/schema*')
    await seat.open('')
    await seat.sees('Hello')
    seat.quiet(/500/)
  })
})
