/** Signing in with email and password, and the sessions of requests. Anything that must end a session ends it everywhere. */
import { sessionsTable } from '../../auth/sessions.ts'
import type { Feature } from '../../feature.ts'
import { sessionOf } from './from-request.ts'
import { answerOwnPassword } from './own-password.ts'
import { login, logout, me } from './routes.ts'
import { sessionSteps } from './steps.ts'

export const sessions: Feature = {
  name: 'sessions',
  tables: () => [sessionsTable],
  steps: sessionSteps,
  authenticate: sessionOf,
  answered: answerOwnPassword,
  routes: () => [
    { method: 'POST', path: '/users/login', name: 'login', run: login },
    { method: 'POST', path: '/users/logout', name: 'logout', run: logout },
    { method: 'GET', path: '/users/me', name: 'me', run: me },
  ],
}
