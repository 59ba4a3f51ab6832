/** Actions on all selected documents: what they ask first, and the report of the outcome. Tested by test/admin-components/bulk.test.ts. */

import type { TemplateResult } from 'lit'
import type { Page } from '../../app/client.ts'
import { deleteDocument, type Recovered, undoOf } from '../../app/deleting.ts'
import type { Doc, Values } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'
import { usesOfMany } from '../../app/uses.ts'
import type { CmsElement } from '../../element.ts'
import { deleteWarning } from '../../parts/delete-warning.ts'
import { confirm } from '../../parts/dialog.ts'
import { loadFor } from '../../parts/later.ts'
import { titleOf } from '../../parts/title.ts'
import type { ListHost } from '../list-host.ts'
import { localeIn, showsTrash } from '../query.ts'
import { affectedBy } from './affected.ts'
import { type Action, LABELS } from './bar.ts'
import { forEach, type Outcome } from './each.ts'
import { panelOver } from './progress.ts'
import '../texts.ts'

export async function actOn(host: ListHost, entity: Entity, action: Action): Promise<void> {
  const chosen = [...host.chosen]
  const ids = await idsFor(host, entity, action, chosen)
  if (!ids) return
  if (ids.length === 0) return host.app.say(host.t(`bulk.none.${action as 'publish'}`), 'plain')
  const isSure = await confirm(host, {
    title: titleFor(host, entity, action, ids),
    text: await whatItDoes(host, entity, action, ids, chosen.length - ids.length),
    yes: host.t(LABELS[action]),
    isDangerous: action === 'delete',
    canBeUndone: entity.trash === true && !showsTrash(entity, host.query),
    // Where one document asks for its title, many ask for their number.
    ...(action === 'delete' && entity.admin.confirmDelete?.typeTitle && { typed: String(ids.length) }),
  })
  if (!isSure) return
  const wasInTrash = showsTrash(entity, host.query)
  const { done, place } = await change(host, entity, action, ids, CHANGES[action](host, entity), (count) => {
    const undo = action === 'delete' && !wasInTrash ? undoOf(host.app, entity, count) : undefined
    host.app.say(host.t(OUTCOMES[action], { count: count.length }), 'good', undo)
  })
  if (action === 'delete') place.emit('deleted', { collection: entity.slug, ids: done })
}

/** One document that is deleted has a name. */
function titleFor(host: ListHost, entity: Entity, action: Action, ids: readonly number[]): string {
  const one = action === 'delete' && ids.length === 1 ? host.found?.docs.find(({ id }) => id === ids[0]) : undefined
  return one ? host.t('delete.title', { title: titleOf(host, entity, one) }) : host.t(`bulk.${action}`, { count: ids.length })
}

/** The toast if everything went well. */
const OUTCOMES = { publish: 'bulk.published', unpublish: 'bulk.unpublished', delete: 'bulk.deleted', recover: 'bulk.recovered' } as const

/** Undefined if the server could not tell. */
async function idsFor({ app }: ListHost, entity: Entity, action: Action, chosen: number[]): Promise<number[] | undefined> {
  if (action !== 'publish' && action !== 'unpublish') return chosen
  try {
    return await affectedBy(app, entity, action, chosen)
  } catch (error) {
    app.say(app.explain(error), 'bad')
    return undefined
  }
}

async function whatItDoes(
  host: ListHost,
  entity: Entity,
  action: Action,
  ids: readonly number[],
  others: number,
): Promise<string | TemplateResult> {
  if (action === 'recover') return ''
  if (action === 'delete') return whatADeleteDoes(host, entity, ids)
  const does = host.t(`bulk.${action}.text`, { count: ids.length })
  return others > 0 ? `${does} ${host.t(`bulk.${action}.others`, { count: others })}` : does
}

async function whatADeleteDoes(host: ListHost, entity: Entity, ids: readonly number[]): Promise<TemplateResult> {
  const looks = entity.admin.confirmDelete?.impact !== false && !showsTrash(entity, host.query)
  const uses = looks ? await usesOfMany(host.app, entity.slug, ids).catch(() => undefined) : undefined
  return deleteWarning(host, entity, uses, { count: ids.length, isInTrash: showsTrash(entity, host.query) })
}

type Change = (id: number) => Promise<unknown>

const CHANGES: Record<Action, (host: ListHost, entity: Entity) => Change> = {
  publish:
    ({ app }, { slug }) =>
    (id) =>
      app.client.patch(`/${slug}/${id}`, { status: 'published' }),
  unpublish:
    ({ app }, { slug }) =>
    (id) =>
      app.client.post(`/${slug}/${id}/unpublish`),
  delete: (host, entity) => (id) => deleteDocument(host.app, entity, id, showsTrash(entity, host.query)),
  recover:
    ({ app }, { slug }) =>
    (id) =>
      app.client.post(`/${slug}/${id}/recover`),
}

export async function edit(host: ListHost, entity: Entity): Promise<void> {
  const bulkEdit = await loadFor(host, () => import('./edit.ts'))
  const locale = localeIn(host.app, host.query)
  const ids = [...host.chosen]
  const isSure = (changes: Values) => mayPublishToo(host, entity, ids, changes)
  const changes = await bulkEdit?.askChanges(host, { entity, count: ids.length, locale, isSure })
  if (!changes) return
  await change(host, entity, 'edit', ids, (id) => host.app.client.patch(`/${entity.slug}/${id}`, changes, { locale }))
}

/** Publishing the edit publishes drafts and pending changes along with it. */
async function mayPublishToo(host: ListHost, entity: Entity, ids: readonly number[], changes: Values): Promise<boolean> {
  if (changes['status'] !== 'published') return true
  try {
    const { length: count } = await affectedBy(host.app, entity, 'publish', ids)
    if (count === 0) return true
    const text = `${host.t('bulk.publish.text', { count: ids.length })} ${host.t('bulk.publish.drafts', { count })}`
    return await confirm(host, { title: host.t('bulk.publish', { count: ids.length }), text, yes: host.t('publish') })
  } catch (error) {
    host.app.say(host.app.explain(error), 'bad')
    return false
  }
}

/** Returns the ids that were changed, and the element that speaks for the list, which may be gone by then. Documents that failed stay
 * selected where they still can, and the report names them.
 */
async function change(
  host: ListHost,
  entity: Entity,
  action: Action | 'edit',
  ids: readonly number[],
  one: Change,
  wentWell = (done: readonly number[]) => host.app.say(host.t('bulk.done', { count: done.length })),
): Promise<{ done: number[]; place: CmsElement }> {
  const panel = panelOver(host)
  const listed = host.found?.docs ?? []
  const rows = host.rowsOf
  const isThere = () => host.isConnected && host.rowsOf === rows
  const isInList = () => isThere() && host.chosen.size > 0
  const { done, failed } = await panel.during({ action, done: 0, of: ids.length, isInList }, (progress) =>
    forEach(host.app, ids, one, (count) => {
      progress(count)
      if (isThere()) host.busy = host.t('bulk.progress', { done: count, of: ids.length })
    }),
  )
  const isStillThere = isThere()
  if (isStillThere) {
    host.busy = ''
    host.chosen = new Set(failed.map(({ id }) => id))
  }
  if (failed.length === 0) wentWell(done)
  const named = await withTitles(host, entity, listed, failed)
  if (isStillThere) await host.reload()
  else host.app.dispatchEvent(new CustomEvent<Recovered>('recovered', { detail: { slug: entity.slug, ids: done } }))
  // What counts documents counts them again.
  host.app.changed()
  const place = host.isConnected ? host : panel
  place.emit('saved', { collection: entity.slug, ids: done })
  if (failed.length > 0) {
    const report = await loadFor(host, () => import('./report.ts'))
    await report?.showReport(place, { entity, action, done: done.length, failed: named, areSelected: isStillThere })
  }
  return { done, place }
}

const AT_ONCE = 100

/** Also of documents on other pages of the list. */
async function withTitles(
  host: ListHost,
  entity: Entity,
  listed: readonly Doc[],
  failed: Outcome['failed'],
): Promise<{ id: number; title: string; why: string }[]> {
  const known = new Map<number, Doc>(listed.map((doc) => [doc.id, doc]))
  const unknown = failed.map(({ id }) => id).filter((id) => !known.has(id))
  const more = {
    depth: 0,
    ...(entity.title && { select: entity.title }),
    ...(entity.drafts && { draft: true }),
    ...(showsTrash(entity, host.query) && { trash: true }),
  }
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    const query = { where: { id: { in: unknown.slice(at, at + AT_ONCE) } }, limit: AT_ONCE, count: false, ...more }
    const found = await host.app.client.get<Page<Doc>>(`/${entity.slug}`, query).catch(() => undefined)
    for (const doc of found?.docs ?? []) known.set(doc.id, doc)
  }
  return failed.map(({ id, why }) => ({ id, title: titleOf(host, entity, known.get(id) ?? { id }), why }))
}
