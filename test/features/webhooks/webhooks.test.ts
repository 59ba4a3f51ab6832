/** Webhooks as receivers get them: who hears of what, which bytes, and how often when the receiver is out of order. */
import { expect } from 'chai'
import { openDelivery, verifySignature } from '../../../adapters/webhooks.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Config } from '../../../lib/config.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { HurriedClock } from '../../harness/people.ts'
import { type Reply, Sink } from '../../harness/sink.ts'
import { configWith, DATABASES, end, type Started } from '../../harness/start.ts'

const SECRET = 'the-secret-of-this-webhook'
const collections = [
  {
    slug: 'posts',
    drafts: true,
    schedule: true,
    fields: [
      { name: 'title', localized: true },
      { name: 'kept', hidden: true },
      { name: 'of', type: 'relationship', to: 'posts' },
    ],
  },
  { slug: 'notes', fields: [{ name: 'text' }, { name: 'likes', type: 'number' }] },
]
const globals = [{ slug: 'site', fields: [{ name: 'name' }], scope: ({ context }: any) => context['tenant'] }]

/** Headers that a configuration can't replace. */
const REPLACED = { 'Content-Length': '3', 'transfer-encoding': 'chunked', host: 'elsewhere', connection: 'close', 'X-SVC-Event': 'none' }

for (const database of DATABASES) {
  describe(`features/webhooks with ${database.name}`, () => {
    let sink: Sink
    let cms: Handle
    let clock: HurriedClock
    let logged: Started['logged']
    const started = (config: Partial<Config>) => {
      logged = []
      return createCms(
        configWith(
          database,
          { clock, collections, globals, localization: { locales: ['en', 'th'] }, jobsTimer: false, ...config } as Config,
          logged,
        ),
      )
    }
    const rows = () => {
      const { dialect } = cms.engine.store
      return cms.engine.store.read(`select * from ${dialect.table('webhook-deliveries')} order by ${dialect.quote('id')}`, [], true)
    }
    const delivered = () => sink.got.map(({ body, headers }) => [headers['x-svc-event'], body.collection ?? body.global, body.id])

    before(async () => (sink = await new Sink().start()))
    after(() => sink.stop())
    beforeEach(() => {
      clock = new HurriedClock()
      sink.forget()
    })
    afterEach(() => end(cms))

    it('tells of everything that happens, in order, whole and without what is hidden', async () => {
      cms = await started({ webhooks: [{ url: `${sink.origin}/all`, secret: SECRET, headers: { 'x-own': 'mine', ...REPLACED } }] })
      const { id } = (await cms.create('posts', { title: 'One', kept: 'canary', status: 'published' })) as any
      await cms.update('posts', id, { title: 'หนึ่ง' }, { locale: 'th' })
      await cms.update('posts', id, { title: 'Draft', status: 'draft' })
      await cms.unpublish('posts', id)
      await cms.delete('posts', id)
      await cms.updateGlobal('site', { name: 'Blog' })
      await cms.flushWebhooks()
      expect(delivered().filter(([, about]) => about === 'site')).to.deep.equal([['update', 'site', undefined]])
      expect(delivered().filter(([, about]) => about !== 'site')).to.deep.equal([
        ['create', 'posts', id],
        ['publish', 'posts', id],
        ['update', 'posts', id],
        ['draft', 'posts', id],
        ['update', 'posts', id],
        ['unpublish', 'posts', id],
        ['delete', 'posts', id],
      ])
      expect(sink.got.map(({ raw }) => raw).join())
        .to.not.include('canary')
        .and.not.include('kept')
      const [first, , third] = sink.got.filter(({ body }) => body.collection)
      expect(first!.body).to.deep.equal({
        event: 'create',
        collection: 'posts',
        id,
        doc: {
          id,
          title: { en: 'One', th: null },
          of: null,
          status: 'published',
          createdAt: '2030-01-01T12:00:00.000Z',
          updatedAt: '2030-01-01T12:00:00.000Z',
        },
        timestamp: '2030-01-01T12:00:00.000Z',
      })
      expect(third!.body.doc.title).to.deep.equal({ en: 'One', th: 'หนึ่ง' })
      for (const { headers, raw } of sink.got) {
        expect(headers).to.include({ 'content-type': 'application/json', 'x-own': 'mine' })
        expect(headers['x-svc-delivery']).to.match(/^[0-9a-f-]{36}$/)
        expect(verifySignature(raw, headers['x-svc-signature'], SECRET)).to.equal(true)
        expect(verifySignature(`${raw} `, headers['x-svc-signature'], SECRET)).to.equal(false)
        expect(openDelivery({ headers, body: raw }, 'another secret')).to.equal(null)
        expect(openDelivery({ headers, body: Buffer.from(raw) }, SECRET)).to.deep.equal({
          delivery: headers['x-svc-delivery'],
          ...JSON.parse(raw),
        })
      }
      expect(new Set(sink.got.map(({ headers }) => headers['x-svc-delivery'])).size).to.equal(8)
      expect(await rows()).to.deep.equal([])
    })

    it('tells each receiver of what it asked for', async () => {
      const url = (path: string) => sink.origin + path
      cms = await started({
        events: ['order.paid'],
        webhooks: [
          { url: url('/deletes'), events: ['delete'] },
          { url: url('/notes'), collections: ['notes'], globals: [] },
          { url: url('/globals'), collections: [] },
          { url: url('/paid'), events: ['order.paid'], collections: [] },
          { url: url('/twice'), events: ['publish'] },
          { url: url('/twice'), events: ['publish'], secret: SECRET },
        ],
      })
      await cms.create('notes', { text: 'a' })
      await cms.delete('notes', 1)
      await cms.updateGlobal('site', { name: 'x' })
      await cms.create('posts', { title: 'p', status: 'published' })
      await cms.emit('order.paid', { total: 7 }, { collection: 'notes', id: 1 })
      await cms.emit('order.paid', { total: 8 })
      await cms.flushWebhooks()
      const at = (path: string) => sink.got.filter((got) => got.path === path)
      const events = (path: string) => at(path).map(({ body }) => body.event)
      expect(events('/deletes')).to.deep.equal(['delete'])
      expect(events('/notes')).to.deep.equal(['create', 'delete'])
      expect(events('/globals')).to.deep.equal(['update'])
      expect(events('/twice')).to.deep.equal(['publish', 'publish'])
      expect(
        at('/twice')
          .map(({ headers }) => headers['x-svc-signature'] !== undefined)
          .sort(),
      ).to.deep.equal([false, true])
      expect(
        at('/paid')
          .map(({ body }) => body.doc)
          .sort((a, b) => a.total - b.total),
      ).to.deep.equal([{ total: 7 }, { total: 8 }])
      expect(at('/paid').find(({ body }) => body.doc.total === 7)!.body).to.include({ event: 'order.paid', collection: 'notes', id: 1 })
    })

    it('tells of counting', async () => {
      cms = await started({ audit: true, webhooks: [{ url: sink.origin, events: ['update', 'create'], collections: ['notes'] }] })
      const { id } = (await cms.create('notes', { text: 'x', likes: 1 })) as any
      await cms.increment('notes', id, 'likes', 4)
      expect(await cms.increment('notes', id, 'likes', 100, { max: 10 })).to.equal(null)
      await cms.flushWebhooks()
      expect(sink.got.map(({ body }) => [body.event, body.doc.likes])).to.deep.equal([
        ['create', 1],
        ['update', 5],
      ])
      const { docs } = await cms.audit.find({ target: 'notes' })
      expect(docs.map(({ action, changes }) => [action, changes])).to.deep.equal([
        ['update', [{ field: 'likes', before: 1, after: 5 }]],
        ['create', null],
      ])
      expect(await rows()).to.deep.equal([])
    })

    it('says nothing of what was undone or refused', async () => {
      cms = await started({ webhooks: [{ url: sink.origin }] })
      await cms.transaction(async (inside) => {
        await inside.create('notes', { text: 'kept' })
        expect(sink.got, 'before the commit').to.deep.equal([])
      })
      await cms
        .transaction(async (inside) => {
          await inside.create('notes', { text: 'undone' })
          throw new Error('undone')
        })
        .catch(() => undefined)
      await cms.create('posts', { of: 99 }).catch(() => undefined)
      await cms.flushWebhooks()
      expect(sink.got.map(({ body }) => body.doc.text)).to.deep.equal(['kept'])
      expect(await rows()).to.deep.equal([])
    })

    it('refuses names that nothing has, and payloads that JSON can not hold', async () => {
      const message = (config: Partial<Config>) =>
        started(config).then(
          () => '',
          (error: Error) => error.message,
        )
      expect(await message({ webhooks: [{ url: sink.origin, events: ['created' as 'create'] }] })).to.include(
        "webhooks[0].events: 'created' is none of create",
      )
      expect(await message({ webhooks: [{ url: sink.origin, collections: ['post'] }] })).to.include(
        "webhooks[0].collections: there is no collection 'post'",
      )
      expect(await message({ webhooks: [{ url: 'ftp://x' }] })).to.include('webhooks')
      cms = await started({ events: ['a.b'], webhooks: [{ url: sink.origin, events: ['a.b'] }] })
      const endless: any = {}
      endless.of = endless
      expect(await cms.emit('a.b', endless).catch((error) => error.message)).to.include('JSON')
      expect(await cms.emit('a.c', 1).catch((error) => error.message)).to.include("'a.c' is not declared")
    })

    describe('a receiver that is out of order', () => {
      beforeEach(async () => {
        cms = await started({ webhooks: [{ url: sink.origin, secret: SECRET }] })
      })

      const attempts: [Reply, number, string][] = [
        [200, 1, ''],
        [204, 1, ''],
        [301, 3, 'answered 301: redirects are not followed'],
        [400, 1, 'answered 400'],
        [404, 1, 'answered 404'],
        [408, 1, 'answered 408'],
        [410, 1, 'answered 410'],
        [429, 3, 'answered 429'],
        [500, 3, 'answered 500'],
        [503, 3, 'answered 503'],
        ['hang', 3, 'no answer within 10 s'],
        ['drip', 3, 'no answer within 10 s'],
        ['close', 3, 'could not be reached'],
      ]
      for (const [reply, times, error] of attempts) {
        it(`${reply}: ${times === 1 ? 'once' : 'three times at first'}`, async () => {
          sink.forget(reply)
          await cms.create('notes', { text: 'x' })
          await cms.flushWebhooks()
          expect(sink.got).to.have.length(times)
          const left = await rows()
          if (error === '') return expect(left).to.deep.equal([])
          if (times === 1) {
            expect(left, 'logged and removed').to.deep.equal([])
            const [{ line } = { line: '' }] = logged.filter(({ line }) => line.includes('refused'))
            for (const part of [sink.origin, error, 'notes', '"create"']) expect(line).to.include(part)
          } else {
            expect(left).to.have.length(1)
            expect(left[0]).to.include({ state: 'pending', attempts: times })
            expect(left[0]!['error']).to.include(error)
          }
          return expect(logged.filter(({ line }) => line.includes(SECRET))).to.deep.equal([])
        })
      }

      for (const reply of [400, 404, 410] as const)
        it(`${reply} to a later attempt: no further one, and nothing is kept`, async () => {
          sink.forget(500, 500, 500, reply)
          await cms.create('notes', { text: 'x' })
          await cms.flushWebhooks()
          clock.forward(60)
          expect(await cms.retryWebhooks()).to.deep.equal({ sent: 0, failed: 1 })
          expect(await rows()).to.deep.equal([])
          clock.forward(24 * 3600)
          expect(await cms.retryWebhooks()).to.deep.equal({ sent: 0, failed: 0 })
          expect(sink.got).to.have.length(4)
        })

      it('is tried nine times over a day, with the same bytes, and forgotten after thirty', async () => {
        sink.forget(500)
        await cms.create('notes', { text: 'น้ำ \u2028 " \\ end' })
        await cms.flushWebhooks()
        expect(clock.now().toISOString()).to.equal('2030-01-01T12:00:06.000Z')
        for (const [index, pause] of [60, 300, 1800, 7200, 21_600, 43_200].entries()) {
          clock.forward(pause - 1)
          expect(await cms.retryWebhooks()).to.deep.equal({ sent: 0, failed: 0 })
          clock.forward(1)
          expect((await cms.runJobs())['webhooks']).to.deep.equal({ sent: 0, failed: 1 })
          expect(sink.got).to.have.length(4 + index)
        }
        const [first, ...others] = sink.got
        for (const { raw, headers } of others) {
          expect(raw).to.equal(first!.raw)
          for (const name of ['x-svc-delivery', 'x-svc-signature', 'x-svc-event']) expect(headers[name]).to.equal(first!.headers[name])
        }
        expect((await rows())[0]).to.include({ state: 'failed', attempts: 9, error: 'answered 500' })
        clock.forward(29 * 24 * 3600)
        await cms.runJobs()
        expect(await rows()).to.have.length(1)
        clock.forward(2 * 24 * 3600)
        await cms.runJobs()
        expect(await rows()).to.deep.equal([])
        expect(sink.got).to.have.length(9)
      })

      it('is told of one document in order, while others go ahead', async () => {
        sink.forget((got) => (got.body.doc.text === 'first' && sink.got.length < 3 ? 500 : 200))
        await cms.create('notes', { text: 'first' })
        for (let n = 1; n <= 5; n++) await cms.update('notes', 1, { text: `${n}` })
        await cms.create('notes', { text: 'another' })
        await cms.flushWebhooks()
        const ofOne = sink.got.filter(({ body }) => body.id === 1).map(({ body }) => body.doc.text)
        expect(ofOne.filter((text) => text === 'first')).to.have.length.within(2, 3)
        expect(ofOne.filter((text) => text !== 'first')).to.deep.equal(['1', '2', '3', '4', '5'])
        expect(ofOne.lastIndexOf('first')).to.be.below(ofOne.indexOf('1'))
        expect(await rows()).to.deep.equal([])
      })

      it('sends nothing of a document while an earlier delivery is still unanswered @long', async () => {
        sink.forget((got) => (got.body.doc.text === 'first' ? 'hang' : 200))
        await cms.create('notes', { text: 'first' })
        await cms.update('notes', 1, { text: 'second' })
        await cms.flushWebhooks()
        expect(sink.got.map(({ body }) => body.doc.text)).to.deep.equal(['first', 'first', 'first', 'second'])
      })

      it('holds nothing up that comes later, once its quick tries are over', async () => {
        sink.forget((got) => (got.body.doc.text === 'first' ? 500 : 200))
        await cms.create('notes', { text: 'first' })
        await cms.update('notes', 1, { text: 'second' })
        await cms.flushWebhooks()
        expect(sink.got.map(({ body }) => body.doc.text)).to.deep.equal(['first', 'first', 'first', 'second'])
        expect((await rows()).map(({ body }) => JSON.parse(body).doc.text)).to.deep.equal(['first'])
        sink.forget(200)
        clock.forward(60)
        expect(await cms.retryWebhooks()).to.deep.equal({ sent: 1, failed: 0 })
      })

      it('slows no change down, and stops when the CMS stops', async () => {
        sink.forget('hang')
        const begun = performance.now()
        for (let n = 0; n < 30; n++) await cms.create('notes', { text: `hanging ${n}` })
        expect(performance.now() - begun).to.be.below(10_000)
        expect((await rows()).filter(({ state }) => state === 'pending')).to.have.length(30)
        const stopping = performance.now()
        await cms.stop()
        expect(performance.now() - stopping).to.be.below(8000)
        expect(sink.most, 'so many at once').to.be.within(1, 8)
        await cms.start()
      })
    })
  })
}
