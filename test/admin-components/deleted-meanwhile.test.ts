/** What is typed while a document is deleted, here or by somebody else, stays in the form, and can be saved all the same. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn, longUnlessDrawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { HOSTS, PAIRS } from '../harness/start.ts'

const fields: any[] = [{ name: 'title' }, { name: 'text', type: 'textarea' }, { name: 'links', type: 'array', fields: [{ name: 'url' }] }]
const STILL = 'What you typed is still here'

for (const [host, database] of drawn(PAIRS, 'deleted-meanwhile'))
  describe(`admin-components: deleted meanwhile, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve(
        {
          collections: [
            { slug: 'posts', useAsTitle: 'title', drafts: true, trash: true, fields },
            { slug: 'notes', useAsTitle: 'title', fields },
            { slug: 'drafts', useAsTitle: 'title', drafts: true, fields },
          ],
        },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    afterEach(async () => {
      await seat.leave()
    })

    const text = () => seat.page.locator('#f-text')
    const stored = async (slug: string, at = id) => (await site.cms.findById(slug, at, { ...(slug !== 'notes' && { draft: true }) })) as any
    async function open(slug: string, isPhone = host === HOSTS[1]): Promise<void> {
      id = ((await site.cms.create(slug, { title: 'First', text: 'Before.', links: [{ url: '/1' }] })) as { id: number }).id
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true, isPhone })
      await seat.open(`c/${slug}/${id}`)
      await text().waitFor()
    }
    /** Asks for the deletion, and types before its answer. */
    async function typedWhileDeleting(slug: string, answer: (route: Route) => Promise<unknown>): Promise<void> {
      let goOn = (): void => undefined
      const isTyped = new Promise<void>((resolve) => (goOn = resolve))
      let onRequest = (): void => undefined
      const isAsked = new Promise<void>((resolve) => (onRequest = resolve))
      await seat.page.route(`**/api/cms/${slug}/${id}*`, async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue()
        onRequest()
        await isTyped
        await answer(route)
      })
      await seat.choose('More', 'Delete')
      await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await isAsked
      await text().fill('typed meanwhile')
      await seat.pauses()
      goOn()
    }
    const refused = (route: Route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"errors":[{"message":"You are not allowed to do this"}]}' })

    for (const slug of ['posts', 'notes', 'drafts'])
      for (const [how, answer] of [
        ['was refused', refused],
        ['got no answer', (route: Route) => route.abort('connectionreset')],
      ] as const)
        it(`goes on where the deletion ${how}: ${slug}${longUnlessDrawn(slug, ['posts', 'notes', 'drafts'], how)}`, async () => {
          await open(slug)
          await typedWhileDeleting(slug, answer)
          await seat.sees(how === 'was refused' ? /allowed|permission/ : 'The server can’t be reached')
          expect(await seat.page.getByText(STILL).count()).to.equal(0)
          if (slug === 'notes') await seat.press('Save')
          await seat.saved()
          expect((await stored(slug)).text).to.equal('typed meanwhile')
          seat.quiet(/403|ERR_/)
        })

    it('is kept in a document that is brought back from the trash @long', async () => {
      await open('posts')
      await typedWhileDeleting('posts', (route) => route.continue())
      await seat.sees(STILL)
      expect(await stored('posts')).to.equal(null)
      expect(await text().inputValue()).to.equal('typed meanwhile')
      await seat.press('Bring the document back')
      await seat.sees('Brought back')
      await seat.saved()
      expect(await stored('posts')).to.deep.include({ title: 'First', text: 'typed meanwhile' })
      seat.quiet(/40[04]/)
    })

    for (const slug of ['notes', 'drafts'])
      it(`becomes a new document where the old one is gone: ${slug} @long`, async () => {
        await open(slug)
        await typedWhileDeleting(slug, (route) => route.continue())
        await seat.sees(STILL)
        await seat.press('Create a new document from it')
        await seat.page.getByText(STILL).waitFor({ state: 'detached' })
        if (slug === 'notes') await seat.press('Create Note')
        await seat.saved()
        await seat.page.waitForURL(new RegExp(`/c/${slug}/${id + 1}$`))
        const made = await stored(slug, id + 1)
        expect([made.title, made.text, made.links[0].url]).to.deep.equal(['First', 'typed meanwhile', '/1'])
        expect(await stored(slug)).to.equal(null)
        seat.quiet(/40[04]/)
      })

    it('is discarded where somebody says so @long', async () => {
      await open('notes')
      await typedWhileDeleting('notes', (route) => route.continue())
      await seat.sees(STILL)
      await seat.press('Discard it')
      await seat.page.waitForURL(/\/c\/notes$/)
      expect(
        (await seat.context.storageState()).origins.flatMap(({ localStorage }) => localStorage.map(({ value }) => value)).join(),
      ).not.to.contain('typed meanwhile')
      seat.quiet(/40[04]/)
    })

    for (const slug of ['posts', 'notes', 'drafts'])
      it(`is told of a deletion by somebody else: ${slug}${longUnlessDrawn(slug, ['posts', 'notes', 'drafts'], 'told')}`, async () => {
        await open(slug)
        await site.cms.delete(slug, id)
        await text().fill('typed meanwhile')
        if (slug === 'notes') await seat.press('Save')
        else await seat.pauses()
        await seat.sees(STILL)
        await seat.press(slug === 'posts' ? 'Bring the document back' : 'Create a new document from it')
        await seat.page.getByText(STILL).waitFor({ state: 'detached' })
        if (slug === 'notes') await seat.press('Create Note')
        await seat.saved()
        expect((await stored(slug, slug === 'posts' ? id : id + 1)).text).to.equal('typed meanwhile')
        seat.quiet(/40[04]/)
      })
  })
