/** The label of the button that takes what is ticked in a picker. Tested by test/admin-components/several-in-bulk.test.ts. */
import type { CmsElement } from '../element.ts'
import '../media/texts.ts'

/** An edit of many documents may remove what is chosen. */
export function takeLabel(host: CmsElement, count: number, isForMany = false): string {
  if (count === 0) return host.t(isForMany ? 'relation.chooseSome' : 'rows.add')
  return host.t(isForMany ? 'relation.chooseCount' : 'relation.take', { count })
}
