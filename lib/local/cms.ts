/** The public interface of the Local API: an immutable handle for the system or a user. Features add members (see their `local.ts`). */
import type { Limits } from '../operations/contract.ts'
import type { CollectionSlug, CreatableCollection, Depth, GlobalSlug, Registered, Types } from '../register.ts'
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
  Read,
  ReadGlobal,
  TrashOf,
  UserOf,
  Write,
  WriteChange,
  WriteGlobalChange,
} from './read-as.ts'
import type {
  ByCondition,
  ChangeOptions,
  CountOptions,
  CreateOptions,
  DeleteOptions,
  FindOptions,
  List,
  ReadOptions,
  SignedIn,
  UpdateOptions,
} from './types.ts'

/**
 * The Local API: everything the JSON API can do, as method calls. A handle acts as the system until `as(user)` narrows it to what a user may
 * do.
 *
 * @example
 * const { docs } = await cms.as(request.user).find('posts', { where: { tag: { equals: 'news' } }, sort: '-createdAt' })
 */
export interface Cms<T extends Types = Registered> {
  /** A handle that follows a user's access rules; `null` means an anonymous visitor. */
  as<U extends { id: number | string; role: T['roles'] }>(user: U | null, context?: Record<string, unknown>): this
  /** A handle whose calls use this locale unless they name another. */
  in(locale: T['locales']): this
  /** The user that the handle acts as; `null` for the system and for visitors. A request's handle knows it only after `me()`. */
  readonly user: UserOf<T> | null
  /** The same; the handle of a request authenticates the request first. */
  me(): Promise<UserOf<T> | null>
  /** One page of documents, those that match `where`. */
  find<
    S extends CollectionSlug<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    C extends boolean = true,
    O = object,
  >(
    slug: S,
    options?: FindOptions<T['collections'][S]['where'], T['collections'][S]['sort'], F, D, Draft, L, C, TrashOf<T, S>> & AnyGiven<O>,
  ): Promise<List<Read<T, S, As<D, Draft, L, O>, O>, C>>
  /**
   * Every document found at the start, read `limit` at a time (100 by default): each at most once, even if documents change in the
   * meantime. Those that are deleted or no longer match before they are read are left out.
   */
  all<
    S extends CollectionSlug<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    options?: Omit<
      FindOptions<T['collections'][S]['where'], T['collections'][S]['sort'], F, D, Draft, L, boolean, TrashOf<T, S>>,
      'page' | 'count'
    > &
      AnyGiven<O>,
  ): AsyncGenerator<Read<T, S, As<D, Draft, L, O>, O>>
  /** The document, or `null` if this handle can't see one with that id. */
  findById<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    id: Id<I>,
    options?: ReadOptions<F, D, Draft, L, TrashOf<T, S>> & AnyGiven<O>,
  ): Promise<Read<T, S, As<D, Draft, L, O>, O> | null>
  /** How many documents match. */
  count<S extends CollectionSlug<T>>(
    slug: S,
    options?: CountOptions<T['collections'][S]['where'], boolean, LocaleOf<T>, TrashOf<T, S>>,
  ): Promise<number>
  /** Creates a document and returns it. */
  create<
    S extends CreatableCollection<T>,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, data: NoInfer<Write<T, S, L>>, options?: CreateOptions<F, D, L> & AnyGiven<O>): Promise<Created<T, S, O, D, L>>
  /** Changes the given fields of a document and returns the whole document; `null` if `options.where` didn't match. */
  update<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    C extends ByCondition = never,
    O = object,
  >(
    slug: S,
    id: Id<I>,
    data: NoInfer<WriteChange<T, S, L>>,
    options?: UpdateOptions<T['collections'][S]['where'], F, D, L, C> & AnyGiven<O>,
  ): Promise<Changed<T, S, O, D, L> | ([C] extends [never] ? never : null)>
  /** Adds to a number in one atomic statement; `null` if that would exceed a limit. */
  increment<S extends CollectionSlug<T>, I extends number | string>(
    slug: S,
    id: Id<I>,
    field: T['collections'][S]['numbers'],
    by?: number,
    limits?: Limits,
  ): Promise<Changed<T, S> | null>
  /** Deletes a document, or moves it to the trash if its collection has one. Returns it as it was, with ids in its relations. */
  delete<
    S extends CollectionSlug<T>,
    I extends number | string,
    F extends FieldOf<T, S> = FieldOf<T, S>,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    id: Id<I>,
    options?: DeleteOptions<F, L, MeantTrash<T, S>, Heir<S>> & AnyGiven<O>,
  ): Promise<Changed<T, S, O & { depth: 0 }, 0, L>>
  /** The global, with default values if it was never saved. */
  findGlobal<
    S extends GlobalSlug<T>,
    F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
    D extends Depth = 1,
    Draft extends boolean = false,
    L extends LocaleOf<T> = never,
    O = object,
  >(slug: S, options?: ReadOptions<F, D, Draft, L, false> & AnyGiven<O>): Promise<ReadGlobal<T, S, As<D, Draft, L, O>, O>>
  /** Changes the given fields of a global and returns all of it. */
  updateGlobal<
    S extends GlobalSlug<T>,
    F extends GlobalFieldOf<T, S> = GlobalFieldOf<T, S>,
    D extends Depth = 1,
    L extends LocaleOf<T> = never,
    O = object,
  >(
    slug: S,
    data: NoInfer<WriteGlobalChange<T, S, L>>,
    options?: ChangeOptions<F, D, L> & AnyGiven<O>,
  ): Promise<ChangedGlobal<T, S, O, D, L>>
  /** Sign-in from code. */
  readonly auth: Auth<T>
  /**
   * Runs several changes, all or none. The calls inside run one after another on one connection. The handle passed to `work`
   * belongs to the transaction: all its calls are part of it, and calls after its end are refused. `retries`: how often `work`
   * may run again after a conflict with another transaction.
   */
  transaction<R>(work: (cms: this) => Promise<R>, options?: { retries?: number | undefined }): Promise<R>
  /** Emits a custom event that the configuration declares. */
  emit(name: string, payload: unknown, about?: { collection?: string | undefined; id?: number | undefined }): Promise<void>
  /**
   * Runs due jobs: retries of webhooks and emails, and whatever features do every minute. For the system and admins.
   * It waits up to `wait` seconds, 25 by default; jobs that take longer continue and are listed in `running`.
   */
  runJobs(options?: { wait?: number | undefined }): Promise<Record<string, unknown>>
  /** Starts the CMS again after `stop`. Only for the system's handle, like `stop`. */
  start(): Promise<void>
  /** Finishes work in progress, refuses new calls, and closes the database, within `within` seconds (default 8). */
  stop(options?: { within?: number | undefined }): Promise<void>
}

/** Sign-in from code. */
export interface Auth<T extends Types = Registered> {
  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  login(given: { email?: unknown; password?: unknown; ip?: string | undefined }): Promise<SignedIn<T>>
  /** The user of a session token; `null` if it is not valid. */
  user(token: string): Promise<UserOf<T> | null>
  /** Ends every session of a user. For the system, admins, and the user. */
  logout(user: number): Promise<void>
}
