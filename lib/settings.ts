/** The validated configuration, in which every option with a default is set. Features declare their own settings (in their `config.ts`).
 * Tested by test/config-check.test.ts.
 */

import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { AuthConfig, LocalizationConfig, Options, QueryAnswers, QueryTimeouts, RoutesConfig } from './options.ts'

/** A type in which options with defaults are required. */
export type WithDefaults<T, Names extends keyof T> = Omit<T, Names> & Required<Pick<T, Names>>

export interface AuthSettings
  extends WithDefaults<
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
  extends WithDefaults<
    Options,
    'collections' | 'globals' | 'cors' | 'events' | 'commands' | 'fieldTypes' | 'log' | 'clock' | 'production'
  > {
  schema: readonly Extract<NonNullable<Options['schema']>, readonly unknown[]>[number][]
  /** The plugins that have run. */
  plugins?: readonly { readonly name: string }[]
  routes: WithDefaults<RoutesConfig, 'api'>
  auth: AuthSettings
  localization?: Required<LocalizationConfig>
  queries: { timeout: Required<QueryTimeouts>; answer: Required<QueryAnswers>; unindexed: 'allow' | 'refuse' }
  log: Log
  clock: Clock
}
