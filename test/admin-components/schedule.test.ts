/** The schedule of a document: what failed is shown with its reason, next to what is planned, and can be planned again. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: schedule', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  before(async () => {
    ;({ site, seat: nok } = await serveTo('nok@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          schedule: true,
          versions: true,
          trash: true,
          fields: [{ name: 'title' }, { name: 'text', required: true }],
        },
        {
          slug: 'notices',
          useAsTitle: 'title',
          drafts: true,
          schedule: true,
          access: { update: 'admin' },
          fields: [{ name: 'title' }],
        },
      ],
    }))
  })
  after(() => site?.stop())
  afterEach(() => nok.quiet())

  const dialog = () => nok.page.getByRole('dialog', { name: 'Schedule' })
  const toast = (text: RegExp) => nok.page.locator('cms-toasts').getByText(text).waitFor()
  const YESTERDAY = new Date(Date.now() - 24 * 3600 * 1000).toISOString()

  async function opened(values: object, action: 'publish' | 'unpublish', meanwhile: (id: number) => Promise<unknown>): Promise<number> {
    const { id } = (await site.cms.create('posts', { title: 'First', ...values })) as { id: number }
    await site.cms.schedule('posts', id, { action, at: YESTERDAY })
    await meanwhile(id)
    await nok.open(`c/posts/${id}`)
    await nok.page.getByRole('heading', { name: 'First' }).waitFor()
    await nok.choose('More', 'Schedule')
    return id
  }

  it('says what was missed in the trash, and plans it again @long', async () => {
    const id = await opened({ text: 'x', status: 'published' }, 'unpublish', async (id) => {
      await site.cms.delete('posts', id)
      await site.cms.recover('posts', id)
    })
    await dialog()
      .getByText(/^Unpublishing .* failed: The document was in the trash when its time came$/)
      .waitFor()
    await dialog().getByText('Nothing is planned.').waitFor()
    await dialog().getByRole('button', { name: 'Schedule again' }).click()
    expect(await dialog().getByLabel('Action').inputValue()).to.equal('unpublish')
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
    await toast(/^Unpublishes /)
    await nok.choose('More', 'Schedule')
    await dialog().getByRole('button', { name: 'Change the plan' }).waitFor()
    expect(await dialog().getByText('in the trash when its time came').count(), 'what was planned again is no news').to.equal(0)
    expect((await site.cms.scheduled('posts', id)).map(({ action }: any) => action)).to.deep.equal(['unpublish'])
  })

  it('takes no time in the past, and is cancelled next to the document @long', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    const planned = async () => (await site.cms.scheduled('posts', id)).length
    await nok.open(`c/posts/${id}`)
    await nok.choose('More', 'Schedule')
    await dialog().getByLabel('When').fill('2020-01-01T10:00')
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
    const question = nok.page.getByRole('dialog', { name: 'This time is in the past' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await planned(), 'nothing is done at once by mistake').to.equal(0)
    await dialog().getByLabel('When').fill('2099-01-01T10:00')
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    await toast(/^Publishes Jan 1, 2099, 10:00/)
    const beside = nok.page.locator('.planned')
    expect((await beside.boundingBox())!.width).to.be.lessThan(320)
    await beside.getByRole('button', { name: 'Cancel planned change' }).click()
    await beside.waitFor({ state: 'detached' })
    expect(await planned()).to.equal(0)
  })

  it('takes a draft online, and offline only once it will be public', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    await nok.open(`c/posts/${id}`)
    await nok.choose('More', 'Schedule')
    const choices = () => dialog().getByLabel('Action').locator('option').allTextContents()
    await dialog().getByText('Nothing is planned.').waitFor()
    expect(await choices()).to.deep.equal(['Publish'])
    await dialog().getByLabel('When').fill('2099-01-01T10:00')
    await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    await nok.choose('More', 'Schedule')
    await dialog().getByRole('button', { name: 'Cancel planned change' }).waitFor()
    expect(await choices()).to.deep.equal(['Publish', 'Unpublish'])
  })

  it('is next to the document for those who may only read it, without a way to cancel it', async () => {
    const { id } = (await site.cms.create('notices', { title: 'Closed' })) as { id: number }
    await site.cms.schedule('notices', id, { action: 'publish', at: '2099-01-01T10:00:00Z' })
    await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    const eve = await Seat.at(site, { as: 'eve@example.org' })
    for (const [seat, buttons] of [
      [nok, 1],
      [eve, 0],
    ] as const) {
      await seat.open(`c/notices/${id}`)
      const plan = seat.page.locator('.planned')
      await plan.getByText(/^Publishes Jan 1, 2099/).waitFor()
      expect(await plan.getByRole('button').count()).to.equal(buttons)
      seat.quiet()
    }
  })

  it('changes the plan of an action, beginning with its time, and says so @long', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    const at = (hour: number) => new Date(2098, 11, 24, hour).toISOString()
    await site.cms.schedule('posts', id, { action: 'publish', at: at(9) })
    await site.cms.schedule('posts', id, { action: 'unpublish', at: at(18) })
    await nok.open(`c/posts/${id}`)
    await nok.choose('More', 'Schedule')
    const change = dialog().getByRole('button', { name: 'Change the plan' })
    await change.waitFor()
    const when = dialog().getByLabel('When')
    expect([await dialog().getByLabel('Action').inputValue(), await when.inputValue()]).to.deep.equal(['publish', '2098-12-24T09:00'])
    await dialog().getByLabel('Action').selectOption('unpublish')
    expect(await when.inputValue(), 'an action brings its time').to.equal('2098-12-24T18:00')
    expect(await dialog().getByText('Replaces').count(), 'nothing is replaced yet').to.equal(0)
    await when.fill('2098-12-25T18:00')
    await dialog()
      .getByText(/^Replaces the plan for Dec 24, 2098, 6:00/)
      .waitFor()
    await change.click()
    await dialog().waitFor({ state: 'detached' })
    await toast(/^Unpublishes Dec 25, 2098, 6:00/)
    await nok.page
      .locator('.planned')
      .getByText(/^Unpublishes Dec 25, 2098, 6:00/)
      .waitFor()
    const plans = await site.cms.scheduled('posts', id)
    expect(plans.map(({ action, runAt }: any) => [action, new Date(runAt).getDate()])).to.deep.equal([
      ['publish', 24],
      ['unpublish', 25],
    ])
    await nok.choose('More', 'Schedule')
    await dialog().getByRole('button', { name: 'Cancel planned change' }).first().click()
    await nok.page
      .locator('.planned')
      .filter({ hasText: /^\s*Publishes/ })
      .waitFor({ state: 'detached' })
    await dialog().getByRole('button', { name: 'Close' }).click()
  })

  it('publishes and unpublishes now where the time is in the past and the person wants it @long', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    await nok.open(`c/posts/${id}`)
    const status = async () => (await site.cms.findById('posts', id))?.['status']
    const past = async (action: 'publish' | 'unpublish') => {
      await nok.choose('More', 'Schedule')
      await dialog().getByLabel('Action').selectOption(action)
      await dialog().getByLabel('When').fill('2020-01-01T10:00')
      await dialog().getByRole('button', { name: 'Schedule', exact: true }).click()
      await nok.press(action === 'publish' ? 'Publish now' : 'Unpublish now')
      await dialog().waitFor({ state: 'detached' })
      await nok.page
        .locator('cms-toasts')
        .getByText(action === 'publish' ? 'Published' : 'Unpublished', { exact: true })
        .waitFor()
    }
    await past('publish')
    expect(await status()).to.equal('published')
    await past('unpublish')
    expect(await status()).to.not.equal('published')
    expect((await site.cms.scheduled('posts', id)).length).to.equal(0)
  })

  it('says next to the title when the draft goes live, also before a version is restored, and when a plan ended with a publication', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    await site.cms.update('posts', id, { title: 'Second' })
    await site.cms.schedule('posts', id, { action: 'publish', at: '2099-01-01T10:00:00Z' })
    await nok.open(`c/posts/${id}`)
    const status = nok.page.locator('.page-head [role=status]')
    const saysWhen = () => status.getByText(/^All changes saved\. Publishes Jan 1, 2099/).waitFor()
    await saysWhen()
    await nok.choose('More', 'History')
    await nok.page.getByRole('button', { name: 'Compare' }).last().click()
    await nok.press('Restore')
    const question = nok.page.getByRole('dialog', { name: 'Restore this version?' })
    await question.getByText(/it goes live Jan 1, 2099/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await nok.page.reload()
    await saysWhen()
    await nok.press('Publish')
    await toast(/^The plan to publish it on Jan 1, 2099.* has ended\.$/)
    await nok.page.locator('.planned').waitFor({ state: 'detached' })
    await status.getByText('All changes saved', { exact: true }).waitFor()
  })

  it('says what was wrong with a document that could not be published', async () => {
    await opened({ status: 'draft' }, 'publish', () => site.cms.runJobs())
    await dialog()
      .getByText(/^Publishing .* failed: .*text/)
      .waitFor()
  })

  it('is neither the author of what others wrote, nor a publication by hand', async () => {
    const eve = await makeUser(site.cms, 'ida@example.org', { role: 'admin', name: 'Eve' })
    const planner = (await site.cms.find('users', { where: { email: { equals: 'nok@example.org' } } })).docs[0] as any
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x', status: 'published' })) as { id: number }
    await nok.open(`c/posts/${id}`)
    await nok.page.getByRole('heading', { name: 'First' }).waitFor()
    await site.cms.as(planner).schedule('posts', id, { action: 'publish', at: YESTERDAY })
    await site.cms.as({ ...eve, role: 'admin' } as any).update('posts', id, { text: 'By Eve', status: 'draft' })
    await nok.fill('Text', 'By Nok')
    await site.cms.runJobs()
    await nok.press('Save draft')
    const conflict = nok.page.getByRole('dialog', { name: 'Eve has changed this document' })
    await conflict.getByText('Theirs (Eve)').waitFor()
    await conflict.getByRole('button', { name: 'Save my choice' }).click()
    await nok.saved()
    await nok.choose('More', 'History')
    await nok.page
      .getByRole('dialog')
      .getByText(/^Published as .*[Nn]ok.* planned$/)
      .waitFor()
    nok.quiet(/400/)
  })

  describe('in other time zones', () => {
    const zones = ['Europe/Berlin', 'Asia/Bangkok']
    let seats: Seat[]
    before(async () => {
      seats = await Promise.all(zones.map((zone) => Seat.at(site, { as: 'nok@example.org', zone })))
    })
    after(() => Promise.all(seats.map((seat) => seat.leave())))
    const dialogOf = ({ page }: Seat) => page.getByRole('dialog', { name: 'Schedule' })
    const plans = async (id: number) => (await site.cms.scheduled('posts', id)).map(({ runAt }: any) => runAt)

    it('says the zone where a time is entered and at the pointer where it is shown, and stores UTC @long', async () => {
      const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
      const [berlin, bangkok] = seats as [Seat, Seat]
      await berlin.open(`c/posts/${id}`)
      await berlin.choose('More', 'Schedule')
      await dialogOf(berlin).getByLabel('When').fill('2035-07-01T10:00')
      await dialogOf(berlin).getByText('In your time zone: Europe/Berlin (GMT+2)').waitFor()
      await dialogOf(berlin).getByRole('button', { name: 'Schedule', exact: true }).click()
      await dialogOf(berlin).waitFor({ state: 'detached' })
      expect(await plans(id)).to.deep.equal(['2035-07-01T08:00:00.000Z'])
      await berlin.page.getByTitle('Jul 1, 2035, 10:00 AM, Europe/Berlin (GMT+2)').waitFor()
      await bangkok.open(`c/posts/${id}`)
      const title = 'Jul 1, 2035, 3:00 PM, Asia/Bangkok (GMT+7)'
      await bangkok.page.locator('.planned').getByTitle(title).getByText('Publishes Jul 1, 2035, 3:00 PM').waitFor()
      await bangkok.choose('More', 'Schedule')
      await dialogOf(bangkok).getByRole('button', { name: 'Change the plan' }).waitFor()
      await dialogOf(bangkok).getByText('In your time zone: Asia/Bangkok (GMT+7)').waitFor()
      expect(await dialogOf(bangkok).getByLabel('When').inputValue()).to.equal('2035-07-01T15:00')
      for (const path of ['c/posts', '']) {
        await bangkok.open(path)
        await bangkok.page.getByTitle(title).waitFor()
      }
      await site.cms.delete('posts', id)
      for (const seat of seats) seat.quiet()
    })

    it('says what becomes of a time that clocks skip or show twice, and keeps that of a plan @long', async () => {
      const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
      const second = '2035-10-28T01:30:15.000Z'
      await site.cms.schedule('posts', id, { action: 'publish', at: second })
      const berlin = seats[0]!
      const dialog = dialogOf(berlin)
      const when = dialog.getByLabel('When')
      await berlin.open(`c/posts/${id}`)
      await berlin.choose('More', 'Schedule')
      const change = dialog.getByRole('button', { name: 'Change the plan' })
      await change.waitFor()
      expect(await when.inputValue()).to.equal('2035-10-28T02:30')
      await dialog.getByText('In your time zone: Europe/Berlin (GMT+1)').waitFor()
      await when.fill('2035-03-25T02:30')
      await dialog.getByText('skip this time. It will be Mar 25, 2035, 3:30 AM, Europe/Berlin (GMT+2).').waitFor()
      await when.fill('2035-10-28T02:30')
      await change.click()
      await dialog.waitFor({ state: 'detached' })
      expect(await plans(id), 'the same time is no change').to.deep.equal([second])
      await berlin.choose('More', 'Schedule')
      await change.waitFor()
      await when.fill('2035-10-28T02:31')
      await dialog.getByText('It will be the first, Oct 28, 2035, 2:31 AM, Europe/Berlin (GMT+2).').waitFor()
      await change.click()
      await dialog.waitFor({ state: 'detached' })
      expect(await plans(id)).to.deep.equal(['2035-10-28T00:31:00.000Z'])
      await site.cms.delete('posts', id)
      berlin.quiet()
    })
  })

  it('tries again to load the plans, and sends a plan once however often its button is pressed @long', async () => {
    const { page } = nok
    const { id } = (await site.cms.create('posts', { title: 'First', text: 'x' })) as { id: number }
    const isPlan = (url: URL) => url.pathname.endsWith(`/${id}/schedule`)
    await nok.open(`c/posts/${id}`)
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await page.route(isPlan, (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    await nok.choose('More', 'Schedule')
    await dialog().getByText('Something went wrong on the server').waitFor()
    await page.unrouteAll()
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await dialog().getByText('Nothing is planned.').waitFor()
    expect(await dialog().getByText('Something went wrong on the server').count()).to.equal(0)
    let sent = 0
    await page.route(isPlan, async (route) => {
      if (route.request().method() === 'POST') {
        sent++
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      await route.continue()
    })
    await dialog().getByLabel('When').fill('2099-01-01T10:00')
    const button = dialog().getByRole('button', { name: 'Schedule', exact: true })
    for (let n = 0; n < 3; n++) await button.click()
    await toast(/^Publishes Jan 1, 2099/)
    await dialog().waitFor({ state: 'detached' })
    expect(sent).to.equal(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    nok.quiet(/500/)
  })
})
