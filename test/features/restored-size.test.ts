/** What could be saved can be restored: a restore writes every language, and those without a value take no room in the rows. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { LARGEST_DOCUMENT } from '../../lib/operations/limit-size.ts'
import { drawn } from '../harness/depth.ts'
import { configWith, EVERY_DRIVER, end } from '../harness/start.ts'

const LOCALES = ['en', 'th', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da']
/** Long enough that the keys of all locales, in as many rows, are more than a document may have. */
const NAME = 'w'.repeat(50)
const ROWS = 7000

for (const database of drawn(EVERY_DRIVER, 'restored-size'))
  describe(`features/restored-size with ${database.name}`, () => {
    let cms: Handle
    let editor: Handle
    before(async () => {
      const rows = {
        name: 'rows',
        type: 'array',
        maxRows: ROWS,
        fields: [
          { name: 'v', type: 'number' },
          { name: NAME, localized: true },
          { name: 'tags', type: 'select', options: ['a'], hasMany: true, localized: true },
        ],
      }
      const fields = [{ name: 'title', localized: true }, rows]
      const config = {
        localization: { locales: LOCALES },
        collections: [
          { slug: 'pages', versions: true, access: { read: 'anyone' }, fields },
          { slug: 'posts', versions: true, drafts: true, access: { read: 'anyone' }, fields },
        ],
      }
      cms = await createCms(configWith(database, config as never, []))
      editor = cms.as({ id: 1, role: 'admin' })
    })
    after(() => end(cms))

    it('restores a long document that was saved in one language @long', async () => {
      expect(ROWS * LOCALES.length * `"${NAME}__en":null,`.length).to.be.greaterThan(LARGEST_DOCUMENT)
      const { id, rows } = await editor.create('pages', { title: 'first', rows: Array.from({ length: ROWS }, () => ({ v: 1 })) })
      await editor.update('pages', id, { title: 'second' })
      const first = (await cms.findVersions('pages', id)).docs.at(-1)!
      const restored = await editor.restoreVersion('pages', id, first.id)
      expect(restored).to.deep.include({ title: 'first', rows })
      await editor.update('pages', id, { rows: (await editor.findById('pages', id, { locale: 'all' }))!.rows }, { locale: 'all' })
      expect((await editor.findById('pages', id))!.rows).to.deep.equal(rows)
    }).timeout(120_000)

    it('empties what a later save filled in, in every language', async () => {
      const tags = ['a']
      const { id, rows } = await editor.create('pages', { title: 'x', rows: [{ v: 1, [NAME]: 'one' }, { v: 2 }] })
      await editor.update('pages', id, { rows: rows.map((row: object) => ({ ...row, [NAME]: 'later', tags })) })
      await editor.update('pages', id, { rows: rows.map((row: object) => ({ ...row, [NAME]: 'ภายหลัง', tags })) }, { locale: 'th' })
      const first = (await cms.findVersions('pages', id)).docs.at(-1)!
      await editor.restoreVersion('pages', id, first.id)
      const empty = (values: object) => Object.fromEntries(LOCALES.map((locale) => [locale, (values as any)[locale] ?? null]))
      const { rows: after } = (await editor.findById('pages', id, { locale: 'all' }))!
      expect(after.map((row: any) => row[NAME])).to.deep.equal([empty({ en: 'one' }), empty({})])
      expect(after.map((row: any) => Object.values(row.tags).flat())).to.deep.equal([[], []])
      const thai = await editor.findById('pages', id, { locale: 'th' })
      expect(thai!.rows.map((row: any) => row[NAME])).to.deep.equal(['one', null])
      const found = await editor.find('pages', { where: { [`rows.${NAME}`]: { equals: 'later' } } })
      expect(found.totalDocs).to.equal(0)
    })

    it('keeps a restored version as a draft that is as short as what is live @long', async () => {
      const live = { title: 'first', rows: Array.from({ length: ROWS }, () => ({ v: 1 })), status: 'published' }
      const { id, rows } = await editor.create('posts', live)
      await editor.update('posts', id, { title: 'second' })
      const first = (await cms.findVersions('posts', id)).docs.at(-1)!
      expect(await editor.restoreVersion('posts', id, first.id)).to.deep.include({ title: 'first', rows, status: 'draft' })
      expect(await editor.findById('posts', id)).to.deep.include({ title: 'second', rows })
      expect(await editor.update('posts', id, { status: 'published' })).to.deep.include({ title: 'first', rows })
      expect(await editor.findById('posts', id)).to.deep.include({ title: 'first', rows })
    }).timeout(120_000)

    it('empties with a draft what is live in a language, once it is published', async () => {
      const { id, rows } = await editor.create('posts', { title: 'x', rows: [{ v: 1 }, { v: 2 }], status: 'published' })
      const named = (text: string | null, tags: string[]) => rows.map((row: object) => ({ ...row, [NAME]: text, tags }))
      await editor.update('posts', id, { rows: named('one', ['a']) })
      await editor.update('posts', id, { rows: named('หนึ่ง', ['a']) }, { locale: 'th' })
      const words = async (draft: boolean) => {
        const { rows } = (await editor.findById('posts', id, { locale: 'all', draft }))!
        return rows.map((row: any) => [row[NAME].en, row[NAME].th, row.tags.en, row.tags.th])
      }
      const [whole, thai, none] = [
        ['one', 'หนึ่ง', ['a'], ['a']],
        [null, 'หนึ่ง', [], ['a']],
        [null, null, [], []],
      ]
      await editor.update('posts', id, { rows: named(null, []), status: 'draft' })
      expect(await words(true)).to.deep.equal([thai, thai])
      await editor.update('posts', id, { rows: named(null, []), status: 'draft' }, { locale: 'th' })
      expect(await words(true)).to.deep.equal([none, none])
      expect(await words(false)).to.deep.equal([whole, whole])
      await editor.update('posts', id, { status: 'published' }, { locale: 'de' })
      expect(await words(false)).to.deep.equal([none, none])
      const oldest = (await cms.findVersions('posts', id)).docs.at(-1)!
      await editor.update('posts', id, { rows: named('two', ['a']) })
      await editor.restoreVersion('posts', id, oldest.id)
      expect(await words(true)).to.deep.equal([none, none])
      await editor.update('posts', id, { status: 'published' })
      expect(await words(false)).to.deep.equal([none, none])
    })
  })
