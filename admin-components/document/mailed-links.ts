/** Says what became of a link that was sent by email. Tested by test/admin-components/printed-emails.test.ts. */
import type { CmsElement } from '../element.ts'
import '../system/texts.ts'

export function mailedText(host: CmsElement, link: 'invite' | 'reset', email: string): string {
  if (host.app.known.printsMails) return host.t('users.printed', { email })
  return host.t(link === 'invite' ? 'users.invited' : 'users.linked', { email })
}
