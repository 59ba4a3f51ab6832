/** "Undo all changes" reaches back over a change of the language, and leaves what others saved there. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'

const words = { name: 'words', localized: true }

describe('admin-components: an undo of all changes in several languages', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let id: number
  before(async () => {
    ;({ site, seat: nok } = await serveTo(
      'nok@example.org',
      {
        localization: { locales: ['en', 'th', 'de'] },
        collections: [
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            fields: [
              { name: 'title', localized: true },
              { name: 'text', localized: true },
              { name: 'code' },
              {
                name: 'links',
                type: 'array',
                fields: [
                  { name: 'label', localized: true },
                  { name: 'url' },
                  { name: 'inner', type: 'array', fields: [words, { name: 'deep', type: 'array', fields: [words] }] },
                ],
              },
            ],
          },
        ],
      },
      { host: HOSTS[1]!, database: DATABASES[1]!, hasClock: true },
    ))
  })
  after(() => site?.stop())
  afterEach(() => nok.quiet(/400/))

  const each = (en: string, th: string, de = '') => ({ en, th, de })
  const stored = async () => (await site.cms.findById('posts', id, { locale: 'all', draft: true })) as any
  const input = (path: string) => nok.page.locator(`#f-${path.replaceAll('.', '-')}`)
  async function open(): Promise<any> {
    const values = {
      title: each('Home', 'บ้าน', 'Zuhause'),
      text: each('a', 'ก', 'ä'),
      code: 'x',
      links: [{ label: each('One', 'หนึ่ง'), url: '/1' }],
      status: 'published',
    }
    id = ((await site.cms.create('posts', values, { locale: 'all' })) as { id: number }).id
    await nok.open(`c/posts/${id}?locale=en`)
    await input('title').waitFor()
    return stored()
  }
  async function speaks(locale: string, title: string): Promise<void> {
    await nok.page.getByLabel('Language of the content').selectOption(locale)
    await nok.page.getByRole('heading', { name: title, exact: true }).waitFor()
  }
  const undoAll = async () => {
    await nok.choose('More', 'Undo all changes')
    await nok.saved()
  }
  const until = async (isSo: () => Promise<boolean>) => {
    for (let n = 0; n < 200 && !(await isSo()); n++) await nok.page.waitForTimeout(50)
  }
  const without = ({ updatedAt: _, ...rest }: any) => rest

  it('takes back what was changed in each of them @long', async () => {
    const before = await open()
    await input('title').fill('Home by Nok')
    await input('code').fill('by Nok')
    await input('links.0.label').fill('One by Nok')
    await speaks('th', 'บ้าน')
    await input('text').fill('โดยนก')
    await input('links.0.url').fill('/nok')
    await speaks('de', 'Zuhause')
    await nok.press('More')
    await nok.page.getByRole('menuitem', { name: 'Undo all changes' }).waitFor()
    await nok.page.keyboard.press('Escape')
    await undoAll()
    await until(async () => (await stored()).status === 'published')
    expect(without(await stored())).to.deep.equal(without(before))
    expect(await input('code').inputValue()).to.equal('x')
    await nok.press('More')
    expect(await nok.page.getByRole('menuitem', { name: 'Undo all changes' }).count()).to.equal(0)
  })

  it('from the language that was left and is back again @long', async () => {
    const before = await open()
    await input('title').fill('Home by Nok')
    await speaks('th', 'บ้าน')
    await speaks('en', 'Home by Nok')
    await undoAll()
    await until(async () => (await stored()).status === 'published')
    expect(without(await stored())).to.deep.equal(without(before))
    expect(await input('title').inputValue()).to.equal('Home')
  })

  it('leaves what others saved in any of them @long', async () => {
    await open()
    await input('title').fill('Home by Nok')
    await input('code').fill('by Nok')
    await speaks('th', 'บ้าน')
    await site.cms.update('posts', id, { text: 'a by Eve', status: 'draft' })
    await site.cms.in('th').update('posts', id, { title: 'โดยอีฟ', status: 'draft' })
    await undoAll()
    await until(async () => (await stored()).code === 'x')
    expect(await stored()).to.deep.include({
      title: each('Home', 'โดยอีฟ', 'Zuhause'),
      text: each('a by Eve', 'ก', 'ä'),
      code: 'x',
      status: 'draft',
    })
    expect(await input('title').inputValue()).to.equal('โดยอีฟ')
  })

  it('goes back to the last save by hand @long', async () => {
    await open()
    await input('text').fill('by hand')
    await speaks('th', 'บ้าน')
    await input('text').fill('ด้วยมือ')
    await nok.press('Save draft')
    await nok.sees('Draft saved')
    await nok.saved()
    await input('text').fill('อีก')
    await nok.saved()
    await undoAll()
    expect((await stored()).text).to.deep.equal(each('by hand', 'ด้วยมือ', 'ä'))
  })

  it('is not said to be saved, and not left, before the other languages have followed @long', async () => {
    const before = await open()
    await input('title').fill('Home by Nok')
    await speaks('th', 'บ้าน')
    let goOn = (): void => undefined
    const isSeen = new Promise<void>((resolve) => (goOn = resolve))
    const isEnglish = (url: URL) => url.pathname.endsWith('/autosave') && url.searchParams.get('locale') === 'en'
    await nok.page.route(isEnglish, (route) => isSeen.then(() => route.continue()))
    await nok.choose('More', 'Undo all changes')
    await nok.pauses()
    await nok.sees('Saving')
    expect(await nok.page.getByText('All changes saved').count()).to.equal(0)
    await nok.page.getByRole('link', { name: 'Dashboard' }).click()
    expect(nok.page.url()).to.contain(`/c/posts/${id}`)
    goOn()
    await nok.page.waitForURL(/\/admin\/?$/)
    expect(without(await stored())).to.deep.equal(without(before))
    await nok.page.unroute(isEnglish)
  })

  for (const [where, switches] of [
    ['the language that they were removed in', []],
    ['another language', [['th', 'บ้าน']]],
    [
      'the language that was left and is back again',
      [
        ['th', 'บ้าน'],
        ['en', 'Home'],
      ],
    ],
  ] as [string, [string, string][]][])
    it(`brings removed rows back in every language, from ${where} @long`, async () => {
      const before = await open()
      await nok.press('More for Row 1')
      await nok.page.getByRole('menuitem', { name: 'Remove' }).click()
      await nok.saved()
      expect((await stored()).links).to.deep.equal([])
      for (const [locale, title] of switches) await speaks(locale, title)
      await undoAll()
      await until(async () => (await stored()).links.length === 1)
      expect((await stored()).links).to.deep.equal(before.links)
      const label = switches.at(-1)?.[0] === 'th' ? 'หนึ่ง' : 'One'
      expect(await input('links.0.label').inputValue()).to.equal(label)
    })

  it('brings rows inside of rows back in every language, next to what somebody else wrote in them before @long', async () => {
    const before = await open()
    const row = (one: any) => ({ ...one, inner: [{ words: each('a', 'ก'), deep: [{ words: each('b', 'ข') }] }, { words: each('c', 'ค') }] })
    await site.cms.update('posts', id, { links: before.links.map(row) }, { locale: 'all' })
    await nok.page.reload()
    await input('links.0.inner.0.words').waitFor()
    // Somebody translates it after the form was opened.
    const { links } = (await site.cms.findById('posts', id, { locale: 'de' })) as any
    links[0].inner[0].deep[0].words = 'ß'
    await site.cms.in('de').update('posts', id, { links })
    const translated = await stored()
    await nok.page.locator('[data-path="links.0.inner"]').getByRole('button', { name: 'More for Row 1' }).first().click()
    await nok.page.getByRole('menuitem', { name: 'Remove' }).click()
    await nok.saved()
    expect((await stored()).links[0].inner).to.have.length(1)
    await nok.press('More for Row 1')
    await nok.page.getByRole('menuitem', { name: 'Remove' }).click()
    await nok.saved()
    expect((await stored()).links).to.have.length(0)
    await undoAll()
    await until(async () => (await stored()).links.length === 1)
    expect((await stored()).links).to.deep.equal(translated.links)
  })
})
