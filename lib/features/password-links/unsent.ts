/** Warnings about texts of emails that are never sent. Tested by test/features/password-links.test.ts. */
import { canMailLinks } from '../../auth/mailed-links.ts'
import type { Settings } from '../../settings.ts'

/** Only a warning: outside production, a site may do without emails whose texts it has. */
export function unsentLetters(settings: Settings): string[] {
  const { auth, email } = settings
  if (canMailLinks(settings) || Object.keys(auth.emails ?? {}).length === 0) return []
  const lack = email ? "'serverURL', where links in emails lead in production" : "'email', the adapter that sends emails"
  return [`auth.emails has no effect without ${lack}: galley can't send password reset links or invitations`]
}
