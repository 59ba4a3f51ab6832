/** The history of documents: one row per save, with the content as a snapshot. Hidden fields are never stored in it. */

import { type Entity, wholeOf } from '../../../schema/model.ts'
import { AUTHOR_COLUMNS, authorshipOf } from '../../auth/authorship.ts'
import type { Operation } from '../../engine.ts'
import { jsonOf } from '../../json.ts'
import { actionOf } from '../../operations/change-events.ts'
import { formOf, unknownAfter } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { leavingHidden } from '../../query/payload.ts'
import { highest, sameAs, upToThat } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { snapshotOf, VERSIONS } from '../../store/snapshots.ts'
import { IDENTITY } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

export const versionsTable = ownTable({
  name: VERSIONS,
  was: 'document-versions',
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text', slugs: 'owner' },
    { name: 'document', kind: 'id' },
    { name: 'status', kind: 'text' },
    { name: 'action', kind: 'text' },
    ...AUTHOR_COLUMNS,
    { name: 'created_at', kind: 'text' },
    { name: 'data', kind: 'json' },
    { name: 'folds', kind: 'boolean' },
    { name: 'planned', kind: 'boolean' },
  ],
  indexes: [index(VERSIONS, ['entity', 'document', 'id'], 'the versions of one document')],
})

const DEFAULT_MAX = 50

export const hasVersions = (entity: Entity): boolean => Boolean(entity.options['versions'])
const maxOf = ({ options }: Entity): number => options['versions'].max ?? DEFAULT_MAX

/** Records a save, and deletes the oldest versions. */
export async function noted(operation: Operation): Promise<Statement[]> {
  const { engine, entity, original, doc, caller, now, pace } = operation
  const whole = wholeOf(entity)
  const after = await formOf(operation, whole)
  await pace?.rest()
  const shown = await (pace ?? new Pace()).through(leavingHidden(whole.fields, after))
  const data = { ...unknownAfter(operation), ...(await snapshotOf(whole, shown, pace)) }
  const id = original?.meta?.id ?? new Ref('document', 'id')
  const { folds = false } = operation.intent ?? {}
  const { author, author_key: key } = authorshipOf(caller)
  const rows = versionsTable.in(engine.store)
  const of = { entity: entity.slug, document: id }
  const planned = caller.actor.onBehalfOf !== undefined
  const saved = {
    status: doc['status'] ?? null,
    action: actionOf(operation),
    author,
    author_key: key,
    created_at: now,
    data: await jsonOf(data),
  }
  const version = { ...of, ...saved, folds, planned }
  const insert = rows.insert(version)
  if (id instanceof Ref) return [insert]
  const oldestKept = rows.select(of, { columns: ['id'], sort: ['-id'], limit: 1, offset: maxOf(entity) })
  const prune = rows.delete({ ...of, id: upToThat(oldestKept) })
  if (!folds || (key ?? author) === null) return [insert, prune]
  const byThem = key === null ? { author } : { author_key: key }
  return [rows.delete({ id: sameAs(newestOf(operation)), ...byThem, folds: true }), insert, prune]
}

/**
 * Ends a series of autosaves: the next autosave becomes a new version instead of replacing the last one of the series. A change that
 * records no version needs this, because nothing else would separate the two.
 */
export function seriesEnded(operation: Operation): Statement {
  const { engine } = operation
  return versionsTable.in(engine.store).update({ id: sameAs(newestOf(operation)), folds: true }, { folds: false })
}

/** The id of the newest version. */
const newestOf = ({ engine, entity, existing }: Operation): Statement =>
  versionsTable.in(engine.store).select({ entity: entity.slug, document: existing.meta.id }, { columns: { id: highest('id') } })

/** Deletes the history together with its document. */
export function forgotten({ engine, entity, existing }: Operation): Statement {
  return versionsTable.in(engine.store).delete({ entity: entity.slug, document: existing.meta.id })
}
