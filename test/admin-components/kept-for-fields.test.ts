/** Unsaved edits of a field that the form doesn't have any more stay in the browser, and are offered again once it has the field. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

/** Who may see these fields is a matter of roles, which change without a restart of the site. */
let hasAll = true
const sometimes = { access: { read: () => hasAll, update: () => hasAll } }
const FIELDS: any[] = [
  { name: 'title' },
  { name: 'text', type: 'textarea', ...sometimes },
  { name: 'data', type: 'json', ...sometimes },
  { name: 'seo', type: 'group', fields: [{ name: 'headline' }, { name: 'robots', ...sometimes }] },
  { name: 'links', type: 'array', fields: [{ name: 'label' }, { name: 'url', ...sometimes }] },
]

for (const [host, database] of drawn(PAIRS, 'kept-for-fields'))
  describe(`admin-components: edits of fields that come back, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve({ collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, fields: FIELDS }] }, { host, database })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      hasAll = true
      const made = await site.cms.create('posts', { title: 'First', text: 'Before.', links: [{ label: 'a', url: '/a' }] })
      id = (made as { id: number }).id
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
      await seat.open(`c/posts/${id}`)
    })
    afterEach(() => seat.leave())

    const input = (path: string) => seat.page.locator(`[id="f-${path.replaceAll('.', '-')}"]`)
    const stored = async () => (await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any
    async function openAgain(): Promise<void> {
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
      await seat.open(`c/posts/${id}`)
      await input('title').waitFor()
    }
    const offers = () => seat.page.getByText('There are edits from an earlier visit').count()

    for (const answer of ['Bring them back', 'Discard them'])
      it(`after “${answer}” @long`, async () => {
        await seat.page.route('**/autosave?**', (route) => route.abort())
        for (const [path, text] of [
          ['title', 'kept title'],
          ['text', 'kept text'],
          ['seo.headline', 'kept headline'],
          ['seo.robots', 'kept robots'],
          ['links.0.label', 'kept label'],
          ['links.0.url', '/kept'],
        ] as const)
          await input(path).fill(text)
        await seat.pauses()
        await seat.sees('The server can’t be reached')

        hasAll = false
        await openAgain()
        expect(await input('text').count()).to.equal(0)
        await seat.sees('Some of them belong to fields that this form doesn’t have now.')
        await seat.press(answer)
        await seat.saved()
        const isBrought = answer === 'Bring them back'
        const now = await stored()
        expect([now.title, now.seo.headline, now.links[0].label]).to.deep.equal(
          isBrought ? ['kept title', 'kept headline', 'kept label'] : ['First', null, 'a'],
        )
        expect([now.text, now.seo.robots, now.links[0].url]).to.deep.equal(['Before.', null, '/a'])
        await openAgain()
        expect(await offers()).to.equal(0)

        hasAll = true
        await openAgain()
        await seat.press('Bring them back')
        await seat.saved()
        const later = await stored()
        expect([later.title, later.seo.headline, later.links[0].label]).to.deep.equal([now.title, now.seo.headline, now.links[0].label])
        expect([later.text, later.seo.robots, later.links[0].url]).to.deep.equal(['kept text', 'kept robots', '/kept'])
        await openAgain()
        expect(await offers()).to.equal(0)
      })

    it('where half-written JSON has no field, nothing keeps the rest from being saved @long', async () => {
      await seat.page.route('**/autosave?**', (route) => route.abort())
      await input('title').fill('kept title')
      await seat.page.locator('[data-path=data] .cm-content').fill('{ "half":')
      await seat.page.clock.fastForward(1000)
      hasAll = false
      await openAgain()
      await seat.press('Bring them back')
      await seat.saved()
      expect((await stored()).title).to.equal('kept title')
      hasAll = true
      await openAgain()
      await seat.press('Bring them back')
      await seat.sees('{ "half":')
    })
  })
