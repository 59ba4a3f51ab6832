/** The configuration: each option with its sentence and default. `config-check.ts` holds what is given against it. */
import type { EntityConfig } from '../schema/build.ts'
import type { FieldTypeDefinition } from '../schema/field-types.ts'
import type { SchemaEntry } from '../schema/load.ts'
import type { User } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Feature } from './feature.ts'
import type { Cms } from './local/handle.ts'
import type { Log } from './log.ts'
import type { DatabaseAdapter } from './store/contract.ts'

export type Translated = string | { en?: string; th?: string }

export interface Config {
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
  localization?: { locales: readonly string[]; defaultLocale?: string; fallback?: boolean }
  /** Where the API is mounted. @default { api: '/api/cms' } */
  routes?: { api?: string }
  /** The admin's presentation. */
  admin?: AdminConfig
  /** What may be uploaded, and where it goes. */
  upload?: UploadConfig
  /** Who may sign in, and how. */
  auth?: AuthConfig
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
  /** Records who changed what. @default false */
  audit?: boolean | AuditConfig
  /** Functions that take a configuration and return one, run in order before anything is checked. @default [] */
  plugins?: readonly Plugin[]
  /** Field types of your own. @default [] */
  fieldTypes?: readonly FieldTypeDefinition[]
  /** Features of your own, in the shape of the built-in ones. @default [] */
  features?: readonly Feature[]
  /** Where log lines go. @default the console */
  log?: Log
  /** The clock, for tests. @default the machine's */
  clock?: Clock
  /** Whether this is production: errors without details, no schema changes at the start. @default process.env.NODE_ENV === 'production' */
  production?: boolean
}

export type Plugin = (config: Config) => Config | Promise<Config>

export type OnRequest = (request: {
  headers: Record<string, string | string[] | undefined>
  url: URL
  user: User | null
  cms: Cms
}) => OnRequestAnswer | Promise<OnRequestAnswer>
export type OnRequestAnswer = { context?: Record<string, unknown>; user?: User | null } | undefined | undefined

export interface WebhookConfig {
  url: string
  events?: readonly string[]
  collections?: readonly string[]
  globals?: readonly string[]
  secret?: string
  headers?: Record<string, string>
}

export interface JobConfig {
  name: string
  every?: number
  run(work: { cms: Cms; now: Date }): unknown
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

export interface AdminConfig {
  path?: string
  locale?: 'en' | 'th'
  brand?: { name?: string; logo?: string; color?: string }
  siteUrl?: string
  menu?: readonly string[]
  nav?: readonly {
    id: string
    label: Translated
    icon?: string
    order?: number
    children?: readonly { id: string; label: Translated; icon?: string; order?: number }[]
  }[]
  commands?: readonly { label: Translated; to: string; icon?: string; keywords?: readonly string[] }[]
  modules?: readonly string[]
  pages?: readonly {
    path: string
    component: string
    label: Translated
    icon?: string
    group?: string | false
    access?: (who: { user: User }) => boolean | Promise<boolean>
  }[]
  dashboard?: readonly {
    component: string
    width?: 'half' | 'full'
    label?: Translated
    access?: (who: { user: User }) => boolean | Promise<boolean>
  }[]
  switcher?: {
    cookie: string
    label: Translated
    options: readonly { value: string; label: Translated }[] | ((who: { user: User }) => unknown)
  }
}

export interface UploadConfig {
  dir?: string
  maxFileSize?: number
  mimeTypes?: readonly string[]
  storage?: object
  imageSizes?: readonly { name: string; width: number; height?: number; fit?: 'cover' | 'contain' | 'inside' }[]
  fromURL?: { allowedHosts: readonly string[]; allowPrivate?: boolean }
  privateStorage?: object
  folders?: boolean
  keepMetadata?: boolean
}

export interface AuthConfig {
  roles?: readonly string[]
  rbac?: boolean
  providers?: readonly object[]
  allowSignUp?: { domains: readonly string[]; role?: string }
  password?: boolean
  setupCode?: string
  tokenExpiration?: number
  maxLoginAttempts?: number
  lockWindow?: number
  trustedOrigins?: readonly string[]
  resetPasswordExpiration?: number
  inviteExpiration?: number
  emails?: Record<string, (facts: object) => object>
  members?: {
    roles: readonly string[]
    signup?: { role: string; verifyEmail?: boolean; challenge?: { siteKey: string; secretKey: string; url?: string } }
    pages?: { verifyEmail?: string; resetPassword?: string }
    emails?: Record<string, (facts: object) => object>
  }
}

export interface EmailAdapter {
  name: string
  from?: string
  send(mail: { to: string; subject: string; text: string; html?: string }): Promise<unknown>
  verify?(): Promise<unknown>
  settings?: readonly { key: string; value: string }[]
}

export interface BackupsConfig {
  every?: 'day' | 'week'
  at?: string
  keep?: number
  dir?: string
  storage?: object
  sqlite?: (file: string) => DatabaseAdapter
}

export interface AuditConfig {
  keep?: number
  values?: boolean
  failedLogins?: number
  scope?: (context: Record<string, unknown>) => string | null
}

/** Gives the configuration back; it is there for its types. */
export function defineConfig(config: Config): Config {
  return config
}
