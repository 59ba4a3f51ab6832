/** `ifUnchanged` and `ifMatch` in the Local API: a change that would overwrite what somebody else has saved is refused. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error) => error.code,
  )
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error) => error.message,
  )

for (const database of DATABASES)
  describe(`local: revisions with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      const content = { drafts: true, versions: true, fields: [{ name: 'title' }, { name: 'note' }] }
      cms = await startCms(database, {
        collections: [{ ...content, slug: 'posts', trash: true, orderable: true }],
        globals: [{ ...content, slug: 'site' }],
      })
    })
    after(() => end(cms))

    /** Every call that changes one document. */
    const CHANGES: Record<string, (id: number, options: object) => Promise<unknown>> = {
      update: (id, options) => cms.update('posts', id, { title: 'mine' }, options),
      delete: (id, options) => cms.delete('posts', id, options),
      unpublish: (id, options) => cms.unpublish('posts', id, options),
      discardDraft: (id, options) => cms.discardDraft('posts', id, options),
      autosave: (id, options) => cms.autosave('posts', id, { title: 'mine' }, options),
      move: async (id, options) => cms.move('posts', id, { before: (await cms.create('posts', { title: 'next' })).id }, options),
      restoreVersion: async (id, options) =>
        cms.restoreVersion('posts', id, ((await cms.findVersions('posts', id)) as any).docs.at(-1).id, options),
    }
    const made = async () => {
      const { id } = await cms.create('posts', { title: 'one', status: 'published' })
      await cms.update('posts', id, { title: 'two', status: 'draft' })
      return { id, read: await cms.findById('posts', id, { draft: true }) }
    }

    for (const [name, change] of Object.entries(CHANGES)) {
      it(`${name} accepts what nobody else has changed`, async () => {
        const { id, read } = await made()
        await change(id, { ifUnchanged: read })
      })
      it(`${name} refuses what somebody else has changed`, async () => {
        const { id, read } = await made()
        const saved = await cms.update('posts', id, { note: 'theirs', status: 'draft' })
        expect(await codeOf(change(id, { ifUnchanged: read }))).to.equal('STALE')
        await change(id, { ifUnchanged: saved })
      })
    }

    it('knows a document by its selected fields, and in another handle', async () => {
      const { id } = await made()
      const read = await cms.findById('posts', id, { select: ['title'], draft: true })
      await cms.transaction((tx) => tx.update('posts', id, { note: 'x', status: 'draft' }, { ifUnchanged: read }))
      expect(await codeOf(cms.update('posts', id, { note: 'y' }, { ifUnchanged: read }))).to.equal('STALE')
    })

    it('knows globals, before and after they are saved', async () => {
      const empty = await cms.findGlobal('site')
      const saved = await cms.updateGlobal('site', { title: 'x' }, { ifUnchanged: empty })
      expect(await codeOf(cms.updateGlobal('site', { title: 'y' }, { ifUnchanged: empty }))).to.equal('STALE')
      await cms.updateGlobal('site', { title: 'y' }, { ifUnchanged: saved })
    })

    it('refuses what it has not read, and both options', async () => {
      const { id, read } = await made()
      for (const unknown of [{ ...read }, { id }, 'x', null, (await cms.find('posts', { draft: true })).docs[0]])
        expect(await messageOf(cms.update('posts', id, {}, { ifUnchanged: unknown as any }))).to.equal(
          'ifUnchanged: must be a document that the Local API has read by id, or saved',
        )
      expect(await messageOf(cms.update('posts', id, {}, { ifUnchanged: read, ifMatch: 2 }))).to.equal(
        "ifUnchanged: can't be combined with ifMatch",
      )
    })

    it('takes the number of an ETag as `ifMatch`, and says so when it gets the text', async () => {
      const { id } = await made()
      for (const text of ['r2', '"r2"', ['r2'], [2, '"r2"']])
        expect(await messageOf(cms.update('posts', id, {}, { ifMatch: text as any }))).to.equal(
          "ifMatch: must be the number of a revision ('r2' in an ETag is 2), not a string; or use ifUnchanged",
        )
      expect(await codeOf(cms.update('posts', id, { note: 'x' }, { ifMatch: 1 }))).to.equal('STALE')
      await cms.update('posts', id, { note: 'x' }, { ifMatch: [1, 2] })
    })
  })
