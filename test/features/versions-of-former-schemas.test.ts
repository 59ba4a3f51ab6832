/** Versions from before a change of the schema: they show and compare what they hold, and a restore leaves later fields alone. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from '../migrations/evolving.ts'

type Change = [field: string, before: unknown, after: unknown]

interface Case {
  changed: string
  /** The fields when the first version is made, and its content. */
  from: object[]
  content: object
  /** The fields afterwards, and the save that makes the second version. */
  to: object[]
  saved: object
  /** What the first version shows, with all locales if there are several. */
  shows: object
  /** What the second version changed. */
  changes: Change[]
  /** The document after the first version is restored. */
  restored: object
  /** What the first version has in another way than the live document, which is still the same. */
  live?: Change[]
}

const EN_TH = { locales: ['en', 'th'] }
const title = { name: 'title' }
const localized = { name: 'title', localized: true }

const CASES: Case[] = [
  {
    changed: 'a field is added',
    from: [title],
    content: { title: 'One' },
    to: [title, { name: 'note' }, { name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'] }, { name: 'on', type: 'boolean' }],
    saved: { title: 'Two', note: 'new', tags: ['a'], on: true },
    shows: { title: 'One', note: null, tags: [], on: null },
    changes: [
      ['title', 'One', 'Two'],
      ['note', null, 'new'],
      ['tags', [], ['a']],
      ['on', null, true],
    ],
    restored: { title: 'One', note: 'new', tags: ['a'], on: true },
  },
  {
    changed: 'a field with a default is added',
    from: [title],
    content: { title: 'One' },
    to: [title, { name: 'on', type: 'boolean', defaultValue: false }, { name: 'kind', defaultValue: 'news' }],
    saved: { title: 'Two' },
    shows: { title: 'One', on: null, kind: null },
    changes: [['title', 'One', 'Two']],
    restored: { title: 'One', on: null, kind: null },
  },
  {
    changed: 'a field is no longer hidden',
    from: [title, { name: 'note', hidden: true }],
    content: { title: 'One', note: 'kept' },
    to: [title, { name: 'note' }],
    saved: { title: 'Two', note: 'new' },
    shows: { title: 'One', note: null },
    changes: [
      ['title', 'One', 'Two'],
      ['note', null, 'new'],
    ],
    restored: { title: 'One', note: 'new' },
    live: [['note', 'kept', null]],
  },
  {
    changed: 'rows and a group are added',
    from: [title],
    content: { title: 'One' },
    to: [title, { name: 'rows', type: 'array', fields: [{ name: 'word' }] }, { name: 'seo', type: 'group', fields: [{ name: 'text' }] }],
    saved: { rows: [{ id: 'r1', word: 'new' }], seo: { text: 'new' } },
    shows: { title: 'One', rows: [], seo: { text: null } },
    changes: [
      ['rows', [], [{ id: 'r1', word: 'new' }]],
      ['seo.text', null, 'new'],
    ],
    restored: { title: 'One', rows: [{ id: 'r1', word: 'new' }], seo: { text: 'new' } },
  },
  {
    changed: 'a field is added inside rows',
    from: [{ name: 'rows', type: 'array', fields: [{ name: 'word' }] }],
    content: { rows: [{ id: 'r1', word: 'a' }] },
    to: [{ name: 'rows', type: 'array', fields: [{ name: 'word' }, { name: 'more' }] }],
    saved: { rows: [{ id: 'r1', word: 'b', more: 'new' }] },
    shows: { rows: [{ id: 'r1', word: 'a', more: null }] },
    changes: [['rows', [{ id: 'r1', word: 'a', more: null }], [{ id: 'r1', word: 'b', more: 'new' }]]],
    restored: { rows: [{ id: 'r1', word: 'a', more: 'new' }] },
  },
  {
    changed: 'a field is removed',
    from: [title, { name: 'note' }],
    content: { title: 'One', note: 'gone' },
    to: [title],
    saved: { title: 'Two' },
    shows: { title: 'One' },
    changes: [['title', 'One', 'Two']],
    restored: { title: 'One' },
  },
  {
    changed: 'a field is renamed',
    from: [title],
    content: { title: 'One' },
    to: [{ name: 'heading', renamedFrom: 'title' }],
    saved: { heading: 'Two' },
    shows: { heading: 'One' },
    changes: [['heading', 'One', 'Two']],
    restored: { heading: 'One' },
  },
  {
    changed: 'a field is replaced by one with another name',
    from: [title],
    content: { title: 'One' },
    to: [{ name: 'heading' }],
    saved: { heading: 'Two' },
    shows: { heading: null },
    changes: [['heading', null, 'Two']],
    restored: { heading: 'Two' },
  },
  {
    changed: 'a field moves into a group',
    from: [title],
    content: { title: 'One' },
    to: [{ name: 'seo', type: 'group', fields: [{ name: 'title', renamedFrom: '.title' }, { name: 'text' }] }],
    saved: { seo: { title: 'Two', text: 'new' } },
    shows: { seo: { title: 'One', text: null } },
    changes: [
      ['seo.title', 'One', 'Two'],
      ['seo.text', null, 'new'],
    ],
    restored: { seo: { title: 'One', text: 'new' } },
  },
  {
    changed: 'a field gets another type',
    from: [{ name: 'size' }, title],
    content: { size: '5', title: 'One' },
    to: [{ name: 'size', type: 'number' }, title],
    saved: { size: 6 },
    shows: { size: 5, title: 'One' },
    changes: [['size', 5, 6]],
    restored: { size: 5, title: 'One' },
  },
  {
    changed: 'a field becomes localized',
    from: [title],
    content: { title: 'One' },
    to: [localized],
    saved: { title: { en: 'Two', th: 'สอง' } },
    shows: { title: { en: 'One', th: null } },
    changes: [
      ['title.en', 'One', 'Two'],
      ['title.th', null, 'สอง'],
    ],
    restored: { title: { en: 'One', th: 'สอง' } },
  },
  {
    changed: 'a field stops being localized',
    from: [localized],
    content: { title: { en: 'One', th: 'หนึ่ง' } },
    to: [title],
    saved: { title: 'Two' },
    shows: { title: 'One' },
    changes: [['title', 'One', 'Two']],
    restored: { title: 'One' },
  },
  {
    changed: 'a field inside rows becomes localized',
    from: [{ name: 'rows', type: 'array', fields: [{ name: 'word' }] }],
    content: { rows: [{ id: 'r1', word: 'a' }] },
    to: [{ name: 'rows', type: 'array', fields: [{ name: 'word', localized: true }] }],
    saved: { rows: [{ id: 'r1', word: { en: 'b', th: 'ข' } }] },
    shows: { rows: [{ id: 'r1', word: { en: 'a', th: null } }] },
    changes: [['rows', [{ id: 'r1', word: { en: 'a', th: null } }], [{ id: 'r1', word: { en: 'b', th: 'ข' } }]]],
    restored: { rows: [{ id: 'r1', word: { en: 'a', th: 'ข' } }] },
  },
  {
    changed: 'rows become localized as a whole',
    from: [{ name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'] }],
    content: { tags: ['a'] },
    to: [{ name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'], localized: true }],
    saved: { tags: { en: ['b'], th: ['a', 'b'] } },
    shows: { tags: { en: ['a'], th: [] } },
    changes: [
      ['tags.en', ['a'], ['b']],
      ['tags.th', [], ['a', 'b']],
    ],
    restored: { tags: { en: ['a'], th: ['a', 'b'] } },
  },
]

const slugOf = (index: number, drafts: boolean) => `${drafts ? 'drafts' : 'posts'}${index}`

const statusIf = (drafts: boolean, status: string) => (drafts ? { status } : {})

/** Makes the first version of a document for each case, with and without drafts, and then migrates all of them. */
async function changeSchema(site: Evolving, cases: readonly Case[], was: Partial<Config>, is: Partial<Config>): Promise<void> {
  const each = cases.flatMap((one, index) => [false, true].map((drafts) => ({ ...one, drafts, slug: slugOf(index, drafts) })))
  await site.migrate(
    each.map(({ slug, drafts, from }) => ({ slug, drafts, versions: true, fields: from })),
    was,
  )
  for (const { slug, drafts, content } of each)
    await site.cms.create(slug, { ...content, ...statusIf(drafts, 'published') } as object, { locale: 'all' } as object)
  await site.migrate(
    each.map(({ slug, drafts, to }) => ({ slug, drafts, versions: true, fields: to })),
    is,
  )
}

async function check(cms: Handle, one: Case, slug: string, drafts: boolean): Promise<void> {
  const { saved, shows, changes, restored, live = [] } = one
  const all = { locale: 'all' } as object
  const backwards = changes.map(([field, before, after]): Change => [field, after, before])
  const version = (id: number, compare?: number | 'live') => cms.findVersion(slug, 1, id, { ...all, ...(compare && { compare }) })
  const said = async (id: number, compare: number | 'live'): Promise<Change[]> =>
    ((await version(id, compare)).changes ?? []).flatMap(({ field, before, after }) => (field === 'status' ? [] : [[field, before, after]]))

  await cms.update(slug, 1, { ...saved, ...statusIf(drafts, 'draft') } as object, all)
  const [second, first] = (await cms.findVersions(slug, 1, { changed: true })).docs as any[]
  expect(second.changed.filter((path: string) => path !== 'status')).to.deep.equal(changes.map(([field]) => field))
  expect((await version(first.id)).data).to.deep.include(shows)
  expect(await said(second.id, first.id)).to.deep.equal(changes)
  expect(await said(first.id, second.id)).to.deep.equal(backwards)
  expect(await said(first.id, 'live')).to.deep.equal(drafts ? live : backwards)
  await cms.restoreVersion(slug, 1, first.id)
  expect(await cms.findById(slug, 1, { ...all, ...(drafts && { draft: true }) } as object)).to.deep.include(restored)
}

const ADDED_LOCALE: Case = {
  changed: 'a locale is added',
  from: [localized],
  content: { title: { en: 'One', th: 'หนึ่ง' } },
  to: [localized],
  saved: { title: { de: 'Zwei' } },
  shows: { title: { en: 'One', th: 'หนึ่ง', de: null } },
  changes: [['title.de', null, 'Zwei']],
  restored: { title: { en: 'One', th: 'หนึ่ง', de: 'Zwei' } },
}

for (const database of DATABASES)
  describe(`features/versions of former schemas with ${database.name}`, () => {
    let site: Evolving
    const fresh = () => {
      site = new Evolving(database)
    }
    const end = () => site.end()

    describe('show what they hold after', () => {
      before(async () => {
        fresh()
        await changeSchema(site, CASES, { localization: EN_TH }, { localization: EN_TH })
      })
      after(end)

      for (const [index, one] of CASES.entries())
        for (const drafts of [false, true])
          it(`${one.changed}${drafts ? ', with drafts' : ''}`, () => check(site.cms, one, slugOf(index, drafts), drafts))
    })

    describe('with one document', () => {
      beforeEach(fresh)
      afterEach(end)

      it('show what they hold after a locale is added', async () => {
        await changeSchema(site, [ADDED_LOCALE], { localization: EN_TH }, { localization: { locales: ['en', 'th', 'de'] } })
        for (const drafts of [false, true]) await check(site.cms, ADDED_LOCALE, slugOf(0, drafts), drafts)
      })

      it('fill the empty values of a locale that was added later from the default locale', async () => {
        await site.migrate(posts([title], { versions: true }), { localization: EN_TH })
        await site.cms.create('posts', { title: 'One' })
        await site.migrate(posts([localized], { versions: true }), { localization: EN_TH })
        await site.cms.update('posts', 1, { title: 'สอง' }, { locale: 'th' })
        const inThai = (options: object) => site.cms.findVersion('posts', 1, 1, { locale: 'th', ...options } as object) as any
        expect((await inThai({})).data.title).to.equal('One')
        expect((await inThai({ fallbackLocale: false })).data.title).to.equal(null)
      })

      it('stay closed where a rule about a field depends on fields that were added later', async () => {
        const closed = { name: 'pay', access: { read: ({ data }: any) => data.isSecret !== true } }
        const access = { read: 'anyone', update: 'anyone' }
        await site.migrate(posts([title, { name: 'pay' }], { versions: true, access }))
        await site.cms.create('posts', { title: 'One', pay: 'canary' })
        await site.migrate(posts([title, closed, { name: 'isSecret', type: 'boolean' }], { versions: true, access }))
        const keysForVisitors = async () => Object.keys(((await site.cms.as(null).findVersion('posts', 1, 1)) as any).data)
        await site.cms.update('posts', 1, { isSecret: true })
        expect(await keysForVisitors()).to.not.include('pay')
        await site.cms.update('posts', 1, { isSecret: false })
        expect(await keysForVisitors()).to.include('pay')
      })
    })
  })
