/** Emailed password links: for a forgotten password, and in invitations. */
import { invitationColumn, isInvited } from '../../auth/invitations.ts'
import { linksTable } from '../../auth/links.ts'
import { canMailLinks } from '../../auth/mailed-links.ts'
import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import { isAdminActor } from '../../local/permitted.ts'
import { forgot } from './forgot.ts'
import { passwordLink, waitingInvitation } from './password-link.ts'
import { checkResetLink, reset } from './reset.ts'
import { isUsers, linkSteps } from './steps.ts'
import { unsentLetters } from './unsent.ts'

export const passwordLinks: Feature = {
  name: 'password-links',
  tables: () => [linksTable],
  columns: (entity) => (isUsers(entity) ? [invitationColumn] : []),
  filters: {
    invited: { for: isUsers, isOpen: ({ actor }) => actor.kind === 'system' || isAdminActor(actor), filter: isInvited },
  },
  steps: linkSteps,
  start: ({ settings }) => {
    for (const line of unsentLetters(settings)) settings.log.warn(line)
  },
  routes: (settings) => [
    ...routesWhere(canMailLinks(settings), settings.email ? 'serverURL' : 'email', [
      { method: 'POST', path: '/users/forgot-password', name: 'forgotPassword', run: forgot },
      { method: 'GET', path: '/users/:id/password-link', name: 'waitingInvitation', run: waitingInvitation },
      { method: 'POST', path: '/users/:id/password-link', name: 'passwordLink', run: passwordLink },
    ]),
    // Links emailed by earlier versions still work.
    { method: 'GET', path: '/users/reset-password', name: 'checkLink', run: checkResetLink },
    { method: 'POST', path: '/users/reset-password', name: 'resetPassword', run: reset },
  ],
}
