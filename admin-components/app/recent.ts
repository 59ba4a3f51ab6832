/** The documents that this person opened last in this browser. Only their addresses are kept; titles are asked for when they are shown.
 * Tested by test/admin-components/everyday.test.ts.
 */
import { type App, recall, remember } from './app.ts'

export interface Recent {
  slug: string
  id: number
}

const MOST = 12

const keyFor = ({ account }: App): string => `recent:${account.id}`

/** The latest first, without those of collections that this person can't open. */
export const recentDocuments = (app: App): Recent[] =>
  (recall(keyFor(app)) ?? '').split('\n').flatMap((line) => {
    const [slug = '', id] = line.split('/')
    return Number.isSafeInteger(Number(id)) && app.collection(slug) ? [{ slug, id: Number(id) }] : []
  })

export function noteOpened(app: App, slug: string, id: number): void {
  const line = `${slug}/${id}`
  const before = (recall(keyFor(app)) ?? '').split('\n').filter((one) => one && one !== line)
  remember(keyFor(app), [line, ...before].slice(0, MOST).join('\n'))
}
