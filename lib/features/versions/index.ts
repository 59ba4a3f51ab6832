/** Versions: every save of a document is kept, can be looked at, compared and restored. */
import { wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { below, changeOptionsOf, optionsOf } from '../../http/below.ts'
import { changed } from '../../http/changed.ts'
import { pageIn, textIn } from '../../http/query.ts'
import { jsonOf } from '../../json.ts'
import type { Address } from '../../local/address.ts'
import { type Call, call, idOf } from '../../local/call.ts'
import { refuseNoScope } from '../../operations/address.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { unfolded } from '../../store/snapshots.ts'
import { findVersion, findVersions, reached, readableVersion } from './history.ts'
import { saidBy, versionIn } from './readable.ts'
import { forgotten, hasVersions, noted, seriesEnded, versionsTable } from './table.ts'

const RESTORE = 'restore'

export const versions: Feature = {
  name: 'versions',
  tables: (_settings, model) => ([...model.entities.values()].some(hasVersions) ? [versionsTable] : []),
  intents: {
    [RESTORE]: {
      of: 'update',
      sentence: 'Saves an earlier version again; with drafts as a draft.',
      without: [],
      noted: 'restore',
      bringsBack: true,
      editorial: true,
    },
  },
  steps: [
    {
      name: 'keepVersion',
      stage: 'write',
      sentence: 'Keeps what was saved as a version, and lets the oldest go. A change that saves nothing new ends a series of autosaves.',
      on: ['create', 'update'],
      for: hasVersions,
      run: async (operation) => {
        operation.writes.writes.push(...(operation.intent?.undoes ? [seriesEnded(operation)] : await noted(operation)))
      },
    },
    {
      name: 'forgetVersions',
      stage: 'write',
      sentence: 'Removes the versions of a document with it.',
      on: ['delete'],
      for: hasVersions,
      run: (operation) => void (operation.row || operation.writes.writes.push(forgotten(operation))),
    },
  ],
  local: { findVersions, findVersion, restoreVersion },
  routes: () => [
    ...below('GET', '/versions', 'versions', async ({ engine, caller, query }, at) =>
      json(200, JSON.stringify(await findVersions(engine, caller, at, pageIn(query)))),
    ),
    ...below('GET', '/versions/:version', 'version', async (request, at) => {
      const { engine, caller, query, params } = request
      const options = { options: optionsOf(request), compare: textIn(query, 'compare') }
      return json(200, await jsonOf(await findVersion(engine, caller, at, params['version'], options)))
    }),
    ...below('POST', '/versions/:version/restore', 'restoreVersion', async (request, at) => {
      const { engine, caller, params } = request
      return changed(request, 200, await restoreVersion(engine, caller, at, params['version'], changeOptionsOf(request)))
    }),
  ],
}

async function restoreVersion(engine: Engine, caller: Caller, at: Address, version: unknown, options: Call = {}): Promise<Operation> {
  const operation = await reached(engine, caller, at)
  refuseNoScope(operation)
  const { original } = operation
  const id = idOf(version)
  if (!original) throw notFound()
  const entity = wholeOf(at.entity)
  const pace = new Pace()
  const restored = await versionIn(await readableVersion(operation, id))
  await pace.rest()
  const before = unfolded(entity, snapshotBefore(operation))
  await pace.rest()
  const content = saidBy(entity, restored, before)
  await pace.rest()
  const input = { ...content, ...(entity.options['drafts'] === true && { status: 'draft' }) }
  const given = { ...options, ...(at.id !== undefined && { id: at.id }), with: { ...options.with, restored } }
  return call(engine, caller, 'update', entity, { ...given, intent: RESTORE, input })
}
