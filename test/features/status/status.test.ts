/** The status page: what the system is made of, and everything that can need attention. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import type { Engine } from '../../../lib/engine.ts'
import { backups } from '../../../lib/features/backups/index.ts'
import { status } from '../../../lib/features/status/index.ts'
import { Browser, HurriedClock, makeUser } from '../../harness/people.ts'
import { Sink } from '../../harness/sink.ts'
import { end, pairwise, start } from '../../harness/start.ts'

describe('features/status', () => {
  pairwise((host, database) => {
    it('shows what there is, and asks for nothing where all is well', async () => {
      const started = await start(host, database, {
        plugins: [
          function mine(config) {
            return config
          },
        ],
        email: { name: 'test', send: async () => undefined },
      })
      try {
        await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
        const admin = await new Browser(started.listener).login('boss@example.org')
        const { body } = await admin.get('/admin/status')
        expect(body.system.version).to.match(/^\d+\.\d+\.\d+/)
        expect(body.system).to.deep.include({ storage: 'disk', email: 'test', plugins: ['mine'], fieldTypes: [] })
        expect(body.system.database).to.match(database.name === 'SQLite' ? /^SQLite, / : /^PostgreSQL, /)
        expect(JSON.stringify(body)).to.not.match(/:[^/@"]*@/)
        expect(body.attention).to.deep.equal([])
      } finally {
        await end(started.cms)
      }
    })

    it('names what needs a person', async () => {
      const sink = await new Sink().start()
      sink.forget(500)
      const clock = new HurriedClock()
      const started = await start(host, database, {
        clock,
        audit: { failedLogins: 3 },
        backups: {
          every: 'day',
          dir: mkdtempSync(path.join(tmpdir(), 'galley-test-status-')),
          sqlite: (filename: string) => sqlite({ filename: `/dev/null/${filename}` }),
        },
        webhooks: [{ url: sink.origin, collections: ['posts'] }],
        collections: [{ slug: 'posts', drafts: true, schedule: true, fields: [{ name: 'title', required: true }] }],
      } as any)
      try {
        const { cms } = started
        await makeUser(cms, 'boss@example.org', { role: 'admin' })
        const admin = await new Browser(started.listener).login('boss@example.org')
        const ids = async () => (await admin.get('/admin/status')).body.attention.map(({ id }: any) => id)
        expect(await ids(), 'a new site has had no time for a backup').to.deep.equal(['no-email'])
        const { engine } = cms
        const later = { now: () => new Date(clock.now().getTime() + 27 * 3600_000) }
        const dayAfter = { ...engine, settings: { ...engine.settings, clock: later } } as Engine
        expect(await backups.attention!(dayAfter)).to.deep.equal([{ id: 'backups', error: 'No backup has been made yet', at: null }])
        const published = { ...engine, settings: { ...engine.settings, production: true } } as Engine
        expect(await status.attention!(published), 'mailed links have no address in production').to.deep.equal([{ id: 'no-server-url' }])
        await cms.create('posts', { title: 'x', status: 'published' })
        await cms.flushWebhooks()
        for (const pause of [60, 300, 1800, 7200, 21_600, 43_200]) {
          clock.forward(pause + 60)
          await cms.retryWebhooks()
        }
        const browser = new Browser(started.listener)
        for (let n = 0; n < 3; n++) await browser.post('/users/login', { email: 'boss@example.org', password: 'wrong password' })
        await cms.runJobs()
        await cms.audit.verify()
        const { dialect } = cms.engine.store
        await cms.engine.store.commit({
          writes: [{ kind: 'update', sql: `update ${dialect.table('$audit')} set ip = 'x' where action = 'create'`, values: [] }],
        })
        await cms.audit.verify()
        expect(await ids()).to.have.members(['webhooks', 'no-email', 'failed-logins', 'audit-tampered', 'backups'])
        const { attention } = (await admin.get('/admin/status')).body
        expect(attention.find(({ id }: any) => id === 'webhooks')).to.deep.include({ failed: 2 })
        expect(attention.find(({ id }: any) => id === 'failed-logins')).to.deep.include({ count: 3 })
        expect(attention.find(({ id }: any) => id === 'backups').error)
          .to.be.a('string')
          .and.not.include(' at ')
      } finally {
        await end(started.cms)
        await sink.stop()
      }
    })
  })
})
