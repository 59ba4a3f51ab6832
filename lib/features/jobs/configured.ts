/** Runs the configured jobs concurrently, with a time limit. Each run is claimed in the database, so a job never runs twice at once. */

import { randomUUID } from 'node:crypto'
import type { Engine } from '../../engine.ts'
import type { Round, Running } from '../../local/jobs.ts'
import type { Settings } from '../../settings.ts'
import { anyOf, atMost, either, greaterThan, orElse } from '../../store/conditions.ts'
import { jobsTable } from './table.ts'

type Job = Settings['jobs'][number]

/** Milliseconds that a run has to end when the process stops. */
const LAST_MOMENT = 1000
/** Milliseconds by which the clocks of several machines may differ. Times further ahead were written by a wrong clock. */
const SKEW = 5 * 60_000

interface Tally {
  ran: number
  failed: number
}

/** Returns the runs that ended while the caller waited; the others continue. */
export async function runConfigured(engine: Engine, round: Round): Promise<Tally> {
  const tally = { ran: 0, failed: 0 }
  const { jobs = [] } = engine.settings
  if (jobs.length === 0) return tally
  const all = Promise.all(jobs.map((job) => runOne(engine, job, round, tally)))
  round.keep(all)
  await Promise.race([all, round.patience])
  for (const { name, last_run } of await claimed(engine)) round.goesOn({ name, since: last_run })
  return { ...tally }
}

async function runOne(engine: Engine, job: Job, round: Round, tally: Tally): Promise<void> {
  const { clock, log } = engine.settings
  const now = clock.now()
  const claim = randomUUID()
  try {
    if (!(await begin(engine, job, now, claim))) return
    const outcome = await withinLimit(job, engine, now, round, () => end(engine, job, claim))
    tally[outcome === 'ended' ? 'ran' : 'failed']++
    if (outcome === 'ended') return
    if (outcome === 'stopped')
      return log.warn(`the job '${job.name}' was still running when the process stopped`, { since: now.toISOString() })
    await giveUp(engine, job, claim)
    log.error(`the job '${job.name}' has run longer than its limit and counts as hanging`, {
      since: now.toISOString(),
      timeout: job.timeout,
    })
  } catch (error) {
    log.error(`the job '${job.name}' failed`, { error })
    tally.failed++
  }
}

/** Aborts a run's signal when its time is up or the process stops. A run that ignores its signal continues. */
async function withinLimit(job: Job, engine: Engine, now: Date, round: Round, ended: () => Promise<void>) {
  const late = new AbortController()
  const work = (async () => job.run({ cms: round.cms, now, signal: AbortSignal.any([round.stopping, late.signal]) }))()
  const closing = work.then(ended, async (error: Error) => {
    await ended()
    throw error
  })
  let timer: NodeJS.Timeout | undefined
  let stop = (): unknown => undefined
  const expired = new Promise<'late' | 'stopped'>((resolve) => {
    timer = setTimeout(() => {
      late.abort(new Error(`the job ran longer than ${job.timeout} s`))
      resolve('late')
    }, job.timeout * 1000).unref()
    stop = () =>
      setTimeout(
        () =>
          void ended()
            .finally(() => resolve('stopped'))
            .catch(() => undefined),
        LAST_MOMENT,
      )
    round.stopping.addEventListener('abort', stop)
  })
  let outcome: 'ended' | 'late' | 'stopped' | undefined
  try {
    outcome = await Promise.race([closing.then(() => 'ended' as const), expired])
    return outcome
  } finally {
    clearTimeout(timer)
    round.stopping.removeEventListener('abort', stop)
    if (outcome === 'late' || outcome === 'stopped')
      closing.catch((error: Error) => engine.settings.log.warn(`a hanging run of the job '${job.name}' failed`, { error: error.message }))
  }
}

/** True if this process may run the job now. A run in the future is ignored: the clock was ahead. */
async function begin({ store }: Engine, job: Job, now: Date, claim: string): Promise<boolean> {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
  const limit = job.timeout * 1000
  const isDue = either(atMost(at(-(job.every ?? 0) * 1000)), greaterThan(at(SKEW)))
  const isFree = anyOf({ claim: null }, { claimed_until: either(atMost(at(0)), greaterThan(at(limit + SKEW))) })
  const run = jobsTable.in(store).insert(
    { name: job.name, last_run: at(0), claim, claimed_until: at(limit) },
    {
      onConflict: { unique: ['name'], change: ['last_run', 'claim', 'claimed_until'], where: [{ last_run: isDue }, isFree] },
      returning: ['id'],
    },
  )
  return (await store.change(run)).length > 0
}

/** A run that has ended, successfully or not, no longer hangs; nor does one that was given up, unless there is a newer one. */
async function end({ store }: Engine, { name }: Job, claim: string): Promise<void> {
  await store.change(jobsTable.in(store).update({ name, claim: either(claim, null) }, { claim: null, hangs_since: null }))
}

/** Lets the job start again; that it hung is remembered until a run ends. */
async function giveUp({ store }: Engine, { name }: Job, claim: string): Promise<void> {
  await store.change(jobsTable.in(store).update({ name, claim }, { claim: null, hangs_since: orElse('last_run') }))
}

async function claimed(engine: Engine): Promise<{ name: string; last_run: string }[]> {
  const now = engine.settings.clock.now().toISOString()
  return (await rowsOf(engine)).filter((row) => row.claim !== null && row.claimed_until > now)
}

/** Jobs that hang, or whose process died during a run: which, and since when. */
export async function hanging(engine: Engine): Promise<Running[]> {
  const now = engine.settings.clock.now().toISOString()
  return (await rowsOf(engine)).flatMap(({ name, last_run, claim, claimed_until, hangs_since }) => {
    if (hangs_since !== null) return [{ name, since: hangs_since }]
    return claim !== null && claimed_until <= now ? [{ name, since: last_run }] : []
  })
}

interface JobRow {
  name: string
  last_run: string
  claim: string | null
  claimed_until: string
  hangs_since: string | null
}

/** The rows of jobs that are still in the configuration. */
async function rowsOf({ store, settings }: Engine): Promise<JobRow[]> {
  const { jobs = [] } = settings
  if (jobs.length === 0) return []
  const rows = await jobsTable.in(store).find({}, { sort: ['name'] })
  return (rows as unknown as JobRow[]).filter(({ name }) => jobs.some((job) => job.name === name))
}
