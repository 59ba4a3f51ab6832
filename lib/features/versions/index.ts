/** Versions: every save of a document is kept and can be viewed, compared and restored. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { changed } from '../../http/document-answer.ts'
import { changeOptionsOf, documentRoutes, optionsOf } from '../../http/document-routes.ts'
import { boundedPage, textIn } from '../../http/query.ts'
import { jsonOf } from '../../json.ts'
import { holdsText } from '../../store/texts.ts'
import { findVersion, findVersions } from './history.ts'
import { versionsMethods } from './local.ts'
import { readableContents } from './readable.ts'
import { RESTORE, restoreVersion } from './restore.ts'
import { forgotten, hasVersions, noted, seriesEnded, versionsTable } from './table.ts'

export const versions: Feature = {
  name: 'versions',
  tables: (_settings, model) => ([...model.entities.values()].some(hasVersions) ? [versionsTable] : []),
  intents: {
    [RESTORE]: {
      of: 'update',
      sentence: 'Saves an earlier version again; as a draft if the content type has drafts.',
      without: [],
      noted: 'restore',
      bringsBack: true,
      editorial: true,
    },
  },
  steps: [
    {
      name: 'offerVersions',
      stage: 'receive',
      sentence: 'Lets texts hold again what one of the last 20 versions held, for example after an undo in the editor.',
      on: ['update'],
      for: (entity) => hasVersions(entity) && entity.fields.some(holdsText),
      run: (operation) => void operation.textSources.push((pace) => readableContents(operation, pace)),
    },
    {
      name: 'keepVersion',
      stage: 'write',
      sentence: 'Saves the content as a version, and deletes the oldest ones. A change that saves nothing new ends a series of autosaves.',
      on: ['create', 'update'],
      for: hasVersions,
      run: async (operation) => {
        operation.writes.writes.push(...(operation.intent?.undoes ? [seriesEnded(operation)] : await noted(operation)))
      },
    },
    {
      name: 'forgetVersions',
      stage: 'write',
      sentence: 'Deletes the versions of a deleted document.',
      on: ['delete'],
      for: hasVersions,
      run: (operation) => void (operation.row || operation.writes.writes.push(forgotten(operation))),
    },
  ],
  local: versionsMethods,
  routes: () => [
    ...documentRoutes('GET', '/versions', 'versions', async ({ engine, caller, query }, at) =>
      json(200, JSON.stringify(await findVersions(engine, caller, at, { ...boundedPage(query), changed: query['changed'] }))),
    ),
    ...documentRoutes('GET', '/versions/:version', 'version', async (request, at) => {
      const { engine, caller, query, params } = request
      const options = { options: optionsOf(request), compare: textIn(query, 'compare') }
      return json(200, await jsonOf(await findVersion(engine, caller, at, params['version'], options)))
    }),
    ...documentRoutes('POST', '/versions/:version/restore', 'restoreVersion', async (request, at) => {
      const { engine, caller, params } = request
      return changed(request, 200, await restoreVersion(engine, caller, at, params['version'], changeOptionsOf(request)))
    }),
  ],
}
