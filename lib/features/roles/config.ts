/** The configuration of roles that are managed in the admin. */

import type { JsonSchema } from '../../../schema/document.ts'
import { flag } from '../../option-schemas.ts'

declare module '../../options.ts' {
  interface AuthConfig {
    /** Roles and their permissions managed in the admin, on top of access rules. @default false */
    rbac?: boolean
  }
}

declare module '../../settings.ts' {
  interface AuthSettings {
    rbac: boolean
  }
}

export const rolesConfig: Record<string, JsonSchema> = {
  'auth.rbac': { ...flag, default: false },
}
