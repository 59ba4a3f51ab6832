/** Where a document is used, in the Local API. Tested by test/access/unreadable-uses.test.ts. */
import type { MembersOf } from '../../local/members.ts'
import type { References } from '../../local/types.ts'
import type { CollectionSlug, Registered, Types } from '../../register.ts'
import { usesOf } from './uses.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Returns where a document is used. */
    references<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<References>
  }
}

export const referencesMethods: MembersOf<'references'> = {
  async references(slug, id) {
    return this.does(usesOf, this.at(slug, id))
  },
}
