/** Jobs: runs what is due every minute in this process; it is claimed in the database, so that any number of processes may. */
import type { Feature } from '../../feature.ts'
import { runJobs } from '../../local/jobs.ts'
import type { Engine } from '../../operations/operation.ts'
import { jobsRun } from './command.ts'
import { jobsTable, runConfigured } from './configured.ts'
import { run } from './routes.ts'

const MINUTE = 60_000

const timers = new WeakMap<Engine, NodeJS.Timeout>()

export const jobs: Feature = {
  name: 'jobs',
  tables: ({ jobs }) => (jobs && jobs.length > 0 ? [jobsTable] : []),
  jobs: [{ name: 'jobs', run: runConfigured }],
  routes: () => [
    { method: 'GET', path: '/jobs/run', name: 'runJobs', run },
    { method: 'POST', path: '/jobs/run', name: 'runJobs', run },
  ],
  commands: [jobsRun],
  start(cms) {
    if (!cms.engine.settings.jobsTimer) return
    let isRunning = false
    const tick = async () => {
      if (isRunning) return
      isRunning = true
      await runJobs(cms, { patient: false })
      isRunning = false
    }
    timers.set(cms.engine, setInterval(() => void tick(), MINUTE).unref())
  },
  stop({ engine }) {
    clearInterval(timers.get(engine))
  },
}
