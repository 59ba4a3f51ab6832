/** A button saves what the form held when it was pressed, whatever else happens before the answer: what is typed since then never goes live with it. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'

const fields: any[] = [
  { name: 'title' },
  { name: 'note' },
  { name: 'count', type: 'number' },
  { name: 'rows', type: 'array', fields: [{ name: 'text' }] },
]

/** What happens between the press and the end of the save. */
const EVENTS: Record<string, (stage: Stage) => Promise<void>> = {
  'nothing else happens': async ({ press, type, release }) => {
    await press()
    await type()
    await release()
  },
  'somebody else saves another field': async ({ press, type, release, others, agree }) => {
    await press()
    await type()
    await others({ count: 7 })
    await release()
    await agree()
  },
  'somebody else saves the same field, and their value is kept out': async ({ press, type, release, others, decide }) => {
    await press()
    await type()
    await others({ title: 'Theirs' })
    await release()
    await decide('Yours')
  },
  'its answer is lost': async ({ press, type, lose }) => {
    await press()
    await type()
    await lose()
  },
}

interface Stage {
  /** Publishes what somebody else has changed as well. */
  agree(): Promise<void>
  press(): Promise<void>
  type(): Promise<void>
  release(): Promise<void>
  lose(): Promise<void>
  others(values: object): Promise<unknown>
  decide(side: 'Yours' | 'Theirs'): Promise<void>
}

for (const drafts of [true, false])
  describe(`admin-components: a pressed button, ${drafts ? 'with' : 'without'} drafts`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve({ collections: [{ slug: 'pages', useAsTitle: 'title', drafts, fields }] })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
      const start = { title: 'First', note: 'First', rows: [{ text: 'First' }], ...(drafts && { status: 'published' }) }
      id = ((await site.cms.create('pages', start)) as { id: number }).id
      await seat.open(`c/pages/${id}`)
      await input('title').fill('Second')
      await input('rows-0-text').fill('Second')
    })
    afterEach(async () => {
      await seat.leave()
      seat.quiet(/400/, /ERR_CONNECTION/)
    })

    const input = (name: string) => seat.page.locator(`#f-${name}`)
    const stored = async (draft: boolean) => {
      const { title, note, rows, count } = (await site.cms.findById('pages', id, { draft })) as any
      return { title, note, text: rows[0].text, count }
    }

    async function stage(): Promise<Stage> {
      let held: Route | undefined
      let isAsked = (): void => undefined
      const requested = new Promise<void>((resolve) => (isAsked = resolve))
      await seat.page.route(`**/api/cms/pages/${id}?**`, (route) => {
        if (route.request().method() !== 'PATCH' || held) return route.fallback()
        held = route
        isAsked()
      })
      return {
        async press() {
          await seat.press(drafts ? 'Publish changes' : 'Save')
          await requested
        },
        async type() {
          await input('note').fill('Later')
          await input('rows-0-text').fill('Later')
        },
        release: () => held!.continue(),
        async lose() {
          await held!.fetch()
          await held!.abort('connectionreset')
        },
        others: (values) => site.cms.update('pages', id, { ...values, ...(drafts && { status: 'draft' }) }),
        async agree() {
          if (!drafts) return
          const dialog = seat.page.getByRole('dialog', { name: /has changed this document/ })
          await dialog.getByText('They changed Count').waitFor()
          await dialog.getByRole('button', { name: 'Publish' }).click()
        },
        async decide(side) {
          const dialog = seat.page.getByRole('dialog', { name: /has changed this document/ })
          await dialog.getByRole('radio', { name: side }).first().check()
          await dialog.getByRole('button', { name: drafts ? 'Publish with my choice' : 'Save my choice' }).click()
        },
      }
    }

    for (const [name, happens] of Object.entries(EVENTS))
      it(`saves what was there when ${name}${longUnlessDrawn(drafts, [true, false], name)}`, async () => {
        await happens(await stage())
        for (let n = 0; n < 100 && (await stored(false)).title !== 'Second'; n++) await seat.page.waitForTimeout(50)
        // Long enough for a save of what was typed since, which must not come.
        await seat.page.waitForTimeout(300)
        const { count } = await stored(true)
        expect(await stored(false)).to.deep.equal({ title: 'Second', note: 'First', text: 'Second', count })
        expect(await input('note').inputValue()).to.equal('Later')
        if (!drafts) await seat.press('Save')
        await seat.saved()
        expect(await stored(true)).to.deep.equal({ title: 'Second', note: 'Later', text: 'Later', count })
        expect((await stored(false)).note).to.equal(drafts ? 'First' : 'Later')
      })

    if (drafts)
      it('publishes nothing of somebody else without asking', async () => {
        const { press, others, release } = await stage()
        await press()
        await others({ count: 7 })
        await release()
        await seat.page
          .getByRole('dialog', { name: /has changed this document/ })
          .getByRole('button', { name: 'Cancel' })
          .click()
        await seat.saved()
        expect(await stored(false)).to.include({ title: 'First', count: null })
        expect(await stored(true)).to.include({ title: 'Second', text: 'Second', count: 7 })
      })
  })
