/** The options of the configuration, each with its sentence and default. `config-check.ts` validates what is given. Tested by test/config-check.test.ts. */
import type { SchemaEntry } from '../schema/load.ts'
import type { FieldTypeDefinition, Label } from '../schema/model.ts'
import type { HostUser } from './actor.ts'
import type { Clock } from './clock.ts'
import type { CollectionConfig, FileConfig, GlobalConfig, GlobalFileConfig } from './content-config.ts'
import type { Cms } from './local/cms.ts'
import type { UserOf } from './local/read-as.ts'
import type { Log } from './log.ts'
import type { Registered } from './register.ts'
import type { DatabaseAdapter } from './store/contract.ts'

export type Translated = Label

export interface Options {
  /** Signs sessions and preview tokens; at least 32 characters. */
  secret: string
  /** The database: `sqlite({ filename })` or `postgres({ url })`. */
  db: DatabaseAdapter
  /** Content types as folders, files, `URL`s, documents, SDL text, or the module that `galley types --module` writes. @default [] */
  schema?: SchemaEntry | readonly SchemaEntry[]
  /** Collections as `{ slug, fields }`, or `{ schema, …code }`. @default [] */
  collections?: readonly (CollectionConfig | FileConfig)[]
  /** Globals as `{ slug, fields }`, or `{ schema, …code }`. @default [] */
  globals?: readonly (GlobalConfig | GlobalFileConfig)[]
  /** The public origin, such as `https://example.org`. Makes media URLs absolute; required in production for links in emails. */
  serverURL?: string
  /** Origins whose browser code may call the API, or `'*'`. @default [] */
  cors?: readonly string[] | '*'
  /** Names of custom events, `<area>.<what>`. @default [] */
  events?: readonly string[]
  /** Localized values. */
  localization?: LocalizationConfig
  /** Where the API, the health check and the metrics are served, and where your application mounts the CMS. @default { api: '/api/cms' } */
  routes?: RoutesConfig
  /** Sign-in settings: roles, passwords, sessions and locks. */
  auth?: AuthConfig
  /** Limits on the time that reads may take and on the size of a response. */
  queries?: QueriesConfig
  /** Your own CLI commands. @default [] */
  commands?: readonly CommandConfig[]
  /** Runs on each API request once its user is known; may set a context and replace the user. */
  onRequest?: OnRequest
  /** Metrics for a Prometheus server, outside the API. @default false */
  metrics?: boolean | { token?: string }
  /** Your own field types. @default [] */
  fieldTypes?: readonly FieldTypeDefinition[]
  /** Where log lines go. @default the console */
  log?: Log
  /** The clock, for tests. @default the machine's */
  clock?: Clock
  /** Whether this is production: errors omit details, starting leaves the schema alone. @default process.env.NODE_ENV === 'production' */
  production?: boolean
}

export type OnRequest = (request: {
  headers: Record<string, string | string[] | undefined>
  url: URL
  user: UserOf<Registered> | null
  cms: Cms
}) => OnRequestAnswer | Promise<OnRequestAnswer>
export type OnRequestAnswer = { context?: Record<string, unknown>; user?: UserOf<Registered> | HostUser | null } | undefined

export interface LocalizationConfig {
  /** Codes such as `en`, `th` or `pt-BR`. */
  locales: readonly string[]
  /** The locale whose values fill empty ones. @default the first */
  defaultLocale?: string
  /** Whether empty values are filled from the default locale. @default true */
  fallback?: boolean
}

export interface RoutesConfig {
  /** The API. @default '/api/cms' */
  api?: string
  /** The path at which your application mounts the CMS, such as `/shop` for `app.use('/shop', cms)`. @default none */
  mount?: string
  /** Answers 200 while the database does, otherwise 503. @default '/healthz' with `galley serve`, nowhere inside an application */
  health?: string
  /** Where the metrics are served. @default '/metrics' */
  metrics?: string
}

export interface QueriesConfig {
  /** Milliseconds that all queries of a request may take together before it fails with `TOO_SLOW`; system calls are exempt. */
  timeout?: QueryTimeouts
  /** How much one response may contain before it is refused with `BAD_QUERY`; system calls are exempt. */
  answer?: QueryAnswers
  /** `refuse`: visitors' lists that no index serves are refused with `UNINDEXED`, instead of reading every document. @default 'allow' */
  unindexed?: 'allow' | 'refuse'
}

export interface QueryTimeouts {
  /** For visitors and members. @default 2000 */
  visitors?: number
  /** For users of the admin and their API keys. @default 10000 */
  users?: number
}

export interface QueryAnswers {
  /** Documents filled in for relations, each counted as often as it appears in the response. @default 10000 */
  documents?: number
  /** Characters of JSON. A single document with ids instead of filled-in relations may exceed it. @default 16000000 */
  characters?: number
}

export interface CommandConfig {
  name: string
  description: string
  help?: string
  /** A number that it returns becomes the exit code. Ctrl-C ends the process at once, unless the command reads `signal`, which it aborts. */
  run(work: { cms: Cms; args: string[]; log: (line: string) => void; readonly signal: AbortSignal }): unknown
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
  /** Failed sign-ins before the account is locked. @default 5 */
  maxLoginAttempts?: number
  /** Seconds in which failed sign-ins are counted, and that a lock lasts. @default 900 */
  lockWindow?: number
  /** Other origins that may send requests with cookies. @default [] */
  trustedOrigins?: readonly string[]
  /** Seconds that a password reset link is valid. @default 3600 */
  resetPasswordExpiration?: number
  /** Seconds that an invitation is valid. @default 604800 */
  inviteExpiration?: number
  /** Your own texts for `resetPassword`, `invite` and `passwordChanged`. */
  emails?: { resetPassword?: OwnLetter; invite?: OwnLetter; passwordChanged?: OwnLetter<LetterFacts> }
}

/** What your own text of an email is written from. */
export interface LetterFacts {
  user: UserOf<Registered>
  /** The URL of its button; null for an email that only informs. */
  url: string | null
  /** The admin's language. */
  locale: string
  expiresAt: Date | null
  /** In an invitation: the name, or the email address, of the person who sent it. Programs have none. */
  invitedBy?: string | null
}

export interface LinkFacts extends LetterFacts {
  url: string
  expiresAt: Date
}

export interface LetterText {
  subject: string
  text: string
  html?: string
}

/** Your own text of an email. */
export type OwnLetter<Facts extends LetterFacts = LinkFacts> = (facts: Facts) => LetterText | Promise<LetterText>
