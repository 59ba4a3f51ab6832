/** Spans and measurements as an application's OpenTelemetry gets them. */
import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect } from 'chai'
import { DATABASES, end, HOSTS, start } from '../harness/start.ts'

describe('telemetry: traces', () => {
  const spans = new InMemorySpanExporter()
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 })

  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }))
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  })
  after(async () => {
    await reader.shutdown()
    trace.disable()
    metrics.disable()
    context.disable()
  })

  for (const host of HOSTS)
    for (const database of DATABASES)
      it(`tell of requests, operations and questions to the database, on ${host.name} with ${database.name}`, async () => {
        const { cms, agent } = await start(host, database, {
          collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
        })
        try {
          const { id } = (await cms.create('posts', { title: 'One' })) as { id: number }
          spans.reset()
          await agent.get(`/api/cms/posts/${id}?secret=in-the-query`)
          await agent.get('/api/cms/nothing/here/at/all')
          const [operation, request, lost] = spans.getFinishedSpans()
          expect(operation!.name).to.equal('read posts')
          expect(operation!.attributes['galley.queries']).to.equal(1)
          expect(operation!.parentSpanContext!.spanId).to.equal(request!.spanContext().spanId)
          expect(request!.name).to.equal('GET /:collection/:id')
          expect(request!.attributes).to.deep.include({
            'http.request.method': 'GET',
            'http.route': '/:collection/:id',
            'http.response.status_code': 200,
          })
          expect(request!.attributes['galley.queries']).to.be.at.least(1)
          expect(lost!.name).to.equal('GET')
          expect(lost!.attributes['http.response.status_code']).to.equal(404)
          expect(JSON.stringify(spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes]))).to.not.include('in-the-query')
          await reader.forceFlush()
          const names = measured
            .getMetrics()
            .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name)))
          expect(names).to.include.members(['http.server.request.duration', 'galley.operations', 'galley.database.queries'])
        } finally {
          await end(cms)
        }
      })
})
