/** Deliveries in the Local API. */

import type { DeliveryTally } from '../../events/backlog.ts'
import type { MembersOf } from '../../local/members.ts'
import { hostOrViewer } from '../../local/permitted.ts'
import type { Registered, Types } from '../../register.ts'
import { deliveriesOf } from './delivery.ts'
import { due, isOn } from './due.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** Waits until pending webhooks are sent: for environments where no process outlives the response. */
    flushWebhooks(): Promise<void>
    /** Retries saved deliveries that are due. For the system, and users with access to deliveries. */
    retryWebhooks(): Promise<DeliveryTally>
  }
}

export const webhooksMethods: MembersOf<'flushWebhooks' | 'retryWebhooks'> = {
  async flushWebhooks() {
    await this.inBackground(async () => {
      if (isOn(this.engine.settings)) await deliveriesOf(this.engine).flush()
    })
  },

  async retryWebhooks() {
    return this.inBackground(async () => {
      await hostOrViewer(this.engine, this.caller.again(), 'deliveries')
      return due(this.engine)
    })
  },
}
