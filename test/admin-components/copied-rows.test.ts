/** A row that is copied in the form says what its original says, in every language, and its rows are rows of their own. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { itPlaced } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const label = { name: 'label', localized: true, maxLength: 30 }
const inner = [label, { name: 'prose', type: 'richText', localized: true }, { name: 'data', type: 'json' }]
const fields: any[] = [
  { name: 'title', localized: true },
  {
    name: 'links',
    type: 'array',
    fields: [...inner, { name: 'seo', type: 'group', fields: [label] }, { name: 'tag', type: 'relationship', to: 'tags', localized: true }],
  },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [
      { slug: 'shelf', fields: [label, { name: 'goods', type: 'blocks', blocks: [{ slug: 'one', fields: inner }] }] },
      { slug: 'plain', fields: [{ name: 'words' }] },
    ],
  },
  { name: 'local', type: 'array', localized: true, fields: [{ name: 'words' }, { name: 'data', type: 'json' }] },
]
const both = (words: string) => ({ en: words, th: `${words} ไทย` })
const prose = (words: string) => ({ en: docOf(paragraph(words)), th: docOf(paragraph(`${words} ไทย`)) })
const data = { id: 'kept', list: [{ id: 'kept', blockType: 'kept' }], type: 'doc' }
const START = {
  title: both('Home'),
  links: [
    { label: both('One'), prose: prose('one'), data, seo: { label: both('seo') }, tag: { en: 1, th: 2 } },
    { label: { en: null, th: 'ไทย' }, prose: { en: null, th: null }, data: null, seo: { label: both('two') }, tag: { en: null, th: 1 } },
  ],
  parts: [{ blockType: 'shelf', label: both('Sale'), goods: [{ blockType: 'one', label: both('Cup'), prose: prose('cup'), data }] }],
  local: { en: [{ words: 'x', data }], th: [{ words: 'ก', data: null }] },
}

const idsIn = (value: any): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(typeof value.id === 'string' && value.id !== 'kept' ? [value.id] : []), ...Object.values(value).flatMap(idsIn)]
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one?.id === 'string' && one.id !== 'kept' ? { ...one, id: undefined } : one)))

for (const [drafts, locale, host, database] of [
  [true, 'en', HOSTS[0]!, DATABASES[0]!],
  [false, 'th', HOSTS[1]!, DATABASES[1]!],
] as const)
  describe(`admin-components: copied rows, ${drafts ? 'with' : 'without'} drafts, in '${locale}'${drafts ? '' : ' @long'}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [
            { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
            { slug: 'pages', useAsTitle: 'title', drafts, fields },
          ],
        },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      for (const name of ['Red', 'Blue']) await site.cms.create('tags', { name })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
      id = ((await site.cms.create('pages', { ...START, ...(drafts && { status: 'published' }) }, { locale: 'all' })) as { id: number }).id
      await open()
    })
    afterEach(async () => {
      await seat.leave()
      seat.quiet(/400/, /inline style/)
    })

    const stored = async () => (await site.cms.findById('pages', id, { depth: 0, locale: 'all', ...(drafts && { draft: true }) })) as any
    const row = (list: string, at: number) => seat.page.locator(`[data-path="${list}"] > cms-rows > div > ol > li`).nth(at)
    const input = (path: string) => seat.page.locator(`#f-${path.replaceAll('.', '-')}`)
    async function open(): Promise<void> {
      await seat.page.goto(`${site.origin}/admin/c/pages/${id}?locale=${locale}`)
      await input('title').waitFor()
    }
    async function ofRow(list: string, at: number, act: string): Promise<void> {
      await row(list, at).locator('> .head cms-menu > button, > .head cms-menu button').first().click()
      await seat.page.getByRole('menuitem', { name: act, exact: true }).filter({ visible: true }).click()
    }
    const saves = async () => {
      if (!drafts) await seat.press('Save')
      await seat.saved()
    }

    itPlaced(drafts, [true, false])('have all languages, rows of their own, and JSON as it is', async () => {
      const before = await stored()
      await ofRow('links', 0, 'Duplicate')
      await ofRow('parts', 0, 'Duplicate')
      await ofRow('local', 0, 'Duplicate')
      await input('links.1.label').fill('Typed')
      await saves()
      const now = await stored()
      const [first, second] = plain(before.links)
      expect(plain(now.links)).to.deep.equal([first, { ...first, label: { ...first.label, [locale]: 'Typed' } }, second])
      expect(plain(now.parts)).to.deep.equal([...plain(before.parts), ...plain(before.parts)])
      expect(plain(now.local[locale])).to.deep.equal([...plain(before.local[locale]), ...plain(before.local[locale])])
      const other = locale === 'en' ? 'th' : 'en'
      expect(now.local[other]).to.deep.equal(before.local[other])
      const ids = idsIn(now)
      expect(new Set(ids).size, ids.join()).to.equal(ids.length)
      expect(
        idsIn(before).filter((one) => !ids.includes(one)),
        'rows keep their ids',
      ).to.deep.equal([])
      await input('links.1.label').fill('Typed again')
      await saves()
      expect((await stored()).links[1]).to.deep.equal({ ...now.links[1], label: { ...now.links[1].label, [locale]: 'Typed again' } })
    })

    itPlaced(drafts, [true, false])('of a copy, moved, with the original gone, have them too', async () => {
      const before = await stored()
      await ofRow('links', 0, 'Duplicate')
      await ofRow('links', 1, 'Duplicate')
      await seat.press('Move Row 3 down')
      await ofRow('links', 0, 'Remove')
      await ofRow('links', 0, 'Remove')
      await saves()
      const now = await stored()
      expect(plain(now.links)).to.deep.equal(plain([before.links[1], before.links[0]]))
      expect(idsIn(now.links)).not.to.include(before.links[0].id)
    })

    it('have them after the tab was closed before they were saved @long', async () => {
      const before = await stored()
      await seat.page.route('**/autosave?**', (route) => route.abort())
      await ofRow('links', 0, 'Duplicate')
      await seat.pauses()
      await seat.page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('galley:edit')))
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
      await open()
      await seat.press('Bring them back')
      await saves()
      expect(plain((await stored()).links[1])).to.deep.equal(plain(before.links[0]))
      seat.complaints.length = 0
    })

    itPlaced(drafts, [true, false])('that are refused say why at their field', async () => {
      await ofRow('links', 0, 'Duplicate')
      await input('links.1.label').evaluate((one: any) => one.removeAttribute('maxlength'))
      await input('links.1.label').fill('far too long for a label of this length')
      if (drafts) await seat.press('Publish changes').catch(() => undefined)
      if (drafts) await seat.pauses()
      else await seat.press('Save')
      await seat.page.locator('#f-links-1-label-error, .page-head [role=status]').filter({ hasText: /30/ }).first().waitFor()
    })
  })
