/** Which role's view of the admin this tab shows, so that it lasts over a reload. Tested by test/admin-components/seen-as.test.ts. */
import type { User } from './schema.ts'

export interface SeenAs {
  user: User['id']
  role: string
  name: string
}

const KEY = 'galley:seen-as'

export function keepSeenAs(view: SeenAs | undefined): void {
  try {
    if (view) sessionStorage.setItem(KEY, JSON.stringify(view))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage, the view ends when the page is loaded again.
  }
}

/** Nothing if another person has signed in since. */
export function seenAsBy(user: User['id'] | undefined): SeenAs | undefined {
  try {
    const view = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as SeenAs | null
    return view && view.user === user ? view : undefined
  } catch {
    return undefined
  }
}
