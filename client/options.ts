/** The options of the client's calls: those of the Local API that make sense over HTTP. Tested by test/client/client.test.ts. */
import type { TrashOf } from '../lib/local/read-as.ts'
import type { CreateOptions, DeleteOptions, FindOptions, FindVersionOptions, ReadOptions } from '../lib/local/types.ts'
import type { Where as AnyWhere } from '../lib/query/where.ts'
import type { Depth, Registered, Types } from '../lib/register.ts'
import type { TransportOptions } from './transport.ts'

/** The options of `createClient`. */
export interface ClientOptions<T extends Types = Registered> extends TransportOptions {
  /** The locale of every call that specifies no other. @default the API's default locale */
  locale?: T['locales'] | undefined
}

export type Plan = { action: 'publish' | 'unpublish'; at: string | Date }

/** Options of every call. */
export interface Calling {
  signal?: AbortSignal | undefined
}

export type Remote<Options> = Omit<Options, 'context' | 'showHidden'> & Calling

export type Reading<
  F extends string = string,
  D extends Depth = Depth,
  Draft extends boolean = boolean,
  L extends string = string,
  Trash extends boolean = boolean,
> = Remote<ReadOptions<F, D, Draft, L, Trash>>
export type Finding<
  Where = AnyWhere,
  Sort = string,
  F extends string = string,
  D extends Depth = Depth,
  Draft extends boolean = boolean,
  L extends string = string,
  C extends boolean = boolean,
  Trash extends boolean = boolean,
> = Remote<FindOptions<Where, Sort, F, D, Draft, L, C, Trash>>
/** The same with the paths of a collection. */
export type FindingIn<
  T extends Types,
  S extends string,
  F extends string,
  D extends Depth,
  Draft extends boolean,
  L extends string,
  C extends boolean = boolean,
> = Finding<T['collections'][S]['where'], T['collections'][S]['sort'], F, D, Draft, L, C, TrashOf<T, S>>
export type Comparing<L extends string = string> = Remote<FindVersionOptions<L>>
export type Changing<F extends string = string, D extends Depth = Depth, L extends string = string> = Reading<F, D, boolean, L> & {
  /** The document as it was read: if somebody has changed it since, the call rejects with the code `STALE`. */
  ifUnchanged?: object | undefined
}
/** How far a deletion goes. */
export type Deleting<
  F extends string = string,
  L extends string = string,
  Trash extends boolean = boolean,
  Heir extends number | 'none' = number | 'none',
> = Omit<Changing<F, Depth, L>, 'trash'> & Pick<DeleteOptions<F, L, Trash, Heir>, 'trash' | 'transferTo'>
export type Creating<F extends string = string, D extends Depth = Depth, L extends string = string> = Remote<CreateOptions<F, D, L>> & {
  /**
   * A random text: if it was already sent with the same document within 24 hours, the call returns that document instead of creating
   * another.
   */
  idempotencyKey?: string | undefined
}

/** Which page of a history to read, and how many versions it has; with `limit: 0` all of them. */
export interface Paging {
  limit?: number | undefined
  page?: number | undefined
  /** Lists for each version the fields that differ from the version before. @default false */
  changed?: boolean | undefined
}
