/** A job that hangs, throws or never resolves stops only itself: what else is due goes on, and everybody is told which one hangs and since when. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { configWith, DATABASES, DURABLE, end, pairwise, type Started, start } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const never = () => new Promise(() => undefined)
const posts = { slug: 'posts', drafts: true, schedule: true, fields: [{ name: 'title' }] }

for (const database of DATABASES) {
  describe(`features/jobs: hanging with ${database.name}${longUnlessDrawn(database, DATABASES, 'hanging')}`, () => {
    let cms: Handle
    let other: Handle | undefined
    let clock: MovedClock
    let ran: string[]
    let logged: Started['logged']
    const where = DURABLE[database.name]!

    async function open(jobs: any[], at = where(), more: object = {}): Promise<Handle> {
      logged = []
      return createCms({
        ...configWith(database, {}, logged),
        db: adapterFor(at),
        clock,
        jobsTimer: false,
        collections: [posts],
        jobs,
        ...more,
      } as any)
    }
    beforeEach(() => {
      clock = new MovedClock()
      ran = []
      other = undefined
    })
    afterEach(async () => {
      await other?.stop()
      await end(cms)
    })
    const attention = async () => (await cms.engine.features.attention()).find(({ id }) => id === 'jobs')

    it('other jobs and planned publishing go on, and the answer says what is still running', async () => {
      cms = await open([
        { name: 'hangs', run: never },
        {
          name: 'throws',
          run: () => {
            throw new Error('at once')
          },
        },
        { name: 'rejects', run: () => Promise.reject(new Error('later')) },
        { name: 'hangs-too', run: never },
        { name: 'works', run: () => void ran.push('works') },
      ])
      const { id } = (await cms.create('posts', { title: 'x' })) as any
      const since = clock.now().toISOString()
      for (let round = 1; round <= 3; round++) {
        await cms.schedule('posts', id, { action: round % 2 ? 'publish' : 'unpublish', at: clock.now().toISOString() })
        const done = (await cms.runJobs({ wait: 0.5 })) as any
        expect(done.scheduled, `round ${round}`).to.deep.equal({ ran: 1, failed: 0 })
        expect(done.jobs).to.deep.equal({ ran: 1, failed: 2 })
        expect(done.running).to.deep.equal([
          { name: 'hangs', since },
          { name: 'hangs-too', since },
        ])
        clock.forward(60)
      }
      expect(ran).to.have.length(3)
    })

    it('past its limit a run counts as failed, its signal is aborted, attention names it, and the job may begin again', async () => {
      const signals: AbortSignal[] = []
      let isWell = false
      let letGo: () => void = () => undefined
      cms = await open([
        {
          name: 'sync',
          timeout: 0.3,
          run: ({ signal }: any) => {
            signals.push(signal)
            return isWell ? undefined : new Promise<void>((resolve) => (letGo = resolve))
          },
        },
      ])
      const since = clock.now().toISOString()
      expect((await cms.runJobs())['jobs']).to.deep.equal({ ran: 0, failed: 1 })
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true])
      clock.forward(60)
      expect(await attention()).to.deep.equal({ id: 'jobs', hanging: [{ name: 'sync', since }], overdueSince: null })
      expect(logged.filter(({ line }) => line.includes("the job 'sync' has run longer than its limit"))).to.have.length(1)
      expect((await cms.runJobs())['jobs'], 'it hangs again').to.deep.equal({ ran: 0, failed: 1 })
      expect((await attention())!['hanging'], 'since the first of them').to.deep.equal([{ name: 'sync', since }])
      letGo()
      isWell = true
      clock.forward(60)
      expect((await cms.runJobs())['jobs']).to.deep.equal({ ran: 1, failed: 0 })
      expect(await attention()).to.equal(undefined)
    })

    it('what ends after its limit does not count as hanging any longer', async () => {
      let letGo: () => void = () => undefined
      cms = await open([{ name: 'slow', timeout: 0.2, run: () => new Promise<void>((resolve) => (letGo = resolve)) }])
      await cms.runJobs()
      expect((await attention())!['hanging']).to.have.length(1)
      letGo()
      for (let n = 0; n < 200 && (await attention()); n++) await new Promise((resolve) => setTimeout(resolve, 10))
      expect(await attention()).to.equal(undefined)
    })

    it('two processes never run one job at once, and the second may where the first has died', async () => {
      const at = where()
      const run = () => {
        ran.push('began')
        return never()
      }
      cms = await open([{ name: 'long', run }], at)
      other = await open([{ name: 'long', run }], at)
      const [one, two] = (await Promise.all([cms.runJobs({ wait: 0.5 }), other.runJobs({ wait: 0.5 })])) as any[]
      expect(ran).to.deep.equal(['began'])
      for (const { running } of [one, two]) expect(running).to.deep.include({ name: 'long', since: clock.now().toISOString() })
      clock.forward(600)
      await other.runJobs({ wait: 0.1 })
      expect(ran, 'within its limit').to.deep.equal(['began'])
      clock.forward(400)
      await other.runJobs({ wait: 0.1 })
      expect(ran).to.deep.equal(['began', 'began'])
    })

    it('the end of the process comes in its time, and tells the run to end', async () => {
      const at = where()
      let stops = 0
      cms = await open(
        [
          { name: 'deaf', run: never },
          {
            name: 'polite',
            run: ({ signal }: any) =>
              new Promise<void>((resolve) =>
                signal.addEventListener('abort', () => {
                  stops++
                  resolve()
                }),
              ),
          },
        ],
        at,
      )
      await cms.runJobs({ wait: 0.1 })
      const begun = performance.now()
      await cms.stop()
      expect(performance.now() - begun).to.be.below(9000)
      expect(stops).to.equal(1)
      cms = await open([{ name: 'deaf', run: () => void ran.push('next') }], at)
      await cms.runJobs()
      expect(ran, 'the claim ended with the process').to.deep.equal(['next'])
    })

    it('a job of a feature that hangs holds up nobody else, and is not begun twice', async () => {
      let begun = 0
      cms = await open([{ name: 'works', run: () => void ran.push('works') }], where(), {
        features: [
          {
            name: 'mine',
            jobs: [
              {
                name: 'stuck',
                run: () => {
                  begun++
                  return never()
                },
              },
            ],
          },
        ],
      })
      for (let round = 0; round < 2; round++) {
        const done = (await cms.runJobs({ wait: 0.2 })) as any
        expect(done.running).to.deep.equal([{ name: 'stuck', since: clock.now().toISOString() }])
        expect(done.jobs.ran).to.equal(1)
      }
      expect(begun).to.equal(1)
    })

    it('a clock that was ahead for one run silences nothing', async () => {
      cms = await open([{ name: 'hourly', every: 3600, run: () => void ran.push(clock.now().toISOString().slice(0, 13)) }])
      const year = 365 * 24 * 3600
      clock.forward(year)
      await cms.runJobs()
      clock.forward(-year)
      for (let n = 0; n < 4; n++) {
        await cms.runJobs()
        clock.forward(1800)
      }
      expect(ran).to.deep.equal(['2031-01-01T12', '2030-01-01T12', '2030-01-01T13'])
    })

    it('clocks of several machines that differ by a little run nothing twice', async () => {
      const at = where()
      const job = { name: 'hourly', every: 3600, run: () => void ran.push('ran') }
      cms = await open([job], at)
      const ahead = { now: () => new Date(clock.now().getTime() + 20_000) }
      other = await open([job], at, { clock: ahead })
      await other.runJobs()
      await cms.runJobs()
      expect(ran).to.have.length(1)
    })
  })
}

pairwise((host, database) => {
  it('jobs/run answers in its time and says what is still running; a wrong wait is refused', async () => {
    const started = await start(host, database, { cronSecret: 'a-cron-secret', jobsTimer: false, jobs: [{ name: 'sync', run: never }] })
    try {
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      const cron = new Browser(started.listener)
      cron.headers = { authorization: 'Bearer a-cron-secret' }
      const { status, body } = await cron.post('/jobs/run?wait=0.2')
      expect(status).to.equal(200)
      expect(body.running.map(({ name }: any) => name)).to.deep.equal(['sync'])
      expect(body.jobs).to.deep.equal({ ran: 0, failed: 0 })
      for (const wait of ['-1', 'x', '', '3601']) expect((await cron.post(`/jobs/run?wait=${wait}`)).status, wait).to.equal(400)
    } finally {
      await end(started.cms)
    }
  })
})
