/** A copy of a document says what the original says, in every language, and has rows of its own. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { oneIn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, HOSTS } from '../harness/start.ts'
import { docOf, paragraph } from '../harness/writing.ts'

type Values = Record<string, any>

const words = { name: 'words', localized: true }
const prose = { name: 'prose', type: 'richText' as const, localized: true }
const nested = (depth: number): any[] => [
  words,
  { name: 'plain' },
  { name: 'slug', type: 'slug' },
  ...(depth > 1 ? [{ name: 'rows', type: 'array', fields: nested(depth - 1) }] : []),
]
const block = (depth: number): any => ({
  slug: `level${depth}`,
  fields: [
    words,
    prose,
    { name: 'data', type: 'json' },
    ...(depth > 1 ? [{ name: 'parts', type: 'blocks', blocks: [block(depth - 1)] }] : []),
  ],
})
const fields = (isLocalized: boolean): any[] => {
  const list = [
    { name: 'title', required: true, localized: true },
    { name: 'slug', type: 'slug', from: 'title', localized: true },
    { name: 'address', type: 'slug', from: 'title' },
    { name: 'code', unique: true },
    prose,
    { name: 'data', type: 'json' },
    { name: 'empty', localized: true },
    { name: 'tag', type: 'relationship', to: 'tags', localized: true },
    { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, localized: true },
    { name: 'seo', type: 'group', fields: [words, { name: 'inner', type: 'group', fields: [words, { name: 'key', unique: true }] }] },
    { name: 'rows', type: 'array', fields: nested(3) },
    { name: 'layout', type: 'blocks', blocks: [block(3)] },
    { name: 'links', type: 'array', localized: true, fields: [{ name: 'url' }, { name: 'n', type: 'number' }] },
  ]
  return isLocalized ? list : JSON.parse(JSON.stringify(list, (key, value) => (key === 'localized' ? undefined : value)))
}

const inBoth = (name: string) => ({ en: name, th: `${name} ไทย` })
const written = (name: string) => ({ en: docOf(paragraph(name)), th: docOf(paragraph(`${name} ไทย`)) })
const row = (depth: number): Values => ({
  words: inBoth(`row ${depth}`),
  plain: 'same',
  slug: 'kept',
  ...(depth > 1 && { rows: [row(depth - 1), { words: { en: null, th: 'เท่านั้น' } }] }),
})
const part = (depth: number): Values => ({
  blockType: `level${depth}`,
  words: inBoth(`block ${depth}`),
  prose: written(`block ${depth}`),
  data: { id: 'kept', list: [{ id: 'kept' }] },
  ...(depth > 1 && { parts: [part(depth - 1)] }),
})
const WHOLE: Values = {
  title: inBoth('Elephant'),
  code: 'e1',
  prose: written('long'),
  data: { id: 'kept' },
  empty: { en: null, th: null },
  tag: { en: 1, th: 2 },
  tags: { en: [1], th: [2, 1] },
  seo: { words: inBoth('seo'), inner: { words: inBoth('inner'), key: 'k1' } },
  rows: [row(3), { words: inBoth('second') }],
  layout: [part(3), part(3)],
  links: { en: [{ url: '/a', n: 1 }], th: [{ url: '/ก', n: 1 }, { url: '/ข' }] },
}

const isRow = (value: Values) => typeof value['id'] === 'string' && value['id'] !== 'kept'
const rowIds = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(isRow(value) ? [(value as Values)['id']] : []), ...Object.values(value).flatMap(rowIds)]
const withoutRowIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one) => (one && typeof one === 'object' && isRow(one) ? { ...one, id: undefined } : one)))

describe('admin-components: duplicate', function () {
  this.timeout(90_000)
  let site: Site | undefined
  let seat: Seat | undefined
  afterEach(async () => {
    await seat?.leave()
    await site?.stop()
  })

  const opened = async (drafts: boolean, isLocalized: boolean, isPhone: boolean) => {
    site = await serve(
      {
        ...(isLocalized && { localization: { locales: ['en', 'th'] } }),
        collections: [
          { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
          { slug: 'posts', useAsTitle: 'title', drafts, fields: fields(isLocalized) },
        ],
      },
      { host: isPhone ? HOSTS[1]! : HOSTS[0]!, database: isPhone ? DATABASES[1]! : DATABASES[0]! },
    )
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    for (const name of ['red', 'blue']) await site.cms.create('tags', { name })
    seat = await Seat.at(site, { isPhone })
    return site.cms
  }

  const copied = async (): Promise<number> => {
    await seat!.choose('More', 'Duplicate')
    await seat!.sees('Copy created')
    return 2
  }

  for (const [drafts, locale, isPhone] of [
    [true, 'en', false],
    [false, 'th', true],
  ] as const)
    it(`of a document ${drafts ? 'with' : 'without'} drafts, from its page in '${locale}', keeps all languages @long`, async () => {
      const cms = await opened(drafts, true, isPhone)
      const read = async (id: number): Promise<Values> =>
        (await cms.findById('posts', id, { locale: 'all', depth: 0, ...(drafts && { draft: true }) }))!
      await cms.create('posts', { ...WHOLE, ...(drafts && { status: 'published' }) }, { locale: 'all' })
      if (drafts) await cms.update('posts', 1, { seo: { words: { th: 'ร่าง' } }, status: 'draft' }, { locale: 'all' })
      const before = await read(1)
      await seat!.open(`c/posts/1?locale=${locale}`)
      await seat!.signIn('nok@example.org')
      await seat!.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
      // Typed and not saved by hand: the copy says what the form says.
      await seat!.fill('Plain', 'typed')
      const copy = await read(await copied())

      const title = { en: 'Elephant (copy)', th: 'Elephant ไทย (copy)' }
      const expected = withoutRowIds({ ...before, title, slug: copy['slug'] }) as Values
      expected['rows'][0].plain = 'typed'
      const { id, createdAt, updatedAt, status, ...rest } = withoutRowIds(copy) as Values
      expect(rest).to.deep.include({ code: null, address: 'elephant-copy', slug: { en: 'elephant-copy', th: 'elephant-ไทย-copy' } })
      expected['code'] = expected['seo'].inner.key = null
      for (const name of ['id', 'createdAt', 'updatedAt', 'status']) delete expected[name]
      expect(rest).to.deep.equal({ ...expected, address: 'elephant-copy' })
      expect(status).to.equal(drafts ? 'draft' : undefined)
      const [ids, others] = [rowIds(copy), rowIds(before)]
      expect(ids).to.have.length(others.length)
      expect(new Set([...ids, ...others]).size, 'every row has an id of its own').to.equal(ids.length * 2)
      seat!.quiet()
    })

  it('of a document that was written in Thai only keeps its Thai words, and takes none from them @long', async () => {
    const cms = await opened(false, true, false)
    const only = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(only)
      if (typeof value !== 'object' || value === null) return value
      if ('th' in value) return { en: null, th: value.th }
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, only(one)]))
    }
    const thai = only({ ...WHOLE, tags: { en: [], th: [2, 1] }, links: { en: [], th: [{ url: '/ก', n: 1 }] } }) as Values
    await cms.create('posts', { title: WHOLE['title'].th }, { locale: 'th' })
    await cms.update('posts', 1, { ...thai, tags: { th: [2, 1] }, links: { th: [{ url: '/ก', n: 1 }] } }, { locale: 'all' })
    const before = (await cms.findById('posts', 1, { locale: 'all', depth: 0 })) as Values
    for (const locale of ['th', 'en']) {
      await seat!.open(`c/posts/1?locale=${locale}`)
      if (locale === 'th') await seat!.signIn('nok@example.org')
      await seat!.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
      await copied()
      const { id, createdAt, updatedAt, slug, address, ...copy } = withoutRowIds(
        (await cms.find('posts', { locale: 'all', depth: 0, sort: '-id', limit: 1 })).docs[0],
      ) as Values
      const expected = { ...before, title: { en: null, th: 'Elephant ไทย (copy)' }, code: null } as Values
      for (const name of ['id', 'createdAt', 'updatedAt', 'slug', 'address']) delete expected[name]
      expected['seo'].inner.key = null
      expect(copy, locale).to.deep.equal(withoutRowIds(expected))
      expect(slug.en, locale).to.equal(null)
    }
    seat!.quiet()
  })

  it('of a document in one language keeps everything too @long', async () => {
    const cms = await opened(false, false, false)
    const only = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(only)
      if (typeof value !== 'object' || value === null) return value
      if ('en' in value) return only(value.en)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, only(one)]))
    }
    await cms.create('posts', only(WHOLE) as Values)
    const before = (await cms.findById('posts', 1, { depth: 0 })) as Values
    await seat!.open('c/posts/1')
    await seat!.signIn('nok@example.org')
    await seat!.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
    const copy = (await cms.findById('posts', await copied(), { depth: 0 })) as Values
    for (const name of ['prose', 'data', 'tag', 'tags', 'rows', 'layout', 'links'])
      expect(withoutRowIds(copy[name]), name).to.deep.equal(withoutRowIds(before[name]))
    expect(copy).to.include({ title: 'Elephant (copy)', slug: 'elephant-copy', code: null })
    expect(copy['seo']).to.deep.equal({ words: 'seo', inner: { words: 'inner', key: null } })
    seat!.quiet()
  })

  for (const isPhone of [false, true])
    it(`gives texts of their own to what no two documents may share, and asks for the rest${isPhone ? ', on a phone @long' : ''} @long`, async () => {
      site = await serve(
        {
          localization: { locales: ['en', 'th'] },
          collections: [
            {
              slug: 'parts',
              useAsTitle: 'title',
              fields: [
                { name: 'title', unique: true, required: true, localized: true },
                { name: 'code', unique: true, required: true, maxLength: 5 },
                { name: 'note', unique: true, required: true, localized: true },
                { name: 'free', unique: true },
                { name: 'text', localized: true },
              ] as any[],
            },
            {
              slug: 'people',
              useAsTitle: 'name',
              fields: [
                { name: 'name' },
                { name: 'email', type: 'email', unique: true, required: true },
                { name: 'number', type: 'number', unique: true, required: true },
                { name: 'key', unique: true, required: true, pattern: '^[A-Z]{3}$' },
                { name: 'bio', localized: true },
              ] as any[],
            },
          ],
        },
        { host: isPhone ? HOSTS[1]! : HOSTS[0]!, database: isPhone ? DATABASES[1]! : DATABASES[0]! },
      )
      const { cms } = site
      await makeUser(cms, 'nok@example.org', { role: 'admin' })
      seat = await Seat.at(site, { isPhone })
      const all = async (slug: string) => (await cms.find(slug, { locale: 'all', sort: 'id' })).docs as any[]

      const each = (en: string, th: string) => ({ en, th })
      const part = { title: each('Cup', 'ถ้วย'), code: 'CUP10', note: each('one of us', 'หนึ่ง'), free: 'f', text: each('a', 'ก') }
      await cms.create('parts', part, { locale: 'all' })
      await seat.enter('nok@example.org')
      await seat.open('c/parts/1')
      for (const id of [2, 3]) {
        await seat.open('c/parts/1')
        await seat.page.locator('#f-code').waitFor()
        await seat.choose('More', 'Duplicate')
        await seat.page.waitForURL(new RegExp(`/c/parts/${id}$`))
      }
      const copies = (await all('parts')).slice(1).map(({ title, code, note, free, text }) => ({ title, code, note, free, text }))
      expect(copies).to.deep.equal([
        { ...part, title: each('Cup (copy)', 'ถ้วย (copy)'), code: 'CUP-2', note: each('one of us (copy)', 'หนึ่ง-2'), free: null },
        { ...part, title: each('Cup (copy 2)', 'ถ้วย (copy 2)'), code: 'CUP-3', note: each('one of us (copy 2)', 'หนึ่ง-3'), free: null },
      ])

      await cms.create('people', { name: 'Ada', email: 'ada@x.org', number: 7, key: 'ADA', bio: each('long', 'ยาว') }, { locale: 'all' })
      await seat.open('c/people/1')
      const dialog = seat.page.getByRole('dialog', { name: 'A copy needs its own values here' })
      await seat.page.locator('#f-key').waitFor()
      await seat.choose('More', 'Duplicate')
      await dialog.waitFor()
      expect(await dialog.getByLabel('Email').inputValue()).to.equal('ada@x.org')
      expect(await dialog.getByLabel('Name').count(), 'what the copy takes over').to.equal(0)
      await dialog.getByLabel('Email').fill('bob@x.org')
      await dialog.getByLabel('Number').fill('7')
      await dialog.getByLabel('Key').fill('BOB')
      await dialog.getByRole('button', { name: 'Create copy' }).click()
      await dialog.getByText('Another document already has this value').waitFor()
      expect(await dialog.getByLabel('Email').count(), 'what is settled').to.equal(0)
      await dialog.getByLabel('Number').fill('8')
      await dialog.getByRole('button', { name: 'Create copy' }).click()
      await seat.page.waitForURL(/\/c\/people\/[^1]$/)
      const [, copy] = await all('people')
      expect(copy).to.deep.include({ name: 'Ada (copy)', email: 'bob@x.org', number: 8, key: 'BOB', bio: each('long', 'ยาว') })

      await seat.choose('More', 'Duplicate')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await all('people')).to.have.length(2)
      seat.quiet(/400/)
    })

  /** What happens to the answer of the first try; the server has made the copy unless it never heard of it. */
  const LOST: [string, (route: Route) => Promise<unknown>][] = [
    ['is lost', async (route) => [await route.fetch(), await route.abort('connectionreset')]],
    ['is a 502 of a proxy', async (route) => [await route.fetch(), await route.fulfill({ status: 502, body: 'Bad gateway' })]],
    ['never comes, because the request did not arrive', (route) => route.abort('connectionfailed')],
  ]
  for (const [index, [what, lose]] of oneIn(2, [...LOST.entries()]))
    for (const isTypedOn of [false, true])
      it(`makes one copy where the first answer ${what}${isTypedOn ? ', and somebody types on' : ''} @long`, async () => {
        const number = index % 2
        site = await serve(
          {
            localization: { locales: ['en', 'th'] },
            collections: [
              {
                slug: 'posts',
                useAsTitle: 'title',
                drafts: true,
                versions: true,
                fields: [
                  { name: 'title', localized: true, unique: !isTypedOn, required: true },
                  { name: 'plain' },
                  { name: 'note' },
                  { name: 'rows', type: 'array', fields: [words] },
                ] as any[],
              },
            ],
          },
          { host: HOSTS[number]!, database: DATABASES[number]! },
        )
        const { cms } = site
        await makeUser(cms, 'nok@example.org', { role: 'admin' })
        const original = { title: inBoth('Elephant'), plain: 'plain', note: 'note', rows: [{ words: inBoth('row') }], status: 'published' }
        await cms.create('posts', original, { locale: 'all' })
        seat = await Seat.at(site, { as: 'nok@example.org', isPhone: number === 1 })
        await seat.open('c/posts/1')
        await seat.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
        const all = async () => (await cms.find('posts', { locale: 'all', depth: 0, sort: 'id', draft: true })).docs as Values[]

        let tries = 0
        await seat.page.route(/\/api\/cms\/posts(\?|$)/, (route) =>
          route.request().method() === 'POST' && tries++ === 0 ? lose(route) : route.continue(),
        )
        await seat.choose('More', 'Duplicate')
        await seat.sees(/can’t be reached|Bad Gateway/i)
        if (isTypedOn) {
          await seat.fill('Plain', 'typed on')
          await seat.fill('Note', '')
        }
        await seat.choose('More', 'Duplicate')
        await seat.page.waitForURL(/\/c\/posts\/2$/)
        const copy = { title: inBoth('Elephant'), plain: isTypedOn ? 'typed on' : 'plain', note: isTypedOn ? '' : 'note', status: 'draft' }
        for (const locale of ['en', 'th'] as const) copy.title[locale] += ' (copy)'
        const docs = await all()
        expect(docs).to.have.length(2)
        expect(docs[1]).to.deep.include(copy)
        expect(withoutRowIds(docs[1]!['rows'])).to.deep.equal(withoutRowIds(docs[0]!['rows']))

        await seat.open('c/posts/1')
        await seat.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
        await seat.choose('More', 'Duplicate')
        await seat.page.waitForURL(/\/c\/posts\/3$/)
        expect(await all(), 'the next copy is another one').to.have.length(3)
        seat.quiet(/ERR_CONNECTION|502|422/)
      })

  it('makes another copy where somebody deleted the one whose answer was lost, which stays in the trash as it is @long', async () => {
    site = await serve({
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, trash: true, fields: [{ name: 'title' }, { name: 'plain' }] as any[] },
      ],
    })
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin' })
    await cms.create('posts', { title: 'Elephant', plain: 'plain', status: 'published' })
    seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/posts/1')
    await seat.page.getByLabel('Plain').first().waitFor({ state: 'attached' })
    let tries = 0
    await seat.page.route(/\/api\/cms\/posts(\?|$)/, (route) =>
      route.request().method() === 'POST' && tries++ === 0 ? LOST[0]![1](route) : route.continue(),
    )
    await seat.choose('More', 'Duplicate')
    await seat.sees(/can’t be reached/)
    await cms.delete('posts', 2)
    await seat.fill('Plain', 'typed on')
    await seat.choose('More', 'Duplicate')
    await seat.page.waitForURL(/\/c\/posts\/3$/)
    expect(await cms.findById('posts', 3, { draft: true })).to.include({ title: 'Elephant (copy)', plain: 'typed on' })
    const { docs } = await cms.find('posts', { draft: true, trash: true } as object)
    expect((docs as Values[]).find(({ id }) => id === 2)).to.include({ plain: 'plain' })
    seat.quiet(/ERR_CONNECTION|422|404/)
  })
})
