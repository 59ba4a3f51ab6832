/** The Local API, as whoever holds a handle knows it: an immutable handle on the content, as the system or as somebody. Features add their members to it (`local.ts` of each). */
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

export interface Cms<T extends Types = Registered> {
  /** A handle under a user's rules; `null` is a visitor. */
  as(user: User | null, context?: Record<string, unknown>): Cms<T>
  /** One locale: of every call through this handle that names no other. */
  in(locale: string): Cms<T>
  /** Whom the handle acts as; `null` for the system and for visitors. That of a request knows it once `me()` has. */
  readonly user: User | null
  /** The same; the handle of a request asks first who it is from. */
  me(): Promise<User | null>
  find<S extends CollectionSlug<T>>(slug: S, options?: FindOptions): Promise<List<Read<T, S>>>
  /** The document, or `null` when there is none that this handle may see. */
  findById<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ReadOptions): Promise<Read<T, S> | null>
  count<S extends CollectionSlug<T>>(slug: S, options?: Omit<FindOptions, 'limit' | 'page' | 'sort' | 'count'>): Promise<number>
  create<S extends CollectionSlug<T>>(slug: S, data: Write<T, S>, options?: ReadOptions): Promise<Read<T, S>>
  /** The changed document; `null` when `options.where` did not hold. */
  update<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options?: UpdateOptions,
  ): Promise<Read<T, S> | null>
  /** Adds to a number in one atomic statement; `null` where that would pass a limit. */
  increment<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    field: string,
    by?: number,
    limits?: Limits,
  ): Promise<Read<T, S> | null>
  /** The deleted document. */
  delete<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: DeleteOptions): Promise<Read<T, S>>
  findGlobal<S extends GlobalSlug<T>>(slug: S, options?: ReadOptions): Promise<ReadGlobal<T, S>>
  updateGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** Signing in from code. */
  readonly auth: Auth
  /**
   * Several changes, all or none. The calls inside run one after another on one connection. The handle that `work` is given
   * belongs to the transaction: all its calls are part of it, and none is taken after its end. `retries`: how often `work` may
   * be run again after another transaction was in its way.
   */
  transaction<R>(work: (cms: Cms<T>) => Promise<R>, options?: { retries?: number }): Promise<R>
  /** Sends a custom event that the configuration declares. */
  emit(name: string, payload: unknown, about?: { collection?: string; id?: number }): Promise<void>
  /**
   * What is due: retries of webhooks and e-mails, and what else features do every minute. For the system and admins.
   * It waits `wait` seconds, 25 by default; what has not ended by then goes on and stands in `running`.
   */
  runJobs(options?: { wait?: number }): Promise<Record<string, unknown>>
  /** For the system's handle alone, as is `stop`. */
  start(): Promise<void>
  /** Finishes what is under way, refuses what comes later, closes the database; in `within` seconds at most, 8 by default. */
  stop(options?: { within?: number }): Promise<void>
}

export interface Auth {
  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  login(given: { email?: unknown; password?: unknown; ip?: string }): Promise<SignedIn>
  /** Whose token it is; `null` for a dead one. */
  user(token: string): Promise<User | null>
  /** Ends every session of a user. For the system, admins, and the user. */
  logout(user: number): Promise<void>
}
