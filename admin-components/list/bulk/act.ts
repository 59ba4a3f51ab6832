/** Actions on all selected documents: what they ask first, and the report of the outcome. Tested by test/admin-components/bulk.test.ts. */

import type { TemplateResult } from 'lit'
import type { Recovered } from '../../app/deleting.ts'
import type { Entity } from '../../app/schema.ts'
import { unknownUses } from '../../app/uses.ts'
import { usesBeforeDelete } from '../../app/uses-before-delete.ts'
import type { CmsElement } from '../../element.ts'
import { deleteWarning } from '../../parts/delete-warning.ts'
import { confirm } from '../../parts/dialog.ts'
import { loadFor } from '../../parts/later.ts'
import { oneQuestion } from '../../parts/one-question.ts'
import { titleOf } from '../../parts/title.ts'
import type { ListHost } from '../list-host.ts'
import { localeIn, showsTrash } from '../query.ts'
import { affectedBy, countStates } from './affected.ts'
import { type Action, LABELS } from './bar.ts'
import { forEach } from './each.ts'
import { mayEdit, type PlannedEdit } from './edit-questions.ts'
import { editUndo } from './edit-undo.ts'
import { reportFailures, sayDone } from './outcome.ts'
import { panelOver } from './progress.ts'
import { changeOf, type Work } from './work.ts'
import '../texts.ts'

export async function actOn(host: ListHost, entity: Entity, action: Action): Promise<void> {
  const ids = await oneQuestion(host, () => sureOf(host, entity, action))
  if (!ids) return
  const { done, place } = await change(host, entity, { action, slug: entity.slug, isInTrash: showsTrash(entity, host.query) }, ids)
  if (action === 'delete') place.emit('deleted', { collection: entity.slug, ids: done })
}

/** The ids of the documents that it changes, unless the answer is no. */
async function sureOf(host: ListHost, entity: Entity, action: Action): Promise<number[] | undefined> {
  const chosen = [...host.chosen]
  const ids = await idsFor(host, entity, action, chosen)
  if (!ids) return undefined
  if (ids.length === 0) {
    host.app.say(host.t(`bulk.none.${action as 'publish'}`), 'plain')
    return undefined
  }
  const isSure = await confirm(host, {
    title: titleFor(host, entity, action, ids),
    text: await whatItDoes(host, entity, action, ids, chosen.length - ids.length),
    yes: host.t(LABELS[action]),
    isDangerous: action === 'delete',
    canBeUndone: entity.trash === true && !showsTrash(entity, host.query),
    ...(action === 'delete' && entity.admin.confirmDelete?.typeTitle && { typed: nameOfOne(host, entity, ids) ?? String(ids.length) }),
  })
  return isSure ? ids : undefined
}

function titleFor(host: ListHost, entity: Entity, action: Action, ids: readonly number[]): string {
  const title = action === 'delete' ? nameOfOne(host, entity, ids) : undefined
  return title === undefined ? host.t(`bulk.${action}`, { count: ids.length }) : host.t('delete.title', { title })
}

/** One document has a title, several only have a number. */
function nameOfOne(host: ListHost, entity: Entity, ids: readonly number[]): string | undefined {
  const one = ids.length === 1 ? host.found?.docs.find(({ id }) => id === ids[0]) : undefined
  return one && titleOf(host, entity, one)
}

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
  const uses = looks ? await usesBeforeDelete(host.app, entity, ids).catch(unknownUses) : undefined
  return deleteWarning(host, entity, uses, { count: ids.length, isInTrash: showsTrash(entity, host.query) })
}

export async function edit(host: ListHost, entity: Entity): Promise<void> {
  const bulkEdit = await loadFor(host, () => import('./edit.ts'))
  const locale = localeIn(host.app, host.query)
  const ids = [...host.chosen]
  const counted = entity.drafts ? countStates(host.app, entity, ids).catch(() => undefined) : Promise.resolve(undefined)
  const isSure = (planned: PlannedEdit) => mayEdit(host, entity, ids, planned)
  const planned = await bulkEdit?.askChanges(host, { entity, count: ids.length, locale, isSure, counted })
  if (!planned) return
  const { changes: values, listEdits } = planned
  await change(host, entity, { action: 'edit', slug: entity.slug, isInTrash: false, values, listEdits, locale }, ids)
}

/** Returns the ids that were changed, and the element that speaks for the list, which may be gone by then. Documents that failed stay
 * selected where they still can, and the report names them.
 */
async function change(host: ListHost, entity: Entity, work: Work, ids: readonly number[]): Promise<{ done: number[]; place: CmsElement }> {
  const panel = panelOver(host)
  const listed = host.found?.docs ?? []
  const rows = host.rowsOf
  const isThere = () => host.isConnected && host.rowsOf === rows
  const isInList = () => isThere() && host.chosen.size > 0
  const undo = editUndo(host.app, entity, work)
  host.app.hushLasting()
  const outcome = await panel.during({ work, ids, isInList }, (progress) =>
    forEach(host.app, ids, undo?.change ?? changeOf(host.app, entity, work), (now) => {
      progress(now)
      if (isThere()) host.busy = host.t('bulk.progress', { done: now.done.length + now.failed.length, of: ids.length })
    }),
  )
  const { done, failed } = outcome
  const isStillThere = isThere()
  if (isStillThere) {
    host.busy = ''
    host.chosen = new Set(failed.map(({ id }) => id))
  }
  const changed = done.filter((id) => !outcome.unchanged.includes(id))
  const sayAll = () =>
    sayDone(
      host.app,
      entity,
      work,
      outcome,
      undo?.offer(changed, () => (host.isConnected ? host : panel)),
    )
  if (failed.length === 0) sayAll()
  if (isStillThere) await host.reload()
  else host.app.dispatchEvent(new CustomEvent<Recovered>('recovered', { detail: { slug: entity.slug, ids: done } }))
  // What counts documents counts them again.
  host.app.changed()
  const place = host.isConnected ? host : panel
  place.emit('saved', { collection: entity.slug, ids: done })
  await reportFailures(place, entity, work, outcome, { listed, areSelected: isStillThere })
  if (failed.length > 0 && work.action === 'edit' && done.length > 0) sayAll()
  return { done, place }
}
