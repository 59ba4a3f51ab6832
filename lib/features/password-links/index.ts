/** Emailed password links: for a forgotten password, and in invitations. */
import { linksTable } from '../../auth/links.ts'
import { canMailLinks } from '../../auth/mailed-links.ts'
import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import { forgot } from './forgot.ts'
import { passwordLink, waitingInvitation } from './password-link.ts'
import { checkResetLink, reset } from './reset.ts'
import { linkSteps } from './steps.ts'

export const passwordLinks: Feature = {
  name: 'password-links',
  tables: () => [linksTable],
  steps: linkSteps,
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
