/** Cells that stay in view while a table scrolls have the color of their row, also where one points at it or has selected it. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'
import { temporaryFile } from '../harness/start.ts'

const TABLES = ['system/deliveries', 'system/keys', 'system/backups', 'c/posts', 'c/posts?trash=true']
const WIDTHS = [1280, 700, 390]
const CLEAR = 'rgba(0, 0, 0, 0)'

describe('admin-components: pinned cells', function () {
  this.timeout(120_000)
  let sink: Sink
  let site: Site
  before(async () => {
    sink = await new Sink().start()
    sink.replies = [503]
    site = await serve({
      audit: true,
      apiKeys: true,
      backups: { dir: temporaryFile('-backups') },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          trash: true,
          fields: ['title', 'first', 'second', 'third'].map((name) => ({ name })),
        },
      ],
      webhooks: [{ url: `${sink.origin}/${'long/'.repeat(20)}` }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    for (let n = 0; n < 4; n++) {
      const words = 'some words that take much room in a cell'
      const post = (await site.cms.create('posts', { title: `Post ${n}`, first: words, second: words, third: words } as object)) as {
        id: number
      }
      if (n < 2) await site.cms.delete('posts', post.id)
      await site.cms.create('api-keys', { name: `Key ${n}`, permissions: { collections: { posts: ['read'] }, globals: {} } })
    }
  })
  after(async () => {
    await site?.stop()
    await sink?.stop()
  })

  for (const scheme of drawn(['light', 'dark'] as const, 'pinned cells'))
    it(`have the color of their row in the ${scheme} scheme @long`, async () => {
      const seat = await Seat.at(site, { scheme })
      await seat.page.emulateMedia({ reducedMotion: 'reduce' }) // the menu would slide over the row that is pointed at
      await seat.enter('nok@example.org')
      await seat.open('system/backups')
      await seat.press('Back up now')
      await seat.page.locator('tbody tr').first().waitFor()
      for (const table of TABLES) {
        await seat.open(table)
        const row = seat.page.locator('main tbody tr').first()
        await row.waitFor()
        for (const width of WIDTHS) {
          await seat.page.setViewportSize({ width, height: 800 })
          const tick = row.locator('input[type=checkbox]')
          for (const state of ['at rest', 'pointed at', 'selected']) {
            if (state === 'at rest') await seat.page.mouse.move(0, 0)
            if (state === 'selected' && (await tick.count()) === 0) continue
            if (state === 'pointed at') await row.hover({ position: { x: 5, y: 5 } })
            if (state === 'selected') await tick.check()
            if (state === 'selected') await seat.page.locator('tr[aria-selected=true]').first().waitFor()
            const [of, ...cells] = await row.evaluate((element) =>
              [element, ...element.children].map((one) => getComputedStyle(one).backgroundColor),
            )
            expect(new Set(cells.filter((color) => color !== of && color !== CLEAR)), `${table}, ${width} px, ${state}`).to.be.empty
          }
          if ((await tick.count()) > 0) await tick.uncheck()
        }
      }
      seat.quiet()
    })
})
