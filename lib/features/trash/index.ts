/** Trash: deleted documents can be recovered until they are deleted again or their retention time is over. */

import type { Entity } from '../../../schema/model.ts'
import { Caller, system } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { changed } from '../../http/document-answer.ts'
import { changeOptionsOf } from '../../http/document-routes.ts'
import { documentAt } from '../../local/address.ts'
import { call } from '../../local/call.ts'
import { truth } from '../../local/flag.ts'
import type { Round } from '../../local/jobs.ts'
import { isLive, mayPublish } from '../../operations/publishing.ts'
import { and, type Filter, not } from '../../query/filter.ts'
import type { View } from '../../query/view.ts'
import { lessThan } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { Rows } from '../../store/records.ts'
import { deletedNow, deletionColumns, deletions, notDeleted, TRASHED_AT } from './deletions.ts'
import { trashMethods } from './local.ts'
import { RECOVER, recover } from './recover.ts'

/** An option of the view: the trash is open. */
const OPEN = '$trash'
const A_RUN = 100

const hasTrash = (entity: Entity): boolean => Boolean(entity.options['trash'])

const inTrash: Filter = {
  is: 'test',
  path: [{ is: 'column', name: TRASHED_AT, kind: 'text' }],
  kind: 'text',
  test: 'filled',
}

export const trash: Feature = {
  name: 'trash',
  columns: (entity) => (hasTrash(entity) ? deletionColumns : []),
  indexes: (entity) => (hasTrash(entity) ? [index(entity.slug, [TRASHED_AT], 'what is in the trash, and since when')] : []),
  options: {
    trash: {
      sentence:
        'Returns documents in the trash instead of those outside it, to callers who may delete. For a delete: `false` only moves documents to the trash, `true` only deletes documents permanently that are already in it. Collections without a trash refuse it.',
      schema: { type: 'boolean' },
      on: ['list', 'read', 'delete'],
      for: hasTrash,
      parse: truth('trash'),
    },
  },
  restrict: (entity, _caller, view) =>
    hasTrash(entity) && !view.forChange ? (view.options[OPEN] === true ? inTrash : not(inTrash)) : undefined,
  intents: {
    [RECOVER]: {
      of: 'update',
      sentence: 'Recovers a document from the trash. Its event is `create`.',
      without: ['shape', 'check'],
      undoes: true,
      returns: true,
      noted: RECOVER,
    },
  },
  steps: [
    {
      name: 'refuseTrash',
      stage: 'admit',
      sentence: 'Refuses the option `trash` where documents are never in a trash.',
      on: ['list', 'read', 'create', 'update', 'delete'],
      for: (entity) => !hasTrash(entity),
      run: refuseTrash,
    },
    {
      name: 'openTrash',
      stage: 'admit',
      sentence: 'Returns the documents in the trash that the caller may both read and delete, the last deletion first.',
      on: ['list', 'read'],
      for: hasTrash,
      run: openTrash,
    },
    {
      name: 'moveToTrash',
      stage: 'load',
      sentence: 'Moves a deleted document to the trash; one that is already there is deleted permanently.',
      on: ['delete'],
      for: hasTrash,
      run: moveToTrash,
    },
    {
      name: 'leaveInTrash',
      stage: 'load',
      sentence: 'Refuses changes of documents in the trash, except to recover them.',
      on: ['update'],
      for: hasTrash,
      run: leaveInTrash,
    },
  ],
  local: trashMethods,
  routes: () => [
    { method: 'GET', path: '/admin/trashed', name: 'trashed', run: deletions },
    {
      method: 'POST',
      path: '/:collection/:id/recover',
      name: 'recover',
      run: async (request) => {
        const { engine, caller, params } = request
        const at = documentAt(engine, caller.actor, request.param('collection'), params['id'])
        return changed(request, 200, await recover(engine, caller, at, changeOptionsOf(request)))
      },
    },
  ],
  jobs: [{ name: 'trash', run: purge }],
}

/** `trash: true` would return documents that aren't in a trash, and a delete with `trash: false` would be permanent. */
function refuseTrash({ entity: { slug, kind }, name, view }: Operation): void {
  const isMeantThere = view.options['trash']
  if (isMeantThere === undefined || (isMeantThere === false && name !== 'delete')) return
  const harm = name === 'delete' ? ', so this would delete the document permanently' : ''
  const advice = kind === 'collection' ? `leave out 'trash', or add 'trash: true' to its schema` : `leave out 'trash'`
  throw badQuery(`'${slug}' has no trash${harm}; ${advice}`, 'trash')
}

/** Opens the trash of the requested collection only. Related documents are still those outside the trash. */
async function openTrash(operation: Operation): Promise<void> {
  const { engine, entity, caller, view } = operation
  if (view.options['trash'] !== true) return
  const deletable = await engine.access.documents.allow(entity, 'delete', caller)
  const readable = await engine.access.documents.filter(entity, 'read', caller)
  const open: View = { ...view, options: { ...view.options, [OPEN]: true } }
  operation.filter = and(readable, deletable, engine.features.restrict(entity, caller, open))
  operation.order = [{ path: { column: TRASHED_AT, kind: 'text' }, direction: 'desc' }]
}

/**
 * A caller who states where the document is can't delete it permanently by repeating the request, for example after losing the first
 * answer.
 */
function moveToTrash(operation: Operation): void {
  const { existing, now, view } = operation
  const isThere = existing.row[TRASHED_AT] !== null
  const isMeantThere = view.options['trash']
  if (isMeantThere === true && !isThere) throw notFound()
  if (isMeantThere === false && isThere) operation.idle = true
  else if (isThere) operation.events = []
  else operation.row = { fields: [], own: deletedNow(operation.caller, now), dated: false }
}

async function leaveInTrash(operation: Operation): Promise<void> {
  const { original, request } = operation
  const isThere = original?.row?.[TRASHED_AT] !== null
  if (request.intent !== RECOVER) {
    if (original && isThere) throw notFound()
    return
  }
  if (!isThere) {
    operation.idle = true
    return
  }
  if (isLive(operation)) await mayPublish(operation)
  operation.doc = operation.existing.doc
  operation.events = ['create']
  operation.row = { fields: [], own: notDeleted, dated: false, updatedAt: operation.existing.meta.updatedAt }
}

/** Permanently deletes documents whose retention time in the trash is over. */
async function purge(engine: Engine, round: Round): Promise<{ purged: number }> {
  const time = await round.retentionTime()
  if (!time) return { purged: 0 }
  const caller = new Caller(system)
  let purged = 0
  for (const entity of [...engine.model.collections.values()].filter(hasTrash)) {
    const days = entity.options['trash'].purgeAfterDays as number | undefined
    if (days === undefined) continue
    const before = new Date(time.getTime() - days * 24 * 3600 * 1000).toISOString()
    const oldest = { columns: ['id'], sort: [TRASHED_AT], limit: A_RUN }
    for (const row of await new Rows(entity.slug, engine.store).find({ [TRASHED_AT]: lessThan(before) }, oldest)) {
      await call(engine, caller, 'delete', entity, { id: row['id'], depth: 0 }).catch((error) => {
        engine.settings.log.warn('a document could not be removed from the trash', {
          collection: entity.slug,
          id: row['id'],
          error: error.message,
        })
      })
      purged++
    }
  }
  return { purged }
}
