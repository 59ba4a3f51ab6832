/** Files of migrations are applied in the order in which they were made. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { DATABASES, temporaryFile } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

describe('migrations: the names of files', () => {
  const folder = temporaryFile('.migrations')
  const site = new Evolving(DATABASES[0]!)
  after(async () => {
    await site.end()
    rmSync(folder, { recursive: true })
  })

  it('follow each other, also where several are made in one second, or where the clock was ahead', async () => {
    const at = new Date('2026-11-27T23:59:59.900Z')
    const make = async (name: string, fields: string[], at: Date) => {
      const { engine } = await site.open(posts(fields.map((name) => ({ name }))))
      const made = await migrationFiles(folder, name, engine.tables(), at, await engine.migrator.applied(), engine.store.dialect)
      return path.basename(made!.file)
    }
    const made = [
      await make('init', ['title', 'note'], at),
      await make('change', ['title'], at),
      await make('again', ['title', 'more'], new Date('2026-11-27T23:59:58Z')),
      await make('best', ['title', 'more', 'most'], new Date('2026-11-28T09:30:00Z')),
    ]
    const stamps = ['20261127235959_init', '20261128000000_change', '20261128000001_again', '20261128093000_best']
    expect(made).to.deep.equal(stamps.map((name) => `${name}.sqlite.sql`))
    expect((await readMigrations(folder, 'sqlite')).map(({ name }) => name)).to.deep.equal(stamps)
  })
})
