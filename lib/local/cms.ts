/** The public interface of the Local API: an immutable handle for the system or a user. Features add members (see their `local.ts`). */
import type { User } from '../actor.ts'
import type { Limits } from '../operations/contract.ts'
import type {
  ChangeOptions,
  CollectionSlug,
  DeleteOptions,
  FindOptions,
  GlobalSlug,
  List,
  Read,
  ReadGlobal,
  ReadOptions,
  Registered,
  SignedIn,
  Types,
  UpdateOptions,
  Write,
  WriteGlobal,
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
  as(user: User | null, context?: Record<string, unknown>): Cms<T>
  /** A handle whose calls use this locale unless they name another. */
  in(locale: string): Cms<T>
  /** The user that the handle acts as; `null` for the system and for visitors. A request's handle knows it only after `me()`. */
  readonly user: User | null
  /** The same; the handle of a request authenticates the request first. */
  me(): Promise<User | null>
  /** One page of documents, those that match `where`. */
  find<S extends CollectionSlug<T>>(slug: S, options?: FindOptions): Promise<List<Read<T, S>>>
  /** The document, or `null` if this handle can't see one with that id. */
  findById<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ReadOptions): Promise<Read<T, S> | null>
  /** How many documents match. */
  count<S extends CollectionSlug<T>>(slug: S, options?: Omit<FindOptions, 'limit' | 'page' | 'sort' | 'count'>): Promise<number>
  /** Creates a document and returns it. */
  create<S extends CollectionSlug<T>>(slug: S, data: Write<T, S>, options?: ReadOptions): Promise<Read<T, S>>
  /** Changes the given fields of a document and returns the whole document; `null` if `options.where` didn't match. */
  update<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options?: UpdateOptions,
  ): Promise<Read<T, S> | null>
  /** Adds to a number in one atomic statement; `null` if that would exceed a limit. */
  increment<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    field: string,
    by?: number,
    limits?: Limits,
  ): Promise<Read<T, S> | null>
  /** Deletes a document, or moves it to the trash if its collection has one. Returns it as it was. */
  delete<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: DeleteOptions): Promise<Read<T, S>>
  /** The global, with default values if it was never saved. */
  findGlobal<S extends GlobalSlug<T>>(slug: S, options?: ReadOptions): Promise<ReadGlobal<T, S>>
  /** Changes the given fields of a global and returns all of it. */
  updateGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** Sign-in from code. */
  readonly auth: Auth
  /**
   * Runs several changes, all or none. The calls inside run one after another on one connection. The handle passed to `work`
   * belongs to the transaction: all its calls are part of it, and calls after its end are refused. `retries`: how often `work`
   * may run again after a conflict with another transaction.
   */
  transaction<R>(work: (cms: Cms<T>) => Promise<R>, options?: { retries?: number }): Promise<R>
  /** Emits a custom event that the configuration declares. */
  emit(name: string, payload: unknown, about?: { collection?: string; id?: number }): Promise<void>
  /**
   * Runs due jobs: retries of webhooks and emails, and whatever features do every minute. For the system and admins.
   * It waits up to `wait` seconds, 25 by default; jobs that take longer continue and are listed in `running`.
   */
  runJobs(options?: { wait?: number }): Promise<Record<string, unknown>>
  /** Starts the CMS again after `stop`. Only for the system's handle, like `stop`. */
  start(): Promise<void>
  /** Finishes work in progress, refuses new calls, and closes the database, within `within` seconds (default 8). */
  stop(options?: { within?: number }): Promise<void>
}

export interface Auth {
  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  login(given: { email?: unknown; password?: unknown; ip?: string }): Promise<SignedIn>
  /** The user of a session token; `null` if it is not valid. */
  user(token: string): Promise<User | null>
  /** Ends every session of a user. For the system, admins, and the user. */
  logout(user: number): Promise<void>
}
