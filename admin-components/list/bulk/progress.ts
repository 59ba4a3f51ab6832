/** `<cms-bulk>`: the bulk actions that are running, on whatever page the user is by now. A list that still has its selection shows its own progress.
 * Tested by test/admin-components/bulk-progress.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { stayWhile } from '../../parts/stay-while.ts'
import type { Action } from './bar.ts'
import '../texts.ts'

export interface Task {
  action: Action | 'edit'
  done: number
  of: number
  /** Whether the list that began it shows its progress. */
  isInList(): boolean
}

class CmsBulk extends CmsElement {
  static override properties = { tasks: { state: true } }
  static override looks = [
    css`
      cms-bulk { position: fixed; inset-block-end: var(--s4); inset-inline-end: var(--s4); z-index: 30; inline-size: min(320px, calc(100vw - 2 * var(--s4))); }
      .running { display: grid; gap: var(--s3); box-shadow: var(--shadow); background: var(--raised); }
      /* Leaves room at the end of a page, so that everything can be scrolled out from under the panel. */
      .frame:has(.running) .page { --room: calc(var(--s7) + var(--s7) + var(--s6)); padding-block-end: var(--room); }
      .frame:has(.uploads) cms-bulk { inset-block-end: calc(var(--s7) + var(--s7)); }
      @media (max-width: 820px) { cms-bulk { inset-block-end: calc(var(--s4) + 64px); } }
    `,
  ]
  declare tasks: readonly Task[]

  constructor() {
    super()
    this.tasks = []
  }

  /** Shows a task, and what it has done so far, until the work is over. */
  async during<T>(task: Task, work: (progress: (done: number) => void) => Promise<T>): Promise<T> {
    this.tasks = [...this.tasks, task]
    try {
      return await stayWhile(() =>
        work((done) => {
          task.done = done
          this.requestUpdate()
        }),
      )
    } finally {
      this.tasks = this.tasks.filter((one) => one !== task)
    }
  }

  override render(): TemplateResult | typeof nothing {
    const shown = this.tasks.filter((task) => !task.isInList())
    if (shown.length === 0) return nothing
    return html`
      <section class="card running" role="status">
        ${shown.map(({ action, done, of }) => {
          const words = this.t(`bulk.running.${action}`, { done, of })
          return html`<div>${words}<progress max=${of} .value=${done} aria-label=${words}></progress></div>`
        })}
      </section>
    `
  }
}

define('cms-bulk', CmsBulk)

/** The panel of the page that contains an element. */
export function panelOver(from: CmsElement): CmsBulk {
  const root = from.shadowRoot ?? (from.getRootNode() as ShadowRoot)
  return root.querySelector<CmsBulk>('cms-bulk') ?? root.appendChild(document.createElement('cms-bulk') as CmsBulk)
}
