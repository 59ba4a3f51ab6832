/** `galley jobs:run`: what is due, once, for a machine's own cron. */
import type { CliCommand } from '../../cli/session.ts'

export const jobsRun: CliCommand = {
  usage: 'jobs:run',
  description: 'Run what is due: scheduled publishing, retries, configured jobs',
  async run(session) {
    const config = await session.config()
    const cms = await config.open()
    try {
      const done = Object.entries(await cms.runJobs()) as [string, Record<string, number>][]
      for (const [name, tally] of done)
        session.say(
          `${name}: ${Object.entries(tally)
            .map(([what, count]) => `${count} ${what}`)
            .join(', ')}`,
        )
      if (done.some(([, tally]) => (tally['failed'] ?? 0) > 0)) session.fail('Something failed; the log says what')
    } finally {
      await cms.stop()
    }
  },
}
