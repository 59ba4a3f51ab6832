/** What an edit of many documents asks before it empties fields, replaces their values, or publishes. Tested by test/admin-components/bulk.test.ts. */
import type { Values } from '../../app/doc.ts'
import type { Entity, Field } from '../../app/schema.ts'
import { labelOf } from '../../fields/editing.ts'
import { confirm } from '../../parts/dialog.ts'
import { formatOf } from '../../texts/formats.ts'
import type { ListHost } from '../list-host.ts'
import { affectedBy, countStates } from './affected.ts'
import { type ListEdits, replacedBy } from './several.ts'

export interface PlannedEdit {
  changes: Values
  listEdits: ListEdits
  /** The fields that it empties. */
  emptied: readonly Field[]
}

export async function mayEdit(host: ListHost, entity: Entity, ids: readonly number[], edit: PlannedEdit): Promise<boolean> {
  try {
    const publishes = edit.changes['status'] === 'published' ? await whatItPublishes(host, entity, ids) : ''
    const replaced = replacedBy(entity.fields, edit.changes, edit.listEdits)
    if (edit.emptied.length + replaced.length > 0) return await mayTakeAway(host, entity, ids, { ...edit, replaced, publishes })
    if (publishes === '') return true
    return await confirm(host, { title: host.t('bulk.publish', { count: ids.length }), text: publishes, yes: host.t('publish') })
  } catch (error) {
    host.app.say(host.app.explain(error), 'bad')
    return false
  }
}

/** Publishing the edit publishes drafts and pending changes along with it; empty if there are none. */
async function whatItPublishes(host: ListHost, entity: Entity, ids: readonly number[]): Promise<string> {
  const { length: count } = await affectedBy(host.app, entity, 'publish', ids)
  return count === 0 ? '' : `${host.t('bulk.publish.text', { count: ids.length })} ${host.t('bulk.publish.drafts', { count })}`
}

/** Emptying a field, or replacing the values of one that holds several. */
async function mayTakeAway(
  host: ListHost,
  entity: Entity,
  ids: readonly number[],
  { changes, emptied, replaced, publishes }: PlannedEdit & { replaced: readonly Field[]; publishes: string },
): Promise<boolean> {
  const named = (fields: readonly Field[]) =>
    formatOf(Intl.ListFormat, host.app.language).format(fields.map((field) => labelOf(host, field)))
  const isEmptied = emptied.length > 0
  const what = named(isEmptied ? emptied : replaced)
  const text = [
    isEmptied && replaced.length > 0 ? host.t('bulk.edit.alsoReplaces', { what: named(replaced) }) : '',
    await whatVisitorsSee(host, entity, ids, changes),
    publishes,
    host.t(entity.versions ? 'bulk.edit.inHistory' : 'delete.forGood', { count: ids.length }),
  ]
  return confirm(host, {
    title: host.t(isEmptied ? 'bulk.edit.emptyTitle' : 'bulk.edit.replaceTitle', { what, count: ids.length }),
    text: text.filter((one) => one !== '').join(' '),
    yes: host.t(isEmptied ? 'bulk.edit.emptyDo' : 'bulk.edit.replaceDo', { what }),
    isDangerous: true,
  })
}

async function whatVisitorsSee(host: ListHost, entity: Entity, ids: readonly number[], { status }: Values): Promise<string> {
  if (!entity.drafts) return ''
  const { atOnce, pending } = await countStates(host.app, entity, ids)
  const live = atOnce + pending
  if (status === 'draft') return live > 0 ? host.t('bulk.edit.liveLater', { count: live }) : ''
  return live > 0 ? host.t('bulk.edit.live', { count: live, now: status === 'published' ? live : atOnce }) : ''
}
