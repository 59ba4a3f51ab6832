/** A relation to one that takes several, and back: filters and 'where used' find everything at once, pending drafts included. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { configWith, DATABASES, end, temporaryFile } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const LOCALES = { locales: ['en', 'th'], defaultLocale: 'en' }

for (const database of DATABASES) {
  describe(`migrations/references with ${database.name}`, function () {
    this.timeout(60_000)
    let db: DatabaseAdapter
    let last: Handle | undefined
    beforeEach(() => {
      db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
    })
    afterEach(() => end(last))

    async function open(hasMany: boolean, migrate = true): Promise<Handle> {
      await last?.stop()
      last = undefined
      const relation = (name: string, more: object = {}) => ({ name, type: 'relationship', to: 'tags', hasMany, ...more })
      const collections = [
        { slug: 'tags', fields: [{ name: 'name' }] },
        {
          slug: 'posts',
          drafts: true,
          fields: [
            { name: 'title' },
            relation('tag'),
            relation('local', { localized: true }),
            { name: 'deep', type: 'group', fields: [relation('inner')] },
            { name: 'rows', type: 'array', fields: [{ name: 'one', type: 'relationship', to: 'tags' }] },
          ],
        },
      ]
      last = await createCms(configWith(database, { db, collections, localization: LOCALES, jobsTimer: false } as object), { migrate })
      return last
    }
    const withPlan = async (hasMany: boolean) => {
      const cms = await open(hasMany, false)
      await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
      return open(hasMany)
    }
    const withFile = async (hasMany: boolean) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-migrations-'))
      const cms = await open(hasMany, false)
      const { dialect } = cms.engine.store
      await migrationFiles(folder, 'several', cms.engine.tables(), new Date(), await cms.engine.migrator.applied(), dialect)
      for (const file of await readMigrations(folder, dialect.name)) await cms.engine.migrator.applyFile(file, '2026-01-01')
      rmSync(folder, { recursive: true })
      return open(hasMany)
    }
    const found = async (cms: Handle, path: string, tag: number, more: object = {}) =>
      (await cms.find('posts', { where: { [path]: { equals: tag } }, sort: 'id', ...more } as any)).docs.map((doc: any) => doc.id)
    const uses = async (cms: Handle, tag: number) =>
      (await cms.references('tags', tag)).references
        .map(({ id, fields, draft }: any) => `${id} ${fields.join()}${draft ? ' in its draft' : ''}`)
        .sort()

    /** Post 1 points to tag 1 everywhere, its pending draft to tag 2; post 2 to tag 2. */
    async function fill(cms: Handle): Promise<void> {
      const some = (tag: number, many: boolean) => {
        const value = many ? [tag, 3] : tag
        return { tag: value, local: value, deep: { inner: value }, rows: [{ one: tag }] }
      }
      for (const name of ['a', 'b', 'c']) await cms.create('tags', { name })
      const many = cms.engine.model.collections.get('posts')!.fields.find(({ name }) => name === 'tag')!.hasMany
      await cms.create('posts', { title: 'one', ...some(1, many), status: 'published' })
      await cms.in('th').update('posts', 1, { local: many ? [2] : 2 })
      await cms.create('posts', { title: 'two', ...some(2, many), status: 'published' })
      await cms.update('posts', 1, { ...some(2, many), status: 'draft' })
    }

    for (const [name, migrate] of [
      ['by its plan', withPlan],
      ['as a file', withFile],
    ] as const) {
      it(`to several, ${name}`, async () => {
        await fill(await open(false))
        const before = [await uses(last!, 1), await uses(last!, 2)]
        const cms = await migrate(true)
        for (const path of ['tag', 'local', 'deep.inner', 'rows.one']) {
          expect(await found(cms, path, 1), path).to.deep.equal([1])
          expect(await found(cms, path, 2), path).to.deep.equal([2])
          expect(await found(cms, `${path}.id`, 1), path).to.deep.equal([1])
        }
        expect(await found(cms, 'local', 2, { locale: 'th' })).to.deep.equal([1, 2])
        expect([await uses(cms, 1), await uses(cms, 2)]).to.deep.equal(before)
        await cms.update('posts', 2, { tag: [1, 2], status: 'published' })
        expect(await found(cms, 'tag', 1)).to.deep.equal([1, 2])
      })

      it(`to one, ${name}`, async () => {
        await fill(await open(true))
        expect(await uses(last!, 3)).to.deep.equal(['1 deep.inner,local,tag', '2 deep.inner,local,tag'])
        const cms = await migrate(false)
        for (const path of ['tag', 'local', 'deep.inner', 'rows.one']) expect(await found(cms, path, 1), path).to.deep.equal([1])
        expect(await uses(cms, 1)).to.deep.equal(['1 deep.inner,local,rows.one,tag'])
        expect(await uses(cms, 2)).to.deep.equal(['1 deep.inner,local,rows.one,tag', '2 deep.inner,local,rows.one,tag'])
        expect(await uses(cms, 3), 'only the first of several stayed').to.deep.equal([])
        const { store } = cms.engine
        const kept = await store.read(`select ${store.dialect.quote('path')} as p from ${store.dialect.table('$references')}`)
        expect(kept.map(({ p }) => p).filter((one) => !one.startsWith('$pending.') && one !== 'rows.one')).to.deep.equal([])
      })
    }
  })
}

for (const database of DATABASES)
  describe(`migrations: references of parked fields with ${database.name}`, () => {
    it('name no place of use until the field is back, be it live or in a pending draft', async () => {
      const site = new Evolving(database)
      try {
        const one = { type: 'relationship', to: 'tags' }
        const pointing = [
          { name: 'one', ...one },
          { name: 'many', hasMany: true, ...one },
          { name: 'list', type: 'array', fields: [{ name: 'inner', ...one }] },
        ]
        const schema = (fields: object[], inGroup: object[]) => [
          { slug: 'tags', fields: [{ name: 'name' }] },
          {
            slug: 'posts',
            drafts: true,
            fields: [{ name: 'title' }, ...fields, { name: 'seo', type: 'group', fields: [{ name: 'x' }, ...inGroup] }],
          },
        ]
        await site.migrate(schema(pointing, pointing))
        for (const name of ['a', 'b']) await site.cms.create('tags', { name })
        const to = (tag: number) => ({ one: tag, many: [tag], list: [{ inner: tag }] })
        await site.cms.create('posts', { ...to(1), seo: to(1), status: 'published' })
        await site.cms.update('posts', 1, { ...to(2), seo: to(2), status: 'draft' })
        const fields = async (tag: number) => (await site.cms.references('tags', tag)).references.map((use) => use.fields)
        const all = ['list.inner', 'many', 'one', 'seo.list.inner', 'seo.many', 'seo.one']
        for (const tag of [1, 2]) expect(await fields(tag)).to.deep.equal([all])
        await site.migrate(schema([], pointing.slice(0, 1)))
        for (const tag of [1, 2]) expect(await fields(tag)).to.deep.equal([['seo.one']])
        await site.migrate(schema(pointing, pointing))
        for (const tag of [1, 2]) expect(await fields(tag)).to.deep.equal([all])
      } finally {
        await site.end()
      }
    })

    it('name none either where they left rows or blocks that stay', async () => {
      const site = new Evolving(database)
      try {
        const fields = (...names: string[]) => names.map((name) => ({ name, type: 'relationship', to: 'tags' }))
        const schema = (rows: string[], blocks: Record<string, string[]>) => [
          { slug: 'tags', fields: [{ name: 'name' }] },
          {
            slug: 'posts',
            drafts: true,
            fields: [
              { name: 'list', type: 'array', fields: [{ name: 'text' }, ...fields(...rows)] },
              {
                name: 'layout',
                type: 'blocks',
                blocks: Object.entries(blocks).map(([slug, names]) => ({ slug, fields: [{ name: 'text' }, ...fields(...names)] })),
              },
            ],
          },
        ]
        const before = schema(['left', 'stays'], { quote: ['left', 'stays'], video: ['stays'] })
        await site.migrate(before)
        for (const name of ['a', 'b']) await site.cms.create('tags', { name })
        const to = (tag: number) => ({
          list: [{ left: tag, stays: tag }],
          layout: [
            { blockType: 'quote', left: tag, stays: tag },
            { blockType: 'video', stays: tag },
          ],
        })
        await site.cms.create('posts', { ...to(1), status: 'published' })
        await site.cms.update('posts', 1, { ...to(2), status: 'draft' })
        const uses = async (tag: number) => (await site.cms.references('tags', tag)).references.map((use) => use.fields)
        const all = ['layout.quote.left', 'layout.quote.stays', 'layout.video.stays', 'list.left', 'list.stays']
        for (const tag of [1, 2]) expect(await uses(tag)).to.deep.equal([all])
        await site.migrate(schema(['stays'], { quote: ['stays'] }))
        for (const tag of [1, 2]) expect(await uses(tag)).to.deep.equal([['layout.quote.stays', 'list.stays']])
        await site.migrate(before)
        for (const tag of [1, 2]) expect(await uses(tag)).to.deep.equal([all])
      } finally {
        await site.end()
      }
    })
  })
