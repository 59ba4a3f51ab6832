/** Previews and links to drafts, in the Local API. */
import { Caller } from '../../actor.ts'
import type { MembersOf } from '../../local/members.ts'
import type {
  AnyGiven,
  FieldOf,
  GlobalFieldOf,
  LocaleOf,
  PreviewOf,
  PreviewOfGlobal,
  WriteChange,
  WriteGlobalChange,
} from '../../local/read-as.ts'
import type { Previewed, ReadOptions } from '../../local/types.ts'
import type { CollectionSlug, Depth, GlobalSlug, Registered, Types } from '../../register.ts'
import { createPreviewToken, previewActor, showUnsaved, showUnsavedNew } from './show.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** The document with unsaved values applied, and the URL of its page; without an id, a new document. Nothing is saved. */
    preview<
      S extends CollectionSlug<T>,
      I extends number | string | null,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(
      slug: S,
      id: I,
      data: NoInfer<WriteChange<T, S, L>>,
      options?: ReadOptions<F, D, boolean, L> & AnyGiven<O>,
    ): Promise<Previewed<PreviewOf<T, S, I, O, D, L>>>
    previewGlobal<
      S extends GlobalSlug<T>,
      F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(
      slug: S,
      data: NoInfer<WriteGlobalChange<T, S, L>>,
      options?: ReadOptions<F, D, boolean, L> & AnyGiven<O>,
    ): Promise<Previewed<PreviewOfGlobal<T, S, O, D, L>>>
    /**
     * Lets visitors see this one document with its draft for an hour, as long as this handle's user may read it: `GET …?preview=<token>`.
     */
    createPreviewToken<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<string>
    createGlobalPreviewToken<S extends GlobalSlug<T>>(slug: S): Promise<string>
    /** A visitor's handle that also sees the document of a preview link with its draft: for the page that the link opens. */
    withPreview(token: string): Promise<this>
  }
}

export const previewMethods: MembersOf<'preview' | 'previewGlobal' | 'createPreviewToken' | 'createGlobalPreviewToken' | 'withPreview'> = {
  async preview(slug, id, data, options) {
    if (id === null) return this.does(showUnsavedNew, { entity: this.collection(slug) }, data, this.optionsWith(options))
    return this.does(showUnsaved, this.at(slug, id), data, this.optionsWith(options))
  },

  async previewGlobal(slug, data, options) {
    return this.does(showUnsaved, this.atGlobal(slug), data, this.optionsWith(options))
  },

  async createPreviewToken(slug, id) {
    return this.does(createPreviewToken, this.at(slug, id))
  },

  async createGlobalPreviewToken(slug) {
    return this.does(createPreviewToken, this.atGlobal(slug))
  },

  async withPreview(token) {
    return this.under(new Caller(await this.does(previewActor, token), this.caller.context))
  },
}
