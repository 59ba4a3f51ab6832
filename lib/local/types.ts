/** The types of the Local API: by slug where `galley types` has told them, plain objects elsewhere. */
import type { Where } from '../query/where.ts'

/** Filled in by the generated file: `declare module 'galley' { interface Register { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface Register {}

export interface Types {
  collections: Record<string, { read: any; write: any }>
  globals: Record<string, { read: any; write: any }>
}

export type Registered = Register extends Types ? Register : Types

export type CollectionSlug<T extends Types> = Extract<keyof T['collections'], string>
export type GlobalSlug<T extends Types> = Extract<keyof T['globals'], string>
export type Read<T extends Types, S extends string> = S extends keyof T['collections'] ? T['collections'][S]['read'] : any
export type Write<T extends Types, S extends string> = S extends keyof T['collections'] ? T['collections'][S]['write'] : any
export type ReadGlobal<T extends Types, S extends string> = S extends keyof T['globals'] ? T['globals'][S]['read'] : any
export type WriteGlobal<T extends Types, S extends string> = S extends keyof T['globals'] ? T['globals'][S]['write'] : any

export interface List<D> {
  docs: D[]
  /** `null` with `count: false`. */
  totalDocs: number | null
  limit: number
  page: number
  totalPages: number | null
  hasNextPage: boolean
  hasPrevPage: boolean
}

export interface ReadOptions {
  /** Drafts too: documents that were never published, and pending drafts in place of live ones. @default false */
  draft?: boolean
  /** How many levels of relations are filled in. @default 1 */
  depth?: number
  /** Top-level fields; the id always comes along. */
  select?: readonly string[]
  /** Hidden fields too; for the system alone. @default false */
  showHidden?: boolean
  /** What access rules and hooks get as `context`. */
  context?: Record<string, unknown>
}

export interface FindOptions extends ReadOptions {
  where?: Where
  /** Paths; a leading `-` means descending. @default '-createdAt' */
  sort?: string | readonly string[]
  /** 0 is all. @default 10 */
  limit?: number
  /** @default 1 */
  page?: number
  /** `false` skips the total. @default true */
  count?: boolean
}

export interface ChangeOptions extends ReadOptions {
  /** The revision last seen; another one rejects with the code `STALE`. */
  ifMatch?: number
}

export interface UpdateOptions extends ChangeOptions {
  /** Compare-and-set: `null` is given, and nothing changed, when it does not hold. */
  where?: Where
}
