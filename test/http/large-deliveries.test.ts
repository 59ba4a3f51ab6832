/** What leaves a process with large documents stalls nobody: deliveries to many webhooks, the page that lists them, retries, and backups. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn } from '../harness/depth.ts'
import { longestTurn, Measured, type Sent } from '../harness/measured.ts'
import { Sink } from '../harness/sink.ts'
import { DURABLE, temporaryFile } from '../harness/start.ts'

const ROWS = 10_000
const rowsOf = (text: string) => Array.from({ length: ROWS }, (_, n) => ({ label: `label ${n}`, text }))
const LARGE = rowsOf('x'.repeat(290))
const SMALL = rowsOf('x')

const HOOKS = 8
/** As many as a page of deliveries holds, next to the first one. */
const FAILED = 49

const configFor = (origin: string) => ({
  audit: true,
  backups: { dir: temporaryFile('-backups') },
  webhooks: [
    ...Array.from({ length: HOOKS }, (_, n) => ({ url: `${origin}/${n}`, secret: 'shared-by-both-sides', collections: ['posts'] })),
    // Nobody listens there.
    { url: 'http://127.0.0.1:9/', secret: 'shared-by-both-sides', collections: ['kept'] },
  ],
  collections: ['posts', 'kept'].map((slug) => ({
    slug,
    drafts: true,
    versions: { max: 3 },
    fields: [
      { name: 'title' },
      {
        name: 'rows',
        type: 'array',
        maxRows: ROWS,
        fields: [{ name: 'label' }, { name: 'text' }, { name: 'secret', hidden: true }],
      },
    ],
  })),
})

async function fill(cms: Handle): Promise<void> {
  await cms.create('posts', { title: 'large', status: 'draft', rows: LARGE })
  await cms.create('posts', { title: 'small', status: 'draft', rows: SMALL })
  await cms.create('kept', { title: 'large', status: 'draft', rows: LARGE })
  for (let n = 0; n < FAILED; n++) await cms.update('kept', 1, { title: `${n}` })
}

const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body: JSON.stringify(body) })

/** In `better-sqlite3` every statement takes the event loop's time. */
const databases = { ...DURABLE, 'better-sqlite3': () => `better-sqlite3:${DURABLE['SQLite']!()}` }

for (const [database, fresh] of drawn(Object.entries(databases), 'large deliveries')) {
  describe(`http: large deliveries with ${database} @long`, function () {
    this.retries(3)
    this.timeout(300_000)
    let measured: Measured
    let sink: Sink

    before(async () => {
      sink = await new Sink().start()
      measured = await Measured.start(database, fresh(), configFor(sink.origin), fill)
    })
    after(async () => {
      await measured?.stop()
      await sink?.stop()
    })

    async function stallsNobody(sent: Sent, settled?: () => Promise<unknown>, most = longestTurn()) {
      const { answers, delays } = await measured.measure(sent, most, settled)
      if (process.env['SHOW']) console.log(sent.method ?? 'GET', sent.path, answers[0]!.status, delays.map(Math.round).join())
      for (const { status, text } of answers) expect(status, text.slice(0, 300)).to.be.within(200, 202)
      expect(Math.min(...delays), 'milliseconds of one turn').to.be.below(most)
      return answers[0]!
    }

    /** `events` of each webhook. */
    const delivered = (events: number) => async () => {
      await sink.until(HOOKS * events)
      sink.forget()
    }

    it('of a change that many webhooks hear of', async () => {
      await stallsNobody(patch('/posts/1', { title: 'new' }), delivered(1))
    })

    it('of a change of all rows', async () => {
      await stallsNobody(patch('/posts/2', { rows: rowsOf('y') }), delivered(1))
    })

    const published = patch('/posts/1', { status: 'published' })
    const takenBack = async () => {
      await delivered(2)()
      await measured.send({ method: 'POST', path: '/posts/1/unpublish' })
      await delivered(2)()
    }

    it('of a document that is published, which is two events', async () => {
      // SQLite makes one statement of the writes that come again and again.
      for (let n = 0; n < 4; n++) {
        await measured.send(published)
        await takenBack()
      }
      await stallsNobody(published, takenBack)
    })

    const waiting = { path: '/admin/deliveries?state=pending' }
    const kept = async (): Promise<any[]> => {
      for (;;) {
        const { docs } = JSON.parse((await measured.send(waiting)).text)
        if (docs.every(({ collection }: any) => collection === 'kept')) return docs
      }
    }

    it('in the list of what waits, which holds as many bodies as fit', async () => {
      // Fifty bodies that were only counted would take about a whole one.
      await stallsNobody(waiting, undefined, longestTurn() / 2)
      const [first, ...others] = await kept()
      expect(JSON.parse(first.body).doc.rows).to.have.length(ROWS)
      expect(others).to.have.length(FAILED)
      for (const { body } of others) expect(body).to.equal(null)
    })

    it('tried again by an admin', async () => {
      const [{ id }] = await kept()
      await stallsNobody({ method: 'POST', path: `/admin/deliveries/webhook/${id}/retry` })
    })

    if (database !== 'Postgres')
      it('copied into a backup', async () => {
        await stallsNobody({ method: 'POST', path: '/admin/backups' }, async () => {
          for (let isRunning = true; isRunning; ) {
            const { backups } = JSON.parse((await measured.send({ path: '/admin/backups' })).text)
            isRunning = ['pending', 'running'].includes(backups[0].state)
            expect(backups[0].state, backups[0].error).not.to.equal('failed')
          }
        })
      })
  })
}
