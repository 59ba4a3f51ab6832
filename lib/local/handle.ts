/** The Local API: an immutable handle on the content, as the system or as somebody. HTTP, jobs and the CLI use the same one. */
import { actorOf, Caller, type User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { GalleyError, ValidationError } from '../errors.ts'
import type { Tally } from '../events/backlog.ts'
import { emit } from '../events/emit.ts'
import { type Mail, queueMail } from '../events/mails.ts'
import { increment, type Limits } from '../operations/increment.ts'
import type { Listed } from '../operations/operation.ts'
import type { Frame } from '../store/transaction.ts'
import { objectOf } from './acting.ts'
import { LocalAudit } from './audit.ts'
import { LocalAuth } from './auth.ts'
import { LocalEditorial } from './editorial.ts'
import { LocalFiles } from './files.ts'
import { LONGEST_WAIT } from './jobs.ts'
import { hostOrAdmin, onlyHost } from './permitted.ts'
import type {
  ChangeOptions,
  CollectionSlug,
  FindOptions,
  GlobalSlug,
  List,
  Read,
  ReadGlobal,
  ReadOptions,
  Registered,
  Types,
  UpdateOptions,
  Write,
  WriteGlobal,
} from './types.ts'

export interface Lifecycle {
  start(): Promise<void>
  stop(within?: number): Promise<void>
}

/** Makes handles, each under its caller. */
export const handlesOf =
  (engine: Engine, lifecycle: Lifecycle) =>
  (caller: Caller): Cms =>
    new Cms(engine, caller, lifecycle)

export class Cms<T extends Types = Registered> extends LocalFiles<T> {
  readonly #lifecycle: Lifecycle

  /** @internal Made by `createCms`. */
  constructor(engine: Engine, caller: Caller, lifecycle: Lifecycle, given: ReadOptions = {}, frame?: Frame) {
    super(engine, caller, given, frame)
    this.#lifecycle = lifecycle
  }

  /** A handle under a user's rules; `null` is a visitor. */
  as(user: User | null, context: Record<string, unknown> = this.caller.context): Cms<T> {
    return this.#with(new Caller(actorOf(user, this.engine.settings.auth.members?.roles), context))
  }

  /** One locale: of every call through this handle that names no other. */
  in(locale: string): Cms<T> {
    return new Cms<T>(this.engine, this.caller, this.#lifecycle, { ...this.given, locale }, this.frame)
  }

  /** Whom the handle acts as; `null` for the system and for visitors. */
  get user(): User | null {
    return this.caller.actor.user
  }

  async find<S extends CollectionSlug<T>>(slug: S, options: FindOptions = {}): Promise<List<Read<T, S>>> {
    const { listed } = await this.call('list', { entity: this.collection(slug) }, options)
    return envelope(listed!)
  }

  /** The document, or `null` when there is none that this handle may see. */
  async findById<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ReadOptions = {}): Promise<Read<T, S> | null> {
    try {
      return objectOf(await this.call('read', this.at(slug, id), options))
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'NOT_FOUND' && this.engine.model.collections.has(slug)) return null
      throw error
    }
  }

  async count<S extends CollectionSlug<T>>(slug: S, options: Omit<FindOptions, 'limit' | 'page' | 'sort' | 'count'> = {}): Promise<number> {
    const { listed } = await this.call('list', { entity: this.collection(slug) }, { ...options, limit: 1, depth: 0, select: ['id'] })
    return listed!.totalDocs!
  }

  async create<S extends CollectionSlug<T>>(slug: S, data: Write<T, S>, options: ReadOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.call('create', { entity: this.collection(slug) }, { ...options, input: data }))
  }

  /** The changed document; `null` when `options.where` did not hold. */
  async update<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options: UpdateOptions = {},
  ): Promise<Read<T, S> | null> {
    return objectOf(await this.call('update', this.at(slug, id), { ...options, input: data }))
  }

  /** Adds to a number in one atomic statement; `null` where that would pass a limit. */
  async increment<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    field: string,
    by = 1,
    limits: Limits = {},
  ): Promise<Read<T, S> | null> {
    const { entity, id: row } = this.at(slug, id)
    // What was counted in time is answered after the end as well.
    const reading = this.#of(undefined)
    return this.inside(async () => {
      const isDone = await increment(this.engine, this.caller.again(), entity, row!, field, by, limits)
      return isDone ? this.engine.store.answering(() => reading.findById(slug, row!, { draft: true })) : null
    })
  }

  /** The deleted document. */
  async delete<S extends CollectionSlug<T>>(slug: S, id: number | string, options: ChangeOptions = {}): Promise<Read<T, S>> {
    return objectOf(await this.call('delete', this.at(slug, id), options))
  }

  async findGlobal<S extends GlobalSlug<T>>(slug: S, options: ReadOptions = {}): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.call('read', this.atGlobal(slug), options))
  }

  async updateGlobal<S extends GlobalSlug<T>>(
    slug: S,
    data: Partial<WriteGlobal<T, S>>,
    options: ChangeOptions = {},
  ): Promise<ReadGlobal<T, S>> {
    return objectOf(await this.call('update', this.atGlobal(slug), { ...options, input: data }))
  }

  /** A visitor's handle that also sees the document of a preview link with its draft: for the page that the link opens. */
  async withPreview(token: string): Promise<Cms<T>> {
    return this.#with(new Caller(await this.does('previewActor', token), this.caller.context))
  }

  /** Signing in from code. */
  get auth(): LocalAuth {
    return new LocalAuth(this.engine, this.caller, this.inside)
  }

  /** The audit log. */
  get audit(): LocalAudit {
    return new LocalAudit(this.engine, this.caller, this.inside)
  }

  /**
   * Several changes, all or none. The calls inside run one after another on one connection. The handle that `work` is given
   * belongs to the transaction: all its calls are part of it, and none is taken after its end. `retries`: how often `work` may
   * be run again after another transaction was in its way.
   */
  async transaction<R>(work: (cms: Cms<T>) => Promise<R>, { retries = 0 }: { retries?: number } = {}): Promise<R> {
    return this.inside(() => this.engine.store.transaction((frame) => work(this.#of(frame)), { retries }))
  }

  /** Sends a custom event that the configuration declares. */
  async emit(name: string, payload: unknown, about: { collection?: string; id?: number } = {}): Promise<void> {
    await this.inside(() => emit(this.engine, name, payload, about))
  }

  /** Saves an e-mail and sends it; it is tried again where that fails. */
  async sendEmail(mail: Mail): Promise<void> {
    await this.inside(async () => {
      const { statement, send } = queueMail(this.engine, mail)
      await this.engine.store.commit({ writes: [statement] })
      await this.engine.store.settled(async () => void send())
    })
  }

  /** Waits for the webhooks that are on their way: where no process lives on after the answer. */
  async flushWebhooks(): Promise<void> {
    return this.doesInBackground('flushWebhooks')
  }

  /** Tries saved deliveries that are due. For the system, and whoever may open the deliveries. */
  async retryWebhooks(): Promise<Tally> {
    return this.doesInBackground('retryWebhooks')
  }

  /**
   * What is due: retries of webhooks and e-mails, and what else features do every minute. For the system and admins.
   * It waits `wait` seconds, 25 by default; what has not ended by then goes on and stands in `running`.
   */
  async runJobs({ wait }: { wait?: number } = {}): Promise<Record<string, unknown>> {
    hostOrAdmin(this.caller)
    if (wait !== undefined && !(wait >= 0 && wait <= LONGEST_WAIT))
      throw new ValidationError(`must be a number of seconds from 0 to ${LONGEST_WAIT}`, 'wait')
    return this.inBackground(() => this.engine.jobs.run(this.engine.handle(this.caller.asSystem()), wait))
  }

  /** For the system's handle alone, as is `stop`. */
  async start(): Promise<void> {
    onlyHost(this.caller)
    await this.#lifecycle.start()
  }

  /** Finishes what is under way, refuses what comes later, closes the database; in `within` seconds at most, 8 by default. */
  async stop({ within }: { within?: number } = {}): Promise<void> {
    onlyHost(this.caller)
    await this.#lifecycle.stop(within === undefined ? undefined : within * 1000)
  }

  #with(caller: Caller): Cms<T> {
    return new Cms<T>(this.engine, caller, this.#lifecycle, this.given, this.frame)
  }

  /** The same handle in a transaction, or in none. */
  #of(frame: Frame | undefined): Cms<T> {
    return new Cms<T>(this.engine, this.caller, this.#lifecycle, this.given, frame)
  }
}

/** The names of its methods, for who wraps a handle. */
export const methods: readonly string[] = [Cms, LocalFiles, LocalEditorial].flatMap((level) =>
  Object.entries(Object.getOwnPropertyDescriptors(level.prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [name] : [],
  ),
)

export function envelope(listed: Listed): List<any> {
  return { docs: listed.docs.map((doc) => doc.object), ...pages(listed) }
}

export function pages({ totalDocs, limit, page, hasNextPage }: Listed): Omit<List<unknown>, 'docs'> {
  const totalPages = totalDocs === null ? null : limit === 0 ? 1 : Math.ceil(totalDocs / limit)
  return { totalDocs, limit, page, totalPages, hasNextPage, hasPrevPage: page > 1 }
}
