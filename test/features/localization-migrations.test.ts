/** Languages that come, go and change places: every value survives, by development sync and by migration files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Field } from '../../lib/field-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { DATABASES, end, SECRET, temporaryFile } from '../harness/start.ts'

interface Languages {
  locales: string[]
  defaultLocale?: string
}

const EN_TH: Languages = { locales: ['en', 'th'] }
const TH_EN: Languages = { locales: ['en', 'th'], defaultLocale: 'th' }

const fields = (localized: boolean, more: Record<string, object> = {}): Field[] => [
  { name: 'title', localized, unique: true, ...more['title'] },
  { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, localized, ...more['tags'] },
  {
    name: 'links',
    type: 'array',
    localized,
    fields: [
      { name: 'to', type: 'relationship', to: 'tags' },
      { name: 'url', ...more['url'] },
    ],
  },
  { name: 'seo', type: 'group', fields: [{ name: 'text', localized, ...more['text'] }] },
  {
    name: 'rows',
    type: 'array',
    fields: [
      { name: 'word', localized, ...more['word'] },
      { name: 'tag', type: 'relationship', to: 'tags', localized },
    ],
  },
]

for (const database of DATABASES) {
  for (const manner of ['development sync', 'migration files'] as const) {
    describe(`features/localization: changes by ${manner} with ${database.name}`, () => {
      let db: DatabaseAdapter
      let folder: string
      let last: Handle | undefined
      let step = 0

      beforeEach(() => {
        db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
        folder = mkdtempSync(path.join(tmpdir(), 'galley-migrations-'))
      })
      afterEach(async () => {
        await end(last)
        rmSync(folder, { recursive: true })
      })

      /** Opens with this schema, after bringing the database to it. */
      async function change(localization: Languages | undefined, list: Field[]): Promise<Handle> {
        await last?.stop()
        const config = {
          secret: SECRET,
          db,
          ...(localization && { localization }),
          collections: [
            { slug: 'posts', drafts: true, versions: true, fields: list },
            { slug: 'tags', fields: [{ name: 'name' }] },
          ],
          log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        }
        last = await createCms(config, { migrate: false })
        const { store, settings, model } = last.engine
        const migrator = new Migrator(store, settings.log)
        if (manner === 'development sync') await migrator.apply(last.engine.tables(), model)
        else {
          const at = new Date(Date.UTC(2030, 0, 1, 0, 0, step++))
          await migrationFiles(folder, 'step', last.engine.tables(), at, await migrator.applied(), store.dialect)
          for (const file of await readMigrations(folder, store.dialect.name)) await migrator.applyFile(file, at.toISOString())
        }
        expect(await migrator.plan(last.engine.tables()), 'nothing is left to do').to.deep.equal([])
        return last
      }

      const data = (word: string, ids: number[]) => ({
        title: word,
        tags: ids,
        links: [{ id: word, to: ids[0], url: `/${word}` }],
        seo: { text: word },
        rows: [{ id: 'r', word, tag: ids[0] }],
      })
      const read = async (locale?: string, options = {}): Promise<any> =>
        last!.findById('posts', 1, { depth: 0, draft: true, ...(locale && { locale, fallbackLocale: false }), ...options })
      const expectWord = async (word: string, ids: number[], locale?: string) => {
        const doc = await read(locale)
        expect({ title: doc.title, tags: doc.tags, links: doc.links, seo: doc.seo, rows: doc.rows }, `${locale}`).to.deep.equal(
          data(word, ids),
        )
        const where = {
          and: [
            { tags: { in: ids } },
            { 'links.to': { equals: ids[0] } },
            { title: { equals: word } },
            { 'seo.text': { equals: word } },
            { 'rows.word': { equals: word } },
            { 'rows.tag': { equals: ids[0] } },
          ],
        }
        const found = await last!.find('posts', { where, ...(locale && { locale, fallbackLocale: false }), draft: true })
        expect(found.totalDocs, `found by what it holds in ${locale}`).to.equal(1)
      }

      async function published(localization: Languages | undefined, list: Field[]): Promise<void> {
        await change(localization, list)
        for (let n = 0; n < 3; n++) await last!.create('tags', { name: `t${n}` })
      }

      it('switches localized on: values become those of the default locale', async () => {
        await published(undefined, fields(false))
        await last!.create('posts', { ...data('one', [1, 2]), status: 'published' })
        await change(TH_EN, fields(true))
        await expectWord('one', [1, 2], 'th')
        expect((await read('en')).title).to.equal(null)
        expect((await last!.findVersion('posts', 1, 1, { locale: 'all' })).data['title']).to.deep.equal({ en: null, th: 'one' })
      })

      it('switches localized off and on again: the default’s values stay in use, the others come back @long', async () => {
        await published(TH_EN, fields(true))
        await last!.create('posts', { ...data('en', [1]), status: 'published' }, { locale: 'en' })
        await last!.update('posts', 1, data('th', [2, 3]), { locale: 'th' })
        await change(TH_EN, fields(false))
        await expectWord('th', [2, 3])
        await last!.update('posts', 1, data('new', [3, 1]))
        await change(TH_EN, fields(true))
        await expectWord('new', [3, 1], 'th')
        await expectWord('en', [1], 'en')
      })

      it('gives localization up altogether and takes it up again under another default @long', async () => {
        await published(EN_TH, fields(true))
        await last!.create('posts', { ...data('en', [1]), status: 'published' })
        await last!.update('posts', 1, data('th', [2]), { locale: 'th' })
        await change(undefined, fields(false))
        await expectWord('en', [1])
        await change(TH_EN, fields(true))
        await expectWord('en', [1], 'th')
        const { parked } = await new Migrator(last!.engine.store, last!.engine.settings.log).applied()
        expect(
          parked.map((one) => one.column),
          'what stood there makes way, and stays',
        ).to.include('$old1$title__th')
      })

      it('changes the default locale without touching a value', async () => {
        await published(EN_TH, fields(true))
        await last!.create('posts', { ...data('en', [1]), status: 'published' })
        await last!.update('posts', 1, data('th', [2]), { locale: 'th' })
        await change(TH_EN, fields(true))
        await expectWord('th', [2])
        await expectWord('th', [2], 'th')
        await expectWord('en', [1], 'en')
      })

      it('adds a locale, removes it, and finds its values again @long', async () => {
        await published(EN_TH, fields(true))
        await last!.create('posts', { ...data('en', [1]), status: 'published' })
        const three = { locales: ['en', 'th', 'fr'] }
        await change(three, fields(true))
        expect((await last!.findById('posts', 1, { locale: 'fr' }))!['title']).to.equal('en')
        await last!.update('posts', 1, data('fr', [3]), { locale: 'fr' })
        await change(EN_TH, fields(true))
        await expectWord('en', [1], 'en')
        await last!.update('posts', 1, { title: 'en2' })
        await change(three, fields(true))
        await expectWord('fr', [3], 'fr')
        expect((await read('en')).title).to.equal('en2')
      })

      it('renames fields in every locale, in rows, in pending drafts and versions, and remembers it when the word is gone', async () => {
        await published(EN_TH, fields(true))
        await last!.create('posts', { ...data('en', [1]), status: 'published' })
        await last!.update('posts', 1, data('th', [2]), { locale: 'th' })
        await last!.update('posts', 1, { ...data('next', [3]), status: 'draft' }, { locale: 'th' })
        const [title, tags, url, text] = [
          { name: 'heading', renamedFrom: 'title' },
          { name: 'topics', renamedFrom: 'tags' },
          { name: 'href', renamedFrom: 'url' },
          { name: 'words', renamedFrom: 'text' },
        ]
        const word = { name: 'term', renamedFrom: 'word' }
        await change(EN_TH, fields(true, { title, tags, url, text, word }))
        const check = async () => {
          expect(await read('th')).to.deep.include({
            heading: 'next',
            topics: [3],
            links: [{ id: 'next', to: 3, href: '/next' }],
            seo: { words: 'next' },
            rows: [{ id: 'r', term: 'next', tag: 3 }],
          })
          expect(await read('th', { draft: false })).to.deep.include({
            heading: 'th',
            topics: [2],
            links: [{ id: 'th', to: 2, href: '/th' }],
          })
          expect(await read('en')).to.deep.include({ heading: 'en', seo: { words: 'en' }, rows: [{ id: 'r', term: 'en', tag: 1 }] })
          expect((await last!.find('posts', { where: { topics: { equals: 2 } }, locale: 'th' })).totalDocs).to.equal(1)
          expect((await last!.findVersion('posts', 1, 1)).data).to.deep.include({ heading: 'en', topics: [1] })
        }
        await check()
        await change(
          EN_TH,
          fields(true, { title: { name: 'heading' }, tags: { name: 'topics' }, url, text: { name: 'words' }, word: { name: 'term' } }),
        )
        await check()
      })

      it('converts what is set aside as well', async () => {
        await published(EN_TH, [{ name: 'n', localized: true }])
        await last!.create('posts', { n: '7', status: 'published' })
        await last!.update('posts', 1, { n: '12', status: 'draft' })
        await change(EN_TH, [{ name: 'n', type: 'number', localized: true }])
        expect((await read('en')).n).to.equal(12)
        expect((await read('en', { draft: false })).n).to.equal(7)
        expect((await last!.findVersion('posts', 1, 1)).data['n']).to.equal(7)
      })
    })
  }
}
