/** What machines ask outside the API: health that is honest, and numbers for who may see them. */
import { expect } from 'chai'
import request from 'supertest'
import { drawn } from '../harness/depth.ts'
import { Browser, HurriedClock, makeUser } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'
import { DATABASES, end, HOSTS, OTHER_HOSTS, start } from '../harness/start.ts'

const collections = [{ slug: 'posts', access: { read: 'anyone' as const }, fields: [{ name: 'title' }] }]

for (const host of [...HOSTS, ...OTHER_HOSTS])
  for (const database of drawn(DATABASES, host.name))
    describe(`telemetry: probes on ${host.name} with ${database.name}`, () => {
      it('answers health where it is told to, and 503 while the database is away @long', async () => {
        const { cms, listener } = await start(host, database, { collections, routes: { health: '/up' } })
        const health = () => request(listener).get('/up?x=1')
        try {
          const { status, text, headers } = await health()
          expect([status, text, headers['cache-control']]).to.deep.equal([200, '{"status":"ok"}', 'no-store'])
          const { store } = cms.engine
          const read = store.read.bind(store)
          let calls = 0
          store.read = (...given) => {
            calls++
            return read(...given)
          }
          await Promise.all(Array.from({ length: 20 }, health))
          expect(calls, 'the database is asked once a second at most').to.be.at.most(1)
          await new Promise((resolve) => setTimeout(resolve, 1050))
          store.read = async () => Promise.reject(new Error('connection refused'))
          const away = await health()
          expect([away.status, away.text]).to.deep.equal([503, '{"status":"database away"}'])
          await new Promise((resolve) => setTimeout(resolve, 1050))
          store.read = read
          expect((await health()).status).to.equal(200)
        } finally {
          await end(cms)
        }
      })

      it('leaves /healthz and /metrics to the application, unless it is told otherwise', async () => {
        const { cms, listener } = await start(host, database, { collections })
        try {
          for (const path of ['/healthz', '/metrics']) expect((await request(listener).get(path)).status).to.equal(404)
        } finally {
          await end(cms)
        }
      })

      it('gives numbers to who has the token @long', async () => {
        const sink = await new Sink().start()
        sink.forget(500)
        const clock = new HurriedClock()
        const metrics = { token: 'a-token-for-numbers' }
        const { cms, listener } = await start(host, database, { collections, metrics, clock, webhooks: [{ url: sink.origin }] })
        const fetched = (token: string) => request(listener).get('/metrics').set('authorization', `Bearer ${token}`)
        try {
          await makeUser(cms, 'boss@example.org', { role: 'admin' })
          const admin = await new Browser(listener).login('boss@example.org')
          for (let n = 0; n < 3; n++) await admin.get('/posts')
          await admin.post('/posts', { title: 'One "quoted"\n' })
          await admin.get('/posts/99')
          await cms.flushWebhooks()
          for (let attempt = 3; attempt < 9; attempt++) {
            clock.forward(13 * 3600)
            await cms.retryWebhooks()
          }
          expect((await request(listener).get('/metrics')).status).to.equal(401)
          expect((await fetched('another')).status).to.equal(401)
          const { status, text, headers } = await fetched(metrics.token)
          expect(status).to.equal(200)
          expect(headers['content-type']).to.equal('text/plain; version=0.0.4; charset=utf-8')
          const value = (line: string) =>
            Number(
              text
                .split('\n')
                .find((one) => one.startsWith(`${line} `))
                ?.split(' ')
                .at(-1),
            )
          expect(value('galley_http_requests_total{method="GET",route="/:collection",status="200"}')).to.equal(3)
          expect(value('galley_http_requests_total{method="POST",route="/:collection",status="201"}')).to.equal(1)
          expect(value('galley_http_requests_total{method="GET",route="/:collection/:id",status="404"}')).to.equal(1)
          expect(value('galley_http_request_duration_seconds_count{method="GET",route="/:collection"}')).to.equal(3)
          expect(value('galley_http_request_duration_seconds_bucket{method="GET",route="/:collection",le="+Inf"}')).to.equal(3)
          expect(value('galley_operations_total{operation="create",entity="posts"}')).to.equal(1)
          expect(value('galley_database_queries_total')).to.be.above(5)
          expect(value('galley_deliveries{kind="webhook",state="failed"}')).to.equal(2)
          expect(value('galley_attention{id="webhooks"}')).to.equal(1)
          expect(value('process_resident_memory_bytes')).to.be.above(1e6)
          for (const line of text.trim().split('\n'))
            expect(line).to.match(/^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+)$/)
        } finally {
          await end(cms)
          await sink.stop()
        }
      })
    })
