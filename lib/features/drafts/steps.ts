/** How a change affects the two contents a document can have: the live one in its columns, and the pending draft. */

import { isDeepStrictEqual } from 'node:util'
import { type Entity, hasRows, wholeOf } from '../../../schema/model.ts'
import { Attached } from '../../attached.ts'
import type { Operation } from '../../engine.ts'
import { badRequest, denied } from '../../errors.ts'
import type { EventName } from '../../events/events.ts'
import type { RowChange } from '../../operations/contract.ts'
import { merge } from '../../operations/merge.ts'
import { mayPublish } from '../../operations/publishing.ts'
import { heldMoreBefore, referencesBeyond } from '../../operations/references-beyond.ts'
import { StoredRows } from '../../operations/rows.ts'
import { formOf, snapshotAfter, snapshotBefore, unknownAfter } from '../../operations/snapshot.ts'
import type { Step } from '../../operations/stages.ts'
import { decoded } from '../../query/decoded.ts'
import type { Existing } from '../../query/objects.ts'
import { withoutHidden } from '../../query/payload.ts'
import { isWithin } from '../../query/unsaved-content.ts'
import { ASIDE, columnsOf } from '../../store/columns.ts'
import type { Doc } from '../../store/document.ts'
import { asLive, PENDING, type Snapshot, snapshotOf, storedValues, unfolded, unknownIn } from '../../store/snapshots.ts'
import { saysWhatIsLive } from './live-content.ts'
import { noPending, pendingIn, pendingOf } from './pending.ts'
import { hasDrafts, mayDraft } from './seen.ts'

export const DISCARD = 'discard'
export const UNPUBLISH = 'unpublish'
export const AUTOSAVE = 'autosave'

export const draftSteps: readonly Step[] = [
  {
    name: 'refuseEditorial',
    stage: 'load',
    sentence: 'Denies visitors and members access to drafts, versions, previews and schedules.',
    on: ['update'],
    for: hasDrafts,
    run: refuseEditorial,
  },
  {
    name: 'openPending',
    stage: 'load',
    sentence: 'Applies the change to the pending draft, if a live document has one. Visitors and members change the live content.',
    on: ['update'],
    for: hasDrafts,
    run: openPending,
  },
  {
    name: 'placeContent',
    stage: 'check',
    sentence:
      'Decides whether the content goes live or is saved as a draft, and checks the right to publish. A draft that equals the live content is discarded.',
    on: ['create', 'update'],
    for: hasDrafts,
    toleratesMissing: true,
    run: placeContent,
  },
  {
    name: 'referPending',
    stage: 'write',
    sentence: 'Records the references of a pending draft, for “where used”.',
    on: ['update'],
    for: hasDrafts,
    run: referPending,
  },
]

/** The document's state before the change: live or not, with or without a pending draft. */
interface Before {
  isLive: boolean
  isPending: boolean
  /** The stored document, without the pending draft. */
  stored?: Existing | undefined
  /** A pending draft that the caller can't see. It is kept, and the caller's changes are applied to it too. */
  unseen?: { at: string; snapshot: Snapshot }
}

const states = new Attached<Operation, Before>()

/** An empty status counts as missing. */
export function receivedStatus(entity: Entity, data: Doc): void {
  if (hasDrafts(entity) && (data['status'] === null || data['status'] === '')) delete data['status']
}

function refuseEditorial({ caller, isEditorial }: Operation): void {
  if (!isEditorial || mayDraft(caller)) return
  throw denied(caller.actor, 'Drafts and versions are for users of the admin')
}

async function openPending(operation: Operation): Promise<void> {
  const { entity, original, request, caller } = operation
  const isLive = original?.doc['status'] === 'published'
  const pending = original?.row && (await pendingIn(original.row))
  if (pending && !mayDraft(caller)) {
    const unseen = { at: pending.meta.updatedAt, snapshot: pending.snapshot }
    return states.set(operation, { isLive, isPending: false, unseen })
  }
  if (pending) await refuseUnreadable(operation, pending.snapshot)
  const before = { isLive, isPending: pending !== undefined, stored: original }
  states.set(operation, before)
  if (request.intent === DISCARD) return discard(operation, before)
  if (request.intent === UNPUBLISH && !isLive) operation.idle = true
  if (pending) {
    const doc = await unfolded(entity, pending.snapshot, asLive(original.row), operation.pace)
    operation.original = { ...original, ...pending, aside: pending.snapshot, doc }
  }
}

/** The pending draft may have changes that put it out of the caller's reach while the live content is still readable. */
async function refuseUnreadable({ engine, entity, caller, existing, readable }: Operation, pending: Snapshot): Promise<void> {
  const whole = wholeOf(entity)
  const draft = { entity: whole, id: existing.meta.id, doc: await unfolded(whole, pending, asLive(existing.row)) }
  if (!(await isWithin(draft, readable, engine)))
    throw denied(caller.actor, 'You are not allowed to do this: the document has a pending draft that you may not read')
}

function discard(operation: Operation, { isLive, isPending, stored }: Before): void {
  operation.original = stored
  if (!isLive) throw badRequest("This document has never been published, so its draft can't be discarded")
  operation.doc = operation.existing.doc
  operation.idle = !isPending
  operation.events = []
  operation.row = { fields: [], own: noPending, dated: false, updatedAt: operation.existing.meta.updatedAt }
}

async function placeContent(operation: Operation): Promise<void> {
  const { entity, doc, request } = operation
  const before: Before = states.get(operation) ?? { isLive: false, isPending: false }
  const isPublished = doc['status'] === 'published'
  const isUnpublished = request.intent === UNPUBLISH
  if (isPublished || isUnpublished) await mayPublish(operation)
  operation.events = eventsOf(operation, before, isPublished)
  if (operation.name === 'create' || !operation.original) return
  if (before.isLive && !isPublished && !mayDraft(operation.caller))
    throw denied(operation.caller.actor, 'You are not allowed to save a draft of a published document')
  if (before.unseen) operation.row = await alsoInDraft(operation, before.unseen)
  else if (before.isLive && !isPublished && !isUnpublished) await putAside(operation, before)
  else if (before.isPending) operation.row = { fields: entity.fields, own: noPending, dated: true, whole: true }
}

function eventsOf({ name, request }: Operation, { isLive, isPending }: Before, isPublished: boolean): EventName[] {
  if (request.intent === AUTOSAVE) return []
  if (request.intent === UNPUBLISH) return ['update', 'unpublish']
  if (isLive && !isPublished) return ['draft']
  const isNews = isPublished && (!isLive || isPending)
  return [name === 'create' ? 'create' : 'update', ...(isNews ? (['publish'] as const) : [])]
}

/** A draft equal to the live content leaves nothing to publish: it is discarded, however it was saved. */
async function putAside(operation: Operation, before: Before): Promise<void> {
  const { request, existing, pace } = operation
  const whole = wholeOf(operation.entity)
  const given = request.intent === undefined ? (request.input as object) : {}
  const [draft, now] = [await formOf(operation, whole), await decoded(whole, existing.row, pace)]
  await pace?.rest()
  const isNews = !saysWhatIsLive(whole, draft, now, given)
  await pace?.rest()
  const snapshot = await snapshotAfter(operation, true)
  if (isNews || saysMore(whole, snapshot)) {
    operation.row = { fields: [], own: await pendingOf(snapshot, operation.now), dated: false, aside: true }
    return
  }
  operation.turnedInto = DISCARD
  discard(operation, before)
}

/** Whether a draft holds values for columns that only another process knows. */
const saysMore = (whole: Entity, draft: Snapshot): boolean => Object.keys(unknownIn(whole, draft)).length > 0

/** The caller's change goes live and into the pending draft too, so that publishing the draft doesn't undo it. */
async function alsoInDraft(operation: Operation, unseen: NonNullable<Before['unseen']>): Promise<RowChange> {
  const before = await snapshotBefore(operation)
  const changed = Object.entries(await snapshotAfter(operation)).filter(([name, value]) => !isDeepStrictEqual(value, before[name]))
  unseen.snapshot = { ...unseen.snapshot, ...(await inDraft(operation, Object.fromEntries(changed), unseen.snapshot)) }
  const whole = wholeOf(operation.entity)
  const draft = await unfolded(whole, unseen.snapshot, asLive(operation.existing.row))
  const isLiveNow = !saysMore(whole, unseen.snapshot) && saysWhatIsLive(whole, draft, await formOf(operation, whole))
  const own = isLiveNow ? noPending : await pendingOf(unseen.snapshot, unseen.at)
  return { fields: operation.changed, own, dated: true }
}

/** Hidden values in rows: rows that the draft has keep the draft's, rows that only the live content has keep the live ones. */
async function inDraft(operation: Operation, changed: Snapshot, pending: Snapshot): Promise<Snapshot> {
  const whole = wholeOf(operation.entity)
  const lists = columnsOf(whole).filter(({ name, field }) => hasRows(field) && !field.hidden && Object.hasOwn(changed, name))
  if (lists.length === 0) return changed
  const draft = await unfolded(whole, pending, asLive(operation.existing.row))
  const stored = new StoredRows(whole.fields, draft, new StoredRows(whole.fields, await formOf(operation, whole)))
  const given = await storedValues(whole, Object.fromEntries(lists.map(({ name }) => [name, changed[name]])))
  const merged = await snapshotOf(whole, merge(whole.fields, draft, withoutHidden(whole.fields, given), stored), undefined, true)
  return { ...changed, ...Object.fromEntries(lists.map(({ name }) => [name, merged[name]])) }
}

async function referPending(operation: Operation): Promise<void> {
  const { engine, original, row, writes } = operation
  const entity = wholeOf(operation.entity)
  if (!original || !row || !Object.hasOwn(row.own, PENDING)) return
  const doc = row.own[PENDING] === null ? undefined : await pendingAfter(operation, entity)
  writes.writes.push(...engine.documents.setAside(entity, original.meta.id, doc, original.row[PENDING]))
  if (!doc) return
  const unseen = states.get(operation)?.unseen
  const heldMore = unseen ? () => true : heldMoreBefore(operation)
  const unknown = unseen ? unknownIn(entity, unseen.snapshot) : unknownAfter(operation)
  writes.writes.push(...(await referencesBeyond(operation, { columns: columnsOf(entity), doc, heldMore, unknown }, ASIDE)))
}

async function pendingAfter(operation: Operation, whole: Entity): Promise<Doc> {
  const unseen = states.get(operation)?.unseen
  return unseen ? unfolded(whole, unseen.snapshot, asLive(operation.existing.row)) : formOf(operation, whole)
}
