/** A handle of the Local API for one caller. HTTP, jobs and the CLI use the same class. */
import { actorOf, Caller, type User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { badRequest, GalleyError, ValidationError } from '../errors.ts'
import { emit } from '../events/emit.ts'
import type { Limits, Listed } from '../operations/contract.ts'
import { increment } from '../operations/increment.ts'
import { byIds } from '../query/filter.ts'
import type { Registered, Types } from '../register.ts'
import type { Frame } from '../store/transaction.ts'
import { refuseWrongUser } from './acting-user.ts'
import { auth } from './auth.ts'
import { Acting, objectOf } from './bound-handle.ts'
import { refuseWrongContext, viewOf } from './call.ts'
import type { Cms } from './cms.ts'
import { LONGEST_WAIT } from './jobs.ts'
import { takesOnly } from './known-options.ts'
import { addMembers, entriesOf } from './members.ts'
import { hostOrAdmin, onlyHost } from './permitted.ts'
import type { ChangeOptions, CountOptions, CreateOptions, DeleteOptions, FindOptions, List, ReadOptions, UpdateOptions } from './types.ts'

export interface Lifecycle {
  start(): Promise<void>
  stop(within?: number): Promise<void>
}

/** What `createCms` and the middleware's `cms` resolve to. Those of one caller or locale, from `as` and `in`, and `req.cms` are a `Cms`. */
export type Handle<T extends Types = Registered> = Cms<T> & Omit<BareHandle, keyof Cms>

/** Returns a factory that creates a handle for a caller. */
// biome-ignore lint/suspicious/noExplicitAny: a handle serves whatever types its caller has generated
export function handlesOf(engine: Engine, lifecycle: Lifecycle): (caller: Caller) => Handle<any> {
  class FullHandle extends BareHandle {}
  for (const members of [auth, ...engine.features.members]) addMembers(FullHandle.prototype, members)
  // biome-ignore lint/suspicious/noExplicitAny: a handle serves whatever types its caller has generated
  return (caller) => new FullHandle(engine, caller, lifecycle) as unknown as Handle<any>
}

/** The names of all members, including those of features, for wrappers of a handle. A name such as `audit.find` is a member of a group. */
export function memberNames(added: readonly object[]): string[] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(BareHandle.prototype))
  return [
    ...own.flatMap(([name, { value }]) => (typeof value === 'function' && !INTERNAL.includes(name) ? [name] : [])),
    ...[auth, ...added]
      .flatMap(entriesOf)
      .flatMap(([name, member]) => (typeof member === 'function' ? [name] : Object.keys(member).map((method) => `${name}.${method}`))),
  ]
}

const INTERNAL = ['constructor', 'under']

/** How many documents `all` reads at a time. */
const PAGE = 100

/** A document; `Cms` says which fields it has. */
// biome-ignore lint/suspicious/noExplicitAny: the fields depend on the content type, and so do their types
type Any = any

/** A handle without the members of features, for content of any types. */
export class BareHandle extends Acting {
  readonly #lifecycle: Lifecycle

  constructor(engine: Engine, caller: Caller, lifecycle: Lifecycle, given: ReadOptions = {}, frame?: Frame) {
    super(engine, caller, given, frame)
    this.#lifecycle = lifecycle
  }

  as(user: User | null, context: Record<string, unknown> = this.caller.context): Handle {
    refuseWrongUser(user, this.engine.settings.auth)
    refuseWrongContext(context)
    return this.under(new Caller(actorOf(user, this.engine.settings.auth), context))
  }

  in(locale: string): Handle {
    const given = { ...this.given, locale }
    // Otherwise only the first call would refuse an unknown locale. A missing one, which means the default in options, is refused too.
    viewOf(this.engine, { ...given, locale: locale ?? null }, this.caller.actor)
    return this.#again(this.caller, given, this.frame)
  }

  get user(): User | null {
    return this.caller.actor.user
  }

  async me(): Promise<User | null> {
    return this.inside(async () => this.user)
  }

  async find(slug: string, options: FindOptions = {}): Promise<List<Any>> {
    const { page } = await this.call('list', { entity: this.collection(slug) }, options)
    return envelope(page)
  }

  async *all(slug: string, options: Omit<FindOptions, 'page' | 'count'> = {}): AsyncGenerator<Any> {
    const given = { limit: PAGE, ...this.optionsWith(options, [], 'all'), count: false }
    const { docs, hasNextPage } = await this.find(slug, given)
    // Found before the caller can change anything, so that no change moves a document to another page.
    const others = hasNextPage ? await this.#idsBeyond(docs, slug, given) : []
    yield* docs
    for (let at = 0; at < others.length; at += docs.length) {
      const within = byIds(this.engine.store.dialect, others.slice(at, at + docs.length))
      const { page } = await this.call('list', { entity: this.collection(slug) }, { ...given, within })
      yield* envelope(page).docs
    }
  }

  /** The ids of everything that a list finds, except for its first page. */
  async #idsBeyond(first: readonly { id: number }[], slug: string, options: FindOptions): Promise<number[]> {
    const known = new Set(first.map(({ id }) => id))
    const { docs } = await this.find(slug, { ...options, limit: 0, depth: 0, select: ['id'] })
    return docs.map(({ id }) => id).filter((id) => !known.has(id))
  }

  async findById(slug: string, id: number | string, options: ReadOptions = {}): Promise<Any> {
    try {
      return objectOf(await this.call('read', this.at(slug, id), options))
    } catch (error) {
      if (error instanceof GalleyError && error.code === 'NOT_FOUND' && this.engine.model.collections.has(slug)) return null
      throw error
    }
  }

  async count(slug: string, options: CountOptions = {}): Promise<number> {
    const given = this.optionsWith(options, [], 'count')
    const { page } = await this.call('list', { entity: this.collection(slug) }, { ...given, limit: 1, depth: 0, select: ['id'] })
    // biome-ignore lint/style/noNonNullAssertion: without `count: false`, a list counts its documents
    return page.totalDocs!
  }

  async create(slug: string, data: object, options: CreateOptions = {}): Promise<Any> {
    return objectOf(await this.call('create', { entity: this.collection(slug) }, { ...options, input: data }))
  }

  async update(slug: string, id: number | string, data: object, options: UpdateOptions = {}): Promise<Any> {
    return objectOf(await this.call('update', this.at(slug, id), { ...options, input: data }))
  }

  async increment(slug: string, id: number | string, field: string, by = 1, limits: Limits = {}): Promise<Any> {
    takesOnly(limits, ['min', 'max'])
    const { entity, id: row } = this.at(slug, id)
    // The answer is read outside the transaction, so that it works even after the transaction has ended.
    const reading = this.#of(undefined)
    return this.inside(async () => {
      const isDone = await increment(this.engine, this.caller.again(), entity, row, field, by, limits)
      return isDone ? this.engine.store.answering(() => reading.findById(slug, row, { draft: true })) : null
    })
  }

  async delete(slug: string, id: number | string, options: DeleteOptions = {}): Promise<Any> {
    return objectOf(await this.call('delete', this.at(slug, id), options))
  }

  async findGlobal(slug: string, options: ReadOptions = {}): Promise<Any> {
    return objectOf(await this.call('read', this.atGlobal(slug), options))
  }

  async updateGlobal(slug: string, data: object, options: ChangeOptions = {}): Promise<Any> {
    return objectOf(await this.call('update', this.atGlobal(slug), { ...options, input: data }, 'change'))
  }

  async transaction<R>(work: (cms: Handle) => Promise<R>, options: { retries?: number } = {}): Promise<R> {
    if (typeof work !== 'function') throw badRequest('must be a function that makes the calls', 'work')
    takesOnly(options, ['retries'])
    const { retries = 0 } = options
    return this.inside(() => this.engine.store.transaction((frame) => work(this.#of(frame)), { retries }))
  }

  async emit(name: string, payload: unknown, about: { collection?: string; id?: number } = {}): Promise<void> {
    takesOnly(about, ['collection', 'id'])
    await this.inside(() => emit(this.engine, name, payload, about))
  }

  async runJobs(options: { wait?: number } = {}): Promise<Record<string, unknown>> {
    hostOrAdmin(this.caller)
    takesOnly(options, ['wait'])
    const { wait } = options
    if (wait !== undefined && !(typeof wait === 'number' && wait >= 0 && wait <= LONGEST_WAIT))
      throw new ValidationError(`must be a number of seconds from 0 to ${LONGEST_WAIT}`, 'wait')
    return this.inBackground(() => this.engine.jobs.run(this.engine.handle(this.caller.asSystem()), wait))
  }

  async start(): Promise<void> {
    onlyHost(this.caller)
    await this.#lifecycle.start()
  }

  async stop(options: { within?: number } = {}): Promise<void> {
    onlyHost(this.caller)
    takesOnly(options, ['within'])
    const { within } = options
    if (within !== undefined && !(typeof within === 'number' && within >= 0))
      throw new ValidationError('must be a number of seconds', 'within')
    await this.#lifecycle.stop(within === undefined ? undefined : within * 1000)
  }

  under(caller: Caller): Handle {
    return this.#again(caller, this.given, this.frame)
  }

  /** The same handle inside a transaction, or outside of any. */
  #of(frame: Frame | undefined): Handle {
    return this.#again(this.caller, this.given, frame)
  }

  #again(caller: Caller, given: ReadOptions, frame: Frame | undefined): Handle {
    const Same = this.constructor as typeof BareHandle
    return new Same(this.engine, caller, this.#lifecycle, given, frame) as unknown as Handle
  }
}

export function envelope(listed: Listed): List<Any> {
  return { docs: listed.docs.map((doc) => doc.object), ...pages(listed) }
}

export function pages({ totalDocs, limit, page, hasNextPage }: Listed): Omit<List<unknown>, 'docs'> {
  const totalPages = totalDocs === null ? null : limit === 0 ? 1 : Math.ceil(totalDocs / limit)
  return { totalDocs, limit, page, totalPages, hasNextPage, hasPrevPage: page > 1 }
}
