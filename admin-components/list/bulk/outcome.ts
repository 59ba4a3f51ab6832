/** Says what became of work on many documents: a toast where all went well, and a report of what failed. Tested by test/admin-components/bulk.test.ts. */
import type { App, ToastAct } from '../../app/app.ts'
import type { Page } from '../../app/client.ts'
import { undoOf } from '../../app/deleting.ts'
import type { Doc } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'
import type { CmsElement } from '../../element.ts'
import { loadFor } from '../../parts/later.ts'
import { titleOf } from '../../parts/title.ts'
import type { Outcome } from './each.ts'
import type { Work } from './work.ts'
import '../texts.ts'

const DONE = {
  publish: 'bulk.published',
  unpublish: 'bulk.unpublished',
  delete: 'bulk.deleted',
  recover: 'bulk.recovered',
  edit: 'bulk.done',
} as const

/** `back`: takes an edit back. */
export function sayDone(app: App, entity: Entity, { action, isInTrash }: Work, done: readonly number[], back?: ToastAct): void {
  const undo = action === 'delete' && !isInTrash ? undoOf(app, entity, done) : back
  app.say(app.t(DONE[action], { count: done.length }), 'good', undo)
}

export interface Known {
  listed: readonly Doc[]
  /** What failed is still selected in its list. */
  areSelected: boolean
}

export async function reportFailures(
  place: CmsElement,
  entity: Entity,
  { action, isInTrash }: Work,
  { done, failed }: Outcome,
  { listed, areSelected }: Known,
): Promise<void> {
  if (failed.length === 0) return
  const named = await withTitles(place, entity, isInTrash, listed, failed)
  const report = await loadFor(place, () => import('./report.ts'))
  await report?.showReport(place, { entity, action, done: done.length, failed: named, areSelected })
}

const AT_ONCE = 100

/** Also of documents on other pages of the list. */
async function withTitles(
  place: CmsElement,
  entity: Entity,
  isInTrash: boolean,
  listed: readonly Doc[],
  failed: Outcome['failed'],
): Promise<{ id: number; title: string; why: string }[]> {
  const known = new Map<number, Doc>(listed.map((doc) => [doc.id, doc]))
  const unknown = failed.map(({ id }) => id).filter((id) => !known.has(id))
  const more = {
    depth: 0,
    ...(entity.title && { select: entity.title }),
    ...(entity.drafts && { draft: true }),
    ...(isInTrash && { trash: true }),
  }
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    const query = { where: { id: { in: unknown.slice(at, at + AT_ONCE) } }, limit: AT_ONCE, count: false, ...more }
    const found = await place.app.client.get<Page<Doc>>(`/${entity.slug}`, query).catch(() => undefined)
    for (const doc of found?.docs ?? []) known.set(doc.id, doc)
  }
  return failed.map(({ id, why }) => ({ id, title: titleOf(place, entity, known.get(id) ?? { id }), why }))
}
