/** Shows work on many documents that ended with an earlier page. Its code only loads where there is some.
 * Tested by test/admin-components/bulk-stopped.test.ts.
 */
import type { ReactiveController } from 'lit'
import { recall } from '../app/app.ts'
import { stoppedName } from '../app/stopped-name.ts'
import type { CmsElement } from '../element.ts'
import { loadFor } from '../parts/later.ts'

export class StoppedWork implements ReactiveController {
  readonly #host: CmsElement
  /** The person whose work was looked for. */
  #of: number | string | undefined

  constructor(host: CmsElement) {
    this.#host = host
  }

  hostUpdated(): void {
    const { isIn, user } = this.#host.app
    if (!isIn || !user || user.id === this.#of) return
    this.#of = user.id
    if (recall(stoppedName(user.id))) void this.#show()
  }

  async #show(): Promise<void> {
    const code = await loadFor(this.#host, () => import('../list/bulk/cms-stopped.ts'))
    code?.showStopped(this.#host)
  }
}
