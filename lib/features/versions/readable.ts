/** Which versions of a document a caller may see: those whose content they could read if it were live. */

import { everyCopy, FieldSet } from '../../../schema/field-set.ts'
import { type Entity, wholeOf } from '../../../schema/model.ts'
import type { Engine, Operation } from '../../engine.ts'
import { parsedObject } from '../../json-reading.ts'
import type { Version } from '../../local/types.ts'
import { merge } from '../../operations/merge.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { without } from '../../operations/withheld.ts'
import { Pace } from '../../pace.ts'
import { isAnswered, matchOf } from '../../query/unsaved-content.ts'
import { lessThan } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import type { Doc } from '../../store/document.ts'
import { type Snapshot, storedValues, unfolded } from '../../store/snapshots.ts'
import { versionsTable } from './table.ts'

/** The content of a version. */
export async function versionIn(row: Row, entity: Entity): Promise<Snapshot> {
  const snapshot: Snapshot = typeof row['data'] === 'string' ? await parsedObject(row['data']) : row['data']
  const isWithout = entity.options['drafts'] === true && !Object.hasOwn(snapshot, 'status')
  return isWithout ? { ...snapshot, status: BEFORE_DRAFTS } : snapshot
}

/** Without drafts, every save is live immediately. */
const BEFORE_DRAFTS = 'published'

export const statusOf = (row: Row, { options }: Entity): Version['status'] =>
  row['status'] ?? (options['drafts'] === true ? BEFORE_DRAFTS : null)

/**
 * The values that a version would change. Hidden fields and fields added later aren't in a version: they keep their current values, in rows
 * too.
 */
export async function valuesOfVersion(whole: Entity, version: Snapshot, before: Doc, pace = new Pace()): Promise<Doc> {
  const all = new FieldSet(everyCopy(whole.fields))
  const denied = all.filter((field) => field.hidden)
  const values = await storedValues(whole, version, pace)
  return pace.through(without(whole.fields, values, before, { denied, unseen: all }))
}

/** Whether the caller may see a version. */
export type VersionCheck = (row: Row) => Promise<boolean>

/** Undefined if the caller may see all versions. Most versions agree in the values that the rule checks, so those share one check. */
export async function checkFor(operation: Operation): Promise<VersionCheck | undefined> {
  const { engine, entity, caller } = operation
  const { store } = engine
  const rule = await engine.access.documents.allowReading(entity, caller)
  if (rule.is === 'all') return undefined
  const whole = wholeOf(entity)
  const before = await unfolded(whole, await snapshotBefore(operation))
  const known = new Map<string, boolean>()
  return async (row) => {
    // The document as it would be with this version's content.
    const doc = merge(whole.fields, before, await valuesOfVersion(whole, await versionIn(row, whole), before))
    const question = matchOf({ entity: whole, id: operation.existing.meta.id, doc }, rule, engine)
    const key = JSON.stringify(question.values)
    let answer = known.get(key)
    if (answer === undefined) {
      answer = await isAnswered(question, store)
      known.set(key, answer)
    }
    return answer
  }
}

/** How many versions are held in memory at once, each as large as its document. */
const AT_ONCE = 20

/** The ids of the versions that the caller may see, newest first. */
export async function* readableIds(operation: Operation, check: VersionCheck): AsyncGenerator<number> {
  for await (const row of newestFirst(operation)) if (await check(row)) yield row['id']
}

/** The contents of the newest versions that the caller may see, in the whole form. */
export async function* readableContents(operation: Operation, pace: Pace): AsyncGenerator<Doc> {
  if (!operation.original?.meta) return
  const whole = wholeOf(operation.entity)
  const check = await checkFor(operation)
  let count = 0
  for await (const row of newestFirst(operation)) {
    if (!check || (await check(row))) yield await unfolded(whole, await versionIn(row, whole), undefined, pace)
    if (++count === AT_ONCE) return
  }
}

async function* newestFirst({ engine, entity, existing }: Operation): AsyncGenerator<Row> {
  const pace = new Pace()
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await rowsBefore(engine, entity.slug, existing.meta.id, before)
    for (const row of rows) {
      yield row
      await pace.rest()
    }
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) return
    before = end['id']
  }
}

function rowsBefore({ store }: Engine, slug: string, document: number, before: number): Promise<Row[]> {
  const older = { entity: slug, document, id: lessThan(before) }
  return versionsTable.in(store).find(older, { columns: ['id', 'data'], sort: ['-id'], limit: AT_ONCE, fromReplica: true })
}
