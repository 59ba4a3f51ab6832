/** Several buttons in a row while answers are slow, with words typed in between: each button concerns what the form held when it was pressed. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { isDrawn } from '../harness/depth.ts'
import { onePair } from '../harness/start.ts'

/** Milliseconds by which an answer comes late, and where the time is lost. */
const LATE = 900
const PLACES = ['on the way there', 'on the way back'] as const
/** Milliseconds in which everything is saved by itself. */
const PATIENCE = 15_000

const CONFIG: object = {
  localization: { locales: ['en', 'th'] },
  collections: [
    { slug: 'plain', useAsTitle: 'title', fields: [{ name: 'title' }] },
    { slug: 'posts', useAsTitle: 'title', drafts: true, versions: true, fields: [{ name: 'title' }, { name: 'note', localized: true }] },
  ],
  globals: [{ slug: 'site', drafts: true, fields: [{ name: 'name', localized: true }, { name: 'motto' }] }],
}

describe('journeys: slow answers @long', function () {
  this.timeout(90_000)
  onePair('slow answers')((host, database) => {
    let site: Site
    let seat: Seat
    beforeEach(async () => {
      ;({ site, seat } = await serveTo('nok@example.org', CONFIG, { host, database }))
    })
    afterEach(async () => {
      await seat?.leave()
      await site?.stop()
    })

    const title = () => seat.page.getByLabel('Title')
    const pause = () => new Promise((resolve) => setTimeout(resolve, LATE))

    /** From now on every change takes its time. */
    const slowDown = (place: (typeof PLACES)[number]) =>
      seat.page.route('**/api/cms/**', async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        if (place === 'on the way there') {
          await pause()
          return route.continue().catch(() => undefined)
        }
        const response = await route.fetch()
        await pause()
        return route.fulfill({ response }).catch(() => undefined)
      })

    /** Waits until what is read equals what is wanted, and stays so. */
    async function settlesAt(wanted: unknown, read: () => Promise<unknown>): Promise<void> {
      const until = Date.now() + PATIENCE
      while (Date.now() < until && JSON.stringify(await read()) !== JSON.stringify(wanted)) await pause()
      expect(await read()).to.deep.equal(wanted)
      await pause()
      await pause()
      expect(await read(), 'a little later').to.deep.equal(wanted)
    }

    const livePost = async (id: number) => ((await site.cms.findById('posts', id)) as any)?.title
    const draftPost = async (id: number) => ((await site.cms.findById('posts', id, { draft: true })) as any).title

    for (const place of PLACES) {
      const itLate = (what: string, work: () => Promise<void>) => {
        if (isDrawn(place, PLACES, what)) it(`${what}, late ${place}`, work)
      }

      itLate('publishes what the form held, and keeps what was typed after it', async () => {
        const { id } = (await site.cms.create('posts', { title: 'Start', status: 'published' })) as any
        await seat.open(`c/posts/${id}`)
        await title().waitFor()
        await slowDown(place)
        await title().fill('A1')
        await seat.press('Save draft')
        await title().fill('A2')
        await seat.press(/^Publish/)
        await title().fill('A3')
        await seat.press('Save draft')
        await title().fill('A4')
        await settlesAt(['A2', 'A4'], async () => [await livePost(id), await draftPost(id)])
      })

      itLate('unpublishes what was just published, and saves what is typed meanwhile', async () => {
        const { id } = (await site.cms.create('posts', { title: 'Start', status: 'published' })) as any
        await seat.open(`c/posts/${id}`)
        await title().waitFor()
        await slowDown(place)
        await title().fill('A1')
        await seat.press(/^Publish/)
        await title().fill('A2')
        await seat.choose('More', 'Unpublish')
        await title().fill('A3')
        await settlesAt([null, 'A3'], async () => [
          (((await site.cms.as({ id: 1, role: 'admin' }).findById('posts', id)) as any) ?? null)?.title ?? null,
          await draftPost(id),
        ])
      })

      itLate('discards a draft whose last save is still on its way', async () => {
        const { id } = (await site.cms.create('posts', { title: 'Start', status: 'published' })) as any
        await seat.open(`c/posts/${id}`)
        await title().waitFor()
        await title().fill('A1')
        await seat.saved()
        await slowDown(place)
        await title().fill('A2')
        await seat.page.waitForRequest((request) => request.method() !== 'GET')
        await title().fill('A3')
        await seat.choose('More', 'Discard changes')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
        await settlesAt(['Start', 'Start', 'Start'], async () => [await livePost(id), await draftPost(id), await title().inputValue()])
      })

      itLate('saves without drafts what was there when it was pressed', async () => {
        const { id } = (await site.cms.create('plain', { title: 'Start' })) as any
        await seat.open(`c/plain/${id}`)
        await title().waitFor()
        await slowDown(place)
        await title().fill('A1')
        await seat.press('Save')
        await title().fill('A2')
        await seat.press('Save')
        await title().fill('A3')
        const stored = async () => ((await site.cms.findById('plain', id)) as any).title
        await settlesAt(['A2', 'A3'], async () => [await stored(), await title().inputValue()])
        await seat.press('Save')
        await settlesAt('A3', stored)
      })

      itLate('keeps two languages of a global apart that are changed while it saves', async () => {
        await seat.open('g/site')
        await seat.page.getByLabel('Name').first().waitFor()
        await slowDown(place)
        await seat.fill('Name', 'English')
        await seat.press('Save draft')
        await seat.page.locator('.page-head select').first().selectOption('th')
        await seat.page.getByLabel('Name').first().and(seat.page.locator(':not([value="English"])')).waitFor()
        await pause()
        await pause()
        await seat.fill('Name', 'ไทย')
        await seat.fill('Motto', 'M1')
        await seat.press(/^Publish/)
        await seat.fill('Motto', 'M2')
        const name = { en: 'English', th: 'ไทย' }
        const read = async (draft: boolean) => {
          const doc: any = await site.cms.findGlobal('site', { locale: 'all', draft })
          return [doc?.name, doc?.motto]
        }
        await settlesAt(
          [
            [name, 'M1'],
            [name, 'M2'],
          ],
          async () => [await read(false), await read(true)],
        )
      })

      itLate('makes one document of a new one that is saved by a button while its first save is on its way', async () => {
        await seat.open('c/posts/new')
        await title().waitFor()
        await slowDown(place)
        await title().fill('N1')
        await seat.page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/posts'))
        await title().fill('N2')
        await seat.press('Save draft')
        await title().fill('N3')
        await seat.press(/^Publish/)
        await title().fill('N4')
        const titles = async (options: object) => ((await site.cms.find('posts', options)) as any).docs.map((doc: any) => doc.title)
        await settlesAt([['N3'], ['N4']], async () => [await titles({}), await titles({ draft: true })])
      })
    }
  })
})
