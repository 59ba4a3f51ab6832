/** Words that were not saved, in a document that was deleted since: after a reload they are still there, and become a new document with all its languages. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const STILL = 'What you typed is still here'
const fields: any[] = [
  { name: 'title', localized: true, required: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'text', type: 'textarea', localized: true },
  { name: 'note', localized: true },
  { name: 'links', type: 'array', fields: [{ name: 'label', localized: true }, { name: 'url' }] },
]

for (const [host, database] of drawn(PAIRS, 'deleted-since'))
  describe(`admin-components: deleted since, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [{ slug: 'pages', useAsTitle: 'title', drafts: true, trash: true, fields }],
        },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      const doc = {
        title: { en: 'One', th: 'หนึ่ง' },
        text: { en: 'Before.', th: 'ก่อน' },
        note: { th: 'โน้ต' },
        links: [{ label: { en: 'a', th: 'ก' }, url: '/a' }],
      }
      id = ((await site.cms.create('pages', doc, { locale: 'all' })) as { id: number }).id
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
      await seat.open(`c/pages/${id}?locale=en`)
      await text().waitFor()
    })
    afterEach(() => seat.leave())

    const text = () => seat.page.locator('#f-text')
    const stored = async (at: number) => (await site.cms.findById('pages', at, { draft: true, depth: 0, locale: 'all' })) as any
    async function typedAndDeleted(deletions: number, reloads: boolean): Promise<void> {
      await text().fill('typed')
      for (let deletion = 0; deletion < deletions; deletion++) await site.cms.delete('pages', id)
      await seat.pauses()
      await seat.sees(STILL)
      if (!reloads) return
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
      await seat.open(`c/pages/${id}?locale=en`)
      await seat.sees(STILL)
      expect(await text().inputValue()).to.equal('typed')
    }

    for (const reloads of [false, true]) {
      const when = reloads ? ' after a reload' : ''
      it(`is brought back from the trash${when} @long`, async () => {
        await typedAndDeleted(1, reloads)
        await seat.press('Bring the document back')
        await seat.sees('Brought back')
        await seat.saved()
        const doc = await stored(id)
        expect([doc.title, doc.text]).to.deep.equal([
          { en: 'One', th: 'หนึ่ง' },
          { en: 'typed', th: 'ก่อน' },
        ])
      })

      it(`becomes a new document with every language, and a slug of its own, while the old one is in the trash${when} @long`, async () => {
        await typedAndDeleted(1, reloads)
        expect(await seat.page.getByText('A new document will only have').count()).to.equal(0)
        await seat.press('Create a new document from it')
        await seat.page.waitForURL(/\/c\/pages\/new/)
        await seat.saved()
        const doc = await stored(id + 1)
        expect([doc.title, doc.text, doc.note, doc.links[0].label, doc.links[0].url]).to.deep.equal([
          { en: 'One', th: 'หนึ่ง' },
          { en: 'typed', th: 'ก่อน' },
          { en: null, th: 'โน้ต' },
          { en: 'a', th: 'ก' },
          '/a',
        ])
        expect(doc.slug).to.match(/^one-\d+$/)
        expect(await stored(id)).to.equal(null)
      })

      it(`says which languages a new document lacks where the old one is deleted permanently${when} @long`, async () => {
        await typedAndDeleted(2, reloads)
        await seat.sees('A new document will only have English')
        expect(await seat.page.getByRole('button', { name: 'Bring the document back' }).count()).to.equal(0)
        await seat.press('Create a new document from it')
        await seat.page.waitForURL(/\/c\/pages\/new/)
        await seat.saved()
        expect((await stored(id + 1)).text).to.deep.equal({ en: 'typed', th: null })
      })
    }

    it('is discarded after a reload', async () => {
      await typedAndDeleted(2, true)
      await seat.press('Discard it')
      await seat.page.waitForURL(/\/c\/pages$/)
      expect(await seat.page.evaluate(() => Object.values(localStorage).join())).not.to.contain('typed')
    })
  })
