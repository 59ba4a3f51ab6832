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
