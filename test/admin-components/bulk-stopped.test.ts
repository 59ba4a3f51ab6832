/** A page is closed in the middle of work on many documents: the next one says how far it came, and goes on with what still waits for it. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const COUNT = 6
const fields = [{ name: 'title' }, { name: 'note' }]

describe('admin-components: work that stopped halfway', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, fields },
        { slug: 'kept', useAsTitle: 'title', trash: true, fields },
      ],
    }))
    await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    seat.page.on('dialog', (dialog) => void dialog.accept())
    await seat.open()
  })
  after(() => site?.stop())
  afterEach(() => seat.page.unrouteAll({ behavior: 'ignoreErrors' }))

  const note = (of: Seat = seat) => of.page.locator('cms-stopped')

  /** Selects all but the last document. The server answers twice, carries out a third request without an answer, and gets no other. */
  async function begin(slug: string, act: () => Promise<unknown>): Promise<void> {
    const { page } = seat
    for (const { id } of (await site.cms.find(slug, { limit: 0, draft: true } as object)).docs) await site.cms.delete(slug, id as number)
    for (let n = 1; n <= COUNT; n++) await site.cms.create(slug, { title: `Post ${n}` })
    let requests = 0
    await page.route(new RegExp(`/api/cms/${slug}/\\d+`), async (route: Route) => {
      if (route.request().method() === 'GET') return route.fallback()
      requests++
      if (requests < 3) return route.fallback()
      if (requests === 3) await route.fetch()
    })
    await seat.open(`c/${slug}`)
    for (let n = 1; n < COUNT; n++) await page.getByRole('checkbox', { name: `Select Post ${n}`, exact: true }).check()
    await act()
    await page.getByRole('status').filter({ hasText: '2 of 5 …' }).waitFor()
    await page.waitForTimeout(200)
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  const press = (name: string) => async () => {
    await seat.page.getByRole('region', { name: '5 selected' }).getByRole('button', { name, exact: true }).click()
    await seat.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  const change = async () => {
    await seat.page.getByRole('region', { name: '5 selected' }).getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption('note')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Changed')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }

  const ids = async (slug: string, where: object) => (await site.cms.find(slug, { where, limit: 0 } as object)).docs.length

  const CASES: [
    name: string,
    slug: string,
    act: () => Promise<unknown>,
    says: string,
    done: string,
    left: () => Promise<number>,
    are: number,
  ][] = [
    ['Publish', 'posts', press('Publish'), 'published', '2 documents published', () => ids('posts', {}), COUNT - 1],
    ['Delete', 'kept', press('Delete'), 'deleted', '2 documents deleted', () => ids('kept', {}), 1],
    ['Edit', 'kept', change, 'changed', '3 documents changed', () => ids('kept', { note: { equals: 'Changed' } }), COUNT - 1],
  ]

  for (const [name, slug, act, says, done, left, are] of CASES)
    it(`${name} goes on after a reload${name === 'Publish' ? '' : ' @long'}`, async () => {
      await begin(slug, act)
      await note().getByText(`2 of 5 documents were ${says} before the page was closed.`).waitFor()
      await note().getByRole('button', { name: 'Go on' }).click()
      await seat.page.locator('.toast').getByText(done).waitFor()
      expect(await left()).to.equal(are)
      expect(await note().textContent()).to.equal('')
      await seat.page.reload()
      await seat.page.getByRole('checkbox').first().waitFor()
      expect(await note().count()).to.equal(0)
      seat.quiet()
    })

  it('is told to nobody else, and not again once it was dismissed @long', async () => {
    await begin('posts', press('Publish'))
    await note().getByText('before the page was closed').waitFor()
    const kept = await seat.page.evaluate(() => ({ ...(globalThis as any).localStorage }))
    const eve = await Seat.at(site, { as: 'eve@example.org' })
    await eve.context.addInitScript((all) => Object.assign((globalThis as any).localStorage, all), kept)
    await eve.open('c/posts')
    await eve.page.getByRole('checkbox').first().waitFor()
    expect(await note(eve).count()).to.equal(0)
    await eve.leave()
    await note().getByRole('button', { name: 'Dismiss' }).click()
    expect(await note().textContent()).to.equal('')
    await seat.open()
    await seat.sees(/^Hello/)
    expect(await note().count()).to.equal(0)
    seat.quiet()
  })
})
