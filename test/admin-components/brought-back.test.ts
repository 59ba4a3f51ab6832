/** Edits of an earlier visit are offered while somebody types on: both stay, and where both changed the same, the form asks. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

describe('admin-components: edits that are brought back', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'brought-back'))
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat
      let id: number
      before(async () => {
        site = await serve(newsroom, { host, database })
        await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      })
      after(() => site?.stop())
      beforeEach(async () => {
        const links = [{ label: 'a' }, { label: 'b' }]
        const values = { title: 'First', summary: 'Before.', links, sections: [{ blockType: 'quote', text: 'Said.' }] }
        id = ((await site.cms.create('posts', { ...values, status: 'published' })) as { id: number }).id
        seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
        await seat.open(`c/posts/${id}`)
        await input('summary').waitFor()
      })
      afterEach(() => seat.leave())

      const input = (path: string) => seat.page.locator(`[id="f-${path.replaceAll('.', '-')}"]`)
      const stored = async () => (await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any
      const EARLIER = 'There are edits from an earlier visit'

      /** On a visit whose edits could not be saved. */
      async function leftUnsaved(edits: Record<string, string>, offer = EARLIER): Promise<void> {
        await seat.page.route('**/autosave?**', (route) => route.abort())
        for (const [path, text] of Object.entries(edits)) await input(path).fill(text)
        await seat.pauses()
        await seat.sees('The server can’t be reached')
        await seat.page.close({ runBeforeUnload: false })
        Object.assign(seat, { page: await seat.context.newPage() })
        await seat.open(`c/posts/${id}`)
        await seat.sees(offer)
      }

      const TYPED: [what: string, before: Record<string, string>, now: Record<string, string>][] = [
        ['another row', { 'links.0.url': '/old' }, { 'links.1.url': '/new' }],
        ['another field of the row', { 'links.0.url': '/old' }, { 'links.0.label': 'new' }],
        ['another field of the group', { 'seo.headline': 'old' }, { 'seo.description': 'new' }],
        ['another field of the block', { 'sections.0.text': 'old' }, { 'sections.0.by': 'new' }],
        ['another field', { summary: 'old' }, { title: 'new' }],
      ]
      for (const [what, before, now] of TYPED)
        it(`meet what is typed while they are offered: ${what} @long`, async () => {
          await leftUnsaved(before)
          for (const [path, text] of Object.entries(now)) await input(path).fill(text)
          await seat.press('Bring them back')
          await seat.saved()
          const doc = await stored()
          for (const [path, text] of Object.entries({ ...before, ...now }))
            expect(path.split('.').reduce((at, step) => at[step], doc)).to.equal(text)
        })

      for (const [choice, summary] of [
        ['Current version', 'new'],
        ['Your earlier edits', 'old'],
      ] as const)
        it(`are shown next to what is typed where both say something else: ${choice} @long`, async () => {
          await leftUnsaved({ summary: 'old', title: 'Earlier' })
          await input('summary').fill('new')
          await seat.press('Bring them back')
          const dialog = seat.page.getByRole('dialog', { name: 'These fields have changed since your earlier edits' })
          await dialog.getByRole('button', { name: 'Decide later' }).click()
          expect([await input('summary').inputValue(), await input('title').inputValue()]).to.deep.equal(['new', 'First'])
          await seat.press('Bring them back')
          await dialog.getByRole('radio', { name: choice }).check()
          await dialog.getByRole('button', { name: 'Use these' }).click()
          await seat.saved()
          expect(await stored()).to.include({ summary, title: 'Earlier' })
        })

      it('leave alone what somebody else saved in the meantime @long', async () => {
        await leftUnsaved({ 'links.0.url': '/old' })
        const { links } = await stored()
        await site.cms.update('posts', id, { links: [links[1], { ...links[0], label: 'theirs' }] })
        await seat.page.reload()
        await seat.press('Bring them back')
        await seat.saved()
        expect((await stored()).links).to.deep.equal([links[1], { ...links[0], label: 'theirs', url: '/old' }])
      })

      it('are asked about where another one removed the row @long', async () => {
        await leftUnsaved({ 'links.0.url': '/old' })
        const { links } = await stored()
        await site.cms.update('posts', id, { links: [links[1]] })
        await seat.page.reload()
        await seat.press('Bring them back')
        const dialog = seat.page.getByRole('dialog', { name: 'These fields have changed since your earlier edits' })
        await dialog.getByRole('radio', { name: 'Your earlier edits' }).check()
        await dialog.getByRole('button', { name: 'Use these' }).click()
        await seat.saved()
        expect((await stored()).links.map((row: any) => row.url)).to.have.members([null, '/old'])
      })

      it('are found from another language of the content @long', async () => {
        const language = seat.page.getByLabel('Language of the content')
        await language.selectOption('th')
        await seat.page.waitForURL(/locale=th/)
        await seat.page.locator('[data-path=title]').getByText('not translated').waitFor()
        await leftUnsaved({ title: 'ไทย', summary: 'in every language' }, 'There are edits in Thai from an earlier visit')
        expect(await seat.page.getByRole('button', { name: 'Bring them back' }).count()).to.equal(0)
        await input('seo.description').fill('new')
        await seat.saved()
        await seat.press('Go to Thai')
        await seat.press('Bring them back')
        await seat.saved()
        const { title, summary, seo } = (await site.cms.findById('posts', id, { draft: true, depth: 0, locale: 'all' })) as any
        expect([title, summary, seo.description]).to.deep.equal([{ en: 'First', th: 'ไทย' }, 'in every language', 'new'])
        await seat.page.reload()
        await input('summary').waitFor()
        expect(await seat.page.getByText(/edits (in .. )?from an earlier visit/).count()).to.equal(0)
      })

      for (const button of ['Save draft', 'Publish changes'])
        it(`outlive a save by hand: ${button} @long`, async () => {
          await leftUnsaved({ summary: 'old' })
          await input('seo.description').fill('new')
          await seat.press(button)
          await seat.sees('All changes saved')
          await seat.page.reload()
          await seat.press('Bring them back')
          await seat.saved()
          const { summary, seo } = await stored()
          expect([summary, seo.description]).to.deep.equal(['old', 'new'])
          await seat.page.reload()
          await input('summary').waitFor()
          expect(await seat.page.getByText(EARLIER).count()).to.equal(0)
        })
    })
})
