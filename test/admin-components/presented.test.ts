/** What a content type says of its presentation is what the admin shows: widths, layouts, links of empty lists, badges. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

const PICTURES = process.env['PICTURES']
const half = { width: 'half' }

describe('admin-components: presented', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [
        {
          slug: 'places',
          icon: 'map-pin',
          useAsTitle: 'name',
          fields: [
            { name: 'name' },
            { name: 'people', type: 'number', admin: half },
            { name: 'opened', type: 'date', admin: half },
            { name: 'kind', options: ['city', 'village'] },
            { name: 'mayor', admin: { ...half, condition: { field: 'kind', equals: 'city' } } },
            { name: 'notes', type: 'textarea' },
            {
              name: 'stays',
              type: 'array',
              fields: [{ name: 'from', admin: { width: 'third' } }, { name: 'to', admin: { width: 'third' } }, { name: 'by' }],
            },
          ],
          admin: {
            layout: ['name', { section: 'Notes', fields: ['notes'], folded: true }],
            badge: { where: { people: { exists: false } }, tone: 'warn', label: 'Without a number' },
            empty: { description: 'Begin with a continent.', link: 'https://example.org/how-to' },
          },
        },
      ],
    } as object))
  })
  after(() => site.stop())

  const boxOf = async (path: string) => {
    const box = await seat.page.locator(`[data-path='${path}']`).first().boundingBox()
    return box ?? expect.fail(`${path} is not shown`)
  }

  it('an empty list says what the schema says, and links to it', async () => {
    await seat.open('c/places')
    const empty = seat.page.locator('.empty')
    await empty.getByText('Begin with a continent.').waitFor()
    expect(await empty.getByRole('link').getAttribute('href')).to.equal('https://example.org/how-to')
  })

  it('fields with a width share a row with their neighbours, in rows too, and are as wide as they say', async () => {
    const { id } = (await site.cms.create('places', { name: 'Chiang Mai', stays: [{ from: 'May', to: 'June' }] })) as { id: number }
    await seat.open(`c/places/${id}`)
    await seat.page.locator('#f-name').waitFor()
    const [name, people, opened, kind] = [await boxOf('name'), await boxOf('people'), await boxOf('opened'), await boxOf('kind')]
    expect(opened.y).to.equal(people.y)
    expect(people.width)
      .to.equal(opened.width)
      .and.to.be.within(name.width * 0.45, name.width * 0.5)
    expect(opened.x + opened.width).to.be.closeTo(name.x + name.width, 1)
    expect(kind.y).to.be.above(people.y)
    const [from, to, by] = [await boxOf('stays.0.from'), await boxOf('stays.0.to'), await boxOf('stays.0.by')]
    expect(to.y).to.equal(from.y)
    expect(from.width).to.be.within(by.width * 0.28, by.width * 0.34)
    const gap = async () => (await boxOf('notes')).y
    expect(await seat.page.locator(`[data-path='mayor']`).isVisible()).to.equal(false)
    expect(await seat.page.locator('.narrow').nth(1).boundingBox(), 'a row without a field takes no room').to.equal(null)
    await seat.page.locator('summary').click()
    expect(await gap()).to.be.above(name.y)
    if (PICTURES) await seat.page.screenshot({ path: `${PICTURES}/widths.png`, fullPage: true })
  })

  it('on a phone each has the whole width, and nothing scrolls sideways', async () => {
    await seat.page.setViewportSize({ width: 390, height: 800 })
    expect((await boxOf('people')).width).to.equal((await boxOf('name')).width)
    const { scrollWidth, clientWidth } = await seat.page.evaluate(() => {
      const { scrollWidth, clientWidth } = (globalThis as any).document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth).to.equal(clientWidth)
    if (PICTURES) await seat.page.screenshot({ path: `${PICTURES}/widths-phone.png`, fullPage: true })
    seat.quiet()
  })

  it('the badge counts what its filter finds', async () => {
    await seat.page.setViewportSize({ width: 1280, height: 800 })
    await seat.open('c/places')
    await seat.page.locator(`.badge.warn[title='Without a number']`).waitFor()
    expect(await seat.page.locator(`.badge.warn[title='Without a number']`).textContent()).to.equal('1(Without a number)')
  })
})
