/** "Undo all changes" while several people edit a document: it takes back what this person changed, and nothing else. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'

describe('admin-components: an undo of all changes', function () {
  this.timeout(60_000)
  let site: Site
  let ada: Seat
  let id: number
  before(async () => {
    ;({ site, seat: ada } = await serveTo('ada@example.org', newsroom, { hasClock: true }))
  })
  after(() => site?.stop())
  // A draft that is stale is refused once.
  afterEach(() => ada.quiet(/400/))

  const LINKS = [
    { label: 'One', url: '/1' },
    { label: 'Two', url: '/2' },
  ]
  const draft = async () => (await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any
  const bob = async (values: object) => site.cms.update('posts', id, { ...values, status: 'draft' })
  const labels = () => ada.page.locator('[id^=f-links-][id$=-label]:is(input)')

  async function open(): Promise<void> {
    id = (
      (await site.cms.create('posts', {
        title: 'First',
        summary: 'Before.',
        links: LINKS,
        seo: { headline: 'H' },
        status: 'published',
      })) as any
    ).id
    await ada.open(`c/posts/${id}`)
    await ada.page.getByRole('heading', { name: 'First' }).waitFor()
  }

  async function undoAll(): Promise<void> {
    await ada.choose('More', 'Undo all changes')
    await ada.saved()
  }

  for (const isMerged of [true, false])
    it(`leaves what others saved, ${isMerged ? 'merged into the form' : 'which the form has not seen yet'} @long`, async () => {
      await open()
      await ada.fill('Summary', 'By Ada.')
      await labels().first().fill('One by Ada')
      await ada.saved()
      const { links } = await draft()
      await bob({
        views: 42,
        seo: { headline: 'H', description: 'By Bob.' },
        links: [links[0], { ...links[1], label: 'Two by Bob' }, { label: 'Three', url: '/3' }],
      })
      if (isMerged) {
        await ada.page.getByLabel('Featured').check()
        await ada.saved()
        expect(await ada.page.getByLabel('Views').inputValue()).to.equal('42')
      }
      await undoAll()
      expect(await draft()).to.deep.include({ summary: 'Before.', views: 42, status: 'draft' })
      expect((await draft()).featured ?? false).to.equal(false)
      expect((await draft()).seo).to.deep.equal({ headline: 'H', description: 'By Bob.' })
      expect((await draft()).links.map(({ label }: any) => label)).to.deep.equal(['One', 'Two by Bob', 'Three'])
      expect(await ada.page.getByLabel('Views').inputValue()).to.equal('42')
      expect(await ada.page.getByLabel('Summary').inputValue()).to.equal('Before.')
      expect(await labels().evaluateAll((all: any[]) => all.map(({ value }) => value))).to.deep.equal(['One', 'Two by Bob', 'Three'])
      await ada.press('More')
      expect(await ada.page.getByRole('menuitem', { name: 'Undo all changes' }).count()).to.equal(0)
    })

  it('leaves a field that others changed after this person @long', async () => {
    await open()
    await ada.fill('Summary', 'By Ada.')
    await ada.fill('Views', '7')
    await ada.saved()
    await bob({ summary: 'By Ada, and by Bob.' })
    await undoAll()
    expect(await draft()).to.include({ summary: 'By Ada, and by Bob.', views: null })
    expect(await ada.page.getByLabel('Summary').inputValue()).to.equal('By Ada, and by Bob.')
  })

  it('leaves no pending changes where nobody else made any @long', async () => {
    await open()
    await ada.fill('Summary', 'By Ada.')
    await ada.saved()
    await undoAll()
    await ada.page.locator('aside').getByText('Published', { exact: true }).waitFor()
    expect(await draft()).to.include({ summary: 'Before.', status: 'published' })
  })
})
