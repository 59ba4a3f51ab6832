/** The Local API of editorial work: drafts, versions, schedules, previews, the trash, order, references and translations. */
import { Acting, objectOf } from './acting.ts'
import type {
  ChangeOptions,
  CollectionSlug,
  Compared,
  FindVersionOptions,
  GlobalSlug,
  List,
  Previewed,
  Read,
  ReadGlobal,
  ReadOptions,
  References,
  Scheduled,
  Translation,
  Types,
  Version,
  Write,
  WriteGlobal,
} from './types.ts'

export abstract class LocalEditorial<T extends Types> extends Acting {
  async unpublish<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.does('unpublish', this.at(slug, id), { ...this.given, ...options }))
  }

  async unpublishGlobal<S extends GlobalSlug<T>>(slug: S, options: ChangeOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.does('unpublish', this.atGlobal(slug), { ...this.given, ...options }))
  }

  async discardDraft<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.does('discardDraft', this.at(slug, id), { ...this.given, ...options }))
  }

  async discardGlobalDraft<S extends GlobalSlug<T>>(slug: S, options: ChangeOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.does('discardDraft', this.atGlobal(slug), { ...this.given, ...options }))
  }

  async autosave<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options: ChangeOptions = {},
  ): Promise<Read<T, S>> {
    return objectOf(await this.does('autosave', this.at(slug, id), data, { ...this.given, ...options }))
  }

  async autosaveGlobal<S extends GlobalSlug<T>>(
    slug: S,
    data: Partial<WriteGlobal<T, S>>,
    options: ChangeOptions = {},
  ): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.does('autosave', this.atGlobal(slug), data, { ...this.given, ...options }))
  }

  async findVersions<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    page: { limit?: number; page?: number } = {},
  ): Promise<List<Version>> {
    return this.does('findVersions', this.at(slug, id), page)
  }

  async findGlobalVersions<S extends GlobalSlug<T>>(slug: S, page: { limit?: number; page?: number } = {}): Promise<List<Version>> {
    return this.does('findVersions', this.atGlobal(slug), page)
  }

  async findVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options: FindVersionOptions = {},
  ): Promise<Compared> {
    return this.does('findVersion', this.at(slug, id), version, { ...this.given, ...options })
  }

  async findGlobalVersion<S extends GlobalSlug<T>>(slug: S, version: number | string, options: FindVersionOptions = {}): Promise<Compared> {
    return this.does('findVersion', this.atGlobal(slug), version, { ...this.given, ...options })
  }

  async restoreVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options: ChangeOptions = {},
  ): Promise<Read<T, S>> {
    return objectOf(await this.does('restoreVersion', this.at(slug, id), version, { ...this.given, ...options }))
  }

  async restoreGlobalVersion<S extends GlobalSlug<T>>(
    slug: S,
    version: number | string,
    options: ChangeOptions = {},
  ): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.does('restoreVersion', this.atGlobal(slug), version, { ...this.given, ...options }))
  }

  async schedule<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    plan: { action: 'publish' | 'unpublish'; at: string | Date },
  ): Promise<Scheduled> {
    return this.does('schedule', this.at(slug, id), plan)
  }

  async scheduleGlobal<S extends GlobalSlug<T>>(slug: S, plan: { action: 'publish' | 'unpublish'; at: string | Date }): Promise<Scheduled> {
    return this.does('schedule', this.atGlobal(slug), plan)
  }

  async scheduled<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Scheduled[]> {
    return this.does('scheduled', this.at(slug, id))
  }

  async scheduledGlobal<S extends GlobalSlug<T>>(slug: S): Promise<Scheduled[]> {
    return this.does('scheduled', this.atGlobal(slug))
  }

  async cancelSchedule<S extends CollectionSlug<T>>(slug: S, id: number | string, job: number | string): Promise<{ deleted: 1 }> {
    return this.does('cancelSchedule', this.at(slug, id), job)
  }

  async cancelGlobalSchedule<S extends GlobalSlug<T>>(slug: S, job: number | string): Promise<{ deleted: 1 }> {
    return this.does('cancelSchedule', this.atGlobal(slug), job)
  }

  async preview<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string | null,
    data: Partial<Write<T, S>>,
    options: ReadOptions = {},
  ): Promise<Previewed> {
    if (id === null) return this.does('previewNew', { entity: this.collection(slug) }, data, { ...this.given, ...options })
    return this.does('preview', this.at(slug, id), data, { ...this.given, ...options })
  }

  async previewGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options: ReadOptions = {}): Promise<Previewed> {
    return this.does('preview', this.atGlobal(slug), data, { ...this.given, ...options })
  }

  async createPreviewToken<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<string> {
    return this.does('createPreviewToken', this.at(slug, id))
  }

  async createGlobalPreviewToken<S extends GlobalSlug<T>>(slug: S): Promise<string> {
    return this.does('createPreviewToken', this.atGlobal(slug))
  }

  async recover<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.does('recover', this.at(slug, id), { ...this.given, ...options }))
  }

  async move<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    target: { before: number } | { after: number },
    options: ChangeOptions = {},
  ): Promise<Read<T, S>> {
    return objectOf(await this.does('move', this.at(slug, id), target, { ...this.given, ...options }))
  }

  async references<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<References> {
    return this.does('references', this.at(slug, id))
  }

  async translations<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Record<string, Translation>> {
    return this.does('translations', this.at(slug, id))
  }

  async globalTranslations<S extends GlobalSlug<T>>(slug: S): Promise<Record<string, Translation>> {
    return this.does('translations', this.atGlobal(slug))
  }
}
