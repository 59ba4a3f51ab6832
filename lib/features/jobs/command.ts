/** `galley jobs:run`: runs all due jobs once, for the machine's own cron. */
import type { CliCommand } from '../../cli/command.ts'
import { LONGEST_WAIT } from '../../local/jobs.ts'

/** The result of a run: the tally of each job, and the jobs that did not end. */
interface Outcome {
  running?: readonly { name: string; since: string }[]
  [job: string]: unknown
}

export const jobsRun: CliCommand = {
  usage: 'jobs:run',
  description: 'Run everything that is due: scheduled publishing, retries, configured jobs',
  reports: true,
  async run(session) {
    const project = await session.project()
    const cms = await project.open({ ifMissing: 'refuse' })
    try {
      const { running = [], ...outcome } = (await cms.runJobs({ wait: LONGEST_WAIT })) as Outcome
      const done = Object.entries(outcome).filter(([, tally]) => tally) as [string, Record<string, number>][]
      for (const [name, tally] of done)
        session.say(
          `${name}: ${Object.entries(tally)
            .map(([what, count]) => `${count} ${what}`)
            .join(', ')}`,
        )
      for (const { name, since } of running) session.say(`${name}: still running since ${since}`)
      if (running.length > 0) session.fail('Some jobs did not end in time')
      if (done.some(([, tally]) => (tally['failed'] ?? 0) > 0)) session.fail('Something failed; the log says what')
      return { done: Object.fromEntries(done), running }
    } finally {
      await cms.stop()
    }
  },
}
