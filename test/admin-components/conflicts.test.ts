/** Two people change the rows of one document: what only one of them changed is merged, and what both changed is asked in words, field by field. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { itPlaced } from '../harness/depth.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

const goods = { name: 'goods', type: 'array', fields: [{ name: 'name' }, { name: 'price', type: 'number' }] }
const fields: any[] = [
  { name: 'title' },
  {
    name: 'links',
    label: 'Useful links',
    type: 'array',
    fields: [{ name: 'label' }, { name: 'url', label: 'Address' }, { name: 'data', type: 'json' }],
  },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [
      {
        slug: 'quote',
        fields: [
          { name: 'words', type: 'textarea' },
          {
            name: 'tone',
            type: 'select',
            options: [
              { value: 'calm', label: 'Calm voice' },
              { value: 'loud', label: 'Loud voice' },
            ],
          },
        ],
      },
      { slug: 'rack', fields: [{ name: 'heading' }, goods] },
    ],
  },
  { name: 'tag', type: 'relationship', to: 'tags' },
]
const START = {
  title: 'Home',
  links: [
    { label: 'One', url: '/1', data: { id: 'x' } },
    { label: 'Two', url: '/2' },
  ],
  parts: [
    { blockType: 'quote', words: 'Good', tone: 'calm' },
    {
      blockType: 'rack',
      heading: 'Sale',
      goods: [
        { name: 'Cup', price: 3 },
        { name: 'Pot', price: 9 },
      ],
    },
  ],
  tag: null,
}

for (const [drafts, host, database] of [
  [true, HOSTS[0]!, DATABASES[0]!],
  [false, HOSTS[1]!, DATABASES[1]!],
] as const)
  describe(`admin-components: conflicts, ${drafts ? 'with drafts' : 'without drafts @long'}`, function () {
    this.timeout(60_000)
    let site: Site
    let nok: Seat
    let id: number
    before(async () => {
      ;({ site, seat: nok } = await serveTo(
        'nok@example.org',
        {
          collections: [
            { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
            { slug: 'pages', useAsTitle: 'title', drafts, fields },
          ],
        },
        { host, database, hasClock: true },
      ))
      for (const name of ['Red', 'Blue']) await site.cms.create('tags', { name })
    })
    after(() => site?.stop())
    // A stale save is refused once.
    afterEach(() => nok.quiet(/400/, /inline style/))

    const view = { depth: 0 as const, ...(drafts && { draft: true }) }
    const stored = async () => (await site.cms.findById('pages', id, view)) as any
    const eve = async (values: object) => site.cms.update('pages', id, { ...values, ...(drafts && { status: 'draft' }) })
    const at = (path: string): Locator => nok.page.locator(`#f-${path.replaceAll('.', '-')}`)
    const dialog = () => nok.page.getByRole('dialog', { name: /has changed this document/ })
    const question = (name: string) => dialog().getByRole('group', { name, exact: true })

    async function open(): Promise<any> {
      id = ((await site.cms.create('pages', { ...START, ...(drafts && { status: 'published' }) })) as { id: number }).id
      await nok.open(`c/pages/${id}`)
      await at('title').waitFor()
      return stored()
    }

    const pressSave = () => nok.press(drafts ? 'Save draft' : 'Save')
    const saves = async () => {
      if (!drafts) await pressSave()
      await nok.saved()
    }

    itPlaced(drafts, [true, false])('of different rows, or different fields of one row, are no conflicts', async () => {
      const { links, parts } = await open()
      await eve({
        links: [{ ...links[1], url: '/eve' }, { label: 'New by Eve' }, { ...links[0], data: { id: 'by Eve' } }],
        parts: [parts[0], { ...parts[1], heading: 'Sale by Eve', goods: [{ ...parts[1].goods[0], price: 4 }, parts[1].goods[1]] }],
      })
      await at('links.0.label').fill('One by Nok')
      await at('links.1.label').fill('Two by Nok')
      await nok.page.locator('[data-path=links] > cms-rows > div > div').getByRole('button', { name: 'Add' }).click()
      await at('links.2.label').fill('New by Nok')
      await at('parts.1.goods.1.name').fill('Pot by Nok')
      await nok.page.getByRole('button', { name: 'Move Row 2 up' }).last().click()
      await saves()
      expect(await dialog().count()).to.equal(0)
      const now = await stored()
      expect(now.links.map(({ label, url, data }: any) => [label, url, data])).to.deep.equal([
        ['Two by Nok', '/eve', null],
        ['New by Nok', null, null],
        ['New by Eve', null, null],
        ['One by Nok', '/1', { id: 'by Eve' }],
      ])
      expect(now.links.map((row: any) => row.id)).to.include.members(links.map((row: any) => row.id))
      expect(now.parts[1].heading).to.equal('Sale by Eve')
      expect(now.parts[1].goods.map(({ name, price }: any) => [name, price])).to.deep.equal([
        ['Pot by Nok', 9],
        ['Cup', 4],
      ])
      expect(await at('links.0.url').inputValue(), 'what is shown').to.equal('/eve')
    })

    itPlaced(drafts, [true, false])('of the same fields are asked by their labels and rows, each on its own', async () => {
      const { links, parts } = await open()
      await eve({
        links: [{ ...links[1], label: 'Two by Eve', url: '/eve' }],
        parts: [
          { ...parts[0], tone: null },
          { ...parts[1], goods: [parts[1].goods[0], { ...parts[1].goods[1], price: 4 }] },
        ],
        tag: 2,
      })
      await at('links.0.label').fill('One by Nok')
      await at('links.1.label').fill('Two by Nok')
      await at('links.1.url').fill('/nok')
      await at('parts.0.tone').selectOption('loud')
      await at('parts.1.goods.1.price').fill('7')
      await at('title').fill('Home by Nok')
      if (drafts) {
        await nok.pauses()
        await nok.sees('Saved, except Useful links: somebody else changed it, too; Parts: somebody else changed it, too.')
      }
      await pressSave()
      await dialog().waitFor()
      expect(await nok.page.getByRole('alert').count(), 'the question is asked once').to.equal(0)
      const names = await dialog().locator('legend').allInnerTexts()
      expect(names).to.deep.equal([
        'Useful links › Row 1 (One by Nok)',
        'Useful links › Row 2 (Two by Nok) › Label',
        'Useful links › Row 2 (Two by Nok) › Address',
        'Parts › Row 1 (Quote: Good) › Tone',
        'Parts › Row 2 (Rack: Sale) › Goods › Row 2 (Pot) › Price',
      ])
      expect(await dialog().textContent()).not.to.match(/blockType|goods|calm\b/)
      await question(names[0]!).getByText('Removed').waitFor()
      await question(names[3]!).getByText('Loud voice').waitFor()
      const marks = question(names[1]!).locator('mark')
      await marks.nth(1).waitFor()
      expect(await marks.allTextContents(), 'what the other side lacks').to.deep.equal(['Nok', 'Eve'])
      await question(names[1]!).getByText('Two by Eve').click()
      await question(names[4]!).getByText('4', { exact: true }).click()
      await dialog().getByRole('button', { name: 'Save my choice' }).click()
      await nok.saved()
      const now = await stored()
      expect(now.links.map(({ label, url, data }: any) => [label, url, data])).to.deep.equal([
        ['One by Nok', '/1', { id: 'x' }],
        ['Two by Eve', '/nok', null],
      ])
      expect(now.parts[0].tone).to.equal('loud')
      expect(now.parts[1].goods[1].price).to.equal(4)
      expect(now).to.include({ tag: 2, title: 'Home by Nok' })
      expect(await at('links.1.label').inputValue()).to.equal('Two by Eve')
    })

    itPlaced(drafts, [true, false])('of relations are asked by titles, and rows stay removed where their removal is kept', async () => {
      const { links } = await open()
      await site.cms.update('pages', id, { tag: 1, ...(drafts && { status: 'draft' }) })
      await nok.page.reload()
      await nok.page.getByRole('button', { name: 'Remove Red' }).waitFor()
      await eve({ tag: 2, links: [{ ...links[0], label: 'One by Eve' }, links[1]] })
      await nok.page.getByRole('button', { name: 'Remove Red' }).click()
      await nok.page.getByRole('button', { name: 'More for Row 1' }).first().click()
      await nok.page.getByRole('menuitem', { name: 'Remove' }).click()
      if (drafts) await nok.pauses()
      await pressSave()
      await question('Tag').getByText('Blue').waitFor()
      const removed = question('Useful links › Row 1 (One by Eve)')
      await removed.getByText('Label: One by Eve').waitFor()
      await dialog().getByRole('button', { name: 'Save my choice' }).click()
      await nok.saved()
      const now = await stored()
      expect(now.tag).to.equal(null)
      expect(now.links.map(({ label }: any) => label)).to.deep.equal(['Two'])
    })

    itPlaced(drafts, [true, false])(
      'are asked again after a look at the form: nothing of the other is overwritten before somebody says so',
      async () => {
        const { links } = await open()
        await eve({ title: 'Home by Eve', tag: 1, links: [{ ...links[0], label: 'One by Eve' }, links[1]] })
        await at('title').fill('Home by Nok')
        await at('links.0.label').fill('One by Nok')
        for (const answer of ['Decide later', 'Decide later', 'Save my choice']) {
          if (drafts) await nok.pauses()
          await pressSave()
          await question('Title').getByText('Home by Eve').waitFor()
          expect((await stored()).title).to.equal('Home by Eve')
          if (answer === 'Save my choice') await question('Title').getByText('Home by Eve').click()
          await dialog().getByRole('button', { name: answer }).click()
          await dialog().waitFor({ state: 'detached' })
          // What only the other one changed is in the form already.
          await nok.page.getByRole('button', { name: 'Remove Red' }).waitFor()
          if (answer === 'Decide later') expect(await at('title').inputValue()).to.equal('Home by Nok')
        }
        await nok.saved()
        const now = await stored()
        expect([now.title, now.tag, now.links[0].label]).to.deep.equal(['Home by Eve', 1, 'One by Nok'])
        expect([await at('title').inputValue(), await at('links.0.label').inputValue()]).to.deep.equal(['Home by Eve', 'One by Nok'])
      },
    )

    itPlaced(drafts, [true, false])('are asked again in the tab that brings the edits back', async () => {
      await open()
      await eve({ title: 'Home by Eve' })
      await at('title').fill('Home by Nok')
      if (drafts) await nok.pauses()
      await pressSave()
      await dialog().getByRole('button', { name: 'Decide later' }).click()
      await at('links.1.label').fill('Two by Nok')
      await nok.page.clock.fastForward(1000)
      await nok.page.close({ runBeforeUnload: false })
      Object.assign(nok, { page: await nok.context.newPage() })
      await nok.open(`c/pages/${id}`)
      await nok.press('Bring them back')
      const both = nok.page.getByRole('dialog', { name: 'These fields have changed since your earlier edits' })
      await both.getByText('Home by Eve').waitFor()
      await both.getByRole('radio', { name: 'Current version' }).check()
      await both.getByRole('button', { name: 'Use these' }).click()
      await saves()
      const now = await stored()
      expect([now.title, now.links[1].label]).to.deep.equal(['Home by Eve', 'Two by Nok'])
    })

    itPlaced(drafts, [true, false])('with a save between one’s own and the look at what was stored are asked as well', async () => {
      await open()
      await at('title').fill('Home by Nok')
      let saved = false
      await nok.page.route(`**/api/cms/pages/${id}?**`, async (route) => {
        if (route.request().method() === 'PATCH') saved = true
        else if (saved) {
          saved = false
          await at('title').fill('Home by Nok again')
          await eve({ title: 'Home by Eve' })
        }
        await route.continue()
      })
      await pressSave()
      await nok.sees(`${drafts ? 'Saved, except' : 'Changes not saved yet:'} Title: somebody else changed it, too`)
      await nok.pauses()
      expect((await stored()).title).to.equal('Home by Eve')
      await pressSave()
      await question('Title').getByText('Home by Nok again').waitFor()
      await dialog().getByRole('button', { name: 'Save my choice' }).click()
      await nok.page.unroute(`**/api/cms/pages/${id}?**`)
      await nok.saved()
      expect((await stored()).title).to.equal('Home by Nok again')
    })
  })
