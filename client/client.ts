/** `galley/client`: the API from a browser, a server or a test, with the names of the Local API and the types of the schema. */
import type {
  AnyGiven,
  As,
  Changed,
  ChangedGlobal,
  Created,
  FieldOf,
  GlobalFieldOf,
  Heir,
  Id,
  LocaleOf,
  MeantTrash,
  PreviewOf,
  Read,
  ReadGlobal,
  TrashOf,
  VersionOf,
  Write,
  WriteChange,
  WriteGlobalChange,
} from '../lib/local/read-as.ts'
import type { Compared, CountOptions, List, Previewed, References, Scheduled, Translation, Version } from '../lib/local/types.ts'
import type {
  CollectionSlug,
  CollectionWith,
  CreatableCollection,
  Depth,
  GlobalSlug,
  Registered,
  TranslatedCollection,
  Types,
} from '../lib/register.ts'
import { Auth } from './auth.ts'
import { bindMethods } from './bound.ts'
import { Calls } from './calls.ts'
import type { FileGiven } from './form.ts'
import { ALL, CALLING, COMPARING, COUNTING, CREATING, DELETING, FINDING, PLACE, PLAN, READING, takesOnly } from './known-options.ts'
import { checkClient, checkObject, checkSending } from './known-values.ts'
import type {
  Calling,
  Changing,
  ClientOptions,
  Comparing,
  Creating,
  Deleting,
  Finding,
  FindingIn,
  Paging,
  Plan,
  Reading,
  Remote,
} from './options.ts'
import { type Sending, Transport, type Uploading } from './transport.ts'
import { eachVersion, wholeList } from './whole-list.ts'

export type { WhereOf as Where } from '../lib/local/typed-where.ts'
export { ApiError, type Problem } from './api-error.ts'
export type { Auth, Session, SignUp } from './auth.ts'
export type { FileGiven } from './form.ts'
export type { ClientOptions } from './options.ts'

/**
 * A client for the JSON API, in browsers and on servers, with the names of the Local API. Types follow from `galley types`.
 *
 * @example
 * const client = createClient({ url: 'https://example.org/api/cms' })
 * const { docs } = await client.find('posts', { sort: '-createdAt', limit: 10 })
 */
export function createClient<T extends Types = Registered>(options: ClientOptions<T>): Client<T> {
  return new Client<T>(options)
}

/** The client that `createClient` returns. Calls that fail reject with an `ApiError`. */
export class Client<T extends Types = Registered> {
  /** Signing in and out, and the current user. */
  readonly auth: Auth<T>
  readonly #transport: Transport
  readonly #calls: Calls

  constructor(given: ClientOptions<T>) {
    checkClient(given)
    const { locale, ...options } = given
    this.#transport = new Transport(options)
    this.#calls = new Calls(this.#transport, locale)
    this.auth = new Auth<T>(this.#transport)
    bindMethods(this)
  }

  /** One page of documents, those that match `where`. */
  async find<
    S extends CollectionSlug<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    C extends boolean = true,
    O = object,
  >(slug: S, options?: FindingIn<T, S, F, D, Draft, L, C> & AnyGiven<O>): Promise<List<Read<T, S, As<D, Draft, L, O>, O>, C>> {
    if (options?.limit === 0) {
      takesOnly(options, FINDING)
      return wholeList(this.#calls.each<Read<T, S, As<D, Draft, L, O>, O>>(slug, options as Finding), options.count)
    }
    return (await this.#calls.send<List<Read<T, S, As<D, Draft, L, O>, O>, C>>('GET', [slug], FINDING, options)).body
  }

  /** Every document found, fetched page by page. */
  async *all<
    S extends CollectionSlug<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    options?: Omit<FindingIn<T, S, F, D, Draft, L>, 'page' | 'count'> & AnyGiven<O>,
  ): AsyncGenerator<Read<T, S, As<D, Draft, L, O>, O>> {
    const given: Finding = options === undefined ? {} : options
    takesOnly(given, ALL)
    yield* this.#calls.each<Read<T, S, As<D, Draft, L, O>, O>>(slug, given)
  }

  /** The document, or `null` if it doesn't exist or the caller may not see it. */
  async findById<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: Id<I>, options?: Reading<F, D, Draft, L, TrashOf<T, S>> & AnyGiven<O>): Promise<Read<T, S, As<D, Draft, L, O>, O> | null> {
    return this.#calls.read<Read<T, S, As<D, Draft, L, O>, O>>([slug, id], options).catch((error) => {
      if (error.status === 404 && error.code === 'NOT_FOUND') return null
      throw error
    })
  }

  /** How many documents match. */
  async count<S extends CollectionSlug<T>>(
    slug: S,
    options: Remote<CountOptions<T['collections'][S]['where'], boolean, LocaleOf<T>, TrashOf<T, S>>> = {},
  ): Promise<number> {
    takesOnly(options, COUNTING)
    const { totalDocs } = await this.#calls.list(slug, { ...(options as Finding), limit: 1, depth: 0, select: ['id'] })
    // biome-ignore lint/style/noNonNullAssertion: unless `count: false` is given, lists have a total
    return totalDocs!
  }

  /** Creates a document and returns it. */
  create<
    S extends CreatableCollection<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, data: NoInfer<Write<T, S, L>>, options?: Creating<F, D, L> & AnyGiven<O>): Promise<Created<T, S, O, D, L>> {
    return this.#calls.change<Created<T, S, O, D, L>>('POST', [slug], data, options, CREATING)
  }

  /** Changes the given fields of a document and returns the whole document. */
  update<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: Id<I>, data: NoInfer<WriteChange<T, S, L>>, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('PATCH', [slug, id], data, options)
  }

  /** Deletes a document, or moves it to the trash if its collection has one. Returns it as it was. */
  delete<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: Id<I>, options?: Deleting<F, L, MeantTrash<T, S>, Heir<S>> & AnyGiven<O>): Promise<Changed<T, S, O & { depth: 0 }, 0, L>> {
    return this.#calls.change<Changed<T, S, O & { depth: 0 }, 0, L>>('DELETE', [slug, id], undefined, options, DELETING)
  }

  /** The global, with default values if it was never saved. */
  findGlobal<
    S extends GlobalSlug<T>,
    F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, options?: Reading<F, D, Draft, L, false> & AnyGiven<O>): Promise<ReadGlobal<T, S, As<D, Draft, L, O>, O>> {
    return this.#calls.read<ReadGlobal<T, S, As<D, Draft, L, O>, O>>(['globals', slug], options)
  }

  /** Changes the given fields of a global and returns all of it. */
  updateGlobal<
    S extends GlobalSlug<T>,
    F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, data: NoInfer<WriteGlobalChange<T, S, L>>, options?: Changing<F, D, L> & AnyGiven<O>): Promise<ChangedGlobal<T, S, O, D, L>> {
    return this.#calls.change<ChangedGlobal<T, S, O, D, L>>('PATCH', ['globals', slug], data, options)
  }

  /** Takes a published document offline; it becomes a draft. */
  unpublish<
    S extends CollectionWith<'drafts', T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: number | string, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'unpublish'], {}, options)
  }

  /** Discards the pending changes of a published document. */
  discardDraft<
    S extends CollectionWith<'drafts', T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: number | string, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'discard-draft'], {}, options)
  }

  /** Saves a draft while it is being written: without a new version each time, and without notifications. */
  autosave<
    S extends CollectionWith<'drafts', T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: Id<I>, data: NoInfer<WriteChange<T, S, L>>, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'autosave'], data, options)
  }

  /** The versions of a document, newest first. */
  async findVersions<S extends CollectionWith<'versions', T>>(
    slug: S,
    id: number | string,
    options: Paging & Calling = {},
  ): Promise<List<Version>> {
    if (options?.limit === 0) return wholeList(eachVersion((page) => this.findVersions(slug, id, { ...options, limit: 100, page })))
    return (await this.#calls.send<List<Version>>('GET', [slug, id, 'versions'], ['limit', 'page', 'changed', ...CALLING], options)).body
  }

  /** One version, with what it changes compared to the current document. */
  async findVersion<S extends CollectionWith<'versions', T>, L extends LocaleOf<T> = never, O = object>(
    slug: S,
    id: number | string,
    version: number,
    options?: Comparing<L> & AnyGiven<O>,
  ): Promise<Compared<VersionOf<T, S, O, L>>> {
    return (await this.#calls.send<Compared<VersionOf<T, S, O, L>>>('GET', [slug, id, 'versions', version], COMPARING, options)).body
  }

  /** Restores the content of a version: as a draft, where the collection has drafts. */
  restoreVersion<
    S extends CollectionWith<'versions', T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: number | string, version: number, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'versions', version, 'restore'], {}, options)
  }

  /** Plans the publication or unpublication of a document. */
  async schedule<S extends CollectionWith<'schedule', T>>(
    slug: S,
    id: number | string,
    plan: Plan,
    options: Calling = {},
  ): Promise<Scheduled> {
    takesOnly(plan, PLAN, 'plan')
    return (await this.#calls.send<Scheduled>('POST', [slug, id, 'schedule'], CALLING, options, plan)).body
  }

  /** The plans of a document that have not been carried out yet. */
  async scheduled<S extends CollectionWith<'schedule', T>>(slug: S, id: number | string, options: Calling = {}): Promise<Scheduled[]> {
    return (await this.#calls.send<Scheduled[]>('GET', [slug, id, 'schedule'], CALLING, options)).body
  }

  /** Cancels a plan. */
  async cancelSchedule<S extends CollectionWith<'schedule', T>>(
    slug: S,
    id: number | string,
    job: number,
    options: Calling = {},
  ): Promise<{ deleted: 1 }> {
    return (await this.#calls.send<{ deleted: 1 }>('DELETE', [slug, id, 'schedule', job], CALLING, options)).body
  }

  /** A document as readers would see it with unsaved changes, and its address on the site. `null` for a document that does not exist yet. */
  async preview<
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
    options?: Reading<F, D, boolean, L> & AnyGiven<O>,
  ): Promise<Previewed<PreviewOf<T, S, I, O, D, L>>> {
    const path = id === null ? [slug, 'preview'] : [slug, id, 'preview']
    return (await this.#calls.send<Previewed<PreviewOf<T, S, I, O, D, L>>>('POST', path, READING, options, data)).body
  }

  /** How complete a document is in each locale. */
  async translations<S extends TranslatedCollection<T>>(
    slug: S,
    id: number | string,
    options: Calling = {},
  ): Promise<Record<string, Translation>> {
    return (await this.#calls.send<Record<string, Translation>>('GET', [slug, id, 'translations'], CALLING, options)).body
  }

  /** The documents that refer to this one. */
  async references<S extends CollectionSlug<T>>(slug: S, id: number | string, options: Calling = {}): Promise<References> {
    return (await this.#calls.send<References>('GET', [slug, id, 'references'], CALLING, options)).body
  }

  /** Takes a document out of the trash. */
  recover<
    S extends CollectionWith<'trash', T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, id: number | string, options?: Changing<F, D, L> & AnyGiven<O>): Promise<Changed<T, S, O, D, L>> {
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'recover'], {}, options)
  }

  /** Moves a document before or after another one of an orderable collection. */
  async move<
    S extends CollectionWith<'orderable', T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    id: number | string,
    place: { before: number | string } | { after: number | string },
    options?: Changing<F, D, L> & AnyGiven<O>,
  ): Promise<Changed<T, S, O, D, L>> {
    takesOnly(place, PLACE, 'place')
    return this.#calls.change<Changed<T, S, O, D, L>>('POST', [slug, id, 'move'], place, options)
  }

  /** Uploads a file as a document of `media`. In browsers, `progress` is called during the upload. */
  upload<F extends FieldOf<T, 'media'> = FieldOf<T, 'media'>, D extends Depth = 1, L extends LocaleOf<T> = never, O = object>(
    file: FileGiven,
    data: NoInfer<WriteChange<T, 'media', L>> = {},
    options?: Reading<F, D, boolean, L> & Pick<Uploading, 'progress'> & AnyGiven<O>,
  ): Promise<Changed<T, 'media', O, D, L>> {
    return this.#calls.upload('POST', ['media'], file, data, options)
  }

  /** Replaces a document's file; its id stays the same, its URL changes. */
  replaceFile<F extends FieldOf<T, 'media'> = FieldOf<T, 'media'>, D extends Depth = 1, L extends LocaleOf<T> = never, O = object>(
    id: number | string,
    file: FileGiven,
    options?: Changing<F, D, L> & Pick<Uploading, 'progress'> & AnyGiven<O>,
  ): Promise<Changed<T, 'media', O, D, L>> {
    return this.#calls.upload('PUT', ['media', id, 'file'], file, {}, options)
  }

  /** Sends a request to any other path of the API: routes of features, custom endpoints. */
  async send<R = unknown>(method: string, path: string, sending: Sending = {}): Promise<R> {
    checkSending(method, sending)
    return (await this.#transport.exchangeAny(method, path, sending)).body as R
  }

  /** The URL of a path, for example for a download link. */
  address(path: string, query: Record<string, string> = {}): string {
    checkObject(query, 'query')
    return this.#transport.address(path, query)
  }
}
