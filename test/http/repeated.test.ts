/** Requests that create something beyond a plain document, sent again because their answer was lost: nothing is doubled. */
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start, temporaryFile } from '../harness/start.ts'

for (const host of HOSTS)
  for (const database of DATABASES)
    describe(`http/repeated: on ${host.name} with ${database.name}`, () => {
      let started: Started
      let ada: Browser
      beforeEach(async () => {
        started = await start(host, database, {
          upload: { dir: temporaryFile('-files') },
          apiKeys: true,
          backups: { dir: temporaryFile('-backups'), sqlite: (filename) => sqlite({ filename }) },
          collections: [{ slug: 'posts', fields: [{ name: 'title' }] }],
        })
        await makeUser(started.cms, 'ada@x.org', { role: 'admin' })
        ada = await new Browser(started.listener).login('ada@x.org')
      })
      afterEach(() => end(started?.cms))

      const uploading = (key: string, content: Buffer, name = 'a.png', alt = 'A') =>
        ada.send('post', '/media', (sending: any) => sending.set('idempotency-key', key).field('alt', alt).attach('file', content, name))
      const creating = (path: string, key: string, body: object) =>
        ada.send('post', path, (sending: any) => sending.set('idempotency-key', key).send(body))

      it('stores an upload once, and refuses its key with another file', async () => {
        const content = await png(20, 10)
        const first = await uploading('one', content)
        expect(first.status, first.text).to.equal(201)
        const again = await uploading('one', content)
        expect([again.status, again.body], again.text).to.deep.equal([201, first.body])
        expect(again.headers).to.include({ 'idempotent-replayed': 'true' })
        for (const other of [() => uploading('one', content, 'b.png'), () => uploading('one', content, 'a.png', 'B')]) {
          const { status, body } = await other()
          expect(status).to.equal(422)
          expect(body.errors[0]).to.include({ code: 'KEY_REUSED', id: first.body.id })
        }
        expect((await uploading('one', await png(30, 10))).status).to.equal(422)
        expect(await started.cms.count('media')).to.equal(1)
      })

      it('stores one of several uploads at the same moment', async () => {
        const content = await png(20, 10)
        const answers = await Promise.all([1, 2, 3].map(() => uploading('one', content)))
        expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201])
        expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1)
        expect(await started.cms.count('media')).to.equal(1)
      })

      it('creates an API key once, and says what to do about a secret that got lost', async () => {
        const first = await creating('/api-keys', 'one', { name: 'k' })
        expect(first.status, first.text).to.equal(201)
        const again = await creating('/api-keys', 'one', { name: 'k' })
        expect(again.status).to.equal(422)
        expect(again.body.errors[0]).to.include({ code: 'KEY_REUSED', id: first.body.id })
        expect(again.body.errors[0].message).to.contain('delete the key')
        expect(again.text).not.to.contain(first.body.key)
        expect(await started.cms.count('api-keys')).to.equal(1)
      })

      it('makes one backup, and shows how far it is', async () => {
        const backups = async () => (await ada.get('/admin/backups')).body.backups as { id: number; state: string }[]
        const first = await creating('/admin/backups', 'one', {})
        expect(first.status, first.text).to.equal(202)
        while ((await backups())[0]!.state === 'running') await setTimeout(10)
        const again = await creating('/admin/backups', 'one', {})
        expect([again.status, again.body.id, again.body.state], again.text).to.deep.equal([202, first.body.id, 'done'])
        expect(again.headers).to.include({ 'idempotent-replayed': 'true' })
        expect((await creating('/posts', 'one', { title: 'a' })).body.errors[0]).to.include({ code: 'KEY_REUSED', id: first.body.id })
        const together = await Promise.all([1, 2, 3].map(() => creating('/admin/backups', 'two', {})))
        expect(together.map(({ status }) => status)).to.deep.equal([202, 202, 202])
        expect(new Set(together.map(({ body }) => body.id)).size).to.equal(1)
        expect(await backups()).to.have.length(2)
        while ((await backups())[0]!.state === 'running') await setTimeout(10)
        await ada.delete(`/admin/backups/${first.body.id}`)
        const gone = await creating('/admin/backups', 'one', {})
        expect([gone.status, gone.body]).to.deep.equal([202, { id: first.body.id }])
      })

      it('keeps a saved view once', async () => {
        const view = { collection: 'posts', name: 'Mine', query: 'sort=title' }
        const ids = [await ada.post('/admin/views', view), await ada.post('/admin/views', view)].map(({ body }) => body.id)
        expect(ids[0]).to.be.a('number').and.to.equal(ids[1])
        expect((await ada.post('/admin/views', { ...view, name: 'Other' })).body.id).not.to.equal(ids[0])
      })
    })
