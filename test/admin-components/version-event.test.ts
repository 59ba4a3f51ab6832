/** The verb of an entry in the history is true: everything that saves a version, with what is stored and what is said of it. */
import { expect } from 'chai'
import { eventOf } from '../../admin-components/document/version-event.ts'
import { allEnglish } from '../../admin-components/texts/english.ts'
import type { Cms } from '../../lib/local/cms.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

type Door = (cms: Cms, id: number) => Promise<unknown>

const CASES: [door: string, from: object, door: Door, action: string, says: string][] = [
  ['saving a draft', {}, (cms, id) => cms.update('posts', id, { title: 'b', status: 'draft' } as object), 'update', 'saved a draft'],
  ['saving itself', {}, (cms, id) => cms.autosave('posts', id, { title: 'b' }), 'draft', 'saved a draft'],
  ['publishing', {}, (cms, id) => cms.update('posts', id, { status: 'published' } as object), 'publish', 'published it'],
  ['an edit that keeps a draft', {}, (cms, id) => cms.update('posts', id, { title: 'b' }), 'update', 'saved a draft'],
  [
    'an edit that keeps it published, and its undo',
    { status: 'published' },
    (cms, id) => cms.update('posts', id, { title: 'b' }),
    'update',
    'changed the published document',
  ],
  [
    'a draft of what is published',
    { status: 'published' },
    (cms, id) => cms.update('posts', id, { title: 'b', status: 'draft' } as object),
    'draft',
    'saved a draft',
  ],
  ['unpublishing', { status: 'published' }, (cms, id) => cms.unpublish('posts', id), 'unpublish', 'unpublished it'],
  [
    'publishing pending changes',
    { status: 'published' },
    async (cms, id) => {
      await cms.autosave('posts', id, { title: 'b' })
      await cms.update('posts', id, { status: 'published' } as object)
    },
    'publish',
    'published it',
  ],
  [
    'restoring',
    { status: 'published' },
    async (cms, id) => {
      await cms.update('posts', id, { title: 'b' })
      await cms.restoreVersion('posts', id, (await cms.findVersions('posts', id)).docs.at(-1)!.id)
    },
    'restore',
    'restored an earlier version',
  ],
]

describe('admin-components: sentences of the history', () => {
  for (const database of DATABASES)
    describe(`of what was saved on ${database.name}`, () => {
      let cms: Awaited<ReturnType<typeof startCms>>
      before(async () => {
        cms = await startCms(database, {
          collections: [
            { slug: 'posts', drafts: true, versions: true, fields: [{ name: 'title' }] },
            { slug: 'notes', versions: true, fields: [{ name: 'title' }] },
          ],
        })
      })
      after(() => end(cms))

      for (const [door, from, change, action, says] of CASES)
        it(`are true of ${door}`, async () => {
          const { id } = (await cms.create('posts', { title: 'a', ...from })) as { id: number }
          await change(cms, id)
          const [newest] = (await cms.findVersions('posts', id)).docs
          expect([newest?.action, allEnglish[eventOf(newest!)]]).to.deep.equal([action, `{who} ${says}`])
        })

      it('are true where there are no drafts', async () => {
        const { id } = (await cms.create('notes', { title: 'a' })) as { id: number }
        await cms.update('notes', id, { title: 'b' })
        const { docs } = await cms.findVersions('notes', id)
        expect(docs.map((one) => [one.action, allEnglish[eventOf(one)]])).to.deep.equal([
          ['update', '{who} saved it'],
          ['create', '{who} saved it'],
        ])
      })
    })

  it('go by the status where no action was noted, and by the plan', () => {
    const cases: [version: Parameters<typeof eventOf>[0], says: string][] = [
      [{ status: 'draft' }, '{who} saved a draft'],
      [{ status: 'published' }, '{who} published it'],
      [{ status: null }, '{who} saved it'],
      [{ status: 'published', action: 'publish', planned: true }, 'Published as {who} planned'],
      [{ status: 'draft', action: 'unpublish', planned: true }, 'Unpublished as {who} planned'],
      [{ status: 'published', action: 'create' }, '{who} published it'],
    ]
    for (const [version, says] of cases) expect(allEnglish[eventOf(version)]).to.equal(says)
  })
})
