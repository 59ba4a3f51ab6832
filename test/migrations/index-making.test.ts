/** Texts that are too long for an index: refused in the same words on both databases, and named where an older database holds one. */

import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { copyDatabase } from '../../lib/backup/copy.ts'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { Field } from '../../lib/field-config.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { because } from '../../schema/reasons.ts'
import { configWith, DATABASES, end, startCms } from '../harness/start.ts'

const rows = (index: boolean): Field => ({ name: 'rows', type: 'array', fields: [{ name: 'note', index }] })
const plain: CollectionConfig = { slug: 'books', fields: [{ name: 'name' }, { name: 'part' }, { name: 'shelf' }, rows(false)] }
const indexedRows: CollectionConfig = { slug: 'books', fields: [{ name: 'name' }, { name: 'part' }, { name: 'shelf' }, rows(true)] }
const indexed = {
  slug: 'books',
  fields: [
    { name: 'name', index: true },
    { name: 'part', unique: true },
    { name: 'shelf' },
    { name: 'place', uniqueWithin: 'shelf' },
    rows(true),
  ],
}
/** Nothing can be compressed in it. */
const text = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes)

describe('migrations/index-making', function () {
  this.timeout(60_000)
  const [sqlite, postgres] = DATABASES
  for (const database of DATABASES)
    it(`refuses on ${database.name} what is longer than an index takes, and takes all that is not`, async () => {
      const cms = await startCms(database, { collections: [indexed] })
      const refusal = await cms
        .create('books', { name: text(2501), part: 'ก'.repeat(834), shelf: text(1201), place: text(1201), rows: [{ note: text(2501) }] })
        .then(
          () => undefined,
          (error) => error,
        )
      expect(refusal.status).to.equal(400)
      const wrong = (field: string, most: number) => ({
        field,
        ...because('max-bytes', { limit: most }),
        code: 'VALIDATION',
      })
      expect(refusal.errors.map(({ code = 'VALIDATION', ...rest }: any) => ({ ...rest, code }))).to.deep.equal([
        wrong('name', 2500),
        wrong('part', 2500),
        wrong('shelf', 1200),
        wrong('place', 1200),
        wrong('rows.0.note', 2500),
      ])
      await cms.create('books', {
        name: text(2500),
        part: text(2500),
        shelf: text(1200),
        place: text(1200),
        rows: [{ note: text(2500) }, { note: text(2500) }],
      })
      await end(cms)
    })

  it('names the documents that keep an index from being made, and changes nothing', async () => {
    const cms = await startCms(postgres!, { collections: [plain] })
    for (const bytes of [10, 3000, 9000]) await cms.create('books', { name: text(bytes), rows: [{ note: 'short' }, { note: text(bytes) }] })
    const { db } = cms.engine.settings
    for (const [collection, field] of [
      [{ ...indexed, fields: [...indexed.fields.slice(0, -1), rows(false)] }, 'name'],
      [indexedRows, 'rows'],
    ] as const) {
      const next = await createCms({ ...configWith(postgres!, { collections: [collection] }), db }, { migrate: false })
      const migrator = new Migrator(next.engine.store, next.engine.settings.log)
      const error = await migrator.apply(next.engine.tables()).then(
        () => undefined,
        (error) => error,
      )
      expect(error?.message)
        .to.include(`'${field}' of 'books' has an index, and Postgres indexes at most 2500 bytes`)
        .and.to.include('in these documents: 3, 2.')
      expect((await cms.find('books', { limit: 0 })).docs).to.have.length(3)
      await next.stop()
    }
    await end(cms)
  })

  it('names them where a database with longer ones is copied', async () => {
    const source = await startCms(sqlite!, { collections: [indexed] })
    await source.create('books', { name: 'short', part: 'a' })
    const { table } = source.engine.store.dialect
    await source.engine.store.atomically((connection) => connection.all(`update ${table('books')} set name = ?`, [text(3000)]))
    const target = await createCms(configWith(postgres!, { collections: [indexed] }), { migrate: false })
    const copying = () => copyDatabase(source.engine.store, target.engine.store)
    const error = await copying().then(
      () => undefined,
      (error) => error,
    )
    expect(error?.code).to.equal('MIGRATION')
    expect(error?.message).to.include("'name' of 'books'").and.to.include('in these documents: 1.')
    await source.update('books', 1, { name: 'short' })
    expect((await copying()).rows, 'the target is usable afterwards').to.be.greaterThan(0)
    await end(source)
    await end(target)
  })
})
