/** The configuration of jobs. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { Cms } from '../../local/cms.ts'
import { closed, flag, fn, listOf } from '../../option-schemas.ts'
import type { WithDefaults } from '../../settings.ts'

declare module '../../options.ts' {
  interface Options {
    /** The bearer secret of `GET /jobs/run`. @default process.env.CRON_SECRET */
    cronSecret?: string
    /** Jobs of your own, run together with the built-in ones. @default [] */
    jobs?: readonly JobConfig[]
    /** Runs jobs every minute in this process. @default true */
    jobsTimer?: boolean
  }
}

declare module '../../settings.ts' {
  interface Settings {
    jobs: readonly WithDefaults<JobConfig, 'timeout'>[]
    jobsTimer: boolean
  }
}

/** A job of your own: what it does, and when. */
export interface JobConfig {
  /** Unique; lowercase letters, digits, `-` and `:`. */
  name: string
  /** Minimum seconds between two runs. @default every run */
  every?: number
  /** Seconds a run may take. Then its `signal` is aborted, it counts as failed, and the job may start again. @default 900 */
  timeout?: number
  /** The work. If it fails or hangs, that is logged and the other jobs still run. `signal` says when to stop. */
  run(work: { cms: Cms; now: Date; signal: AbortSignal }): unknown
}

export const jobsConfig: Record<string, JsonSchema> = {
  cronSecret: { type: 'string' },
  jobs: {
    ...listOf(
      closed(
        {
          name: { type: 'string', pattern: '^[a-z][a-z0-9:-]*$', description: "lowercase letters, digits, ':' and '-', a letter first" },
          every: { type: 'number', exclusiveMinimum: 0 },
          timeout: { type: 'number', exclusiveMinimum: 0, maximum: 86_400, default: 900 },
          run: fn,
        },
        ['name', 'run'],
      ),
    ),
    default: [],
  },
  jobsTimer: { ...flag, default: true },
}
