/** Drafts: a document is a draft or published, and a published one may also have a pending draft. */
import type { Feature } from '../../feature.ts'
import { readDocument } from '../../http/body.ts'
import { changed } from '../../http/document-answer.ts'
import { changeOptionsOf, documentRoutes } from '../../http/document-routes.ts'
import { truth } from '../../local/flag.ts'
import { autosave, discardDraft, unpublish } from './changes.ts'
import { draftsMethods } from './local.ts'
import { byLastSave, pendingColumns, STATUS_COLUMN } from './pending.ts'
import { hasDrafts, hidesSaves, overlay, pendingFilter, restrict } from './seen.ts'
import { AUTOSAVE, DISCARD, draftSteps, receivedStatus, UNPUBLISH } from './steps.ts'

export const drafts: Feature = {
  name: 'drafts',
  mixin: (document) =>
    document['x-cms']['drafts'] === true
      ? [{ name: 'status', type: 'select', options: ['draft', 'published'], defaultValue: 'draft', index: true }]
      : [],
  columns: (entity) => (hasDrafts(entity) ? [STATUS_COLUMN, ...pendingColumns] : []),
  indexes: (entity) => (hasDrafts(entity) && entity.kind === 'collection' ? [byLastSave(entity.slug)] : []),
  leading: (entity) => (hasDrafts(entity) && entity.kind === 'collection' ? 'status' : undefined),
  options: {
    draft: {
      sentence: 'Includes drafts: documents that were never published, and pending drafts in place of live content.',
      schema: { type: 'boolean', default: false },
      on: ['list', 'read'],
      for: hasDrafts,
      widens: true,
      parse: truth('draft'),
    },
  },
  restrict,
  filters: { pending: pendingFilter },
  overlay,
  hidesSaves,
  mayLack: (entity, doc) => hasDrafts(entity) && doc['status'] !== 'published',
  intents: {
    [UNPUBLISH]: {
      of: 'update',
      sentence: 'Unpublishes a live document; a pending draft becomes its content.',
      without: [],
      editorial: true,
    },
    [DISCARD]: {
      of: 'update',
      sentence: 'Discards the pending draft. It runs no hooks and sends no events.',
      without: ['shape', 'check', 'settle'],
      undoes: true,
      noted: DISCARD,
      editorial: true,
    },
    [AUTOSAVE]: {
      of: 'update',
      sentence: 'Saves a draft while someone is writing: nothing live changes, no event is sent, and a series becomes one version.',
      without: [],
      folds: true,
      noted: 'draft',
      editorial: true,
    },
  },
  received: receivedStatus,
  steps: draftSteps,
  local: draftsMethods,
  routes: () => [
    ...documentRoutes('POST', '/unpublish', 'unpublish', async (request, at) =>
      changed(request, 200, await unpublish(request.engine, request.caller, at, changeOptionsOf(request))),
    ),
    ...documentRoutes('POST', '/discard-draft', 'discardDraft', async (request, at) =>
      changed(request, 200, await discardDraft(request.engine, request.caller, at, changeOptionsOf(request))),
    ),
    ...documentRoutes('POST', '/autosave', 'autosave', async (request, at) => {
      const data = await readDocument(request.exchange)
      return changed(request, 200, await autosave(request.engine, request.caller, at, data, changeOptionsOf(request)))
    }),
  ],
}
