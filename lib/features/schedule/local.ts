/** Scheduling in the Local API. */
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import type { Scheduled } from '../../local/types.ts'
import type { CollectionWith, GlobalWith, Registered, Types } from '../../register.ts'
import { cancelSchedule, plan, scheduled } from './plans.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Schedules a publish or unpublish; replaces a pending plan for the same action. */
    schedule<S extends CollectionWith<'schedule', T>>(
      slug: S,
      id: number | string,
      plan: { action: 'publish' | 'unpublish'; at: string | Date },
    ): Promise<Scheduled>
    scheduleGlobal<S extends GlobalWith<'schedule', T>>(
      slug: S,
      plan: { action: 'publish' | 'unpublish'; at: string | Date },
    ): Promise<Scheduled>
    /** The plans of a document, soonest first. */
    scheduled<S extends CollectionWith<'schedule', T>>(slug: S, id: number | string): Promise<Scheduled[]>
    scheduledGlobal<S extends GlobalWith<'schedule', T>>(slug: S): Promise<Scheduled[]>
    cancelSchedule<S extends CollectionWith<'schedule', T>>(slug: S, id: number | string, job: number | string): Promise<{ deleted: 1 }>
    cancelGlobalSchedule<S extends GlobalWith<'schedule', T>>(slug: S, job: number | string): Promise<{ deleted: 1 }>
  }
}

export const scheduleMethods: MembersOf<
  'schedule' | 'scheduleGlobal' | 'scheduled' | 'scheduledGlobal' | 'cancelSchedule' | 'cancelGlobalSchedule'
> = {
  async schedule(slug, id, planned) {
    takesOnly(planned, ['action', 'at'], 'plan')
    return this.does(plan, this.at(slug, id), planned)
  },

  async scheduleGlobal(slug, planned) {
    takesOnly(planned, ['action', 'at'], 'plan')
    return this.does(plan, this.atGlobal(slug), planned)
  },

  async scheduled(slug, id) {
    return this.does(scheduled, this.at(slug, id))
  },

  async scheduledGlobal(slug) {
    return this.does(scheduled, this.atGlobal(slug))
  },

  async cancelSchedule(slug, id, job) {
    return this.does(cancelSchedule, this.at(slug, id), job)
  },

  async cancelGlobalSchedule(slug, job) {
    return this.does(cancelSchedule, this.atGlobal(slug), job)
  },
}
