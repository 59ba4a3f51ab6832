/** Moves documents in the order that editors choose, in the Local API. Tested by test/features/trash-and-order.test.ts. */
import { objectOf } from '../../local/bound-handle.ts'
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import type { AnyGiven, Changed, FieldOf, LocaleOf } from '../../local/read-as.ts'
import type { ChangeOptions } from '../../local/types.ts'
import type { CollectionWith, Depth, Registered, Types } from '../../register.ts'
import { type MoveTarget, move } from './move.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Moves a document before or after another one, in a collection that is `orderable`. */
    move<
      S extends CollectionWith<'orderable', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, id: number | string, target: MoveTarget, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>>
  }
}

export const orderMethods: MembersOf<'move'> = {
  async move(slug, id, target, options) {
    takesOnly<{ before?: unknown; after?: unknown }>(target, ['before', 'after'], 'target')
    return objectOf(await this.does(move, this.at(slug, id), target, this.changeOptionsWith(options)))
  },
}
