/** The work on many documents as plain data, so that another page can go on with it. Tested by test/admin-components/bulk-stopped.test.ts. */
import type { App } from '../../app/app.ts'
import type { Page } from '../../app/client.ts'
import { deleteDocument } from '../../app/deleting.ts'
import type { Entity } from '../../app/schema.ts'
import { affectedBy } from './affected.ts'
import type { Action } from './bar.ts'
import { UNCHANGED } from './each.ts'
import { type Edit, editOne } from './edit-one.ts'
import { dependOnStored } from './several.ts'

export interface Work extends Edit {
  action: Action | 'edit'
  slug: string
  /** Whether the documents were in the trash when they were selected. */
  isInTrash: boolean
}

export type Change = (id: number) => Promise<unknown>

export function changeOf(app: App, entity: Entity, work: Work): Change {
  const { action, isInTrash, values, listEdits, locale } = work
  const { client } = app
  const edit: Change = async (id) => ((await editOne(app, entity, work, id))?.saved ? undefined : UNCHANGED)
  const changes: Record<Work['action'], Change> = {
    publish: (id) => client.patch(`/${entity.slug}/${id}`, { status: 'published' }),
    unpublish: (id) => client.post(`/${entity.slug}/${id}/unpublish`),
    delete: (id) => deleteDocument(app, entity, id, isInTrash),
    recover: (id) => client.post(`/${entity.slug}/${id}/recover`),
    edit: dependOnStored(listEdits) ? edit : (id) => client.patch(`/${entity.slug}/${id}`, values, { locale }),
  }
  return changes[action]
}

const AT_ONCE = 100

/** Those of the documents that still wait for it: a request that was cut off may have been carried out, and others may have done the rest. */
export async function waitingFor(app: App, entity: Entity, { action, isInTrash }: Work, ids: readonly number[]): Promise<number[]> {
  if (action === 'publish' || action === 'unpublish') return affectedBy(app, entity, action, ids)
  const there: number[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { docs } = await app.client.get<Page<{ id: number }>>(`/${entity.slug}`, {
      where: { id: { in: ids.slice(at, at + AT_ONCE) } },
      select: 'id',
      depth: 0,
      limit: AT_ONCE,
      count: false,
      ...(entity.drafts && { draft: true }),
      ...(isInTrash && { trash: true }),
    })
    there.push(...docs.map(({ id }) => id))
  }
  return ids.filter((id) => there.includes(id))
}
