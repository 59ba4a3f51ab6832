/** The configuration of the audit log. */
import type { JsonSchema } from '../../../schema/document.ts'
import { closed, flag, fn } from '../../option-schemas.ts'
import type { WithDefaults } from '../../settings.ts'

declare module '../../options.ts' {
  interface Options {
    /** Records who changed what. @default false */
    audit?: boolean | AuditConfig
  }
}

declare module '../../settings.ts' {
  interface Settings {
    audit: false | AuditSettings
  }
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

export type AuditSettings = WithDefaults<AuditConfig, 'keep' | 'values' | 'failedLogins'>

export const auditConfig: Record<string, JsonSchema> = {
  audit: {
    ...closed({
      keep: { type: 'integer', minimum: 0, default: 365 },
      values: { ...flag, default: true },
      failedLogins: { type: 'integer', minimum: 1, default: 20 },
      scope: fn,
    }),
    type: ['boolean', 'object'],
    default: false,
  },
}
