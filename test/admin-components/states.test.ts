/** Wherever a status is shown it says what is true: a live document with pending changes is never called a draft. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { Config } from '../../lib/config.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { MovedClock, makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const DAY = 24 * 3600

const config: Partial<Config> = {
  collections: [
    {
      slug: 'posts',
      useAsTitle: 'title',
      drafts: true,
      trash: true,
      versions: true,
      access: { read: 'published' },
      fields: [{ name: 'title' }, { name: 'related', type: 'relationship', to: 'posts' }],
    },
    {
      slug: 'pages',
      useAsTitle: 'title',
      drafts: true,
      admin: { list: { tree: 'parent' } },
      fields: [{ name: 'title' }, { name: 'text' }, { name: 'parent', type: 'relationship', to: 'pages' }],
    },
  ],
}

const STATES = {
  'Never published': 'Draft',
  Live: 'Published',
  Changed: 'Published, Changes pending',
}

describe('admin-components: states', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'states')) {
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat
      const clock = new MovedClock()

      before(async () => {
        site = await serve({ ...config, clock }, { host, database })
        const { cms } = site
        await makeUser(cms, 'nok@example.org', { role: 'admin' })
        for (const slug of ['posts', 'pages']) {
          const parent = slug === 'pages' ? ((await cms.create('pages', { title: 'Top', status: 'published' })) as any).id : undefined
          for (const title of Object.keys(STATES)) {
            const status = title === 'Never published' ? 'draft' : 'published'
            await cms.create(slug, { title, status, ...(parent && { parent }) })
            clock.forward(DAY)
          }
          const changed = (await cms.find(slug, { where: { title: { equals: 'Changed' } } })).docs[0] as any
          clock.forward(DAY)
          await cms.update(slug, changed.id, {
            title: 'Changed',
            ...(slug === 'posts' ? { related: 1 } : { text: 'new' }),
            status: 'draft',
          })
        }
        seat = await Seat.at(site, { as: 'nok@example.org' })
        await seat.open('c/posts')
      })
      after(async () => {
        await site?.stop()
        seat?.quiet()
      })

      async function tells(one: (title: string) => Locator, inWords = (state: string) => state): Promise<void> {
        for (const [title, state] of Object.entries(STATES)) {
          await one(title).first().waitFor()
          expect((await one(title).first().locator('.badge').allInnerTexts()).join(', '), title).to.equal(inWords(state))
        }
      }
      const row = (title: string) => seat.page.locator('tbody tr').filter({ has: seat.page.locator('td.first', { hasText: title }) })

      it('in the table, where the times agree with the order', async () => {
        await tells(row)
        await row('Changed')
          .locator('.muted', { hasText: /^live: / })
          .waitFor()
        const titles = () => seat.page.locator('td.first a').allInnerTexts()
        expect(await titles()).to.deep.equal(['Changed', 'Live', 'Never published'])
        const times = await seat.page.locator('tbody time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')!))
        expect(times).to.deep.equal([...times].sort().reverse())
      })

      it('in the filter for pending changes', async () => {
        await seat.press('Filter')
        await seat.press('Add a condition')
        await seat.chooseField(seat.page.getByLabel('Field'), 'Changes pending')
        await seat.page.getByLabel('Value').selectOption('true')
        await seat.sees('1 document')
        expect(await seat.page.locator('td.first a').allInnerTexts()).to.deep.equal(['Changed'])
        await seat.page.getByLabel('Value').selectOption('false')
        await seat.sees('2 documents')
      })

      it('on cards', async () => {
        await seat.open('c/posts?view=cards')
        await tells((title) => seat.page.locator('.cards li').filter({ has: seat.page.locator('.name', { hasText: title }) }))
        await seat.page.locator('.cards .muted', { hasText: /^live: / }).waitFor()
      })

      it('in a tree, below another document', async () => {
        await seat.open('c/pages')
        await seat.page.locator('button.branch').first().click()
        await tells(row)
      })

      it('where a relation is chosen', async () => {
        await seat.open('c/posts/1')
        await seat.page
          .locator('[data-path="related"]')
          .getByRole('button', { name: /Choose/ })
          .click()
        await tells((title) => seat.page.getByRole('dialog').locator('li').filter({ hasText: title }))
        await seat.page.keyboard.press('Escape')
      })

      it('beside the document @long', async () => {
        for (const [title, state] of Object.entries(STATES)) {
          const found = await site.cms.find('posts', { where: { title: { equals: title } }, draft: true })
          await seat.open(`c/posts/${(found.docs[0] as any).id}`)
          await seat.page.getByRole('heading', { name: title }).waitFor()
          await seat.page.locator('aside .facts .badge').first().waitFor()
          expect((await seat.page.locator('aside .facts .badge').allInnerTexts()).join(', ')).to.equal(state)
        }
      })

      it('in the trash', async () => {
        for (const id of [1, 2, 3]) await site.cms.delete('posts', id)
        await seat.open('c/posts?trash=true')
        await tells(row, (state) => (state.startsWith('Published') ? 'Was published' : state))
      })
    })
  }
})
