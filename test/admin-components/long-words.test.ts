/** Words that no line holds, such as URLs and German compounds: they are broken where they are shown, and no page becomes wider than its window. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { isDrawn, longUnlessDrawn, quickAndLong } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'

const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunter'
const SLUG = WORD.toLowerCase().slice(0, 31)
/** Long enough for a title to be wider than a page, too. */
const TITLE = WORD.repeat(3)

const fields = [
  { name: 'name', label: WORD, description: TITLE, required: true },
  { name: 'notes', type: 'textarea' as const, label: `2${WORD}` },
  { name: 'kind', type: 'select' as const, label: `3${WORD}`, options: [{ value: 'a', label: TITLE }] },
  { name: 'others', type: 'relationship' as const, to: 'notes', hasMany: true, label: `4${WORD}` },
  { name: 'beside', label: `5${WORD}`, description: TITLE, admin: { position: 'sidebar' as const } },
  { name: 'within', type: 'relationship' as const, to: 'notes', label: `6${WORD}` },
]

const PAGES = [
  '',
  'c/notes',
  'c/notes?view=cards',
  `c/notes?q=${WORD}`,
  `c/notes?filter=${encodeURIComponent(JSON.stringify({ name: { contains: WORD } }))}`,
  'c/notes?trash=1',
  'c/notes/1',
  'c/notes/new',
  'c/branches',
  'c/users',
  'c/users/2',
  'g/imprint',
  'media',
  'account',
  'system/status',
  'system/audit',
  'system/roles',
  'system/keys',
  'system/api',
  'system/deliveries',
  'nowhere',
]

const LOOKS = [
  { width: 1280, dir: 'ltr' },
  { width: 1280, dir: 'rtl' },
  { width: 390, dir: 'ltr' },
  { width: 390, dir: 'rtl' },
] as const

describe('admin-components: long words', function () {
  this.timeout(120_000)
  let site: Site
  let seat: Seat
  before(async () => {
    const labels = { singular: WORD, plural: TITLE }
    site = await serve({
      serverURL: 'http://localhost',
      auth: { rbac: true, roles: ['admin', SLUG] },
      apiKeys: true,
      audit: true,
      upload: { folders: true, mimeTypes: ['text/plain'] },
      webhooks: [{ url: `http://127.0.0.1:9/${TITLE}`, secret: 'aaaaaaaaaaaaaaaaaaaaaaaa' }],
      admin: {
        brand: { name: TITLE },
        languages: [{ code: 'ar', name: 'العربية', dir: 'rtl', texts: {} }],
      },
      collections: [
        {
          slug: 'notes',
          labels,
          description: TITLE,
          useAsTitle: 'name',
          drafts: true,
          versions: true,
          schedule: true,
          trash: true,
          fields,
        },
        {
          slug: 'branches',
          labels,
          useAsTitle: 'name',
          admin: { list: { tree: 'within' } },
          fields: [{ name: 'name' }, { name: 'within', type: 'relationship', to: 'branches' }],
        },
      ],
      globals: [{ slug: 'imprint', label: TITLE, fields }],
    })
    const { cms } = site
    await makeUser(cms, 'ada@example.org', { role: 'admin', name: TITLE })
    await makeUser(cms, `${SLUG}@example.org`, { role: SLUG, name: TITLE })
    const one = { name: TITLE, notes: TITLE, kind: 'a', beside: TITLE }
    await cms.create('notes', { ...one, status: 'published' } as object)
    await cms.create('notes', { ...one, others: [1], within: 1 } as object)
    await cms.delete('notes', ((await cms.create('notes', one as object)) as { id: number }).id)
    await cms.update('notes', 1, { notes: WORD, others: [2], status: 'draft' } as object)
    await cms.create('branches', { name: TITLE })
    await cms.create('branches', { name: TITLE, within: 1 })
    seat = await Seat.at(site, { as: 'ada@example.org' })
    const { request } = seat.context
    const { csrfToken } = await (await request.get(`${site.origin}/api/cms/users/me`)).json()
    const headers = { 'x-csrf-token': csrfToken, origin: site.origin }
    const post = async (path: string, data: object) => {
      const answer = await request.post(`${site.origin}/api/cms${path}`, { headers, data })
      expect(answer.ok(), `${path}: ${await answer.text()}`).to.equal(true)
    }
    await post('/notes', one)
    await post('/api-keys', { name: TITLE, role: 'admin' }).catch(() => post('/api-keys', { name: TITLE }))
    await post('/media-folders', { name: WORD })
    await post('/admin/views', { collection: 'notes', query: 'q=a', name: WORD, sharedWith: null })
    const file = { name: `${TITLE}.txt`, mimeType: 'text/plain', buffer: Buffer.from('one') }
    const answer = await request.post(`${site.origin}/api/cms/media`, { headers, multipart: { file } })
    expect(answer.ok(), await answer.text()).to.equal(true)
  })
  after(() => site?.stop())

  /** What is wider than the window, and the innermost elements that reach out of it. */
  const tooWide = () =>
    seat.page.evaluate(`(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth && scrollX === 0) return []
      const all = [...document.querySelector('cms-admin').shadowRoot.querySelectorAll('main *')]
      const out = all.filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && one.checkVisibility() && !one.closest('svg, .unseen, .table-frame') && (left < -1 || right > clientWidth + 1)
      })
      return [scrollWidth + ' of ' + clientWidth, ...out.slice(-3).map((one) => one.localName + '.' + one.className + ' in ' + [1, 2, 3, 4, 5].reduce(([path, at]) => [path + ' < ' + at?.localName + '.' + at?.className, at?.parentElement], ['', one.parentElement])[0] + ' ' + one.textContent.trim().slice(0, 20))]
    })()`)

  for (const look of LOOKS)
    for (const [end, pages] of quickAndLong(
      3,
      PAGES.filter((page) => isDrawn(look, LOOKS, page)),
    ))
      it(`are broken on every page, ${look.width} pixels wide, ${look.dir}${longUnlessDrawn(look, LOOKS, 'l')}${end}`, async () => {
        await seat.page.setViewportSize({ width: look.width, height: 860 })
        await seat.open('account')
        await seat.page.evaluate(`localStorage.setItem('galley:language', '${look.dir === 'rtl' ? 'ar' : 'en'}')`)
        const found: Record<string, unknown> = {}
        for (const path of pages) {
          await seat.open(path)
          await seat.page.waitForLoadState('networkidle')
          await seat.page.locator('main h1').first().waitFor()
          await seat.page.locator('main .ghost').first().waitFor({ state: 'detached' })
          const wide = (await tooWide()) as string[]
          if (wide.length > 0) found[`/${path}`] = wide
        }
        expect(found).to.deep.equal({})
      })
})
