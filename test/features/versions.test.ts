/** What a version never holds, and what a restore therefore leaves alone. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { playing } from '../harness/scenario.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'
import { versionScenarios, withVersions } from './versions.scenarios.ts'

playing('features/versions', versionScenarios, withVersions)

for (const database of DATABASES) {
  describe(`features/versions with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            versions: true,
            fields: [
              { name: 'title', localized: true },
              { name: 'kept', hidden: true },
              { name: 'rows', type: 'array', fields: [{ name: 'word' }, { name: 'kept', hidden: true }] },
            ],
          },
        ],
      })
    })
    after(() => end(cms))

    it('keeps hidden values out of its history, and as they are in a restored document', async () => {
      await cms.create('posts', { title: 'One', kept: 'canary-1', rows: [{ id: 'r1', word: 'a', kept: 'canary-2' }] })
      await cms.update('posts', 1, { title: 'Two', kept: 'canary-3', rows: [{ id: 'r1', word: 'b', kept: 'canary-4' }] })
      const { store } = cms.engine
      const rows = await store.read(`select data from ${store.dialect.table('$versions')}`)
      expect(JSON.stringify(rows)).to.include('One').and.not.include('canary')
      await cms.restoreVersion('posts', 1, 1)
      const whole = { title: 'One', kept: 'canary-3', rows: [{ id: 'r1', word: 'a', kept: 'canary-4' }] }
      expect(await cms.findById('posts', 1, { showHidden: true })).to.deep.include(whole)
    })

    it('restores every locale', async () => {
      await cms.update('posts', 1, { title: { en: 'Three', th: 'สาม' } }, { locale: 'all' })
      const { docs } = await cms.findVersions('posts', 1)
      await cms.update('posts', 1, { title: { en: 'Four', th: null } }, { locale: 'all' })
      await cms.restoreVersion('posts', 1, docs[0]!.id)
      expect((await cms.findById('posts', 1, { locale: 'all' }))!['title']).to.deep.equal({ en: 'Three', th: 'สาม' })
    })
  })
}
