/** Whether there are webhooks, and which deliveries are due. */
import type { Engine } from '../../engine.ts'
import type { DeliveryTally } from '../../events/backlog.ts'
import { deliveriesOf } from './delivery.ts'

export const isOn = ({ webhooks }: Engine['settings']): boolean => (webhooks?.length ?? 0) > 0

export const due = async (engine: Engine): Promise<DeliveryTally> =>
  isOn(engine.settings) ? deliveriesOf(engine).run() : { sent: 0, failed: 0 }
