/** Drafts in the Local API: unpublish, discard, autosave. */
import { objectOf } from '../../local/bound-handle.ts'
import type { MembersOf } from '../../local/members.ts'
import type {
  ChangeOptions,
  CollectionSlug,
  GlobalSlug,
  Read,
  ReadGlobal,
  Registered,
  Types,
  Write,
  WriteGlobal,
} from '../../local/types.ts'
import { autosave, discardDraft, unpublish } from './changes.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Unpublishes a live document; its pending draft, if any, becomes its content. Returns the draft. */
    unpublish<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
    unpublishGlobal<S extends GlobalSlug<T>>(slug: S, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
    /** Discards the pending draft. Returns the published document. */
    discardDraft<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
    discardGlobalDraft<S extends GlobalSlug<T>>(slug: S, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
    /** Saves a draft while someone is writing; nothing live changes and no event is emitted. Returns the draft. */
    autosave<S extends CollectionSlug<T>>(
      slug: S,
      id: number | string,
      data: Partial<Write<T, S>>,
      options?: ChangeOptions,
    ): Promise<Read<T, S>>
    autosaveGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  }
}

export const draftsMethods: MembersOf<
  'unpublish' | 'unpublishGlobal' | 'discardDraft' | 'discardGlobalDraft' | 'autosave' | 'autosaveGlobal'
> = {
  async unpublish(slug, id, options = {}) {
    return objectOf(await this.does(unpublish, this.at(slug, id), { ...this.given, ...options }))
  },

  async unpublishGlobal(slug, options = {}) {
    return objectOf(await this.does(unpublish, this.atGlobal(slug), { ...this.given, ...options }))
  },

  async discardDraft(slug, id, options = {}) {
    return objectOf(await this.does(discardDraft, this.at(slug, id), { ...this.given, ...options }))
  },

  async discardGlobalDraft(slug, options = {}) {
    return objectOf(await this.does(discardDraft, this.atGlobal(slug), { ...this.given, ...options }))
  },

  async autosave(slug, id, data, options = {}) {
    return objectOf(await this.does(autosave, this.at(slug, id), data, { ...this.given, ...options }))
  },

  async autosaveGlobal(slug, data, options = {}) {
    return objectOf(await this.does(autosave, this.atGlobal(slug), data, { ...this.given, ...options }))
  },
}
