/** Every page of the admin, by day and by night, on a phone and a desk: readable for everybody, quiet, never wider than the screen. */
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import sharp from 'sharp'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { isDrawn, longUnlessDrawn, oneIn, quickAndLong } from '../harness/depth.ts'
import { scene } from '../harness/files.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const PAGES = [
  '',
  'c/posts',
  'c/posts?q=nothing-like-this',
  'c/posts/new',
  'c/posts/5',
  'c/posts/5?locale=th',
  'c/authors',
  'c/users',
  'c/users/1',
  'g/site',
  'media',
  'account',
  'system/roles',
  'system/keys',
  'system/audit',
  'system/deliveries',
  'system/backups',
  'system/email',
  'system/status',
  'system/api',
  'c/posts?view=cards',
  'media?view=table',
  'no/such/page',
]

const DIALOGS = [
  'search',
  'picker',
  'drawer',
  'history',
  'schedule',
  'views',
  'all views',
  'bulk edit',
  'file',
  'crop',
  'shortcuts',
] as const

const LOOKS = [
  ['light', 1280, 'en'],
  ['light', 390, 'th'],
  ['dark', 1280, 'en'],
  ['dark', 390, 'th'],
] as const

describe('admin-components: pages', function () {
  this.timeout(240_000)
  let site: Site

  before(async () => {
    site = await serve({
      ...newsroom,
      audit: true,
      apiKeys: true,
      auth: { rbac: true },
      webhooks: [{ url: 'http://127.0.0.1:9/' }],
      upload: { dir: temporaryFile('-files') },
      backups: { dir: temporaryFile('-backups') },
      admin: { brand: { name: 'The newsroom', color: '#0f766e' } },
    })
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    const covers: number[] = []
    for (const [name, alt] of [
      ['leaves', 'Two leaves'],
      ['press', 'A printing press'],
      ['river', 'A river between hills'],
    ] as const)
      covers.push((await cms.upload({ filename: `${name}.jpg`, content: await scene(name) }, { alt }))['id'] as number)
    for (const name of ['Ada', 'Grace', 'Mai']) await cms.create('authors', { name })
    for (const name of ['press', 'type', 'ink']) await cms.create('tags', { name })
    for (const [index, title] of ['On kerning', 'A tray of type', 'Ink and paper', 'The first proof'].entries())
      await cms.create('posts', {
        title,
        author: 1 + (index % 3),
        tags: [1 + (index % 3)],
        cover: covers[index % 3],
        status: index % 2 ? 'draft' : 'published',
      })
    await cms.create('posts', {
      title: 'Hello',
      summary: 'What a galley is, and why proofs are pulled from it.',
      status: 'published',
      author: 1,
      tags: [1, 2],
      cover: covers[2],
      links: [{ label: 'one', url: '/' }],
      sections: [{ blockType: 'quote', text: 'Set it.' }],
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] }] },
    })
  })
  after(() => site?.stop())

  for (const look of LOOKS) {
    const [scheme, width, language] = look
    const own = PAGES.filter((page) => isDrawn(look, LOOKS, page))
    for (const [end, pages] of quickAndLong(4, own))
      it(`${scheme}, ${width} pixels wide, ${language}${longUnlessDrawn(look, LOOKS, 'pages')}${end}`, async () => {
        const seat = await Seat.at(site, { scheme, width })
        await seat.open()
        expect(await faults(seat)).to.deep.equal([])
        await seat.signIn('nok@example.org')
        await seat.page.evaluate(`localStorage.setItem('galley:language', '${language}')`)
        const found: string[] = []
        for (const path of pages) {
          await seat.open(path)
          await seat.page.locator('main h1').first().waitFor()
          await seat.page.locator('.ghost, .start').first().waitFor({ state: 'detached' })
          for (const fault of await faults(seat)) found.push(`${path}: ${fault}`)
          const over = Number(await seat.page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
          if (over > 0) found.push(`${path}: ${over} pixels too wide`)
        }
        expect(found).to.deep.equal([])
        seat.quiet()
        await seat.leave()
      })
  }

  it(`dialogs: ${DIALOGS.join(', ')} @long`, async () => {
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/posts/5')
    const looked = oneIn(3, DIALOGS)
    const check = async (
      name: (typeof DIALOGS)[number],
      open: () => Promise<unknown>,
      close = () => seat.page.keyboard.press('Escape'),
    ) => {
      await open()
      await seat.page.locator('dialog[open]').last().waitFor()
      if (looked.includes(name)) {
        // Until it has come to rest.
        await seat.page.waitForTimeout(300)
        expect(await faults(seat), name).to.deep.equal([])
      }
      await close()
      await seat.page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await seat.page.getByRole('heading', { name: 'Hello' }).waitFor()
    await check('search', () => seat.page.keyboard.press('Control+k'))
    await check('picker', () => seat.press('Choose Tag'))
    await check('drawer', () => seat.page.getByRole('button', { name: 'Edit Ada' }).click())
    await check('history', () => seat.choose('More', 'History'))
    await check('schedule', () => seat.choose('More', 'Schedule'))
    await seat.open('c/posts')
    await seat.page.getByRole('table').waitFor()
    await seat.press('Filter')
    await seat.press('Add a condition')
    await seat.press('Add a group')
    expect(await faults(seat), 'filter').to.deep.equal([])
    await check(
      'views',
      () => seat.choose('Views', 'Save this view …'),
      async () => {
        await seat.page.getByRole('dialog').getByLabel('Name').fill('Mine')
        await seat.page.keyboard.press('Enter')
      },
    )
    await check('all views', () => seat.choose(/^Views/, 'Manage views …'))
    await seat.page.getByLabel('Select all on this page').check()
    await check('bulk edit', async () => {
      await seat.press('Edit')
      await seat.page.getByLabel('Choose a field').selectOption({ label: 'Summary' })
    })
    await seat.open('media')
    const file = seat.page.locator('.files-grid button').first()
    await check('file', () => file.click())
    const openCrop = async () => {
      await file.click()
      await seat.press('Crop')
      await seat.page.locator('.frame-of').waitFor()
    }
    // The first Escape ends the crop, the second closes the file.
    await check('crop', openCrop, async () => {
      await seat.page.keyboard.press('Escape')
      await seat.page.locator('.frame-of').waitFor({ state: 'detached' })
      await seat.page.keyboard.press('Escape')
    })
    await check('shortcuts', async () => {
      await seat.page.locator('main').focus()
      await seat.page.keyboard.press('?')
    })
    seat.quiet()
    await seat.leave()
  })

  /** `GALLEY_IMAGES=docs/images` renews those that the docs show. */
  it('makes the pictures of the docs @long', async () => {
    const folder = process.env['GALLEY_IMAGES'] ?? temporaryFile('-images')
    await mkdir(folder, { recursive: true })
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    // The package brings them along: with a palette they are a third as large, and look the same.
    const picture = async (name: string) =>
      sharp(await seat.page.screenshot())
        .png({ palette: true, quality: 95, effort: 10 })
        .toFile(path.join(folder, name))
    await seat.open('c/posts')
    await seat.page.getByRole('table').waitFor()
    await picture('list.png')
    await seat.open('c/posts/5')
    await seat.page.locator('.ProseMirror').waitFor()
    await picture('document.png')
    for (const name of ['list.png', 'document.png'])
      expect((await stat(new URL(`../../docs/images/${name}`, import.meta.url))).size).to.be.greaterThan(10_000)
    await seat.leave()
  })

  it('after a wrong password, the next one is typed at once', async () => {
    const seat = await Seat.at(site)
    await seat.open()
    await seat.page.getByLabel('Email').fill('nok@example.org')
    await seat.page.getByLabel('Password').fill('not the password')
    await seat.press('Sign in')
    await seat.page.getByRole('alert').first().waitFor()
    await seat.page.locator('input[type=password]:focus').waitFor()
    await seat.page.getByLabel('Show what you type').check()
    expect(await seat.page.getByLabel('Password').getAttribute('type')).to.equal('text')
    const [heading, message] = await Promise.all([seat.page.locator('h1'), seat.page.getByRole('alert')].map((one) => one.boundingBox()))
    expect(heading!.y, 'the message is below the heading').to.be.lessThan(message!.y)
    seat.quiet(/401/)
    await seat.leave()
  })

  it('loads no more than it may at first, and everything from itself @long', async () => {
    const seat = await Seat.at(site)
    const loaded: { url: string; size: number }[] = []
    seat.page.on('response', async (response) => {
      const { pathname, origin } = new URL(response.url())
      if (!/\.(js|css)$/.test(pathname)) return
      const { responseBodySize } = await response.request().sizes()
      loaded.push({ url: origin + pathname, size: responseBodySize })
    })
    await seat.open()
    await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await seat.page.waitForLoadState('networkidle')
    expect(loaded.length, 'the style, the entry, and one file of everything it needs').to.equal(3)
    expect(loaded.filter(({ url }) => !url.startsWith(`${site.origin}/admin/assets/`))).to.deep.equal([])
    expect(loaded.reduce((sum, { size }) => sum + size, 0)).to.be.lessThan(92_160)
    await seat.leave()
  })
})

/** What axe finds, and what the policy refused. */
async function faults({ page }: Seat): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as any }).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  )
}
