/** What everybody reads of a configuration that was checked: every option with a default is there. */

import type { SchemaEntry } from '../schema/load.ts'
import type { FieldTypeDefinition } from '../schema/model.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { AdminConfig, AuthConfig, LocalizationConfig, Options, UploadConfig } from './options.ts'

export type Settings = Omit<Options, 'localization'> & {
  schema: readonly SchemaEntry[]
  collections: NonNullable<Options['collections']>
  globals: NonNullable<Options['globals']>
  cors: NonNullable<Options['cors']>
  endpoints: NonNullable<Options['endpoints']>
  commands: NonNullable<Options['commands']>
  fieldTypes: readonly FieldTypeDefinition[]
  /** Those that have run. */
  plugins?: readonly { readonly name: string }[]
  routes: { api: string; health?: string; metrics?: string }
  admin: AdminConfig & { path: string }
  auth: AuthConfig & { roles: readonly string[]; trustedOrigins: readonly string[]; providers: NonNullable<AuthConfig['providers']> }
  upload: UploadConfig
  localization?: Required<LocalizationConfig>
  queries: { timeout: { visitors: number; users: number }; answer: { documents: number; characters: number } }
  log: Log
  clock: Clock
  production: boolean
}
