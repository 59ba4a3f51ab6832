/** The features' jobs, one after another: what each did, by its name. One that fails is logged, and the others still run. */
import type { Cms } from './handle.ts'

export async function runJobs(cms: Cms): Promise<Record<string, unknown>> {
  const { jobs, settings } = cms.engine
  const done: Record<string, unknown> = {}
  for (const { name, run } of jobs) {
    try {
      done[name] = await run(cms)
    } catch (error) {
      settings.log.error(`the job '${name}' failed`, { error })
    }
  }
  return done
}
