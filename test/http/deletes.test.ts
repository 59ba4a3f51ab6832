/** Deleting records that are not documents answers `{ deleted: n }`, whatever they are; a new kind without a row here fails. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'

import { addIdentity } from '../../lib/features/sso/table.ts'
import { Browser, HurriedClock, type Made, makeUser } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'
import { end, everywhere, type Started, start, temporaryFile } from '../harness/start.ts'

const someday = { action: 'publish', at: '2999-01-01' }

describe('http/deletes', () => {
  everywhere((host, database) => {
    let started: Started
    let clock: HurriedClock
    let sink: Sink
    let person: Made
    let admin: Browser

    before(async () => {
      clock = new HurriedClock()
      sink = await new Sink().start()
      sink.replies = [500]
      started = await start(host, database, {
        clock,
        webhooks: [{ url: sink.origin, collections: ['posts'], globals: [] }],
        backups: { dir: temporaryFile('-backups'), sqlite: (filename) => sqlite({ filename }) },
        auth: {
          rbac: true,
          providers: [
            { id: 'some', name: 'Some', begin: async () => ({ url: '', kept: {} }), finish: async () => Promise.reject(new Error()) },
          ],
        },
        collections: [{ slug: 'posts', drafts: true, schedule: true, fields: [{ name: 'title' }] }],
        globals: [{ slug: 'site', drafts: true, schedule: true, fields: [{ name: 'title' }] }],
      })
      person = await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login(person.email)
    })
    after(async () => {
      await end(started?.cms)
      await sink.stop()
    })

    const made = async (path: string, body: object): Promise<number> => {
      const answer = await admin.post(path, body)
      expect(answer.status, `${path}: ${answer.text}`).to.be.within(200, 202)
      return answer.body.id
    }
    const failed = async (): Promise<number[]> => {
      await made('/posts', { title: 'x' })
      await started.cms.flushWebhooks()
      for (let attempt = 3; attempt < 9; attempt++) {
        clock.forward(13 * 3600)
        await started.cms.retryWebhooks()
      }
      return (await admin.get('/admin/deliveries')).body.docs.map((one: any) => one.id)
    }
    const backedUp = async (): Promise<number> => {
      await made('/admin/backups', {})
      for (;;) {
        const [latest] = (await admin.get('/admin/backups')).body.backups
        if (latest.state === 'done') return latest.id
        expect(latest.state, latest.error).to.equal('running')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }

    /** Makes one, and says what is to be deleted. */
    const TABLE: Record<string, () => Promise<{ path: string; deleted: number; sending?: number }>> = {
      '/admin/roles/:id': async () => ({ path: `/admin/roles/${await made('/admin/roles', { key: 'helper' })}`, deleted: 1 }),
      '/admin/views/:id': async () => ({
        path: `/admin/views/${await made('/admin/views', { collection: 'posts', name: 'Mine', query: '' })}`,
        deleted: 1,
      }),
      '/admin/backups/:id': async () => ({ path: `/admin/backups/${await backedUp()}`, deleted: 1 }),
      '/admin/deliveries/:kind/:id': async () => ({ path: `/admin/deliveries/webhook/${(await failed())[0]}`, deleted: 1 }),
      '/admin/deliveries/:kind': async () => ({ path: '/admin/deliveries/webhook', deleted: (await failed()).length, sending: 0 }),
      '/auth/identities/:id': async () => {
        const { store } = started.cms.engine
        await store.commit({
          writes: [addIdentity(started.cms.engine, person.id, 'some', { issuer: 'https://some.example', subject: '1' } as any)],
        })
        return { path: `/auth/identities/${(await admin.get('/auth/identities')).body[0].id}`, deleted: 1 }
      },
      '/:collection/:id/schedule/:job': async () => {
        const id = await made('/posts', { title: 'x' })
        return { path: `/posts/${id}/schedule/${await made(`/posts/${id}/schedule`, someday)}`, deleted: 1 }
      },
      '/globals/:slug/schedule/:job': async () => {
        await made('/globals/site', { title: 'x' })
        return { path: `/globals/site/schedule/${await made('/globals/site/schedule', someday)}`, deleted: 1 }
      },
    }

    it('has a row for every route', () => {
      const routes = started.cms.engine.http.routes.filter(({ method, path }) => method === 'DELETE' && path !== '/:collection/:id')
      expect(Object.keys(TABLE).sort()).to.deep.equal(routes.map(({ path }) => path).sort())
    })

    for (const route of Object.keys(TABLE))
      it(`DELETE ${route}`, async () => {
        const { path, ...said } = await TABLE[route]!()
        const answer = await admin.delete(path)
        expect(answer.status, answer.text).to.equal(200)
        expect(answer.body).to.deep.equal(said)
      })
  })
})
