/** Many deliveries at once in a real browser: selected one by one, on a page or all that match, sent again or deleted, with the result in words. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { HurriedClock } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'

const MANY = 60

describe('admin-components: many deliveries', function () {
  this.timeout(120_000)
  let [well, gone]: Sink[] = []
  let site: Site
  let seat: Seat
  before(async () => {
    ;[well, gone] = [await new Sink().start(), await new Sink().start()]
    ;({ site, seat } = await serveTo({ email: 'nok@example.org', name: 'Nok' }, {
      clock: new HurriedClock(),
      jobsTimer: false,
      audit: true,
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }],
      webhooks: [
        { url: `${well.origin}/well`, collections: ['posts'] },
        { url: `${gone.origin}/gone`, collections: ['posts'] },
      ],
    } as object))
    well.forget(503)
    gone.forget(503)
    for (let n = 0; n < MANY; n++) await site.cms.create('posts', { title: `Post ${n}` })
    await site.cms.flushWebhooks()
  })
  after(async () => {
    await site?.stop()
    await Promise.all([well?.stop(), gone?.stop()])
  })

  const bar = () => seat.page.locator('.chosen')
  const tick = (n: number) => seat.page.locator('.deliveries tbody input[type=checkbox]').nth(n)
  const address = () => seat.page.getByLabel('Address')

  it('are narrowed down to an address, with how many it has', async () => {
    await seat.open('system/deliveries')
    await address().waitFor()
    expect(await address().locator('option').allTextContents()).to.have.members([
      'All addresses',
      `${well!.origin}/well (${MANY})`,
      `${gone!.origin}/gone (${MANY})`,
    ])
    await address().selectOption(`${gone!.origin}/gone`)
    await seat.page.waitForURL(/url=/)
    await seat.sees(`${MANY} deliveries`)
    expect(new Set(await seat.page.locator('.deliveries tbody td .small').allTextContents())).to.include(`${gone!.origin}/gone`)
    seat.quiet()
  })

  it('are ticked one by one, with Shift in between, and sent again', async () => {
    await tick(0).check()
    await tick(2).click({ modifiers: ['Shift'] })
    await bar().getByText('3 selected').waitFor()
    gone!.forget(503, 200)
    await bar().getByRole('button', { name: 'Send again' }).click()
    await seat.sees('2 were delivered. 1 failed again.')
    await bar().waitFor({ state: 'detached' })
    await seat.sees(`${MANY - 2} deliveries`)
    seat.quiet()
  })

  it('are deleted, all that match, after a question that says what it means', async () => {
    await seat.page.getByLabel('Select all on this page').check()
    await bar().getByText('50 selected').waitFor()
    await seat.page.getByRole('button', { name: 'Next page' }).click()
    await seat.page.waitForURL(/page=2/)
    await bar().getByText('50 selected').waitFor()
    await bar()
      .getByRole('button', { name: `Select all ${MANY - 2}` })
      .click()
    await bar()
      .getByText(`${MANY - 2} selected`)
      .waitFor()
    await bar().getByRole('button', { name: 'Delete' }).click()
    const question = seat.page.getByRole('dialog')
    await question.getByText(`Delete ${MANY - 2} deliveries?`).waitFor()
    await question.getByText('They will not be sent any more').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await seat.sees(`${MANY - 2} were deleted.`)
    await seat.sees('Nothing is waiting for this address, and nothing has failed.')
    await address().selectOption('')
    await seat.sees(`${MANY} deliveries`)
    seat.quiet()
  })

  it('are forgotten as a selection with another filter', async () => {
    await tick(0).check()
    await bar().waitFor()
    await seat.press(/^Failed/)
    await seat.sees(`Nothing has failed. ${MANY} are still waiting to be sent.`)
    await bar().waitFor({ state: 'detached' })
    seat.quiet()
  })

  it('are sent fifty at once, which is said before', async () => {
    await seat.press(/^Waiting/)
    await tick(0).check()
    await bar()
      .getByRole('button', { name: `Select all ${MANY}` })
      .click()
    well!.forget(200)
    await bar().getByRole('button', { name: 'Send again' }).click()
    await seat.sees('The first 50 are sent right away, the others when the jobs run next.')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await seat.sees('50 were delivered. 10 are sent when the jobs run next.')
    await seat.sees('10 deliveries')
    expect(well!.got).to.have.length(50)
    seat.quiet()
  })

  it('are ticked where a phone says what they are', async () => {
    const phone = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
    await phone.open('system/deliveries')
    const box = phone.page.locator('.deliveries tbody input[type=checkbox]').first()
    await box.waitFor()
    const [ticks, words] = await Promise.all([box, phone.page.locator('.deliveries tbody td.clip').first()].map((one) => one.boundingBox()))
    expect(Math.abs(ticks!.y - words!.y), 'on the same line').to.be.below(6)
    await box.check()
    await phone.page.locator('.chosen').getByText('1 selected').waitFor()
    phone.quiet()
    await phone.leave()
  })

  it('are in the audit log in words', async () => {
    await seat.open('system/audit?action=delivery')
    await seat.page.locator('.unfold').first().click()
    await seat.page.locator('.unfolded').getByText('Left to the jobs').waitFor()
    seat.quiet()
  })
})
