/** Which of the selected documents an action changes: only live ones can be unpublished, and only drafts published.
 * Tested by test/admin-components/bulk.test.ts.
 */
import type { App } from '../../app/app.ts'
import type { Page, Query } from '../../app/client.ts'
import type { Doc } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'

const AT_ONCE = 100

export async function affectedBy(app: App, { slug }: Entity, action: 'publish' | 'unpublish', ids: readonly number[]): Promise<number[]> {
  const affected: number[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const query: Query = { where: { id: { in: some } }, select: 'status', depth: 0, limit: AT_ONCE, count: false }
    // Without drafts, the answer has the live documents only.
    const { docs } = await app.client.get<Page<Doc>>(`/${slug}`, { ...query, ...(action === 'publish' && { draft: true }) })
    affected.push(...docs.filter(({ status }) => action === 'unpublish' || status === 'draft').map(({ id }) => id))
  }
  return ids.filter((id) => affected.includes(id))
}

/** How many of the selected documents an edit changes for visitors at once, and how many wait to be published. */
export interface Counts {
  atOnce: number
  /** Live, with changes that wait. */
  pending: number
  drafts: number
}

export async function countStates(app: App, entity: Entity, ids: readonly number[]): Promise<Counts> {
  const [live, waiting] = await Promise.all([affectedBy(app, entity, 'unpublish', ids), affectedBy(app, entity, 'publish', ids)])
  const drafts = ids.length - live.length
  const pending = waiting.length - drafts
  return { atOnce: live.length - pending, pending, drafts }
}
