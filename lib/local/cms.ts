/** The Local API, as whoever holds a handle knows it: an immutable handle on the content, as the system or as somebody. */
import type { User } from '../actor.ts'
import type { Tally } from '../events/backlog.ts'
import type { Mail } from '../events/mail.ts'
import type { Limits } from '../operations/contract.ts'
import type { FileSource } from '../storage/contract.ts'
import type {
  AuditEntry,
  AuditQuery,
  AuditVerified,
  ChangeOptions,
  CollectionSlug,
  Compared,
  FileLinks,
  FindOptions,
  FindVersionOptions,
  GlobalSlug,
  List,
  OwnNote,
  Previewed,
  Read,
  ReadGlobal,
  ReadOptions,
  References,
  Registered,
  Scheduled,
  SignedIn,
  Translation,
  Types,
  UpdateOptions,
  Version,
  Write,
  WriteGlobal,
} from './types.ts'

export interface Cms<T extends Types = Registered> extends Editorial<T>, Files<T> {
  /** A handle under a user's rules; `null` is a visitor. */
  as(user: User | null, context?: Record<string, unknown>): Cms<T>
  /** One locale: of every call through this handle that names no other. */
  in(locale: string): Cms<T>
  /** Whom the handle acts as; `null` for the system and for visitors. */
  readonly user: User | null
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
  delete<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
  findGlobal<S extends GlobalSlug<T>>(slug: S, options?: ReadOptions): Promise<ReadGlobal<T, S>>
  updateGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** A visitor's handle that also sees the document of a preview link with its draft: for the page that the link opens. */
  withPreview(token: string): Promise<Cms<T>>
  /** Signing in from code. */
  readonly auth: Auth
  /** The audit log. */
  readonly audit: Audit
  /**
   * Several changes, all or none. The calls inside run one after another on one connection. The handle that `work` is given
   * belongs to the transaction: all its calls are part of it, and none is taken after its end. `retries`: how often `work` may
   * be run again after another transaction was in its way.
   */
  transaction<R>(work: (cms: Cms<T>) => Promise<R>, options?: { retries?: number }): Promise<R>
  /** Sends a custom event that the configuration declares. */
  emit(name: string, payload: unknown, about?: { collection?: string; id?: number }): Promise<void>
  /** Saves an e-mail and sends it; it is tried again where that fails. */
  sendEmail(mail: Mail): Promise<void>
  /** Waits for the webhooks that are on their way: where no process lives on after the answer. */
  flushWebhooks(): Promise<void>
  /** Tries saved deliveries that are due. For the system, and whoever may open the deliveries. */
  retryWebhooks(): Promise<Tally>
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

/** Drafts, versions, schedules, previews, the trash, order, references and translations. */
export interface Editorial<T extends Types> {
  /** Takes a live document off the site: a pending draft becomes its content. Answers the draft. */
  unpublish<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
  unpublishGlobal<S extends GlobalSlug<T>>(slug: S, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** Throws the pending draft away. Answers the published document. */
  discardDraft<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
  discardGlobalDraft<S extends GlobalSlug<T>>(slug: S, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** Saves a draft while it is written; nothing live changes, and nobody is told. Answers the draft. */
  autosave<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    data: Partial<Write<T, S>>,
    options?: ChangeOptions,
  ): Promise<Read<T, S>>
  autosaveGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** The saves of a document, newest first. */
  findVersions<S extends CollectionSlug<T>>(slug: S, id: number | string, page?: { limit?: number; page?: number }): Promise<List<Version>>
  findGlobalVersions<S extends GlobalSlug<T>>(slug: S, page?: { limit?: number; page?: number }): Promise<List<Version>>
  /** One save with its content; with `compare` also how it differs from another one, or from the live document. */
  findVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options?: FindVersionOptions,
  ): Promise<Compared>
  findGlobalVersion<S extends GlobalSlug<T>>(slug: S, version: number | string, options?: FindVersionOptions): Promise<Compared>
  /** Saves an earlier version again; with drafts as a draft. */
  restoreVersion<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    version: number | string,
    options?: ChangeOptions,
  ): Promise<Read<T, S>>
  restoreGlobalVersion<S extends GlobalSlug<T>>(slug: S, version: number | string, options?: ChangeOptions): Promise<ReadGlobal<T, S>>
  /** Publishes or unpublishes at a set time; the same action again takes the place of the one that waits. */
  schedule<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    plan: { action: 'publish' | 'unpublish'; at: string | Date },
  ): Promise<Scheduled>
  scheduleGlobal<S extends GlobalSlug<T>>(slug: S, plan: { action: 'publish' | 'unpublish'; at: string | Date }): Promise<Scheduled>
  /** What is planned for a document, soonest first. */
  scheduled<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Scheduled[]>
  scheduledGlobal<S extends GlobalSlug<T>>(slug: S): Promise<Scheduled[]>
  cancelSchedule<S extends CollectionSlug<T>>(slug: S, id: number | string, job: number | string): Promise<{ deleted: 1 }>
  cancelGlobalSchedule<S extends GlobalSlug<T>>(slug: S, job: number | string): Promise<{ deleted: 1 }>
  /** The document with unsaved values over it, and where it can be looked at; without an id a new one. Nothing is saved. */
  preview<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string | null,
    data: Partial<Write<T, S>>,
    options?: ReadOptions,
  ): Promise<Previewed>
  previewGlobal<S extends GlobalSlug<T>>(slug: S, data: Partial<WriteGlobal<T, S>>, options?: ReadOptions): Promise<Previewed>
  /** Shows this one document with its draft to a visitor for an hour, as long as this handle's user may read it: `GET …?preview=<token>`. */
  createPreviewToken<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<string>
  createGlobalPreviewToken<S extends GlobalSlug<T>>(slug: S): Promise<string>
  /** Brings a document back from the trash. */
  recover<S extends CollectionSlug<T>>(slug: S, id: number | string, options?: ChangeOptions): Promise<Read<T, S>>
  /** Puts a document before or after another one, where `orderable` says that editors choose the order. */
  move<S extends CollectionSlug<T>>(
    slug: S,
    id: number | string,
    target: { before: number } | { after: number },
    options?: ChangeOptions,
  ): Promise<Read<T, S>>
  /** Where a document is used. */
  references<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<References>
  /** How far a document is translated, by locale. */
  translations<S extends CollectionSlug<T>>(slug: S, id: number | string): Promise<Record<string, Translation>>
  globalTranslations<S extends GlobalSlug<T>>(slug: S): Promise<Record<string, Translation>>
}

/** Uploads, replacements and links to private files. */
export interface Files<T extends Types> {
  /** A file → a document of `media`: a path, or a name and its content. Every limit of uploads holds. */
  upload(file: FileSource, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
  /** The same for a file behind an address, as far as `upload.fromURL` admits its host. */
  uploadFromURL(url: string, data?: Partial<Write<T, 'media'>>, options?: ReadOptions): Promise<Read<T, 'media'>>
  /** Puts another file in place of a document's own; its id stays, its address is a new one. */
  replaceFile(id: number | string, file: FileSource, options?: ChangeOptions): Promise<Read<T, 'media'>>
  /** Addresses at which whoever has them gets a private file, for `expiresIn` seconds. */
  signedURL(id: number | string, options?: { expiresIn?: number }): Promise<FileLinks>
}

export interface Auth {
  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  login(given: { email?: unknown; password?: unknown; ip?: string }): Promise<SignedIn>
  /** Whose token it is; `null` for a dead one. */
  user(token: string): Promise<User | null>
  /** Ends every session of a user. For the system, admins, and the user. */
  logout(user: number): Promise<void>
}

export interface Audit {
  /** Newest first. For the system, admins, and roles with the right `audit`. */
  find(query?: AuditQuery): Promise<List<AuditEntry>>
  /** Notes something of your own, put down to whom the handle acts as. */
  note(note: OwnNote): Promise<void>
  /** For the system, admins, and roles with the right `audit`. */
  verify(): Promise<AuditVerified>
}
