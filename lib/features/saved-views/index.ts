/** Saved views: filters, columns and order of a list under a name, for the user, a role or everyone. Tested by test/features/presence-views-choices.test.ts. */
import type { Feature } from '../../feature.ts'
import { changeView, deleteView, keep, listViews, orderViews } from './routes.ts'
import { forgottenWith, viewsTable } from './table.ts'

export const savedViews: Feature = {
  name: 'savedViews',
  tables: () => [viewsTable],
  steps: [
    {
      name: 'forgetViews',
      stage: 'write',
      sentence: 'Deletes the private views of a deleted user.',
      on: ['delete'],
      for: (entity) => entity.slug === 'users',
      run: (operation) => void (operation.row || operation.writes.writes.push(forgottenWith(operation))),
    },
  ],
  routes: () => [
    { method: 'GET', path: '/admin/views', name: 'savedViews', run: listViews },
    { method: 'POST', path: '/admin/views', name: 'saveView', run: keep },
    { method: 'POST', path: '/admin/views/order', name: 'orderViews', run: orderViews },
    { method: 'PATCH', path: '/admin/views/:id', name: 'changeView', run: changeView },
    { method: 'DELETE', path: '/admin/views/:id', name: 'deleteView', run: deleteView },
  ],
}
