/** A process of before the migration that still runs after a collection was renamed: it fails and says why, and writes nothing to the wrong place. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { MovedClock } from '../harness/people.ts'
import { configWith, DATABASES, driversFor, end, lasting, pairwise, start } from '../harness/start.ts'

const collection = (slug: string, more: object = {}) => ({
  slug,
  drafts: true,
  versions: true,
  schedule: true,
  access: { read: 'anyone', create: 'anyone', update: 'anyone' },
  fields: [{ name: 'title' }, { name: 'next', type: 'relationship', to: slug, hasMany: true }],
  ...more,
})

async function renamed(given: object): Promise<Handle> {
  const collections = [collection('memos', { renamedFrom: 'notes' })]
  const cms = await createCms(configWith(DATABASES[0]!, { ...given, collections } as object), { migrate: false })
  await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
  await cms.stop()
  return createCms(configWith(DATABASES[0]!, { ...given, collections } as object))
}

describe('migrations: a process from before', function () {
  this.timeout(60_000)
  for (const database of driversFor('migrations/old-process'))
    it(`changes nothing and says why, with ${database.name} @long`, async () => {
      const db = lasting(database)
      const common = { jobsTimer: false, audit: true }
      const old = await createCms(configWith(database, { ...common, db: db(), collections: [collection('notes')] } as object))
      await old.create('notes', { title: 'one', status: 'published' })
      await old.create('notes', { title: 'two', next: [1], status: 'published' })
      const now = await renamed({ ...common, db: db() })
      const rows = async () => {
        const { store } = now.engine
        const counted: Record<string, number> = {}
        // The audit log notes the end of its chain some time after the last entry.
        for (const { name } of now.engine.tables().filter(({ name }) => name !== '$audit_ends'))
          counted[name] = Number((await store.read(`select count(*) as n from ${store.dialect.table(name)}`))[0]!['n'])
        return counted
      }
      const before = await rows()
      const tries: Record<string, () => Promise<unknown>> = {
        find: () => old.find('notes'),
        findById: () => old.findById('notes', 1),
        create: () => old.create('notes', { title: 'three', next: [1] }),
        update: () => old.update('notes', 1, { title: 'other' }),
        draft: () => old.update('notes', 1, { title: 'other', status: 'draft' }),
        delete: () => old.delete('notes', 1),
        schedule: () => old.schedule('notes', 1, { action: 'unpublish', at: new Date(Date.now() + 3600_000) }),
        findVersions: () => old.findVersions('notes', 1),
        transaction: () => old.transaction(() => old.update('notes', 2, { title: 'other' })),
      }
      for (const [name, attempt] of Object.entries(tries)) {
        const error = await attempt().then(
          () => undefined,
          (error) => error,
        )
        expect(error?.message, name)
          .to.include('different tables than this process expects')
          .and.to.include('notes')
          .and.to.include('restart it with the new schema')
        expect(error.code, name).to.equal('MIGRATION')
      }
      expect(await rows()).to.deep.equal(before)
      expect((await now.find('memos', { sort: 'id' })).docs.map((doc: any) => doc.title)).to.deep.equal(['one', 'two'])
      await old.stop()
      await end(now)
    })

  for (const database of DATABASES)
    it(`leaves what is planned to the new one, with ${database.name}`, async () => {
      const db = lasting(database)
      const clock = new MovedClock()
      const common = { jobsTimer: false, clock }
      const old = await createCms(configWith(database, { ...common, db: db(), collections: [collection('notes')] } as object))
      for (const at of [600, 1200]) {
        const { id } = (await old.create('notes', { title: 'planned', status: 'draft' })) as { id: number }
        await old.schedule('notes', id, { action: 'publish', at: new Date(clock.now().getTime() + at * 1000) })
      }
      const now = await renamed({ ...common, db: db() })
      clock.forward(700)
      await old.runJobs()
      await now.runJobs()
      expect(await now.as(null).count('memos')).to.equal(1)
      expect(await now.scheduled('memos', 2)).to.have.length(1)
      await now.stop()
      // Nobody who knows it has come for an hour: somebody must hear of it.
      clock.forward(2 * 3600)
      await old.runJobs()
      const { store } = old.engine
      const failed = await store.read(`select error from ${store.dialect.table('$schedule')} where state = 'failed'`)
      expect(failed).to.deep.equal([{ error: "There is no 'memos' any more" }])
      await end(old)
    })

  pairwise((host, database) => {
    it('quotes nothing of content that it can no longer read, to anybody', async () => {
      const db = lasting(database)
      const posts = (pay: object) => ({ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }, { name: 'pay', ...pay }] })
      const rows = { type: 'array', fields: [{ name: 'label' }, { name: 'tax', type: 'number' }] }
      const common = { jobsTimer: false, production: false, db: db() }
      const old = await start(host, database, { ...common, collections: [posts(rows)] } as object)
      await old.cms.create('posts', { title: 'one', pay: [{ label: 'a canary', tax: 3 }], status: 'published' })
      const given = { ...common, db: db(), collections: [posts({ type: 'textarea' })] } as object
      const now = await createCms(configWith(database, given), { migrate: false })
      await now.engine.migrator.apply(now.engine.tables(), now.engine.model)
      expect(((await now.findById('posts', 1)) as { pay: string }).pay).to.include('canary')
      for (const path of ['', '/1', '?select=pay', '?draft=true', '/1?depth=2']) {
        const { status, text } = await old.agent.get(`/api/cms/posts${path}`)
        expect(status, path).to.equal(500)
        expect(text, path).to.include('different tables than this process expects').and.not.include('canary')
      }
      const { status } = await old.agent.get('/api/cms/posts?select=title')
      expect(status).to.equal(200)
      expect(old.logged.map(({ line }) => line).join('\n')).to.not.include('canary')
      await now.stop()
      await end(old.cms)
    })
  })

  pairwise((host, database) => {
    it('answers 500 with the whole sentence, and logs it', async () => {
      const db = lasting(database)
      const old = await start(host, database, {
        jobsTimer: false,
        production: false,
        db: db(),
        collections: [collection('notes')],
      } as object)
      await old.agent.post('/api/cms/notes').send({ title: 'one', status: 'published' })
      const now = await renamed({ jobsTimer: false, db: db() })
      for (const answer of [await old.agent.get('/api/cms/notes'), await old.agent.patch('/api/cms/notes/1').send({ title: 'x' })]) {
        expect(answer.status).to.equal(500)
        expect(answer.body.errors[0]).to.include({ code: 'MIGRATION' })
        expect(answer.body.errors[0].message)
          .to.include('different tables than this process expects')
          .and.to.match(/If one is pending, run:\n {2}npx galley migrate$/)
      }
      expect(old.logged.filter(({ level }) => level === 'error')[0]!.line).to.include('restart it with the new schema')
      await old.cms.stop()
      await end(now)
    })
  })
})
