/** What everybody reads of a configuration that was checked: every option with a default is there. Features declare theirs (`config.ts` of each). */

import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { AuthConfig, LocalizationConfig, Options, QueryAnswers, QueryTimeouts, RoutesConfig } from './options.ts'

/** An option whose defaults are filled in. */
export type Filled<T, Names extends keyof T> = Omit<T, Names> & Required<Pick<T, Names>>

export interface AuthSettings
  extends Filled<
    AuthConfig,
    | 'roles'
    | 'password'
    | 'tokenExpiration'
    | 'maxLoginAttempts'
    | 'lockWindow'
    | 'trustedOrigins'
    | 'resetPasswordExpiration'
    | 'inviteExpiration'
  > {}

export interface Settings
  extends Filled<Options, 'collections' | 'globals' | 'cors' | 'events' | 'commands' | 'fieldTypes' | 'log' | 'clock' | 'production'> {
  schema: readonly Extract<NonNullable<Options['schema']>, readonly unknown[]>[number][]
  /** Those that have run. */
  plugins?: readonly { readonly name: string }[]
  routes: Filled<RoutesConfig, 'api'>
  auth: AuthSettings
  localization?: Required<LocalizationConfig>
  queries: { timeout: Required<QueryTimeouts>; answer: Required<QueryAnswers> }
  log: Log
  clock: Clock
}
