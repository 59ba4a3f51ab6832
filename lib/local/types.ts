/** The types of the Local API: by slug where `galley types` has told them, plain objects elsewhere. */
import type { User } from '../actor.ts'
import type { Change } from '../events/note.ts'
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
  /** What is in the trash, in place of what is not. @default false */
  trash?: boolean
  /** The locale of localized fields, or `all`: then each holds its values by locale. @default the default locale */
  locale?: string
  /** Whether the default locale's values fill empty ones. @default `localization.fallback` */
  fallbackLocale?: boolean
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
  /** The revision last seen, or several that will do; any other one rejects with the code `STALE`. */
  ifMatch?: number | readonly number[]
}

export interface DeleteOptions extends ChangeOptions {
  /** `false` moves to the trash and leaves what is there; `true` ends what is there and nothing else. @default whichever comes next */
  trash?: boolean
}

/** A save of a document that is kept. */
export interface Version {
  id: number
  /** `null` where there are no drafts. */
  status: 'draft' | 'published' | null
  /** Nothing was saved since. */
  latest: boolean
  author: Author | null
  createdAt: string
}

/** Who made a change, as far as the caller may read that user: else the address is `null` and the name initials. `null` for the system, and for a user who was deleted. */
export interface Author {
  /** `host:<id>` for a user whom the host signed in. */
  id: number | string
  email: string | null
  name: string | null
}

export interface Compared extends Version {
  data: Record<string, any>
  /** With `compare`: the fields in which this version differs, and what each holds there and here. */
  changes?: { field: string; before: unknown; after: unknown }[]
}

/** Something that is to happen to a document. */
export interface Scheduled {
  id: number
  action: 'publish' | 'unpublish'
  runAt: string
  state: 'pending' | 'done' | 'failed'
  error: string | null
  author: Author | null
}

/** Where a document is used. */
export interface References {
  total: number
  /** Those that the caller may read, at most 100 of each content type. */
  references: {
    collection?: string
    id?: number
    global?: string
    title: string | null
    fields: string[]
    /** Only a pending draft points there. */
    draft: boolean
  }[]
}

/** How far a document is translated into one locale, of the fields that any locale fills. */
export interface Translation {
  filled: number
  of: number
  /** The paths of those that are empty. */
  missing: string[]
}

export interface Previewed {
  doc: Record<string, any>
  /** Where it can be looked at; `null` without a `preview` function. */
  url: string | null
}

/** Where whoever has the links gets a private file. */
export interface FileLinks {
  url: string
  /** By the names of `upload.imageSizes`. */
  sizes: Record<string, string>
  expiresAt: string
}

export interface FindVersionOptions extends ReadOptions {
  /** The version to compare with, or the live document. */
  compare?: number | 'live' | string | undefined
}

export interface UpdateOptions extends ChangeOptions {
  /** Compare-and-set: `null` is given, and nothing changed, when it does not hold. */
  where?: Where
}

export interface AuditEntry {
  id: number
  at: string
  action: string
  /** A slug is the present one, also where the entry was made under a former one. */
  target: string
  /** What the entry itself says, where its target has another slug since. */
  formerTarget?: string
  doc: number | null
  title: string | null
  actor: {
    /** `host:<id>` for a user whom the host signed in. */
    id: number | string | null
    email: string | null
    via: 'user' | 'api-key' | 'system' | 'scheduler'
    ip: string | null
    userAgent: string | null
  }
  changes: { field: string; before?: unknown; after?: unknown }[] | null
  detail: Record<string, unknown> | null
}

export interface AuditQuery {
  /** An action, or what several begin with: `sso` finds `sso.login`. */
  action?: string
  target?: string
  doc?: number
  /** Part of an e-mail. */
  actor?: string
  from?: string | Date
  to?: string | Date
  /** @default 50 */
  limit?: number
  page?: number
}

export interface AuditVerified {
  checked: number
  /** The ids of entries that are not as they were written, or not where. */
  invalid: number[]
  /** How many are missing between others. */
  gaps: number
  /** The newest or the oldest are missing, or an end of the chain was changed. */
  truncated: boolean
  at: string
}

export interface SignedIn {
  user: User
  /** The value of the session cookie, or of a bearer. */
  token: string
  csrfToken: string
  exp: string
}

export interface OwnNote {
  /** Such as `order.refund`. */
  action: string
  /** What it is about: a slug, or an area of your own. */
  target: string
  doc?: number
  title?: string
  changes?: readonly Change[]
  detail?: Record<string, unknown>
}
