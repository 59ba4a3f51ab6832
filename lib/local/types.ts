/** The options and results of the Local API. */
import type { NotedChange } from '../events/note.ts'
import type { Where as AnyWhere } from '../query/where.ts'
import type { CollectionSlug, Depth, GlobalSlug, Registered, Types } from '../register.ts'
import type { UserOf } from './read-as.ts'

/** One page of documents, as `find` and `GET /:collection` return it. */
export interface List<D, Counted extends boolean = boolean> {
  docs: D[]
  /** `null` with `count: false`. */
  totalDocs: Counted extends false ? null : number
  limit: number
  page: number
  /** `null` with `count: false`. */
  totalPages: Counted extends false ? null : number
  hasNextPage: boolean
  hasPrevPage: boolean
}

/** The options of a call that returns a document. The type of the document follows from them. */
export interface ReadOptions<
  Field extends string = string,
  D extends Depth = Depth,
  Draft extends boolean = boolean,
  Locale extends string = string,
  Trash extends boolean = false,
> {
  /** Includes drafts: documents that were never published, and pending drafts in place of live ones. @default false */
  draft?: Draft | undefined
  /** How many levels of relations to populate. @default 1 */
  depth?: D | undefined
  /** Only documents in the trash, instead of those outside it; for collections with `trash`. @default false */
  trash?: Trash | undefined
  /** The locale of localized fields, or `all` to get every locale of each field. @default the default locale */
  locale?: Locale | undefined
  /** Whether the default locale's values fill empty ones. @default `localization.fallback` */
  fallbackLocale?: boolean | undefined
  /** Top-level fields; the id is always included. */
  select?: readonly Field[] | readonly [] | undefined
  /** Includes hidden fields; only for the system. @default false */
  showHidden?: boolean | undefined
  /** Passed to access rules and hooks as `context`. */
  context?: Record<string, unknown> | undefined
}

/** Which documents are counted. */
export interface CountOptions<
  Where = AnyWhere,
  Draft extends boolean = boolean,
  Locale extends string = string,
  Trash extends boolean = false,
> extends Omit<ReadOptions<string, Depth, Draft, Locale, Trash>, 'depth' | 'select'> {
  /** Paths with the operators that their values must match. @default all documents */
  where?: Where | undefined
}

/** Which documents a list has, in which order, and how much of them. */
export interface FindOptions<
  Where = AnyWhere,
  Sort = string,
  Field extends string = string,
  D extends Depth = Depth,
  Draft extends boolean = boolean,
  Locale extends string = string,
  Counted extends boolean = boolean,
  Trash extends boolean = false,
> extends ReadOptions<Field, D, Draft, Locale, Trash> {
  /** Paths with the operators that their values must match. @default all documents */
  where?: Where | undefined
  /** Paths; a leading `-` means descending. @default '-createdAt' */
  sort?: Sort | readonly Sort[] | undefined
  /** 0 means all. @default 10 */
  limit?: number | undefined
  /** @default 1 */
  page?: number | undefined
  /** `false` skips the total. @default true */
  count?: Counted | undefined
}

/** How a new document is returned. */
export interface CreateOptions<Field extends string = string, D extends Depth = Depth, Locale extends string = string>
  extends ReadOptions<Field, D, boolean, Locale, boolean> {
  /** The id of the original of a copy: what its texts contain is accepted, even if their fields no longer allow it. */
  copyOf?: number | undefined
}

/** Under which condition a change is made, and how its document is returned. */
export interface ChangeOptions<Field extends string = string, D extends Depth = Depth, Locale extends string = string>
  extends ReadOptions<Field, D, boolean, Locale, boolean> {
  /** The document as it was read by its id, or saved: if somebody has changed it since, the call rejects with the code `STALE`. */
  ifUnchanged?: object | undefined
  /** The same by revision, the number after `r` in an ETag, or several acceptable ones. */
  ifMatch?: number | readonly number[] | undefined
}

/** How far a deletion goes. */
export interface DeleteOptions<
  Field extends string = string,
  Locale extends string = string,
  Trash extends boolean = boolean,
  Heir extends number | 'none' = number | 'none',
> extends ChangeOptions<Field, Depth, Locale> {
  /** `false`: only moves to the trash; `true`: only deletes from the trash. Refused without a trash. @default whichever comes next */
  trash?: Trash | undefined
  /** For a user: who owns their documents from then on; with `'none'` they have no owner. */
  transferTo?: Heir | undefined
}

/** A stored save of a document. */
export interface Version {
  id: number
  /** `null` if the content type has no drafts. */
  status: 'draft' | 'published' | null
  /** Nothing was saved since. */
  latest: boolean
  author: Author | null
  createdAt: string
  /** The kind of save: `create`, `update`, `draft`, `publish`, `unpublish` or `restore`. Versions from before galley noted this lack it. */
  action?: string
  /** A plan published or unpublished the document at its time. `author` is the person who planned it. */
  planned?: true
  /** With `changed: true`: the fields that differ from the version before; `null` in the oldest one. */
  changed?: string[] | null
}

/** The author of a change; `null` for the system and for deleted users. If the caller may not read the user: initials, no email. */
export interface Author {
  /** `host:<id>` for a user whom the host signed in. */
  id: number | string
  email: string | null
  name: string | null
}

/** A version, compared with another one. */
// biome-ignore lint/suspicious/noExplicitAny: calls set the type
export interface Compared<Data = Record<string, any>> extends Version {
  data: Data
  /** With `compare`: the fields that differ, each with the other version's value (`before`) and this one's (`after`). */
  changes?: { field: string; before: unknown; after: unknown }[]
}

/** A scheduled action on a document. */
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
  /** How many of these are in the trash. They are not listed. */
  trashed: number
  /** Those that the caller may read, at most 100 of each content type. */
  references: {
    collection?: string
    id?: number
    global?: string
    title: string | null
    fields: string[]
    /** Only a pending draft refers to it. */
    draft: boolean
  }[]
}

/** How far a document is translated into a locale, counting the fields that any locale fills. */
export interface Translation {
  filled: number
  of: number
  /** The paths of the empty ones. */
  missing: string[]
}

/** A draft with the URL of its preview. */
// biome-ignore lint/suspicious/noExplicitAny: calls set the type
export interface Previewed<Document = Record<string, any>> {
  doc: Document
  /** The URL of the preview; `null` without a `preview` function. */
  url: string | null
}

/** A size of a picture. */
export interface SizeFacts {
  filename: string
  width: number
  height: number
  filesize: number
  url: string
}

/** The sizes of a picture by the names of `upload.imageSizes`; none for other files. */
export type ImageSizes<Name extends string> = { [N in Name]?: SizeFacts }

/** Signed links to a private file, usable by anyone who has them. */
export interface FileLinks {
  url: string
  /** By the names of `upload.imageSizes`. */
  sizes: Record<string, string>
  expiresAt: string
}

/** Which versions of a document a list has. */
export interface FindVersionsOptions {
  /** 0 means all. @default 10 */
  limit?: number | undefined
  /** @default 1 */
  page?: number | undefined
  /** Lists for each version the fields that differ from the version before. @default false */
  changed?: boolean | undefined
}

/** How a version is read. */
export interface FindVersionOptions<Locale extends string = string>
  extends Pick<ReadOptions<string, Depth, boolean, Locale>, 'locale' | 'fallbackLocale' | 'showHidden' | 'context'> {
  /** The version to compare with, or the live document. */
  compare?: number | `${number}` | 'live' | undefined
}

/** Like `ChangeOptions`, with a condition for the stored values. */
export interface UpdateOptions<
  Where = AnyWhere,
  Field extends string = string,
  D extends Depth = Depth,
  Locale extends string = string,
  Conditional extends ByCondition = never,
> extends ChangeOptions<Field, D, Locale> {
  /** Compare-and-set: if it doesn't match, nothing changes and the result is `null`. */
  where?: NoInfer<Where> | Conditional | undefined
}

/** The compiler infers this from any `where`, because a filter is not such a value. */
// biome-ignore lint/suspicious/noConfusingVoidType: a type that no filter has
export type ByCondition = void

/** One action in the audit log. */
export interface AuditEntry {
  id: number
  at: string
  action: string
  /** A slug is the current one, even if the entry was made under a former one. */
  target: string
  /** The slug stored in the entry, if its target has been renamed since. */
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

/** Which entries of the audit log are found. */
export interface AuditQuery {
  /** An action, or its beginning up to a dot: `sso` finds `sso.login`. */
  action?: string | undefined
  target?: string | undefined
  doc?: number | undefined
  /** Part of an email. */
  actor?: string | undefined
  from?: string | Date | undefined
  to?: string | Date | undefined
  /** From 1 to 500. @default 50 */
  limit?: number | undefined
  page?: number | undefined
}

/** Whether the audit log is as it was written. */
export interface AuditVerified {
  checked: number
  /** The ids of entries that were modified or moved. */
  invalid: number[]
  /** How many entries are missing between others. */
  gaps: number
  /** The newest or the oldest are missing, or an end of the chain was changed. */
  truncated: boolean
  at: string
}

/** A session that has begun. */
export interface SignedIn<T extends Types = Registered> {
  user: UserOf<T>
  /** The value of the session cookie, or a bearer token. */
  token: string
  csrfToken: string
  exp: string
}

/** An action of your own for the audit log. */
export interface OwnNote {
  /** For example, `order.refund`. */
  action: string
  /** The subject: a slug, or an area of your own. */
  target: string
  doc?: number
  title?: string
  changes?: readonly NotedChange[]
  detail?: Record<string, unknown>
}

/** What an API key may do, by slug; anything not listed is denied. */
export interface ApiKeyPermissions<T extends Types = Registered> {
  /** Of `users`, keys may only read. */
  collections?: {
    [S in Exclude<CollectionSlug<T>, 'api-keys'>]?: readonly (S extends 'users'
      ? 'read'
      : 'read' | 'create' | 'update' | 'delete' | 'publish')[]
  }
  globals?: { [S in GlobalSlug<T>]?: readonly ('read' | 'update' | 'publish')[] }
}
