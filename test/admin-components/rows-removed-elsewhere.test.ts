/** A row that somebody else removed keeps its words in every language where it stays after all: by choice, as a copy, or after a closed tab. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { itPlaced } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

const words = { name: 'text', localized: true }
const fields: any[] = [
  { name: 'title', localized: true },
  { name: 'rows', type: 'array', fields: [words, { name: 'inside', type: 'array', fields: [words] }] },
  { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [words] }] },
]
const both = (word: string) => ({ en: word, th: `${word} ไทย` })
const START = {
  title: both('Home'),
  rows: [{ text: both('One'), inside: [{ text: both('Deep') }] }, { text: both('Two') }],
  parts: [{ blockType: 'quote', text: both('Quote') }],
}

for (const [drafts, locale, host, database] of [
  [true, 'en', HOSTS[0]!, DATABASES[0]!],
  [false, 'th', HOSTS[1]!, DATABASES[1]!],
] as const)
  describe(`admin-components: rows removed elsewhere, ${drafts ? 'with' : 'without'} drafts, in '${locale}'`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [{ slug: 'pages', useAsTitle: 'title', drafts, fields }],
        },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
      id = ((await site.cms.create('pages', { ...START, ...(drafts && { status: 'published' }) }, { locale: 'all' })) as { id: number }).id
      await open()
    })
    afterEach(async () => {
      await seat.leave()
      seat.quiet(/400/)
    })

    const input = (name: string) => seat.page.locator(`#f-${name}`)
    const stored = async () => (await site.cms.findById('pages', id, { locale: 'all', ...(drafts && { draft: true }) })) as any
    const typed = locale === 'en' ? { en: 'Typed', th: 'One ไทย' } : { en: 'One', th: 'Typed' }
    const others = (values: object) => site.cms.update('pages', id, { ...values, ...(drafts && { status: 'draft' }) }, { locale: 'all' })

    async function open(): Promise<void> {
      await seat.open(`c/pages/${id}?locale=${locale}`)
      await input('rows-0-text').waitFor()
    }
    async function saves(): Promise<void> {
      await seat.press(drafts ? 'Save draft' : 'Save')
    }
    async function keepMine(): Promise<void> {
      const dialog = seat.page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Yours' }).first().check()
      await dialog.getByRole('button', { name: 'Save my choice' }).click()
      await seat.saved()
    }

    itPlaced(drafts, [true, false])('are kept by choice', async () => {
      const { rows } = await stored()
      await input('rows-0-text').fill('Typed')
      await others({ rows: [rows[1]] })
      await saves()
      await keepMine()
      const found = (await stored()).rows.find((row: any) => row.id === rows[0].id)
      expect(found.text).to.deep.equal(typed)
      expect(found.inside[0].text).to.deep.equal(both('Deep'))
    })

    itPlaced(drafts, [true, false])('are kept by choice, as blocks', async () => {
      const { parts } = await stored()
      await input('parts-0-text').fill('Typed')
      await others({ parts: [] })
      await saves()
      await keepMine()
      expect((await stored()).parts).to.deep.equal([{ ...parts[0], text: { ...both('Quote'), [locale]: 'Typed' } }])
    })

    itPlaced(drafts, [true, false])('are kept by choice after the tab was closed', async () => {
      const { rows } = await stored()
      await input('rows-0-text').fill('Typed')
      await others({ rows: [rows[1]] })
      seat.page.once('dialog', (dialog) => void dialog.accept())
      await seat.page.reload()
      await seat.press('Bring them back')
      const dialog = seat.page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Your earlier edits' }).first().check()
      await dialog.getByRole('button', { name: 'Use these' }).click()
      await saves()
      await seat.saved()
      expect((await stored()).rows.find((row: any) => row.id === rows[0].id).text).to.deep.equal(typed)
    })

    itPlaced(drafts, [true, false])('leave a copy all their words', async () => {
      const { rows } = await stored()
      const row = seat.page.locator('[data-path="rows"] > cms-rows > div > ol > li').first()
      await row.locator('> .head cms-menu > button, > .head cms-menu button').first().click()
      await seat.page.getByRole('menuitem', { name: 'Duplicate', exact: true }).filter({ visible: true }).click()
      await others({ rows: [rows[1]] })
      await saves()
      await seat.saved()
      const after = (await stored()).rows
      expect(after.map(({ text }: any) => text)).to.deep.equal([both('One'), both('Two')])
      expect(after[0].inside[0].text).to.deep.equal(both('Deep'))
    })
  })

describe('admin-components: rows of a document whose rule needs a single language', function () {
  this.timeout(60_000)

  it('are edited in the language of the form @long', async () => {
    const site = await serve({
      localization: { locales: ['en', 'th'] },
      collections: [
        {
          slug: 'pages',
          useAsTitle: 'title',
          fields,
          access: { read: ({ user }: { user: object | null }) => user !== null && { title: { equals: 'Home' } }, update: 'loggedIn' },
        },
      ],
    })
    await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    const { id } = (await site.cms.create('pages', START, { locale: 'all' })) as { id: number }
    const seat = await Seat.at(site)
    try {
      await seat.enter('eve@example.org')
      await seat.open(`c/pages/${id}?locale=en`)
      await seat.page.locator('#f-rows-0-text').fill('Typed')
      await seat.press('Save')
      await seat.saved()
      const { rows } = (await site.cms.findById('pages', id, { locale: 'all' })) as any
      expect(rows[0].text).to.deep.equal({ en: 'Typed', th: 'One ไทย' })
      seat.quiet(/404/, /403/)
    } finally {
      await seat.leave()
      await site.stop()
    }
  })
})
