/** Wherever something can be moved up and down, pressing the key again moves it further: the focus goes along, and its new place is announced. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { temporaryFile } from '../harness/start.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

/** Three things, of which the last one moves to the front and one step back. */
interface Door {
  where: string
  /** Where it is, from the page of the document with id 1. */
  path?: string
  within: (seat: Seat) => Promise<Locator> | Locator
  /** The names of the thing's buttons without their ends, which may depend on its place. */
  named: (place: number) => string
  /** @default ['up', 'down'] */
  ways?: readonly [back: string, on: string]
  isLong?: true
}

const field = (path: string) => (seat: Seat) => seat.page.locator(`[data-path="${path}"]`)

const DOORS: Door[] = [
  { where: 'a gallery', within: field('pictures'), named: () => 'c.png', ways: ['back', 'forward'] },
  { isLong: true, where: 'related documents', within: field('tags'), named: () => 'Tag 3' },
  { where: 'rows', within: field('facts'), named: (place) => `Row ${place}` },
  { isLong: true, where: 'rows in rows', within: field('facts.0.parts'), named: (place) => `Row ${place}` },
  { isLong: true, where: 'blocks', within: field('sections'), named: (place) => `Row ${place}` },
  { where: 'an ordered list', path: 'c/steps', within: ({ page }) => page.locator('tbody'), named: () => 'Step 3' },
  {
    isLong: true,
    where: 'a branch of a tree',
    path: 'c/places',
    async within(seat) {
      await seat.press('Documents below Asia')
      return seat.page.locator('tbody')
    },
    named: () => 'Laos',
  },
  {
    where: 'saved views',
    path: 'c/steps',
    async within(seat) {
      await seat.choose(/^Views/, 'Manage views …')
      return seat.page.getByRole('dialog', { name: 'Manage views' })
    },
    named: () => 'View 3',
  },
]

describe('admin-components: moving', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    const text = [{ name: 'text' }]
    const three = <T>(one: (n: number) => T): T[] => [1, 2, 3].map(one)
    ;({ site, seat } = await serveTo('nok@example.org', {
      upload: { dir: temporaryFile('-files') },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [
            { name: 'title' },
            { name: 'body', type: 'richText' },
            { name: 'pictures', type: 'upload', hasMany: true },
            { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
            { name: 'facts', type: 'array', fields: [...text, { name: 'parts', type: 'array', fields: text }] },
            { name: 'sections', type: 'blocks', blocks: [{ slug: 'quote', fields: text }] },
          ],
        },
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
        { slug: 'steps', useAsTitle: 'name', orderable: true, fields: [{ name: 'name' }] },
        {
          slug: 'places',
          useAsTitle: 'name',
          orderable: true,
          admin: { list: { tree: 'within' } },
          fields: [{ name: 'name' }, { name: 'within', type: 'relationship', to: 'places' }],
        },
      ],
    } as object))
    const { cms } = site as any
    for (const name of ['a', 'b', 'c']) await cms.upload({ filename: `${name}.png`, content: await png(8, 8) })
    for (const n of [1, 2, 3])
      for (const slug of ['tags', 'steps']) await cms.create(slug, { name: `${slug === 'tags' ? 'Tag' : 'Step'} ${n}` })
    for (const name of ['Asia', 'Europe']) await cms.create('places', { name })
    for (const name of ['Nepal', 'Japan', 'Laos']) await cms.create('places', { name, within: 1 })
    await cms.create('posts', {
      title: 'Post',
      pictures: [1, 2, 3],
      tags: [1, 2, 3],
      facts: three((n) => ({ text: `Fact ${n}`, parts: n === 1 ? three((m) => ({ text: `Part ${m}` })) : [] })),
      sections: three((n) => ({ blockType: 'quote', text: `Quote ${n}` })),
      body: docOf(...three((n) => paragraph(`Words ${n}`))),
    })
    const { request } = seat.context
    const { csrfToken } = await (await request.get(`${site.origin}/api/cms/users/me`)).json()
    const headers = { 'x-csrf-token': csrfToken, origin: site.origin }
    for (const n of [1, 2, 3]) {
      const view = { collection: 'steps', name: `View ${n}`, query: `q=${n}`, sharedWith: null }
      const answer = await request.post(`${site.origin}/api/cms/admin/views`, { headers, data: view })
      expect(answer.status(), await answer.text()).to.equal(201)
    }
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  const says = (place: number, count = 3) =>
    seat.page.getByRole('status').getByText(`Moved to place ${place} of ${count}`, { exact: true }).waitFor({ state: 'attached' })
  const focused = () =>
    seat.page.evaluate(() => {
      let one = document.activeElement
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
      return one?.getAttribute('aria-label')
    })

  for (const { where, path = 'c/posts/1', within, named, ways: [back, on] = ['up', 'down'], isLong } of DOORS)
    it(`goes along in ${where}${isLong ? ' @long' : ''}`, async () => {
      await seat.page.setViewportSize({ width: 1280, height: 860 })
      await seat.open(path)
      const area = await within(seat)
      await area
        .getByRole('button', { name: `Move ${named(3)} ${back}`, exact: true })
        .first()
        .focus()
      for (const [place, label] of [
        [2, back],
        [1, on],
        [2, on],
      ] as const) {
        await seat.page.keyboard.press('Enter')
        await says(place)
        expect(await focused()).to.equal(`Move ${named(place)} ${label}`)
      }
    })

  it('goes along with the menu that replaces the buttons where there is little room @long', async () => {
    await seat.page.setViewportSize({ width: 390, height: 860 })
    await seat.open('c/posts/1')
    const tags = field('tags')(seat)
    for (const place of [2, 1]) {
      await tags.getByRole('button', { name: 'More for Tag 3' }).focus()
      await seat.page.keyboard.press('Enter')
      await seat.page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
      await says(place)
      expect(await focused()).to.equal('More for Tag 3')
    }
  })

  it('says the place of a block of a text, with which the caret goes', async () => {
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    await seat.open('c/posts/1')
    await new Writer(seat).caret('Words 3', 'after')
    for (const place of [2, 1]) {
      await seat.page.keyboard.press('Alt+Shift+ArrowUp')
      await says(place)
    }
    await seat.page.keyboard.press('Alt+Shift+ArrowDown')
    await says(2)
  })
})
