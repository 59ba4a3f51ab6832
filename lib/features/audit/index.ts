/** The audit log: who changed what and who signed in, in a tamper-evident chain of entries. */

import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import type { Note } from '../../events/note.ts'
import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import type { Round } from '../../local/jobs.ts'
import { CHANGES } from '../../operations/contract.ts'
import { attention } from './attention.ts'
import { chainOf, stopChain } from './chain.ts'
import { noteOf } from './changes.ts'
import { auditVerify } from './command.ts'
import { auditConfig } from './config.ts'
import { insertEntry } from './entry.ts'
import { auditMethods } from './local.ts'
import { activity, checkChain, csv, listEntries } from './routes.ts'
import { slugChanged } from './slug-changes.ts'
import { endsTable, entriesTable } from './table.ts'

const A_DAY = 24 * 3600 * 1000

export const audit: Feature = {
  name: 'audit',
  config: auditConfig,
  tables: ({ audit }) => (audit ? [entriesTable, endsTable] : []),
  steps: [
    {
      name: 'keepEntry',
      stage: 'write',
      sentence: 'Records the change in the audit log.',
      on: CHANGES,
      for: (entity) => !entity.internal,
      run: keep,
    },
  ],
  keeps: entryOf,
  slugChanged,
  local: auditMethods,
  routes: ({ audit }) =>
    routesWhere(audit, 'audit: true', [
      { method: 'GET', path: '/admin/audit', name: 'audit', run: listEntries },
      { method: 'GET', path: '/admin/audit/activity', name: 'auditActivity', run: activity },
      { method: 'GET', path: '/admin/audit.csv', name: 'auditAsCsv', run: csv },
      { method: 'POST', path: '/admin/audit/verify', name: 'verifyAudit', run: checkChain },
    ]),
  jobs: [{ name: 'audit', run: forgetOld }],
  attention,
  commands: [auditVerify],
  stop: stopChain,
}

async function keep(operation: Operation): Promise<void> {
  const { engine, caller, writes, afterwards } = operation
  if (!engine.settings.audit) return
  const { statement, mark } = insertEntry(engine, caller, await noteOf(operation))
  writes.seals.push(statement)
  afterwards.push(() => chainOf(engine).soon(mark))
}

function entryOf(engine: Engine, caller: Caller, note: Note) {
  if (!engine.settings.audit) return undefined
  const { statement, mark } = insertEntry(engine, caller, note)
  return { writes: [statement], afterwards: [() => chainOf(engine).soon(mark)] }
}

/** `keep: 0` keeps everything. */
async function forgetOld(engine: Engine, round: Round): Promise<{ deleted: number }> {
  const { audit } = engine.settings
  if (!audit) return { deleted: 0 }
  const { keep } = audit
  await chainOf(engine).seal()
  const time = await round.retentionTime()
  if (keep === 0 || !time) return { deleted: 0 }
  return { deleted: await chainOf(engine).forget(new Date(time.getTime() - keep * A_DAY).toISOString()) }
}
