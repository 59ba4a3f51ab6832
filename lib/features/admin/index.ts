/** The admin: its page and files under `admin.path`, and the routes for its data: content types, counts, search. */

import type { Feature } from '../../feature.ts'
import { assets, isAsset } from './assets.ts'
import { choices } from './choices.ts'
import { adminConfig } from './config.ts'
import { confusions, unknownInMenu } from './confusions.ts'
import { counts } from './counts.ts'
import { missing } from './modules.ts'
import { page } from './page.ts'
import { describe } from './schema.ts'
import { search } from './search.ts'

export const admin: Feature = {
  name: 'admin',
  config: adminConfig,
  check: (settings) => [...missing(settings), ...confusions(settings)],
  checkModel: unknownInMenu,
  routes: () => [
    { method: 'GET', path: '/admin/schema', name: 'adminSchema', run: describe },
    { method: 'GET', path: '/admin/counts', name: 'adminCounts', run: counts },
    { method: 'GET', path: '/admin/search', name: 'adminSearch', run: search },
    { method: 'POST', path: '/admin/choices', name: 'adminChoices', run: choices },
  ],
  site: ({ admin }) => ({
    at: admin.path,
    answer: (exchange, engine) => (isAsset(exchange, admin.path) ? assets(exchange, engine.settings) : page(exchange, engine)),
  }),
}
