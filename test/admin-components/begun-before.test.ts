/** A tab is closed before the first save of a new document was answered: its edits, brought back, go on with that document instead of making a second one. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'

const WAYS: [name: string, atServer: boolean, first: (route: Route) => Promise<unknown>][] = [
  ['its answer was lost', true, async (route) => [await route.fetch(), await route.abort('connectionreset')]],
  ['its answer is under way', true, (route) => route.fetch()],
  ['it never arrived', false, (route) => route.abort('connectionreset')],
]

for (const [host, database] of drawn(PAIRS, 'begun-before'))
  describe(`admin-components: a new document that was begun before, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    beforeEach(async () => {
      const fields: any[] = [
        { name: 'title' },
        { name: 'text' },
        { name: 'pin', writeOnly: true },
        { name: 'links', type: 'array', fields: [{ name: 'url' }] },
      ]
      ;({ site, seat } = await serveTo(
        'nok@example.org',
        {
          collections: [
            { slug: 'posts', useAsTitle: 'title', drafts: true, fields },
            {
              slug: 'pages',
              useAsTitle: 'title',
              drafts: true,
              trash: true,
              fields: [...fields, { name: 'slug', type: 'slug', from: 'title' }],
            },
            { slug: 'notes', useAsTitle: 'title', fields },
          ],
        },
        { host, database, hasClock: true },
      ))
    })
    afterEach(async () => {
      await seat.leave()
      await site.stop()
    })

    const input = (name: string) => seat.page.locator(`#f-${name}`)
    const stored = async (slug: string) => (await site.cms.find(slug, { draft: true, sort: 'id' })).docs as any[]

    for (const slug of ['posts', 'notes'])
      for (const [name, isAtServer, first] of WAYS)
        it(`is made once, where ${name}: ${slug} @long`, async () => {
          let done = (): void => undefined
          const isDone = new Promise<void>((resolve) => (done = resolve))
          await seat.page.route(`**/api/cms/${slug}?**`, async (route) => {
            if (route.request().method() !== 'POST') return route.continue()
            await first(route)
            done()
          })
          await seat.open(`c/${slug}/new`)
          await input('title').fill('Begun')
          await input('text').fill('first')
          await input('pin').fill('1234')
          await seat.page.locator('[data-path=links]').getByRole('button', { name: 'Add' }).click()
          await input('links-0-url').fill('/1')
          if (slug === 'posts') await seat.pauses()
          else await seat.press('Create Note')
          await isDone
          // One more change, which only this browser has.
          await input('text').fill('second')
          await seat.page.clock.fastForward(1000)
          const left = (await seat.context.storageState()).origins[0]!.localStorage.map(({ value }) => value).join()
          expect(left).to.contain('second').and.not.contain('1234')
          await seat.page.close({ runBeforeUnload: false })
          expect(await stored(slug)).to.have.length(isAtServer ? 1 : 0)

          Object.assign(seat, { page: await seat.context.newPage() })
          await seat.open(`c/${slug}/new`)
          await seat.press('Bring them back')
          expect(await input('title').inputValue()).to.equal('Begun')
          await input('title').fill('Gone on with')
          if (slug === 'notes') await seat.press('Create Note')
          await seat.saved()
          await seat.page.waitForURL(new RegExp(`/c/${slug}/1$`))
          const docs = await stored(slug)
          expect(docs.map(({ id, title, text }) => ({ id, title, text }))).to.deep.equal([{ id: 1, title: 'Gone on with', text: 'second' }])
          expect(docs[0].links.map(({ url }: any) => url)).to.deep.equal(['/1'])

          // Another new document is another one.
          await seat.open(`c/${slug}/new`)
          await input('title').fill('Another')
          if (slug === 'notes') await seat.press('Create Note')
          await seat.saved()
          expect((await stored(slug)).map(({ title }) => title)).to.deep.equal(['Gone on with', 'Another'])
        })

    /** The answer to the first save is lost, and the tab is closed, with more words in it or not. Then somebody deletes what was stored. */
    async function leftAndDeleted(slug: string, more: string, deletions: number): Promise<void> {
      await seat.page.route(`**/api/cms/${slug}?**`, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch().catch(() => undefined)
        await route.abort('connectionreset')
      })
      await seat.open(`c/${slug}/new`)
      await input('title').fill('Begun')
      if (slug === 'notes') await seat.press('Create Note')
      else await seat.pauses()
      await seat.sees('The server can’t be reached')
      if (more !== '') await input('text').fill(more)
      await seat.page.clock.fastForward(1000)
      await seat.page.close({ runBeforeUnload: false })
      const { id } = (await stored(slug))[0]
      for (let deletion = 0; deletion < deletions; deletion++) await site.cms.delete(slug, id)
      Object.assign(seat, { page: await seat.context.newPage() })
      await seat.open(`c/${slug}/new`)
      await seat.press('Bring them back')
      if (slug === 'notes') await seat.press('Create Note')
      else await seat.pauses()
    }
    const contents = async (slug: string) => (await stored(slug)).map(({ id, title, text }) => [id, title, text])

    for (const [slug, deletions] of [
      ['posts', 1],
      ['notes', 1],
      ['pages', 2],
    ] as const)
      for (const more of ['', 'second'])
        it(`is made anew where it was deleted permanently, ${more === '' ? 'and nothing else was typed' : 'with what was typed since'}: ${slug} @long`, async () => {
          await leftAndDeleted(slug, more, deletions)
          await seat.saved()
          await seat.page.waitForURL(new RegExp(`/c/${slug}/2$`))
          expect(await contents(slug)).to.deep.equal([[2, 'Begun', more || null]])
        })

    for (const more of ['', 'second']) {
      const what = more === '' ? 'without anything else' : 'with what was typed since'
      it(`is brought back from the trash, ${what} @long`, async () => {
        await leftAndDeleted('pages', more, 1)
        await seat.press('Bring the document back')
        await seat.saved()
        await seat.page.waitForURL(/\/c\/pages\/1$/)
        expect(await contents('pages')).to.deep.equal([[1, 'Begun', more || null]])
      })

      it(`is made anew while the first one is in the trash, ${what} @long`, async () => {
        await leftAndDeleted('pages', more, 1)
        await seat.press('Create a new document from it')
        await seat.page.waitForURL(/\/c\/pages\/new$/)
        await seat.saved()
        await seat.page.waitForURL(/\/c\/pages\/2$/)
        expect(await contents('pages')).to.deep.equal([[2, 'Begun', more || null]])
      })
    }
  })
