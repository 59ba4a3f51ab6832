/** A clock that jumps ahead empties neither the trash nor the audit log; time that really passed does. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { type ClockReading, dueRound } from '../../lib/features/jobs/rounds.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { MovedClock } from '../harness/people.ts'
import { configWith, DATABASES, end } from '../harness/start.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const YEAR = 365 * DAY

describe('features/jobs: the time that retention goes by', () => {
  /** Runs of the jobs at a true time each; now and then the clock of one run is ahead by anything. */
  it('is never ahead of the true time while wrong clocks last less than a day @long', () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    for (let life = 0; life < 300; life++) {
      const steps = [60, 60, 900, HOUR, 6 * HOUR, DAY]
      const step = steps[random(steps.length)]!
      let [truth, reading]: [number, ClockReading | undefined] = [Date.parse('2030-01-01'), undefined]
      let wrongUntil = 0
      let offset = 0
      let latest = 0
      for (let n = 0; n < 200; n++) {
        truth += step * 1000
        const wasWrong = offset > 0
        if (truth > wrongUntil) offset = 0
        if (reading && offset === 0 && !wasWrong && random(8) === 0) wrongUntil = truth + random(Math.min(step * 3000, DAY * 1000 - 1))
        // While it is wrong it may jump again and again. With a day between the runs, wrong twice in a row is wrong for a day.
        if (reading && truth <= wrongUntil && !(wasWrong && step >= DAY))
          offset += (random(10_000) + 3) * DAY * 1000 * (offset > 0 ? random(2) : 1)
        const round = dueRound(reading, new Date(truth + offset))
        reading = round.reading
        latest = Math.max(latest, round.time?.getTime() ?? 0)
        expect(latest, `life ${life}, run ${n}`).to.be.at.most(truth)
      }
      // Left alone, it comes back to the truth, at most a day and two runs behind.
      for (let n = 0; n <= (DAY / step) * 2 + 2; n++) {
        truth += step * 1000
        const round = dueRound(reading, new Date(truth))
        reading = round.reading
        latest = Math.max(latest, round.time?.getTime() ?? 0)
      }
      expect(truth - latest, `life ${life} at the end`).to.be.at.most(step * 1000 + DAY * 1000)
    }
  })

  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      let clock: MovedClock
      beforeEach(async () => {
        clock = new MovedClock()
        cms = await createCms(
          configWith(database, {
            clock,
            jobsTimer: false,
            audit: { keep: 90 },
            collections: [{ slug: 'notes', trash: { purgeAfterDays: 30 }, fields: [{ name: 'text' }] }],
          } as any),
        )
        const { id } = (await cms.create('notes', { text: 'kept' })) as any
        await cms.delete('notes', id)
        await cms.runJobs()
      })
      afterEach(() => end(cms))
      const left = async () => ({
        trash: (await cms.find('notes', { trash: true } as any)).totalDocs,
        audit: (await cms.audit.find({ target: 'notes' })).totalDocs,
      })

      it('a jump of a year for some runs takes nothing', async () => {
        clock.forward(60)
        await cms.runJobs()
        clock.forward(YEAR)
        for (let n = 0; n < 5; n++) {
          await cms.runJobs()
          clock.forward(HOUR)
        }
        expect(await left()).to.deep.equal({ trash: 1, audit: 2 })
        clock.forward(-YEAR)
        for (let n = 0; n < 3; n++) {
          await cms.runJobs()
          clock.forward(DAY)
        }
        expect(await left()).to.deep.equal({ trash: 1, audit: 2 })
      })

      it('time that passes takes what is due, minute by minute or once a day @long', async () => {
        for (let day = 0; day < 29; day++) {
          clock.forward(DAY)
          await cms.runJobs()
        }
        expect((await left()).trash).to.equal(1)
        for (let hour = 0; hour < 73; hour++) {
          clock.forward(HOUR)
          await cms.runJobs()
        }
        expect((await left()).trash).to.equal(0)
        expect((await left()).audit).to.be.at.least(2)
      })

      it('after a long break what was due goes a day later', async () => {
        clock.forward(YEAR)
        await cms.runJobs()
        expect(await left(), 'a break looks like a jump').to.deep.equal({ trash: 1, audit: 2 })
        for (let hour = 0; hour < 25; hour++) {
          clock.forward(HOUR)
          await cms.runJobs()
        }
        expect(await left()).to.deep.include({ trash: 0 })
        expect((await cms.audit.find({ action: 'create' })).totalDocs).to.equal(0)
      })
    })
  }
})
