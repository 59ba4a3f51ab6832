/** The configuration of members of the site. */
import type { JsonSchema } from '../../../schema/document.ts'
import { closed, flag, letterTexts, text, texts } from '../../option-schemas.ts'
import type { OwnLetter } from '../../options.ts'

declare module '../../options.ts' {
  interface AuthConfig {
    /** Users who sign in on the site, never in the admin. */
    members?: MembersConfig
  }
}

export interface MembersConfig {
  /** The roles of members, which must also be listed in `auth.roles`. */
  roles: readonly string[]
  /** Lets visitors sign up. */
  signup?: { role: string; verifyEmail?: boolean; challenge?: { siteKey: string; secretKey: string; url?: string } }
  /** Pages of the site that emailed links open. */
  pages?: { verifyEmail?: string; resetPassword?: string }
  /** Your own texts for `verifyEmail`. */
  emails?: { verifyEmail?: OwnLetter }
}

export const membersConfig: Record<string, JsonSchema> = {
  'auth.members': closed(
    {
      roles: { ...texts, minItems: 1 },
      signup: closed(
        {
          role: text,
          verifyEmail: { ...flag, default: true },
          challenge: closed({ siteKey: text, secretKey: text, url: text }, ['siteKey', 'secretKey']),
        },
        ['role'],
      ),
      pages: closed({ verifyEmail: text, resetPassword: text }),
      emails: letterTexts('verifyEmail'),
    },
    ['roles'],
  ),
}
