/** The present stage: builds the answer for this reader. Tested by test/features/answers.test.ts. */

import type { Operation } from '../engine.ts'
import { revisionFor } from '../query/revision.ts'
import { CHANGES } from './contract.ts'
import { merge } from './merge.ts'
import { formOf } from './snapshot.ts'
import type { Step } from './stages.ts'
import { unsaved } from './unsaved.ts'

export const presentSteps: readonly Step[] = [
  {
    name: 'emptyGlobal',
    stage: 'present',
    sentence: 'Shows a global that was never saved, with its defaults.',
    on: ['read', 'update'],
    for: (entity) => entity.kind === 'global',
    run: emptyGlobal,
  },
  { name: 'showSaved', stage: 'present', sentence: 'Shows the caller what was saved.', on: CHANGES, run: showSaved },
]

async function emptyGlobal(operation: Operation): Promise<void> {
  const { engine, caller, view } = operation
  if (operation.shown || operation.saved) return
  const entity = operation.request.shownAs ?? operation.entity
  const doc = operation.scope === null ? merge(entity.fields, undefined, {}) : unsaved(entity)
  operation.shown = { object: await engine.reader.show(entity, { doc }, caller, view), rev: 0 }
}

async function showSaved(operation: Operation): Promise<void> {
  const { engine, caller, view, saved, request } = operation
  if (!saved) return
  const shownAs = request.shownAs ?? operation.entity
  const doc = await formOf(operation, shownAs)
  const shown = operation.name === 'delete' ? { ...view, depth: 0 } : view
  const answer = await engine.reader.answer(shownAs, { ...saved, doc }, caller, shown, request.asText === true)
  operation.shown = { ...answer, rev: revisionFor(shownAs, caller, saved.meta, engine.features) }
}
