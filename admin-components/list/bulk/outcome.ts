/** Says what became of work on many documents: a toast where all went well, and a report of what failed. Tested by test/admin-components/bulk.test.ts. */
import type { App, ToastAct } from '../../app/app.ts'
import type { Page } from '../../app/client.ts'
import { undoOf } from '../../app/deleting.ts'
import type { Doc } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'
import type { CmsElement } from '../../element.ts'
import { loadFor } from '../../parts/later.ts'
import { titleOf } from '../../parts/title.ts'
import { formatOf } from '../../texts/formats.ts'
import { humanized } from '../../texts/texts.ts'
import type { Outcome } from './each.ts'
import type { Work } from './work.ts'
import '../texts.ts'

const DONE = {
  publish: 'bulk.published',
  unpublish: 'bulk.unpublished',
  delete: 'bulk.deleted',
  recover: 'bulk.recovered',
} as const

/** `back`: takes an edit back. */
export function sayDone(app: App, entity: Entity, work: Work, { done, unchanged }: Outcome, back?: ToastAct): void {
  const { action, isInTrash } = work
  const undo = action === 'delete' && !isInTrash ? undoOf(app, entity, done) : back
  const count = done.length - unchanged.length
  const words = action === 'edit' ? whatChanged(app, entity, work, count) : app.t(DONE[action], { count })
  const others = unchanged.length > 0 ? app.t('bulk.unchanged', { count: unchanged.length }) : ''
  app.say(count === 0 && others ? others : `${words}${others && ` · ${others}`}`, 'good', undo)
}

/** The message may be read on another page, long after. */
function whatChanged(app: App, { fields, labels, slug }: Entity, { values = {} }: Work, count: number): string {
  const changed = fields.filter(({ name }) => name in values).map((field) => app.label(field.label, humanized(field.name)))
  const what = formatOf(Intl.ListFormat, app.language).format(changed)
  return app.t('bulk.done', { count, where: app.label(labels.plural, humanized(slug)), what })
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
  { done, unchanged, failed }: Outcome,
  { listed, areSelected }: Known,
): Promise<void> {
  if (failed.length === 0) return
  const named = await withTitles(place, entity, isInTrash, listed, failed)
  const report = await loadFor(place, () => import('./report.ts'))
  await report?.showReport(place, { entity, action, done: done.length - unchanged.length, failed: named, areSelected })
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
