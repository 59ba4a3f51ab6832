/** Translation progress in the Local API. */
import type { MembersOf } from '../../local/members.ts'
import type { Translation } from '../../local/types.ts'
import type { Registered, TranslatedCollection, TranslatedGlobal, Types } from '../../register.ts'
import { translations } from './translations.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** A document's translation progress, by locale. */
    translations<S extends TranslatedCollection<T>>(slug: S, id: number | string): Promise<Record<string, Translation>>
    globalTranslations<S extends TranslatedGlobal<T>>(slug: S): Promise<Record<string, Translation>>
  }
}

export const localizationMethods: MembersOf<'translations' | 'globalTranslations'> = {
  async translations(slug, id) {
    return this.does(translations, this.at(slug, id))
  },

  async globalTranslations(slug) {
    return this.does(translations, this.atGlobal(slug))
  },
}
