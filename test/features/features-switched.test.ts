/** Drafts and the trash switched on and off over content that is there: nothing vanishes, and nothing comes to light by itself. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { printSdl } from '../../schema/print-sdl.ts'
import { DATABASES, end, SECRET, startCms, temporaryFile } from '../harness/start.ts'

for (const database of DATABASES) {
  describe(`features: switched on and off with ${database.name}`, () => {
    let db: DatabaseAdapter
    let last: Handle | undefined
    beforeEach(() => {
      db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
    })
    afterEach(() => end(last))

    async function open(words: object, migrate = true): Promise<Handle> {
      await last?.stop()
      last = undefined
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
      const collections: CollectionConfig[] = [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }], ...words }]
      last = await createCms({ secret: SECRET, db, log, collections }, { migrate })
      return last
    }
    const migrate = (cms: Handle) => new Migrator(cms.engine.store, cms.engine.settings.log).apply(cms.engine.tables(), cms.engine.model)
    const publicTitles = async (cms: Handle) => (await cms.as(null).find('posts', { sort: 'id' })).docs.map((doc) => doc!['title'])

    it('documents that were there before drafts are published', async () => {
      await (await open({})).create('posts', { title: 'old' })
      const cms = await open({ drafts: true })
      expect(await cms.as(null).findById('posts', 1)).to.include({ title: 'old', status: 'published' })
      await cms.create('posts', { title: 'draft' })
      expect(await publicTitles(cms)).to.deep.equal(['old'])
    })

    it('drafts do not come to light by themselves when the word is taken away', async () => {
      await (await open({ drafts: true })).create('posts', { title: 'draft' })
      const failed = await open({}).catch((error) => error)
      expect(failed.code).to.equal('MIGRATION')
      expect(failed.message).to.include("park the column 'status' of 'posts'").and.to.include('BECOME VISIBLE')
      const without = await open({}, false)
      await migrate(without)
      await without.create('posts', { title: 'new' })
      const again = await open({ drafts: true })
      expect(await publicTitles(again), 'what came meanwhile is published, the draft is one again').to.deep.equal(['new'])
    })

    it('the printed schema says what was declared, not what features add', async () => {
      const cms = await open({ drafts: true, access: { read: 'owner' } })
      const posts = printSdl(cms.engine.model).split('type Post')[1]!
      expect(posts)
        .to.include('drafts: true')
        .and.not.match(/status|createdBy/)
    })

    it('neither does what lies in the trash', async () => {
      const cms = await open({ trash: true })
      await cms.create('posts', { title: 'gone' })
      await cms.delete('posts', 1)
      const failed = await open({}).catch((error) => error)
      expect(failed.message).to.include("park the column '$trashed_at' of 'posts'").and.to.include('BECOME VISIBLE')
      last = await open({ trash: true })
    })
  })
}

it('features: accounts have neither drafts nor a trash', async () => {
  for (const word of ['drafts', 'trash'])
    await startCms(DATABASES[0]!, { collections: [{ slug: 'users', [word]: true }] }).then(
      () => expect.fail(`${word} of users was taken`),
      (error) => expect(error.message).to.include(`users: '${word}' is not for accounts`),
    )
})
