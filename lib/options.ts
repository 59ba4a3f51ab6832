/** The options of the configuration, each with its sentence and default. `config-check.ts` holds what is given against them. */
import type { EntityConfig } from '../schema/build.ts'
import type { SchemaEntry } from '../schema/load.ts'
import type { FieldTypeDefinition } from '../schema/model.ts'
import type { User } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Cms } from './local/cms.ts'
import type { Log } from './log.ts'
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
  /** Names of custom events, `<area>.<what>`. @default [] */
  events?: readonly string[]
  /** Values in several languages. */
  localization?: LocalizationConfig
  /** Where the API is mounted, and what machines ask outside of it. @default { api: '/api/cms' } */
  routes?: RoutesConfig
  /** Who may sign in, and how. */
  auth?: AuthConfig
  /** How long reads may take, and how much an answer may hold. */
  queries?: QueriesConfig
  /** Commands of your own in the CLI. @default [] */
  commands?: readonly CommandConfig[]
  /** Runs on each API request once its user is known; may give a context and replace the user. */
  onRequest?: OnRequest
  /** Numbers for a Prometheus server, outside the API. @default false */
  metrics?: boolean | { token?: string }
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

export interface CommandConfig {
  name: string
  description: string
  help?: string
  run(work: { cms: Cms; args: string[]; log: (line: string) => void }): unknown
}

export interface AuthConfig {
  /** The roles of users; `admin` must be among them. @default ['admin', 'editor'] */
  roles?: readonly string[]
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
}
