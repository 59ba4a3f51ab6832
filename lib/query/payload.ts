/** A stored document in the form that hooks, events and webhooks receive. */
import { derived } from '../../schema/derived.ts'
import { type Entity, everyField, type Field, fieldsOfRow, hasRows, isGroup } from '../../schema/model.ts'
import { atOnce, type SlicedWork, stopsBehind } from '../pace.ts'
import { carryRows, carryValues } from '../store/beyond.ts'
import type { Doc } from '../store/document.ts'

/** Adds the id and timestamps, if there are any. */
export function whole(entity: Entity, stored: { meta?: { id: number; createdAt: string; updatedAt: string }; doc: Doc }): Doc {
  const { meta } = stored
  const doc = asShown(entity, stored.doc)
  if (entity.kind === 'global') return { ...doc, updatedAt: meta?.updatedAt ?? null }
  return { ...(meta && { id: meta.id }), ...doc, ...(meta && { createdAt: meta.createdAt, updatedAt: meta.updatedAt }) }
}

export const withoutHidden = (fields: readonly Field[], doc: Doc): Doc => atOnce(leavingHidden(fields, doc))

/** Removes hidden fields at every depth. Values that the model doesn't know are carried along unseen. Stops between rows. */
export function* leavingHidden(fields: readonly Field[], doc: Doc): SlicedWork<Doc> {
  const shown: Doc = {}
  for (const key of ['id', 'blockType']) if (doc?.[key] !== undefined) shown[key] = doc[key]
  for (const field of fields) {
    if (field.hidden) continue
    const value = doc?.[field.name]
    if (isGroup(field)) shown[field.name] = yield* leavingHidden(field.fields, value)
    else if ((field.fields || field.blocks) && Array.isArray(value)) {
      const rows: Doc[] = []
      for (const [index, row] of value.entries()) {
        rows.push(yield* leavingHidden(fieldsOfRow(field, row), row))
        if (stopsBehind(index)) yield
      }
      shown[field.name] = carryRows(value, rows)
    } else shown[field.name] = value
  }
  return carryValues(doc, shown)
}

export const hasShownValues = derived((entity: Entity): boolean => [...everyField(entity.fields)].some((field) => field.shown))

const asShown = (entity: Entity, doc: Doc): Doc => (hasShownValues(entity) ? shownIn(entity.fields, doc) : doc)

function shownIn(fields: readonly Field[], doc: Doc): Doc {
  const shown = { ...doc }
  for (const field of fields) {
    const value = doc[field.name]
    if (value === undefined) continue
    if (field.shown) shown[field.name] = field.shown(value)
    else if (hasRows(field) && Array.isArray(value)) shown[field.name] = value.map((row) => shownIn(fieldsOfRow(field, row), row))
    else if (field.fields && value) shown[field.name] = shownIn(field.fields, value)
  }
  return shown
}
