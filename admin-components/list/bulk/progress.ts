/** `<cms-bulk>`: the bulk actions that are running, on whatever page the user is by now. A list that still has its selection shows its own progress.
 * If the page is closed, the rest of the work is kept for the next one.
 * Tested by test/admin-components/bulk-progress.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { stayWhile } from '../../parts/stay-while.ts'
import type { Outcome } from './each.ts'
import { findStopped, keepStopped } from './stopped.ts'
import type { Work } from './work.ts'
import '../texts.ts'

export interface Task {
  work: Work
  ids: readonly number[]
  /** Whether the list that began it shows its progress. */
  isInList(): boolean
}

interface Running extends Task {
  outcome: Outcome
}

class CmsBulk extends CmsElement {
  static override properties = { tasks: { state: true } }
  static override looks = [
    css`
      cms-bulk { position: fixed; inset-block-end: var(--s4); inset-inline-end: var(--s4); z-index: 30; inline-size: min(320px, calc(100vw - 2 * var(--s4))); }
      cms-bulk { display: grid; gap: var(--s3); }
      .running { display: grid; gap: var(--s3); box-shadow: var(--shadow); background: var(--raised); }
      /* Leaves room at the end of a page, so that everything can be scrolled out from under the panel. */
      .frame:has(.running) .page { --room: calc(var(--s7) + var(--s7) + var(--s6)); padding-block-end: var(--room); }
      .frame:has(.uploads) cms-bulk { inset-block-end: calc(var(--s7) + var(--s7)); }
      @media (max-width: 820px) { cms-bulk { inset-block-end: calc(var(--s4) + 64px); } }
    `,
  ]
  declare tasks: readonly Running[]

  constructor() {
    super()
    this.tasks = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('pagehide', this.#keep)
    window.addEventListener('pageshow', this.#returned)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('pagehide', this.#keep)
    window.removeEventListener('pageshow', this.#returned)
  }

  readonly #keep = () => {
    const cut = this.tasks.map(({ work, ids, outcome: { done } }) => ({
      work,
      done: done.length,
      of: ids.length,
      left: ids.filter((id) => !done.includes(id)),
    }))
    if (cut.length > 0) keepStopped(this.app, [...findStopped(this.app), ...cut])
  }

  /** The browser has kept the page as it was, and its work goes on. */
  readonly #returned = ({ persisted }: PageTransitionEvent) => {
    if (persisted && this.tasks.length > 0) keepStopped(this.app, [])
  }

  /** Shows a task, and what it has done so far, until the work is over. */
  async during<T>(given: Task, work: (progress: (outcome: Outcome) => void) => Promise<T>): Promise<T> {
    const task: Running = { ...given, outcome: { done: [], unchanged: [], failed: [] } }
    this.tasks = [...this.tasks, task]
    try {
      return await stayWhile(() =>
        work((outcome) => {
          task.outcome = outcome
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
        ${shown.map(({ work, ids: { length: of }, outcome }) => {
          const done = outcome.done.length + outcome.failed.length
          const words = this.t(`bulk.running.${work.action}`, { done, of })
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
