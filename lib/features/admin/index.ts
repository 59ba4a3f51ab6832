/** The admin: its page and files under `admin.path`, and the routes for its data: content types, counts, search. */

import type { Feature } from '../../feature.ts'
import { assets, isAsset } from './assets.ts'
import { choices } from './choices.ts'
import { adminConfig } from './config.ts'
import { confusions, unknownInMenu } from './confusions.ts'
import { counts } from './counts.ts'
import { documentRights } from './document-rights.ts'
import { adminLanguages, catalogue, confusedTexts, wrongLanguages } from './languages.ts'
import { missing } from './modules.ts'
import { page } from './page.ts'
import { pendingSearch } from './pending-search.ts'
import { problems } from './problems.ts'
import { describe } from './schema.ts'
import { search } from './search.ts'
import { textsCommand } from './texts-command.ts'

export const admin: Feature = {
  name: 'admin',
  config: adminConfig,
  check: (settings) => [...missing(settings), ...wrongLanguages(settings), ...confusions(settings)],
  languages: adminLanguages,
  checkModel: unknownInMenu,
  routes: () => [
    { method: 'GET', path: '/admin/schema', name: 'adminSchema', run: describe },
    { method: 'GET', path: '/admin/texts/:language', name: 'adminTexts', run: catalogue },
    { method: 'GET', path: '/admin/counts', name: 'adminCounts', run: counts },
    { method: 'GET', path: '/admin/search', name: 'adminSearch', run: search },
    { method: 'GET', path: '/admin/pending', name: 'adminPending', run: pendingSearch },
    { method: 'GET', path: '/admin/rights', name: 'adminRights', run: documentRights },
    { method: 'POST', path: '/admin/choices', name: 'adminChoices', run: choices },
    { method: 'POST', path: '/admin/problems', name: 'adminProblems', run: problems },
  ],
  commands: [textsCommand],
  start: ({ settings }) => {
    for (const line of confusedTexts(settings)) settings.log.warn(line)
  },
  site: ({ admin }) => ({
    at: admin.path,
    answer: (exchange, engine) => (isAsset(exchange, admin.path) ? assets(exchange, engine.settings) : page(exchange, engine)),
  }),
}
