/** Runs the features' jobs every minute in this process; whatever is due is claimed in the database, so that any number of processes may. */
import type { Feature } from '../../feature.ts'
import { runJobs } from '../../local/jobs.ts'
import type { Engine } from '../../operations/operation.ts'

const MINUTE = 60_000

const timers = new WeakMap<Engine, NodeJS.Timeout>()

export const jobs: Feature = {
  name: 'jobs',
  start(cms) {
    if (!cms.engine.settings.jobsTimer) return
    timers.set(cms.engine, setInterval(() => void runJobs(cms), MINUTE).unref())
  },
  stop({ engine }) {
    clearInterval(timers.get(engine))
  },
}
