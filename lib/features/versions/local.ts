/** Versions in the Local API. */
import { objectOf } from '../../local/bound-handle.ts'
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import type { AnyGiven, Changed, ChangedGlobal, FieldOf, GlobalFieldOf, LocaleOf, VersionOf, VersionOfGlobal } from '../../local/read-as.ts'
import type { ChangeOptions, Compared, FindVersionOptions, FindVersionsOptions, List, Version } from '../../local/types.ts'
import type { CollectionWith, Depth, GlobalWith, Registered, Types } from '../../register.ts'
import { findVersion, findVersions } from './history.ts'
import { restoreVersion } from './restore.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** The versions of a document, newest first. */
    findVersions<S extends CollectionWith<'versions', T>>(
      slug: S,
      id: number | string,
      options?: FindVersionsOptions,
    ): Promise<List<Version>>
    findGlobalVersions<S extends GlobalWith<'versions', T>>(slug: S, options?: FindVersionsOptions): Promise<List<Version>>
    /** One version with its content; with `compare`, also its differences from another version or from the live document. */
    findVersion<S extends CollectionWith<'versions', T>, L extends LocaleOf<T> = never, O = object>(
      slug: S,
      id: number | string,
      version: number | string,
      options?: FindVersionOptions<L> & AnyGiven<O>,
    ): Promise<Compared<VersionOf<T, S, O, L>>>
    findGlobalVersion<S extends GlobalWith<'versions', T>, L extends LocaleOf<T> = never, O = object>(
      slug: S,
      version: number | string,
      options?: FindVersionOptions<L> & AnyGiven<O>,
    ): Promise<Compared<VersionOfGlobal<T, S, O, L>>>
    /** Saves an earlier version again; as a draft if the collection has drafts. */
    restoreVersion<
      S extends CollectionWith<'versions', T>,
      F extends FieldOf<T, S> = FieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(
      slug: S,
      id: number | string,
      version: number | string,
      options?: ChangeOptions<F, D, L> & AnyGiven<O>,
    ): Promise<Changed<T, S, O, D, L>>
    restoreGlobalVersion<
      S extends GlobalWith<'versions', T>,
      F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
      D extends Depth = 1,
      L extends LocaleOf<T> = never,
      O = object,
    >(slug: S, version: number | string, options?: ChangeOptions<F, D, L> & AnyGiven<O>): Promise<ChangedGlobal<T, S, O, D, L>>
  }
}

const OPTIONS = ['limit', 'page', 'changed'] as const
const OF_ONE = ['locale', 'fallbackLocale', 'showHidden', 'context', 'compare'] as const

export const versionsMethods: MembersOf<
  'findVersions' | 'findGlobalVersions' | 'findVersion' | 'findGlobalVersion' | 'restoreVersion' | 'restoreGlobalVersion'
> = {
  async findVersions(slug, id, options = {}) {
    takesOnly(options, OPTIONS)
    return this.does(findVersions, this.at(slug, id), options)
  },

  async findGlobalVersions(slug, options = {}) {
    takesOnly(options, OPTIONS)
    return this.does(findVersions, this.atGlobal(slug), options)
  },

  async findVersion(slug, id, version, options) {
    const given: FindVersionOptions = options === undefined ? {} : options
    takesOnly(given, OF_ONE)
    return this.does(findVersion, this.at(slug, id), version, { ...this.given, ...given })
  },

  async findGlobalVersion(slug, version, options) {
    const given: FindVersionOptions = options === undefined ? {} : options
    takesOnly(given, OF_ONE)
    return this.does(findVersion, this.atGlobal(slug), version, { ...this.given, ...given })
  },

  async restoreVersion(slug, id, version, options) {
    return objectOf(await this.does(restoreVersion, this.at(slug, id), version, this.changeOptionsWith(options)))
  },

  async restoreGlobalVersion(slug, version, options) {
    return objectOf(await this.does(restoreVersion, this.atGlobal(slug), version, this.changeOptionsWith(options)))
  },
}
