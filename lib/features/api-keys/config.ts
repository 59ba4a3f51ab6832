/** The configuration of API keys. */

import type { JsonSchema } from '../../../schema/document.ts'
import { flag } from '../../option-schemas.ts'

declare module '../../options.ts' {
  interface Options {
    /** Keys for scripts and apps. @default false */
    apiKeys?: boolean
  }
}

declare module '../../settings.ts' {
  interface Settings {
    apiKeys: boolean
  }
}

export const apiKeysConfig: Record<string, JsonSchema> = {
  apiKeys: { ...flag, default: false },
}
