/** Roles that admins manage, on top of the access rules: `auth.rbac`. */

import type { Feature } from '../../feature.ts'
import { routesWhere } from '../../http/routes.ts'
import { rolesConfig } from './config.ts'
import { limitByRole, limitFields, opens } from './limits.ts'
import { owned, transferTo } from './owned.ts'
import { rolesAttention, warnOfUnfillableRoles } from './required-fields.ts'
import { add, change, deleteRole, history, listRoles } from './routes.ts'
import { roleSteps } from './steps.ts'
import { narrowFirstGrants, roleBy, roleHistoryTable, rolesTable, seedRoles } from './table.ts'

export const roles: Feature = {
  name: 'roles',
  config: rolesConfig,
  tables: ({ auth }) => (auth.rbac ? [rolesTable, roleHistoryTable] : []),
  steps: roleSteps,
  knowsRole: async (engine, key) => engine.settings.auth.rbac === true && (await roleBy(engine, { key })) !== undefined,
  limit: limitByRole,
  limitFields,
  opens,
  options: { transferTo },
  routes: ({ auth }) => [
    { method: 'GET', path: '/admin/owned/:userId', name: 'owned', run: owned },
    ...routesWhere(auth.rbac, 'auth: { rbac: true }', [
      { method: 'GET', path: '/admin/roles', name: 'roles', run: listRoles },
      { method: 'POST', path: '/admin/roles', name: 'addRole', run: add },
      { method: 'PATCH', path: '/admin/roles/:id', name: 'changeRole', run: change },
      { method: 'DELETE', path: '/admin/roles/:id', name: 'removeRole', run: deleteRole },
      { method: 'GET', path: '/admin/roles/:id/history', name: 'roleHistory', run: history },
    ]),
  ],
  start: async (engine) => {
    if (!engine.settings.auth.rbac) return
    await seedRoles(engine)
    await narrowFirstGrants(engine)
    await warnOfUnfillableRoles(engine)
  },
  attention: rolesAttention,
}
