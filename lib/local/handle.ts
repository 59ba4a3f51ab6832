/** The Local API: an immutable handle on the content, as the system or as somebody. HTTP, jobs and the CLI use the same one. */
import { actorOf, Caller, type User } from '../actor.ts'
import { GalleyError } from '../errors.ts'
import { type Mail, queueMail } from '../events/mails.ts'
import { increment, type Limits } from '../operations/increment.ts'
import type { Engine, Listed, Operation, OperationName } from '../operations/operation.ts'
import type { Shown } from '../query/reader.ts'
import { type Address, documentAt, globalAt } from './address.ts'
import { LocalAuth } from './auth.ts'
import { type Call, call, named } from './call.ts'
import { runJobs } from './jobs.ts'
import type {
  ChangeOptions,
  CollectionSlug,
  Compared,
  FindOptions,
  FindVersionOptions,
  GlobalSlug,
  List,
  Previewed,
  Read,
  ReadGlobal,
  ReadOptions,
  References,
  Registered,
  Scheduled,
  Translation,
  Types,
  UpdateOptions,
  Version,
  Write,
  WriteGlobal,
} from './types.ts'

export interface Lifecycle {
  start(): Promise<void>
  stop(): Promise<void>
}

export class Cms<T extends Types = Registered> {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #lifecycle: Lifecycle
  /** What every call is about, unless it says otherwise. */
  readonly #given: ReadOptions

  /** @internal Made by `createCms`. */
  constructor(engine: Engine, caller: Caller, lifecycle: Lifecycle, given: ReadOptions = {}) {
    this.#engine = engine
    this.#caller = caller
    this.#lifecycle = lifecycle
    this.#given = given
  }

  /** A handle under a user's rules; `null` is a visitor. */
  as(user: User | null, context: Record<string, unknown> = this.#caller.context): Cms<T> {
    return this.#with(new Caller(actorOf(user, this.#engine.settings.auth.members?.roles), context))
  }

  /** One locale: of every call through this handle that names no other. */
  in(locale: string): Cms<T> {
    return new Cms<T>(this.#engine, this.#caller, this.#lifecycle, { ...this.#given, locale })
  }

  /** Whom the handle acts as; `null` for the system and for visitors. */
  get user(): User | null {
    return this.#caller.actor.user
  }

  async find<S extends CollectionSlug<T>>(slug: S, options: FindOptions = {}): Promise<List<Read<T, S>>> {
    const { listed } = await this.#call('list', { entity: this.#collection(slug) }, options)
    return envelope(listed!)
  }

  /** The document, or `null` when there is none that this handle may see. */
  async findById<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ReadOptions = {}): Promise<Read<T, S> | null> {
    try {
      return objectOf(await this.#call('read', this.#at(slug, id), options))
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'NOT_FOUND' && this.#engine.model.collections.has(slug)) return null
      throw error
    }
  }

  async count<S extends CollectionSlug<T>>(slug: S, options: Omit<FindOptions, 'limit' | 'page' | 'sort' | 'count'> = {}): Promise<number> {
    const { listed } = await this.#call('list', { entity: this.#collection(slug) }, { ...options, limit: 1, depth: 0, select: ['id'] })
    return listed!.totalDocs!
  }

  async create<S extends CollectionSlug<T>>(slug: S, data: Write<T, S>, options: ReadOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.#call('create', { entity: this.#collection(slug) }, { ...options, input: data }))
  }

  /** The changed document; `null` when `options.where` did not hold. */
  async update<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options: UpdateOptions = {},
  ): Promise<Read<T, S> | null> {
    return objectOf(await this.#call('update', this.#at(slug, id), { ...options, input: data }))
  }

  /** Adds to a number in one atomic statement; `null` where that would pass a limit. */
  async increment<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    field: string,
    by = 1,
    limits: Limits = {},
  ): Promise<Read<T, S> | null> {
    const { entity, id: row } = this.#at(slug, id)
    const isDone = await increment(this.#engine, this.#fresh(), entity, row!, field, by, limits)
    return isDone ? this.findById(slug, row!, { draft: true }) : null
  }

  /** The deleted document. */
  async delete<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.#call('delete', this.#at(slug, id), options))
  }

  async findGlobal<S extends GlobalSlug<T>>(slug: S, options: ReadOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.#call('read', this.#atGlobal(slug), options))
  }

  async updateGlobal<S extends GlobalSlug<T>>(
    slug: S,
    data: Partial<WriteGlobal<T, S>>,
    options: ChangeOptions = {},
  ): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.#call('update', this.#atGlobal(slug), { ...options, input: data }))
  }

  /** Takes a live document off the site: a pending draft becomes its content. Answers the draft. */
  async unpublish<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.#does('unpublish', this.#at(slug, id), { ...this.#given, ...options }))
  }

  async unpublishGlobal<S extends GlobalSlug<T>>(slug: S, options: ChangeOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.#does('unpublish', this.#atGlobal(slug), { ...this.#given, ...options }))
  }

  /** Throws the pending draft away. Answers the published document. */
  async discardDraft<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.#does('discardDraft', this.#at(slug, id), { ...this.#given, ...options }))
  }

  async discardGlobalDraft<S extends GlobalSlug<T>>(slug: S, options: ChangeOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.#does('discardDraft', this.#atGlobal(slug), { ...this.#given, ...options }))
  }

  /** The saves of a document, newest first. */
  findVersions<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    page: { limit?: number; page?: number } = {},
  ): Promise<List<Version>> {
    return this.#does('findVersions', this.#at(slug, id), page)
  }

  findGlobalVersions<S extends GlobalSlug<T>>(slug: S, page: { limit?: number; page?: number } = {}): Promise<List<Version>> {
    return this.#does('findVersions', this.#atGlobal(slug), page)
  }

  /** One save with its content; with `compare` also how it differs from another one, or from the live document. */
  findVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options: FindVersionOptions = {},
  ): Promise<Compared> {
    return this.#does('findVersion', this.#at(slug, id), version, { ...this.#given, ...options })
  }

  findGlobalVersion<S extends GlobalSlug<T>>(slug: S, version: number | string, options: FindVersionOptions = {}): Promise<Compared> {
    return this.#does('findVersion', this.#atGlobal(slug), version, { ...this.#given, ...options })
  }

  /** Saves an earlier version again; with drafts as a draft. */
  async restoreVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options: ChangeOptions = {},
  ): Promise<Read<T, S>> {
    return objectOf(await this.#does('restoreVersion', this.#at(slug, id), version, { ...this.#given, ...options }))
  }

  async restoreGlobalVersion<S extends GlobalSlug<T>>(
    slug: S,
    version: number | string,
    options: ChangeOptions = {},
  ): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.#does('restoreVersion', this.#atGlobal(slug), version, { ...this.#given, ...options }))
  }

  /** Publishes or unpublishes at a set time; the same action again takes the place of the one that waits. */
  schedule<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    plan: { action: 'publish' | 'unpublish'; at: string | Date },
  ): Promise<Scheduled> {
    return this.#does('schedule', this.#at(slug, id), plan)
  }

  scheduleGlobal<S extends GlobalSlug<T>>(slug: S, plan: { action: 'publish' | 'unpublish'; at: string | Date }): Promise<Scheduled> {
    return this.#does('schedule', this.#atGlobal(slug), plan)
  }

  /** What is planned for a document, soonest first. */
  scheduled<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Scheduled[]> {
    return this.#does('scheduled', this.#at(slug, id))
  }

  scheduledGlobal<S extends GlobalSlug<T>>(slug: S): Promise<Scheduled[]> {
    return this.#does('scheduled', this.#atGlobal(slug))
  }

  cancelSchedule<S extends CollectionSlug<T>>(slug: S, id: number | string, job: number | string): Promise<{ deleted: 1 }> {
    return this.#does('cancelSchedule', this.#at(slug, id), job)
  }

  cancelGlobalSchedule<S extends GlobalSlug<T>>(slug: S, job: number | string): Promise<{ deleted: 1 }> {
    return this.#does('cancelSchedule', this.#atGlobal(slug), job)
  }

  /** The document with unsaved values over it, and where it can be looked at; without an id a new one. Nothing is saved. */
  preview<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string | null,
    data: Partial<Write<T, S>>,
    options: ReadOptions = {},
  ): Promise<Previewed> {
    if (id === null) return this.#does('previewNew', { entity: this.#collection(slug) }, data, { ...this.#given, ...options })
    return this.#does('preview', this.#at(slug, id), data, { ...this.#given, ...options })
  }

  previewGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options: ReadOptions = {}): Promise<Previewed> {
    return this.#does('preview', this.#atGlobal(slug), data, { ...this.#given, ...options })
  }

  /** Good for an hour, for this one document, with this handle's rights: `GET …?preview=<token>`. */
  createPreviewToken<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<string> {
    return this.#does('createPreviewToken', this.#at(slug, id))
  }

  createGlobalPreviewToken<S extends GlobalSlug<T>>(slug: S): Promise<string> {
    return this.#does('createPreviewToken', this.#atGlobal(slug))
  }

  /** Brings a document back from the trash. */
  async recover<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.#does('recover', this.#at(slug, id), { ...this.#given, ...options }))
  }

  /** Puts a document before or after another one, where `orderable` says that editors choose the order. */
  async move<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    target: { before: number } | { after: number },
    options: ChangeOptions = {},
  ): Promise<Read<T, S>> {
    return objectOf(await this.#does('move', this.#at(slug, id), target, { ...this.#given, ...options }))
  }

  /** Where a document is used. */
  references<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<References> {
    return this.#does('references', this.#at(slug, id))
  }

  /** A handle of whoever made a preview link, that sees the draft of the link's document: for the page that the link opens. */
  async withPreview(token: string): Promise<Cms<T>> {
    return this.#with(new Caller(await this.#does('previewActor', token), this.#caller.context))
  }

  /** How far a document is translated, by locale. */
  translations<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Record<string, Translation>> {
    return this.#does('translations', this.#at(slug, id))
  }

  globalTranslations<S extends GlobalSlug<T>>(slug: S): Promise<Record<string, Translation>> {
    return this.#does('translations', this.#atGlobal(slug))
  }

  /** Signing in from code. */
  get auth(): LocalAuth {
    return new LocalAuth(this.#engine)
  }

  /** Several changes, all or none. The calls inside run one after another on one connection. */
  transaction<R>(work: (cms: Cms<T>) => Promise<R>): Promise<R> {
    return this.#engine.store.transaction(() => work(this))
  }

  /** Sends a custom event that the configuration declares. */
  async emit(name: string, payload: unknown, about: { collection?: string; id?: number } = {}): Promise<void> {
    this.#engine.events.refuseUndeclared(name)
    await this.#engine.events.tell({
      event: name,
      ...about,
      doc: payload,
      timestamp: this.#engine.settings.clock.now().toISOString(),
    })
  }

  /** Saves an e-mail and sends it; it is tried again where that fails. */
  async sendEmail(mail: Mail): Promise<void> {
    const { statement, send } = queueMail(this.#engine, mail)
    await this.#engine.store.commit({ writes: [statement] })
    await this.#engine.store.settled(async () => void send())
  }

  /** What is due: retries of e-mails, and what else features do every minute. */
  runJobs(): Promise<Record<string, unknown>> {
    return runJobs(this as unknown as Cms)
  }

  start(): Promise<void> {
    return this.#lifecycle.start()
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop()
  }

  /** @internal What adapters and the CLI need of the inside. */
  get engine(): Engine {
    return this.#engine
  }

  /** Each call asks its rules anew; within a call each is asked once. */
  #fresh(): Caller {
    return this.#caller.again()
  }

  #with(caller: Caller): Cms<T> {
    return new Cms<T>(this.#engine, caller, this.#lifecycle, this.#given)
  }

  #call(name: OperationName, { entity, id }: Address, given: Call): Promise<Operation> {
    return call(this.#engine, this.#fresh(), name, entity, { ...this.#given, ...given, ...(id !== undefined && { id }) })
  }

  /** What a feature does. */
  #does(name: string, ...given: unknown[]): Promise<any> {
    return this.#engine.local[name]!(this.#engine, this.#fresh(), ...given)
  }

  #at(slug: string, id: unknown): Address {
    return documentAt(this.#engine, this.#caller.actor, slug, id)
  }

  #atGlobal(slug: string): Address {
    return globalAt(this.#engine, this.#caller.actor, slug)
  }

  #collection(slug: string) {
    return named(this.#engine, 'collection', slug, this.#caller.actor)
  }
}

export function envelope(listed: Listed): List<any> {
  return { docs: listed.docs.map((doc) => doc.object), ...pages(listed) }
}

export function pages({ totalDocs, limit, page, hasNextPage }: Listed): Omit<List<unknown>, 'docs'> {
  const totalPages = totalDocs === null ? null : limit === 0 ? 1 : Math.ceil(totalDocs / limit)
  return { totalDocs, limit, page, totalPages, hasNextPage, hasPrevPage: page > 1 }
}

function objectOf({ shown }: Operation): any {
  return (shown as Shown | undefined)?.object ?? null
}
