/** A backup whose process died, or that could not be recorded, is not in the way of the next one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { BackupRuns } from '../../../lib/features/backups/table.ts'
import { Browser, MovedClock, makeUser } from '../../harness/people.ts'
import { driversFor, end, HOSTS, type Started, start } from '../../harness/start.ts'

for (const database of driversFor('features/backups/stuck'))
  describe(`features/backups: stuck, with ${database.name}`, () => {
    let started: Started
    let admin: Browser
    let dir: string
    const clock = new MovedClock()
    before(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'galley-test-stuck-'))
      started = await start(HOSTS[0]!, database, {
        clock,
        audit: true,
        jobsTimer: false,
        backups: { every: 'day', dir, sqlite: (filename: string) => sqlite({ filename }) },
        collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
      } as any)
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    after(async () => {
      await end(started?.cms)
      await rm(dir, { recursive: true, force: true })
    })
    const list = async () => (await admin.get('/admin/backups')).body.backups as any[]
    const made = async () => {
      for (let n = 0; n < 500; n++) {
        if ((await list())[0].state !== 'running') break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return (await list())[0]
    }

    it('a process that died is noticed after two minutes without a sign of life', async () => {
      await new BackupRuns(started.cms.engine).begin('manual', 'dead.db.gz', null)
      expect((await admin.post('/admin/backups')).status).to.equal(400)
      clock.forward(121)
      expect((await admin.post('/admin/backups')).status).to.equal(202)
      expect((await made()).state).to.equal('done')
      expect((await list()).find(({ filename }) => filename === 'dead.db.gz')).to.include({ state: 'failed' })
    })

    it('one that was begun while the clock was ahead is in nobody’s way', async () => {
      clock.forward(365 * 24 * 3600)
      await new BackupRuns(started.cms.engine).begin('scheduled', 'ahead.db.gz', null)
      clock.forward(-365 * 24 * 3600)
      expect((await started.cms.runJobs())['backups'], 'nor does it count as the last one').to.deep.equal({ made: 1 })
    })

    it('what can not be noted is not begun', async () => {
      const { store } = started.cms.engine
      const commit = store.commit.bind(store)
      const before = (await list()).length
      store.commit = (set) => {
        if (!set.writes?.some(({ sql }) => sql.includes('$backups'))) return commit(set)
        return commit({
          ...set,
          writes: [
            ...set.writes,
            {
              kind: 'select',
              sql: 'select 1 where 1 = 0',
              values: [],
              expect: { rows: 1, otherwise: () => new Error('database or disk is full') },
            },
          ],
        })
      }
      try {
        const answer = await admin.post('/admin/backups')
        expect(answer.status, answer.text).to.equal(400)
        expect(answer.body.errors[0].message).to.include('disk of the database is full')
      } finally {
        store.commit = commit
      }
      expect(await list()).to.have.length(before)
      expect((await admin.post('/admin/backups')).status).to.equal(202)
      expect((await made()).state).to.equal('done')
    })

    if (database.name !== 'Postgres')
      it('a full disk is an answer, and the next one begins once there is room @long', async () => {
        const { store } = started.cms.engine
        const pages = (most: number) => store.atomically((connection) => connection.all(`pragma max_page_count = ${most}`))
        await pages(1)
        for (let n = 0; n < 2000; n++) {
          const failed = await started.cms.create('notes', { text: 'x'.repeat(2000) }).catch(() => 'full')
          if (failed === 'full') break
        }
        let answer = await admin.post('/admin/backups')
        for (let n = 0; n < 20 && answer.status === 202; n++) {
          await made()
          answer = await admin.post('/admin/backups')
        }
        expect(answer.status, answer.text).to.equal(400)
        expect(answer.body.errors[0].message).to.include('full')
        await pages(1_000_000)
        expect((await list()).filter(({ state }) => state === 'running')).to.deep.equal([])
        expect((await admin.post('/admin/backups')).status).to.equal(202)
        expect((await made()).state).to.equal('done')
      })
  })
