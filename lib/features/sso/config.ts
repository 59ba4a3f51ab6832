/** The configuration of external accounts. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { AuthProvider } from '../../auth/provider.ts'
import { closed, listOf, text, texts } from '../../option-schemas.ts'

declare module '../../options.ts' {
  interface AuthConfig {
    /** Sign-in with external accounts. @default [] */
    providers?: readonly AuthProvider[]
    /** People with these email domains get an account at their first external sign-in. */
    allowSignUp?: { domains: readonly string[]; role?: string }
  }
}

declare module '../../settings.ts' {
  interface AuthSettings {
    providers: readonly AuthProvider[]
  }
}

export const ssoConfig: Record<string, JsonSchema> = {
  'auth.providers': { ...listOf({}), default: [] },
  'auth.allowSignUp': closed({ domains: { ...texts, minItems: 1 }, role: text }, ['domains']),
}
