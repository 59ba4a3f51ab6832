/** Jobs: runs due jobs every minute in this process. Jobs are claimed in the database, so any number of processes can do this. */

import { Caller, system } from '../../actor.ts'
import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import { takenTwice } from '../../taken-twice.ts'
import { jobsRun } from './command.ts'
import { jobsConfig } from './config.ts'
import { hanging, runConfigured } from './configured.ts'
import { beginRounds, noteRound, overdue } from './rounds.ts'
import { runJobs } from './routes.ts'
import { jobsTable, roundsTable } from './table.ts'

const MINUTE = 60_000

const timers = new Attached<Engine, NodeJS.Timeout>()

export const jobs: Feature = {
  name: 'jobs',
  config: jobsConfig,
  check: ({ jobs }) =>
    takenTwice(
      'jobs',
      jobs.map(({ name }) => name),
    ),
  tables: ({ jobs }) => (jobs && jobs.length > 0 ? [jobsTable, roundsTable] : [roundsTable]),
  jobs: [
    { name: 'jobs', run: runConfigured },
    { name: 'rounds', run: (_engine, round) => void round.retentionTime() },
  ],
  retentionTime: noteRound,
  attention: async (engine) => {
    const [hangs, late] = [await hanging(engine), await overdue(engine)]
    return hangs.length > 0 || late ? [{ id: 'jobs', hanging: hangs, overdueSince: late ?? null }] : []
  },
  routes: () => [
    { method: 'GET', path: '/jobs/run', name: 'runJobs', run: runJobs },
    { method: 'POST', path: '/jobs/run', name: 'runJobs', run: runJobs },
  ],
  commands: [jobsRun],
  async start(engine) {
    await beginRounds(engine)
    if (!engine.settings.jobsTimer) return
    timers.set(engine, setInterval(() => void engine.jobs.run(engine.handle(new Caller(system))), MINUTE).unref())
  },
  stop(engine) {
    clearInterval(timers.take(engine))
  },
}
