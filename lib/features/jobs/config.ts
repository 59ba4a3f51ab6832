/** What the configuration says about jobs. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { Cms } from '../../local/cms.ts'
import { closed, flag, fn, listOf } from '../../option-schemas.ts'
import type { Filled } from '../../settings.ts'

declare module '../../options.ts' {
  interface Options {
    /** The bearer secret of `GET /jobs/run`. @default process.env.CRON_SECRET */
    cronSecret?: string
    /** Work that is run with the scheduled jobs. @default [] */
    jobs?: readonly JobConfig[]
    /** Runs jobs every minute in this process. @default true */
    jobsTimer?: boolean
  }
}

declare module '../../settings.ts' {
  interface Settings {
    jobs: readonly Filled<JobConfig, 'timeout'>[]
    jobsTimer: boolean
  }
}

export interface JobConfig {
  /** Unique; lowercase letters, digits, `-` and `:`. */
  name: string
  /** Seconds that lie between two runs at least. @default every run */
  every?: number
  /** Seconds that a run may take. After that its `signal` is aborted, it counts as failed, and the job may begin again. @default 900 */
  timeout?: number
  /** The work. One that fails or hangs is logged, and the others still run. `signal` says when to stop. */
  run(work: { cms: Cms; now: Date; signal: AbortSignal }): unknown
}

export const config: Record<string, JsonSchema> = {
  cronSecret: { type: 'string' },
  jobs: {
    ...listOf(
      closed(
        {
          name: { type: 'string', pattern: '^[a-z][a-z0-9:-]*$' },
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
