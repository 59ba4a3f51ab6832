/** Recovers documents from the trash, in the Local API. */
import { objectOf } from '../../local/bound-handle.ts'
import type { MembersOf } from '../../local/members.ts'
import type { AnyGiven, Changed, FieldOf, LocaleOf } from '../../local/read-as.ts'
import type { ChangeOptions } from '../../local/types.ts'
import type { CollectionWith, Depth, Registered, Types } from '../../register.ts'
import { recover } from './recover.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Recovers a document from the trash. */
    recover<
      S extends CollectionWith<'trash', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, id: number | string, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>>
  }
}

export const trashMethods: MembersOf<'recover'> = {
  async recover(slug, id, options) {
    return objectOf(await this.does(recover, this.at(slug, id), this.changeOptionsWith(options)))
  },
}
