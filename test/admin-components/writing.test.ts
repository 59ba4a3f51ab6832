/** Writing a new document: it becomes a draft in the first pause, once, and the page stays where it was. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Seat, type Site, serve, serveTo } from '../harness/admin.ts'
import { drawn, quickAndLong } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const FIRST_SAVE = /\/api\/cms\/posts\?/

/** A hook rewrites what is sent, so that a document can't be told by its text. */
const [posts, ...others] = newsroom.collections as any[]
const rewriting = {
  ...newsroom,
  collections: [
    { ...posts, hooks: { beforeChange: [({ data }: any) => ({ ...data, title: data.title?.replace('Lost', 'LOST') })] } },
    ...others,
  ],
}

describe('admin-components: writing', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'writing')) {
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat

      beforeEach(async () => {
        ;({ site, seat } = await serveTo('nok@example.org', rewriting, { host, database, hasClock: true }))
        await seat.open('c/posts/new')
        await seat.page.getByRole('heading', { name: 'New Post' }).waitFor()
      })
      afterEach(async () => {
        await seat.leave()
        await site.stop()
      })

      const title = (at = seat) => at.page.locator('#f-title')
      const stored = async () => (await site.cms.find('posts', { draft: true, limit: 0, sort: 'id' })).docs as any[]
      /** After a pause. */
      const isAt = async (path: RegExp) => {
        await seat.pauses()
        await seat.page.waitForURL(path)
      }
      /** What keeps it from being saved, after a pause. */
      const says = async (words: string | RegExp) => {
        await seat.pauses()
        await seat.sees(words)
      }
      /** What happens to requests that create a post. */
      const atFirstSave = (handle: (route: Route) => Promise<unknown>) =>
        seat.page.route(FIRST_SAVE, (route) => (route.request().method() === 'POST' ? handle(route) : route.continue()))

      it('begins in the title, and goes on there as a draft @long', async () => {
        await title().and(seat.page.locator(':focus')).waitFor()
        await seat.page.keyboard.type('Night trians')
        await seat.page.keyboard.press('ArrowLeft')
        await seat.page.keyboard.press('ArrowLeft')
        await title().evaluate((one) => Object.assign(one, { isTheSame: true }))
        await isAt(/\/c\/posts\/1$/)
        await seat.page.keyboard.press('Backspace')
        await seat.page.keyboard.press('Backspace')
        await seat.page.keyboard.type('ai')
        expect(await title().evaluate((one) => [(one as any).isTheSame, (one as any).value, one.matches(':focus')])).to.deep.equal([
          true,
          'Night trains',
          true,
        ])
        await seat.saved()
        expect(await stored()).to.have.length(1)
        expect((await stored())[0]).to.include({ title: 'Night trains', status: 'draft', layout: 'wide' })
        await seat.page.getByRole('heading', { name: 'Night trains' }).waitFor()
        await seat.page.reload()
        await title().waitFor()
        expect(await title().inputValue()).to.equal('Night trains')
        seat.quiet()
      })

      it('stores nothing of a form that nobody touched, or that says nothing again', async () => {
        await title().fill('Never mind')
        await title().fill('')
        await seat.pauses()
        await seat.page.getByRole('link', { name: 'Tags' }).first().click()
        await seat.page.getByRole('heading', { name: 'Tags' }).waitFor()
        expect(await stored()).to.have.length(0)
        seat.quiet()
      })

      it('stores nothing but empty rows, and asks nothing when they are left', async () => {
        await seat.page.getByRole('group', { name: 'Links' }).getByRole('button', { name: 'Add' }).click()
        const sections = seat.page.getByRole('group', { name: 'Sections' })
        for (const block of ['Quote', 'Picture']) {
          await sections.getByRole('button', { name: 'Add' }).last().click()
          await seat.page.getByRole('menuitem', { name: block }).click()
        }
        await seat.page.getByLabel('Label').waitFor()
        await seat.pauses()
        await seat.page.getByRole('link', { name: 'Tags' }).first().click()
        await seat.page.getByRole('heading', { name: 'Tags' }).waitFor()
        expect(await stored()).to.have.length(0)

        await seat.open('c/posts/new')
        await seat.page.getByRole('group', { name: 'Links' }).getByRole('button', { name: 'Add' }).click()
        await seat.page.getByLabel('Label').fill('Timetable')
        await isAt(/\/c\/posts\/1$/)
        expect((await stored())[0].links).to.have.length(1)
        seat.quiet()
      })

      it('begins in the title after n in the list', async () => {
        await seat.open('c/posts')
        await seat.page.getByRole('button', { name: 'New Post' }).waitFor()
        await seat.page.keyboard.press('n')
        await title().and(seat.page.locator(':focus')).waitFor()
        expect(await title().inputValue()).to.equal('')
      })

      it('is made once while the first save is slow, somebody types on, and presses what there is @long', async () => {
        let sent = 0
        await atFirstSave(async (route) => {
          sent++
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await route.continue()
        })
        await title().fill('One')
        const isSent = seat.page.waitForRequest((request) => FIRST_SAVE.test(request.url()) && request.method() === 'POST')
        await seat.pauses()
        await isSent
        await title().fill('One and two')
        await seat.fill('Summary', 'Typed meanwhile.')
        await seat.press('Save draft')
        await seat.press('Publish')
        await seat.page.getByText('Published', { exact: true }).first().waitFor()
        await seat.saved()
        expect(sent).to.equal(1)
        expect(await stored()).to.have.length(1)
        expect((await stored())[0]).to.include({ title: 'One and two', summary: 'Typed meanwhile.', status: 'published' })
        await isAt(/\/c\/posts\/1$/)
        seat.quiet()
      })

      it('is made once by a slow save by hand, and what was typed during it stays @long', async () => {
        await atFirstSave(async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1200))
          await route.continue()
        })
        await title().fill('By hand')
        await seat.press('Save draft')
        await seat.page.keyboard.press('Control+s')
        await seat.fill('Summary', 'Typed meanwhile.')
        await isAt(/\/c\/posts\/1$/)
        expect(await seat.page.getByLabel('Summary').inputValue()).to.equal('Typed meanwhile.')
        await seat.saved()
        expect(await stored()).to.have.length(1)
        expect((await stored())[0]).to.include({ title: 'By hand', summary: 'Typed meanwhile.' })
        seat.quiet()
      })

      it('is there when somebody goes back at once, and forward again @long', async () => {
        await seat.open('c/posts')
        await seat.press('New Post')
        await title().fill('On the way out')
        await seat.page.goBack()
        await seat.page.getByRole('link', { name: 'On the way out' }).waitFor()
        await seat.page.goForward()
        await isAt(/\/c\/posts\/1$/)
        await title().waitFor()
        await seat.page.waitForFunction(
          () => document.querySelector('cms-admin')!.shadowRoot!.querySelector<HTMLInputElement>('#f-title')?.value === 'On the way out',
        )
        await title().fill('Changed')
        await seat.saved()
        expect((await stored()).map((doc) => doc.title)).to.deep.equal(['Changed'])
        seat.quiet()
      })

      it('says quietly what is not saved, saves everything else, and goes on after the next change', async () => {
        await site.cms.create('posts', { title: 'Taken', slug: 'taken' })
        await seat.fill('Slug', 'taken')
        await title().fill('Another one')
        await says(/Saved, except Slug: Another document already has this value/)
        expect(await seat.page.getByRole('alert').count()).to.equal(0)
        expect((await stored()).map((doc) => doc.slug)).to.deep.equal(['taken', 'another-one'])
        await seat.fill('Slug', 'free')
        // A database that refused a row may skip its id.
        await isAt(/\/c\/posts\/[23]$/)
        await seat.saved()
        expect((await stored()).map((doc) => doc.slug)).to.deep.equal(['taken', 'free'])
        seat.quiet(/400/)
      })

      /** The first request is lost, or its answer. */
      const lose = async (what: 'request' | 'answer') => {
        let isLost = false
        await atFirstSave(async (route) => {
          if (isLost) return route.continue()
          isLost = true
          if (what === 'answer') await route.fetch()
          return route.abort('connectionreset')
        })
      }
      const LOST: [what: string, then: () => Promise<unknown>, stored: object][] = [
        ['nothing else is typed', async () => undefined, { title: 'LOST', status: 'draft' }],
        ['the text goes on', () => title().fill('Lost and found'), { title: 'LOST and found', slug: 'lost-and-found', status: 'draft' }],
        [
          'everything is written anew',
          () =>
            title()
              .fill('Other')
              .then(() => seat.fill('Slug', 'mine')),
          { title: 'Other', slug: 'mine' },
        ],
        ['it is published at once', () => seat.press('Publish'), { title: 'LOST', status: 'published' }],
      ]
      for (const [end, cases] of quickAndLong(2, LOST))
        for (const [what, then, wanted] of cases)
          it(`is made once where the answer to the first save is lost, and ${what}${end}`, async () => {
            await lose('answer')
            await title().fill('Lost')
            await says('Changes not saved yet: The server can’t be reached.')
            await then()
            await isAt(/\/c\/posts\/1$/)
            await seat.saved()
            expect(await stored()).to.have.length(1)
            expect((await stored())[0]).to.include(wanted)
            seat.quiet(/ERR_CONNECTION_RESET/, /422/)
          })

      for (const [what, isStored] of [
        ['and the next request too @long', [true, false]],
        ['and the next two requests too', [true, false, false]],
        ['and the next answer too @long', [true, true]],
        ['after a request that was lost', [false, true]],
      ] as const)
        it(`keeps what is typed in between where the answer to the first save is lost, ${what}`, async () => {
          let attempts = 0
          await atFirstSave(async (route) => {
            const attempt = attempts++
            if (isStored[attempt] === undefined) return route.continue()
            if (isStored[attempt]) await route.fetch()
            return route.abort('connectionreset')
          })
          await title().fill('Lost')
          for (const index of isStored.keys()) {
            if (index > 0) await seat.fill('Summary', `For attempt ${index}.`)
            const failed = seat.page.waitForEvent('requestfailed', (request) => FIRST_SAVE.test(request.url()))
            await seat.pauses()
            await failed
            await seat.sees('Changes not saved yet: The server can’t be reached.')
          }
          await seat.page.clock.fastForward(60_000)
          await isAt(/\/c\/posts\/1$/)
          await seat.saved()
          expect(await stored()).to.have.length(1)
          expect((await stored())[0]).to.include({ title: 'LOST', summary: `For attempt ${isStored.length - 1}.` })
          seat.quiet(/ERR_CONNECTION_RESET/, /422/)
        })

      it('becomes a draft, and is not published by itself, where the request to publish it was lost', async () => {
        await title().fill('Live')
        await lose('request')
        await seat.press('Publish')
        await seat.page.getByRole('alert').getByText('The server can’t be reached').waitFor()
        await isAt(/\/c\/posts\/1$/)
        await seat.saved()
        expect((await stored())[0]).to.include({ title: 'Live', status: 'draft' })
      })

      it('is made by itself once the network is back', async () => {
        await seat.context.setOffline(true)
        await title().fill('From the train')
        await says('Changes not saved yet: The server can’t be reached.')
        await seat.context.setOffline(false)
        await isAt(/\/c\/posts\/1$/)
        await seat.saved()
        expect((await stored()).map((doc) => doc.title)).to.deep.equal(['From the train'])
      })

      it('is made once when a second tab opens the same form @long', async () => {
        let goOn: () => void = () => undefined
        const isOpen = new Promise<void>((resolve) => {
          goOn = resolve
        })
        await atFirstSave((route) => isOpen.then(() => route.continue()))
        await title().fill('In the first tab')
        await seat.page.waitForFunction(() => Object.keys(localStorage).some((key) => /^galley:edit:.*:posts:new:/.test(key)))
        const second = await seat.context.newPage()
        await second.goto(`${site.origin}/admin/c/posts/new`)
        await second.getByText('You have this open in another tab, with changes that are not saved yet.').waitFor()
        expect(await second.getByText('There are edits from an earlier visit').count()).to.equal(0)
        goOn()
        await isAt(/\/c\/posts\/1$/)
        await second.getByRole('button', { name: 'Bring them here' }).waitFor({ state: 'detached' })
        expect(await second.locator('#f-title').inputValue()).to.equal('')
        await second.locator('#f-title').fill('In the second tab')
        await seat.pauses()
        await second.waitForURL(/\/c\/posts\/2$/)
        expect((await stored()).map((doc) => doc.title)).to.deep.equal(['In the first tab', 'In the second tab'])
        seat.quiet()
      })

      it('keeps its text when the language of the content changes before the first pause', async () => {
        await title().fill('English words')
        await seat.page.locator('select.locale').selectOption('th')
        await isAt(/\/c\/posts\/1\?locale=th$/)
        await title().fill('คำไทย')
        await seat.saved()
        const docs = (await site.cms.find('posts', { draft: true, locale: 'all' })).docs as any[]
        expect(docs.map((doc) => doc.title)).to.deep.equal([{ en: 'English words', th: 'คำไทย' }])
        seat.quiet()
      })
    })
  }

  it('opens no keyboard on a phone @long', async () => {
    const site = await serve(newsroom)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    const seat = await Seat.at(site, { as: 'nok@example.org', isPhone: true })
    await seat.open('c/posts/new')
    await seat.page.getByRole('heading', { name: 'New Post' }).waitFor()
    await seat.page.waitForTimeout(300)
    expect(await seat.page.locator('input:focus').count()).to.equal(0)
    await seat.leave()
    await site.stop()
  })
})
