/** Scheduling: publishes and unpublishes documents at a set time. */

import type { Operation } from '../../engine.ts'
import { denied } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { documentRoutes } from '../../http/document-routes.ts'
import { textIn } from '../../http/query.ts'
import { canPublish } from '../../operations/publishing.ts'
import { endPlans } from './by-hand.ts'
import { scheduleMethods } from './local.ts'
import { cancelSchedule, plan, scheduled } from './plans.ts'
import { runDue } from './run.ts'
import { hasSchedule, rowsOf, scheduleRows, scheduleTable } from './table.ts'
import { upcoming } from './upcoming.ts'

export const schedule: Feature = {
  name: 'schedule',
  tables: (_settings, model) => ([...model.entities.values()].some(hasSchedule) ? [scheduleTable] : []),
  steps: [
    {
      name: 'forgetSchedule',
      stage: 'write',
      sentence: 'Deletes the plans of a deleted document; moving it to the trash keeps them.',
      on: ['delete'],
      for: hasSchedule,
      run: ({ engine, entity, existing, row, writes }) =>
        void (row || writes.writes.push(scheduleRows(engine).forgotten(entity, existing.meta.id))),
    },
    {
      name: 'keepPlanned',
      stage: 'write',
      sentence: 'While a publication is planned, refuses changes by callers who may not publish the document.',
      on: ['update'],
      for: hasSchedule,
      run: keepPlanned,
    },
    {
      name: 'endPlans',
      stage: 'write',
      sentence: 'Ends the plans, pending or failed, for what is done by hand: publishing or unpublishing.',
      on: ['update'],
      for: hasSchedule,
      run: endPlans,
    },
    {
      name: 'missPlanned',
      stage: 'write',
      sentence: 'Marks plans as failed that fell due while the document was in the trash.',
      on: ['update'],
      for: hasSchedule,
      run: ({ engine, entity, original, intent, writes }) =>
        void (intent?.returns && original && writes.writes.push(scheduleRows(engine).missed(entity, original.meta.id))),
    },
  ],
  local: scheduleMethods,
  routes: () => [
    { method: 'GET', path: '/admin/planned', name: 'planned', run: upcoming },
    ...documentRoutes('GET', '/schedule', 'schedule', async ({ engine, caller, query }, at) =>
      json(200, JSON.stringify(await scheduled(engine, caller, at, { state: textIn(query, 'state') }))),
    ),
    ...documentRoutes('POST', '/schedule', 'plan', async ({ engine, caller, exchange }, at) =>
      json(201, JSON.stringify(await plan(engine, caller, at, await readJson(exchange)))),
    ),
    ...documentRoutes('DELETE', '/schedule/:job', 'cancel', async ({ engine, caller, params }, at) =>
      json(200, JSON.stringify(await cancelSchedule(engine, caller, at, params['job']))),
    ),
  ],
  attention: async (engine) => {
    const rows = rowsOf(engine)
    if (!rows) return []
    const [failed, late] = [await rows.failures(), await rows.overdue()]
    return failed > 0 || late.overdue > 0 ? [{ id: 'scheduled', failed, ...late }] : []
  },
  jobs: [{ name: 'scheduled', run: runDue }],
}

/**
 * While a publication is planned, only users who may publish may change the content. Moving or recovering a document changes no content.
 */
async function keepPlanned(operation: Operation): Promise<void> {
  const { engine, entity, original, writes, intent, isEditorial, caller } = operation
  if (!original || (intent?.undoes && !isEditorial) || (await canPublish(operation))) return
  const refusal = () =>
    denied(caller.actor, 'You are not allowed to change this: its publication is planned, and your change would go live')
  writes.guards.push(...scheduleRows(engine).notPlanned(entity, original.meta.id, refusal))
}
