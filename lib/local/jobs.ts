/** The features' jobs, one after another: what each did, by its name. One that fails is logged, and the others still run. */
import type { Cms } from './handle.ts'

/** `patient: false` leaves what takes long behind: it goes on while the others run, and is not begun twice. */
export async function runJobs(cms: Cms, { patient = true } = {}): Promise<Record<string, unknown>> {
  const { jobs, settings } = cms.engine
  const done: Record<string, unknown> = {}
  for (const { name, run, takesLong } of jobs) {
    const work = async () => {
      try {
        done[name] = await run(cms)
      } catch (error) {
        settings.log.error(`the job '${name}' failed`, { error })
      }
    }
    if (patient || !takesLong) await work()
    else void work()
  }
  return done
}
