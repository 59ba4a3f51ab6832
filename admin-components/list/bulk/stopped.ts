/** Work on many documents that ended with its page: what was left is kept in this browser, for the person who began it.
 * Tested by test/admin-components/bulk-stopped.test.ts.
 */
import { type App, recall, remember } from '../../app/app.ts'
import { stoppedName } from '../../app/stopped-name.ts'
import type { Work } from './work.ts'

export interface Stopped {
  work: Work
  done: number
  of: number
  left: readonly number[]
}

export function keepStopped({ user }: App, stopped: readonly Stopped[]): void {
  if (user) remember(stoppedName(user.id), stopped.length > 0 ? JSON.stringify(stopped) : '')
}

export function findStopped({ user }: App): Stopped[] {
  try {
    return JSON.parse((user && recall(stoppedName(user.id))) || '[]')
  } catch {
    return []
  }
}
