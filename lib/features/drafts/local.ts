/** Drafts in the Local API: unpublish, discard, autosave. */
import { objectOf } from '../../local/bound-handle.ts'
import type { MembersOf } from '../../local/members.ts'
import type { AnyGiven, Changed, ChangedGlobal, FieldOf, GlobalFieldOf, LocaleOf, Write, WriteGlobal } from '../../local/read-as.ts'
import type { ChangeOptions } from '../../local/types.ts'
import type { CollectionWith, Depth, GlobalWith, Registered, Types } from '../../register.ts'
import { autosave, discardDraft, unpublish } from './changes.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Unpublishes a live document; its pending draft, if any, becomes its content. Returns the draft. */
    unpublish<
      S extends CollectionWith<'drafts', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, id: number | string, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>>
    unpublishGlobal<
      S extends GlobalWith<'drafts', T>,
      F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<ChangedGlobal<T, S, O, D, L>>
    /** Discards the pending draft. Returns the published document. */
    discardDraft<
      S extends CollectionWith<'drafts', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, id: number | string, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>>
    discardGlobalDraft<
      S extends GlobalWith<'drafts', T>,
      F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<ChangedGlobal<T, S, O, D, L>>
    /** Saves a draft while someone is writing; nothing live changes and no event is emitted. Returns the draft. */
    autosave<
      S extends CollectionWith<'drafts', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(
      slug: S,
      id: number | string,
      data: NoInfer<Partial<Write<T, S, L>>>,
      options?: ChangeOptions<F, D, L> & AnyGiven<O>,
    ): Promise<Changed<T, S, O, D, L>>
    autosaveGlobal<
      S extends GlobalWith<'drafts', T>,
      F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(
      slug: S,
      data: NoInfer<Partial<WriteGlobal<T, S, L>>>,
      options?: ChangeOptions<F, D, L> & AnyGiven<O>,
    ): Promise<ChangedGlobal<T, S, O, D, L>>
  }
}

export const draftsMethods: MembersOf<
  'unpublish' | 'unpublishGlobal' | 'discardDraft' | 'discardGlobalDraft' | 'autosave' | 'autosaveGlobal'
> = {
  async unpublish(slug, id, options) {
    return objectOf(await this.does(unpublish, this.at(slug, id), this.changeOptionsWith(options)))
  },

  async unpublishGlobal(slug, options) {
    return objectOf(await this.does(unpublish, this.atGlobal(slug), this.changeOptionsWith(options)))
  },

  async discardDraft(slug, id, options) {
    return objectOf(await this.does(discardDraft, this.at(slug, id), this.changeOptionsWith(options)))
  },

  async discardGlobalDraft(slug, options) {
    return objectOf(await this.does(discardDraft, this.atGlobal(slug), this.changeOptionsWith(options)))
  },

  async autosave(slug, id, data, options) {
    return objectOf(await this.does(autosave, this.at(slug, id), data, this.changeOptionsWith(options)))
  },

  async autosaveGlobal(slug, data, options) {
    return objectOf(await this.does(autosave, this.atGlobal(slug), data, this.changeOptionsWith(options)))
  },
}
