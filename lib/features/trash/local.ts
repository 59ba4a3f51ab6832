/** Recovers documents from the trash, in the Local API. */
import { objectOf } from '../../local/bound-handle.ts'
import type { MembersOf } from '../../local/members.ts'
import type { ChangeOptions, CollectionSlug, Read, Registered, Types } from '../../local/types.ts'
import { recover } from './recover.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Recovers a document from the trash. */
    recover<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
  }
}

export const trashMethods: MembersOf<'recover'> = {
  async recover(slug, id, options = {}) {
    return objectOf(await this.does(recover, this.at(slug, id), { ...this.given, ...options }))
  },
}
