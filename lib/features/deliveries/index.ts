/** What waits to leave the house and what was given up, for admins: webhooks and e-mails alike. */
import type { Feature } from '../../feature.ts'
import { list, remove, removeFailed, retry, retryFailed } from './routes.ts'

export const deliveries: Feature = {
  name: 'deliveries',
  routes: () => [
    { method: 'GET', path: '/admin/deliveries', name: 'deliveries', run: list },
    { method: 'POST', path: '/admin/deliveries/:kind/:id/retry', name: 'retryDelivery', run: retry },
    { method: 'POST', path: '/admin/deliveries/:kind/retry', name: 'retryDeliveries', run: retryFailed },
    { method: 'DELETE', path: '/admin/deliveries/:kind/:id', name: 'deleteDelivery', run: remove },
    { method: 'DELETE', path: '/admin/deliveries/:kind', name: 'deleteDeliveries', run: removeFailed },
  ],
}
