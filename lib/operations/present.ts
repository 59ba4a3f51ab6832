/** What does this reader get? */

import type { Field } from '../../schema/model.ts'
import { revisionFor } from '../query/revision.ts'
import type { Operation } from './operation.ts'
import { receive } from './receive.ts'
import { merge } from './shape.ts'
import { formOf } from './snapshot.ts'
import { CHANGES, type Step } from './stages.ts'

export const presentSteps: readonly Step[] = [
  {
    name: 'emptyGlobal',
    stage: 'present',
    sentence: 'Shows a global that was never saved, with its defaults.',
    on: ['read', 'update'],
    for: (entity) => entity.kind === 'global',
    run: emptyGlobal,
  },
  { name: 'showSaved', stage: 'present', sentence: 'Shows the writer what was saved.', on: CHANGES, run: showSaved },
]

async function emptyGlobal(operation: Operation): Promise<void> {
  const { engine, caller, view } = operation
  if (operation.shown || operation.saved) return
  const entity = operation.asking.shownAs ?? operation.entity
  const doc = merge(entity.fields, undefined, operation.scope === null ? {} : defaults(entity.fields))
  const [object] = await engine.reader.show(entity, [{ doc }], caller, view)
  operation.shown = { object: object!, rev: 0 }
}

/** Defaults that are values; functions are asked when something is saved. */
function defaults(fields: readonly Field[]): Record<string, unknown> {
  const given = fields.flatMap((field) => {
    if (field.type.name === 'group') return [[field.name, defaults(field.fields!)]]
    return field.defaultValue === undefined || typeof field.defaultValue === 'function'
      ? []
      : [[field.name, structuredClone(field.defaultValue)]]
  })
  return receive(fields, Object.fromEntries(given))
}

async function showSaved(operation: Operation): Promise<void> {
  const { engine, caller, view, saved } = operation
  if (!saved) return
  const shownAs = operation.asking.shownAs ?? operation.entity
  const doc = formOf(operation, shownAs)
  const shown = operation.name === 'delete' ? { ...view, depth: 0 } : view
  const object = await engine.reader.answer(shownAs, { ...saved, doc }, caller, shown)
  operation.shown = { object, rev: revisionFor(shownAs, caller, saved.meta, engine) }
}
