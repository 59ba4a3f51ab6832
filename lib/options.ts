/** The options of the configuration, each with its sentence and default. `config-check.ts` holds what is given against them. */
import type { EntityConfig } from '../schema/build.ts'
import type { SchemaEntry } from '../schema/load.ts'
import type { FieldTypeDefinition } from '../schema/model.ts'
import type { User } from './actor.ts'
import type { AuthProvider } from './auth/provider.ts'
import type { Clock } from './clock.ts'
import type { Cms } from './local/cms.ts'
import type { Log } from './log.ts'
import type { StorageAdapter } from './storage/contract.ts'
import type { DatabaseAdapter } from './store/contract.ts'

export type Translated = string | { en?: string; th?: string }

export interface Options {
  /** Signs sessions and preview tokens; 32 characters or more. */
  secret: string
  /** The database: `sqlite({ filename })` or `postgres({ url })`. */
  db: DatabaseAdapter
  /** Content types as folders, files, `URL`s, documents, SDL text, or the module that `galley types` writes. @default [] */
  schema?: SchemaEntry | readonly SchemaEntry[]
  /** Collections as `{ slug, fields }`, or `{ schema, …code }`. @default [] */
  collections?: readonly EntityConfig[]
  /** Globals as `{ slug, fields }`, or `{ schema, …code }`. @default [] */
  globals?: readonly EntityConfig[]
  /** The public origin, such as `https://example.org`. Makes media addresses absolute; required in production for mailed links. */
  serverURL?: string
  /** Origins whose browser code may call the API, or `'*'`. @default [] */
  cors?: readonly string[] | '*'
  /** The bearer secret of `GET /jobs/run`. @default process.env.CRON_SECRET */
  cronSecret?: string
  /** Addresses that hear of changes. @default [] */
  webhooks?: readonly WebhookConfig[]
  /** Names of custom events, `<area>.<what>`. @default [] */
  events?: readonly string[]
  /** Work that is run with the scheduled jobs. @default [] */
  jobs?: readonly JobConfig[]
  /** Runs jobs every minute in this process. @default true */
  jobsTimer?: boolean
  /** Values in several languages. */
  localization?: LocalizationConfig
  /** Where the API is mounted, and what machines ask outside of it. @default { api: '/api/cms' } */
  routes?: RoutesConfig
  /** The admin's presentation. */
  admin?: AdminConfig
  /** What may be uploaded, and where it goes. */
  upload?: UploadConfig
  /** Who may sign in, and how. */
  auth?: AuthConfig
  /** How long reads may take, and how much an answer may hold. */
  queries?: QueriesConfig
  /** Routes of your own under the API prefix. @default [] */
  endpoints?: readonly EndpointConfig[]
  /** Commands of your own in the CLI. @default [] */
  commands?: readonly CommandConfig[]
  /** Runs on each API request once its user is known; may give a context and replace the user. */
  onRequest?: OnRequest
  /** Keys for scripts and apps. @default false */
  apiKeys?: boolean
  /** Sends e-mail. */
  email?: EmailAdapter
  /** When backups are made; by hand only without it. */
  backups?: BackupsConfig
  /** Numbers for a Prometheus server, outside the API. @default false */
  metrics?: boolean | { token?: string }
  /** Records who changed what. @default false */
  audit?: boolean | AuditConfig
  /** Field types of your own. @default [] */
  fieldTypes?: readonly FieldTypeDefinition[]
  /** Where log lines go. @default the console */
  log?: Log
  /** The clock, for tests. @default the machine's */
  clock?: Clock
  /** Whether this is production: errors without details, no schema changes at the start. @default process.env.NODE_ENV === 'production' */
  production?: boolean
}

export type OnRequest = (request: {
  headers: Record<string, string | string[] | undefined>
  url: URL
  user: User | null
  cms: Cms
}) => OnRequestAnswer | Promise<OnRequestAnswer>
export type OnRequestAnswer = { context?: Record<string, unknown>; user?: User | null } | undefined | undefined

export interface LocalizationConfig {
  /** Codes such as `en`, `th` or `pt-BR`. */
  locales: readonly string[]
  /** The locale whose values fill empty ones. @default the first */
  defaultLocale?: string
  /** Whether they do. @default true */
  fallback?: boolean
}

export interface RoutesConfig {
  /** The API. @default '/api/cms' */
  api?: string
  /** Answers 200 while the database does, else 503. @default '/healthz' with `galley serve`, nowhere inside an application */
  health?: string
  /** Where `metrics` are. @default '/metrics' */
  metrics?: string
}

export interface QueriesConfig {
  /** How many milliseconds the queries of one request may take together before it is refused with `TOO_SLOW`; calls of the system itself never are. */
  timeout?: QueryTimeouts
  /** How much one answer may hold before it is refused with `BAD_QUERY`; answers to calls of the system itself never are. */
  answer?: QueryAnswers
}

export interface QueryTimeouts {
  /** For visitors and members. @default 2000 */
  visitors?: number
  /** For people of the admin and their API keys. @default 10000 */
  users?: number
}

export interface QueryAnswers {
  /** Documents filled in for relations, each counted as often as it stands in the answer. @default 10000 */
  documents?: number
  /** Characters of JSON. A document by itself, with ids in place of what it points to, may have more. @default 16000000 */
  characters?: number
}

export interface WebhookConfig {
  /** Where it is sent. */
  url: string
  /** `create`, `update`, `delete`, `publish`, `unpublish`, `draft`, and custom names. @default all but the custom ones */
  events?: readonly string[]
  /** Slugs of collections; `[]` means none. @default all */
  collections?: readonly string[]
  /** Slugs of globals; `[]` means none. @default all */
  globals?: readonly string[]
  /** Signs each request. */
  secret?: string
  /** Extra request headers. @default {} */
  headers?: Record<string, string>
}

export interface JobConfig {
  /** Unique; lowercase letters, digits, `-` and `:`. */
  name: string
  /** Seconds that lie between two runs at least. @default every run */
  every?: number
  /** Seconds that a run may take. After that its `signal` is aborted, it counts as failed, and the job may begin again. @default 900 */
  timeout?: number
  /** The work. One that fails or hangs is logged, and the others still run. `signal` says when to stop. */
  run(work: { cms: Cms; now: Date; signal: AbortSignal }): unknown
}

export interface EndpointConfig {
  /** Under the API prefix; may hold `:name` segments. */
  path: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Gives a `Response`, or a value that is sent as JSON. */
  handler(request: EndpointRequest): unknown
  /** Serves the path from the site's root; standalone server only. @default false */
  root?: boolean
}

export interface EndpointRequest {
  request: Request
  url: URL
  params: Record<string, string>
  user: User | null
  context: Record<string, unknown>
  ip: string | undefined
  cms: Cms
  json(): Promise<Record<string, unknown>>
  text(): Promise<string>
}

export interface CommandConfig {
  name: string
  description: string
  help?: string
  run(work: { cms: Cms; args: string[]; log: (line: string) => void }): unknown
}

export interface NavConfig {
  id: string
  label: Translated
  icon?: string
  order?: number
  children?: readonly Omit<NavConfig, 'children'>[]
}

export interface PageConfig {
  path: string
  component: string
  label: Translated
  icon?: string
  group?: string | false
  access?: (who: { user: User }) => boolean | Promise<boolean>
}

export interface AdminConfig {
  /** Where the admin is served. @default '/admin' */
  path?: string
  /** Its language. @default 'en' */
  locale?: 'en' | 'th'
  /** The name, logo (a site path or an `https://` address) and colour (`#rrggbb`) it shows. */
  brand?: { name?: string; logo?: string; color?: string }
  /** Where its link to the site leads. @default '/' */
  siteUrl?: string
  /** Slugs of collections in the order of the menu; others follow. @default the order of declaration */
  menu?: readonly string[]
  /** Groups of the menu, with children one level deep. @default [] */
  nav?: readonly NavConfig[]
  /** Entries of the command palette. @default [] */
  commands?: readonly { label: Translated; to: string; icon?: string; keywords?: readonly string[] }[]
  /** Modules that bring elements of your own: package exports or project paths. @default [] */
  modules?: readonly string[]
  /** Pages of your own, served at `<admin>/p/<path>`. @default [] */
  pages?: readonly PageConfig[]
  /** Widgets of the dashboard. @default [] */
  dashboard?: readonly {
    component: string
    width?: 'half' | 'full'
    label?: Translated
    access?: (who: { user: User }) => boolean | Promise<boolean>
  }[]
  /** A choice that is kept in a cookie, such as the tenant. */
  switcher?: {
    cookie: string
    label: Translated
    options: readonly { value: string; label: Translated }[] | ((who: { user: User }) => unknown)
  }
}

export interface UploadConfig {
  /** The folder of files on the local disk. @default 'uploads' */
  dir?: string
  /** The largest file, in bytes. @default 10485760 */
  maxFileSize?: number
  /** MIME types, `type/*`, or the groups `documents`, `office`, `archives`; told from the contents. @default ['image/*', 'application/pdf'] */
  mimeTypes?: readonly string[]
  /** Where files go. @default the local disk */
  storage?: StorageAdapter
  /** Sizes that are made of each image. @default [] */
  imageSizes?: readonly { name: string; width: number; height?: number; fit?: 'cover' | 'contain' | 'inside' }[]
  /** Hosts that files may be fetched from. @default off */
  fromURL?: { allowedHosts: readonly string[]; allowPrivate?: boolean }
  /** Where private files go. @default `storage`, without public addresses */
  privateStorage?: StorageAdapter
  /** Folders in the media library. @default false */
  folders?: boolean
  /** Keeps location data in originals. @default false */
  keepMetadata?: boolean
}

export interface AuthConfig {
  /** The roles of users; `admin` must be among them. @default ['admin', 'editor'] */
  roles?: readonly string[]
  /** Roles and their permissions managed in the admin, on top of access rules. @default false */
  rbac?: boolean
  /** Sign-in with outside accounts. @default [] */
  providers?: readonly AuthProvider[]
  /** People of these e-mail domains get an account at their first outside sign-in. */
  allowSignUp?: { domains: readonly string[]; role?: string }
  /** `false`: only admins sign in with a password. @default true */
  password?: boolean
  /** The code that the first admin must enter. @default process.env.EASY_CMS_SETUP_CODE */
  setupCode?: string
  /** Seconds a session lasts. @default 604800 */
  tokenExpiration?: number
  /** Failed sign-ins before a lock. @default 5 */
  maxLoginAttempts?: number
  /** Seconds in which they are counted, and a lock lasts. @default 900 */
  lockWindow?: number
  /** Other origins that may send requests with cookies. @default [] */
  trustedOrigins?: readonly string[]
  /** Seconds a link to a new password is good for. @default 3600 */
  resetPasswordExpiration?: number
  /** Seconds an invitation is good for. @default 604800 */
  inviteExpiration?: number
  /** Texts of your own for `resetPassword`, `invite` and `passwordChanged`. */
  emails?: Record<string, (facts: object) => object>
  /** People who sign in on the site, never in the admin. */
  members?: MembersConfig
}

export interface MembersConfig {
  /** Their roles, which also stand in `auth.roles`. */
  roles: readonly string[]
  /** Lets visitors sign up. */
  signup?: { role: string; verifyEmail?: boolean; challenge?: { siteKey: string; secretKey: string; url?: string } }
  /** Pages of the site that mailed links open. */
  pages?: { verifyEmail?: string; resetPassword?: string }
  /** Texts of your own for `verifyEmail`. */
  emails?: Record<string, (facts: object) => object>
}

export interface EmailAdapter {
  name: string
  from?: string
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<unknown>
  verify?(): Promise<unknown>
  settings?: readonly { key: string; value: string }[]
}

export interface BackupsConfig {
  /** How often they are made. @default by hand only */
  every?: 'day' | 'week'
  /** At what time, in the server's time zone. @default '03:00' */
  at?: string
  /** How many scheduled ones are kept. @default 7 */
  keep?: number
  /** Their folder, never served. @default 'backups' */
  dir?: string
  /** Where they go. @default the local disk */
  storage?: StorageAdapter
  /** With Postgres: makes the adapter that writes the backup file. */
  sqlite?: (file: string) => DatabaseAdapter
  /** Encrypts the files; 32 characters or more. Who loses it has no backups. */
  key?: string
}

export interface AuditConfig {
  /** Days that entries are kept; 0 keeps all. @default 365 */
  keep?: number
  /** `false` keeps only which fields changed. @default true */
  values?: boolean
  /** Failed sign-ins within an hour that the dashboard warns about. @default 20 */
  failedLogins?: number
  /** The scope that an entry belongs to. */
  scope?: (context: Record<string, unknown>) => string | null
}
