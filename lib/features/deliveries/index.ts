/** Pending and failed deliveries, for admins: both webhooks and emails. Tested by test/features/webhooks/deliveries.test.ts. */
import type { Feature } from '../../feature.ts'
import { type Route, routesWhere } from '../../http/routes.ts'
import type { Settings } from '../../settings.ts'
import { deleteMany, deleteOne, listDeliveries, retry, retryMany } from './routes.ts'

const ofKind: readonly Route[] = [
  { method: 'POST', path: '/admin/deliveries/:kind/:id/retry', name: 'retryDelivery', run: retry },
  { method: 'POST', path: '/admin/deliveries/:kind/retry', name: 'retryDeliveries', run: retryMany },
  { method: 'DELETE', path: '/admin/deliveries/:kind/:id', name: 'deleteDelivery', run: deleteOne },
  { method: 'DELETE', path: '/admin/deliveries/:kind', name: 'deleteDeliveries', run: deleteMany },
]

export const deliveries: Feature = {
  name: 'deliveries',
  routes: (settings) => [
    { method: 'GET', path: '/admin/deliveries', name: 'deliveries', run: listDeliveries },
    ...ofKind,
    ...without('webhook', 'webhooks', settings),
    ...without('email', 'email', settings),
  ],
}

/** The routes of a kind that is not configured. */
function without(kind: string, option: 'webhooks' | 'email', { [option]: given }: Settings): readonly Route[] {
  const isOn = Array.isArray(given) ? given.length > 0 : given
  if (isOn) return []
  return routesWhere(
    false,
    option,
    ofKind.map((route) => ({ ...route, path: route.path.replace(':kind', kind) })),
  )
}
