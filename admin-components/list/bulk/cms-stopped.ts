/** `<cms-stopped>`: says how far work on many documents came before its page was closed, and goes on with the rest.
 * Tested by test/admin-components/bulk-stopped.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Recovered } from '../../app/deleting.ts'
import { CmsElement, define } from '../../element.ts'
import { forEach } from './each.ts'
import { reportFailures, sayDone } from './outcome.ts'
import { panelOver } from './progress.ts'
import { findStopped, keepStopped, type Stopped } from './stopped.ts'
import { changeOf, waitingFor } from './work.ts'
import '../texts.ts'

class CmsStopped extends CmsElement {
  override render(): TemplateResult | typeof nothing {
    const stopped = findStopped(this.app)
    if (stopped.length === 0) return nothing
    return html`
      <section class="card running" role="status">
        ${stopped.map(
          (one, index) => html`
            <div class="stack tight">
              <span>${this.t(`bulk.stopped.${one.work.action}`, { done: one.done, count: one.of })}</span>
              <span class="row">
                <button class="main small" @click=${() => this.#goOn(index)}>${this.t('bulk.goOn')}</button>
                <button class="plain small" @click=${() => this.#take(index)}>${this.t('dismiss')}</button>
              </span>
            </div>
          `,
        )}
      </section>
    `
  }

  /** Undefined if another tab has taken it. */
  #take(index: number): Stopped | undefined {
    const stopped = findStopped(this.app)
    const [one] = stopped.splice(index, 1)
    keepStopped(this.app, stopped)
    this.requestUpdate()
    return one
  }

  async #goOn(index: number): Promise<void> {
    const { app } = this
    const stopped = this.#take(index)
    const entity = stopped && app.collection(stopped.work.slug)
    if (!entity) return
    const { work, left } = stopped
    const panel = panelOver(this)
    try {
      const ids = await waitingFor(app, entity, work, left)
      const change = changeOf(app, entity, work)
      const outcome = await panel.during({ work, ids, isInList: () => false }, (progress) => forEach(app, ids, change, progress))
      if (outcome.failed.length === 0) sayDone(app, entity, work, outcome)
      app.dispatchEvent(new CustomEvent<Recovered>('recovered', { detail: { slug: entity.slug, ids: outcome.done } }))
      app.changed()
      await reportFailures(panel, entity, work, outcome, { listed: [], areSelected: false })
    } catch (error) {
      keepStopped(app, [...findStopped(app), stopped])
      this.requestUpdate()
      app.say(app.explain(error), 'bad')
    }
  }
}

define('cms-stopped', CmsStopped)

/** Next to the progress of what is running. */
export function showStopped(page: CmsElement): void {
  const panel = panelOver(page)
  if (!panel.querySelector('cms-stopped')) panel.append(document.createElement('cms-stopped'))
}
