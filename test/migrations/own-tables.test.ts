/** Our own tables of earlier versions get the names of today, with everything that is in them. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { entriesTable } from '../../lib/features/audit/table.ts'
import { versionsTable } from '../../lib/features/versions/table.ts'
import { configWith, driversFor, end, lasting } from '../harness/start.ts'

const RENAMED = [entriesTable.spec, versionsTable.spec]

/** Calls the tables what an earlier version called them. */
function asFormerly(): () => void {
  const today = RENAMED.map((spec) => ({ ...spec }))
  for (const spec of RENAMED) {
    const [name, former] = [spec.name, spec.was!]
    const indexes = spec.indexes.map((one) => ({ ...one, name: one.name.replace(name, () => former) }))
    delete spec.was
    Object.assign(spec, { name: former, indexes })
  }
  return () => {
    for (const [at, spec] of RENAMED.entries()) Object.assign(spec, today[at])
  }
}

const collections = [{ slug: 'posts', versions: true, drafts: true, fields: [{ name: 'title' }] }]

describe('migrations: the names of our own tables', () => {
  for (const database of driversFor('migrations/own-tables'))
    it(`change in a database of an earlier version, and their rows stay, with ${database.name}`, async () => {
      const open = lasting(database)
      const start = (options?: object) =>
        createCms(configWith(database, { db: open(), audit: true, jobsTimer: false, collections } as object), options)
      const asToday = asFormerly()
      let cms = await start()
      try {
        const { id } = await cms.create('posts', { title: 'one', status: 'published' })
        await cms.update('posts', id, { title: 'two' })
        await cms.update('posts', id, { title: 'three', status: 'draft' })
        await cms.stop()
      } finally {
        asToday()
      }
      const refused = await start().catch((error: Error) => error.message)
      expect(refused).to.include("rename the table 'audit-log' to '$audit'").and.to.include('npx galley migrate')
      cms = await start({ migrate: false })
      await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
      await cms.stop()
      cms = await start()
      expect((await cms.engine.migrator.applied()).tables.map((table) => table.name)).to.include.members(['$audit', '$versions'])
      const versions = await cms.findVersions('posts', 1)
      expect(versions.totalDocs).to.equal(3)
      expect((await cms.findVersion('posts', 1, versions.docs.at(-1)!.id)).data).to.include({ title: 'one' })
      await cms.restoreVersion('posts', 1, versions.docs.at(-1)!.id)
      expect((await cms.findVersions('posts', 1)).totalDocs).to.equal(4)
      expect(await cms.audit.verify())
        .to.include({ gaps: 0, truncated: false })
        .and.to.deep.include({ invalid: [] })
      expect((await cms.audit.find({ target: 'posts' })).totalDocs).to.equal(4)
      await end(cms)
    })
})
