/** A migration on Postgres while somebody holds a table: readers go on, and it is made once the table is free. */
import { expect } from 'chai'

import { Migrator } from '../../lib/migrations/migrator.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const postgres = DATABASES.find(({ name }) => name === 'Postgres')!

describe('migrations: tables in use', function () {
  this.timeout(60_000)
  let site: Evolving
  beforeEach(async () => {
    site = new Evolving(postgres)
    await site.migrate(posts([{ name: 'a' }]))
    await site.cms.create('posts', { a: 'kept' })
    await site.open(posts([{ name: 'a' }, { name: 'b' }]))
  })
  afterEach(() => site.end())

  /** Holds the table as a report does that runs for long, until it is let go. */
  async function held() {
    let letGo!: () => void
    const until = new Promise<void>((resolve) => (letGo = resolve))
    let isHeld!: () => void
    const begun = new Promise<void>((resolve) => (isHeld = resolve))
    const { store } = site.cms.engine
    const done = store.snapshot(async (connection) => {
      await connection.all(`select * from ${store.dialect.table('posts')}`)
      isHeld()
      await until
    })
    await begun
    return async () => {
      letGo()
      await done
    }
  }

  const migrator = (warn: (line: string) => void, tries?: number) =>
    new Migrator(site.cms.engine.store, { ...site.cms.engine.settings.log, warn }, { tries })

  it('are waited for in short turns, between which others read @long', async () => {
    const letGo = await held()
    let hasWaited!: () => void
    const waited = new Promise<void>((resolve) => (hasWaited = resolve))
    const { store, model } = site.cms.engine
    const migrated = migrator(() => hasWaited()).apply(site.cms.engine.tables(), model)
    await waited
    const [row] = await store.read(`select a from ${store.dialect.table('posts')}`)
    expect(row).to.deep.equal({ a: 'kept' })
    await letGo()
    expect((await migrated).map((change) => change.do)).to.deep.equal(['addColumn'])
    expect(await site.plan()).to.deep.equal([])
  })

  it('are no matter to a migration that leaves them alone, while somebody writes', async () => {
    await site.open([...posts([{ name: 'a' }]), { slug: 'notes', fields: [{ name: 'text' }] }])
    const { store, model } = site.cms.engine
    await store.exclusively(async (connection) => {
      await connection.all(`insert into ${store.dialect.table('posts')} (a) values ('by a long import')`)
      await new Migrator(store, site.cms.engine.settings.log, { tries: 1 }).apply(site.cms.engine.tables(), model)
    })
    expect(await site.cms.count('notes')).to.equal(0)
  })

  it('stop a migration that waits in vain, with what to do @long', async () => {
    const letGo = await held()
    const refused = await migrator(() => undefined, 2)
      .apply(site.cms.engine.tables(), site.cms.engine.model)
      .catch((error) => error)
    expect(refused.code).to.equal('MIGRATION')
    expect(refused.message).to.include('Another transaction holds a table').and.to.include('npx galley migrate')
    await letGo()
    expect(await site.plan()).to.have.length(1)
  })
})
