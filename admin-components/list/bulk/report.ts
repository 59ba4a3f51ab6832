/** `<cms-bulk-report>`: the documents that a bulk action could not change, each with the reason and a link.
 * Tested by test/admin-components/bulk.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../../app/schema.ts'
import { type CmsElement, define } from '../../element.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import type { Action } from './bar.ts'
import '../texts.ts'

interface Report {
  entity: Entity
  done: number
  action: Action | 'edit'
  failed: readonly { id: number; title: string; why: string }[]
  /** The user may have gone to another page. */
  areSelected: boolean
}

class CmsBulkReport extends CmsDialog<void> implements Report {
  static override looks = [
    css`
      .failures { display: grid; gap: var(--s3); overflow-wrap: anywhere; }
      .failures a { font-weight: 550; }
      .failures span { display: block; color: var(--bad); font-size: var(--t2); }
    `,
  ]
  entity!: Entity
  action!: Report['action']
  areSelected!: boolean
  done!: number
  failed!: Report['failed']
  protected override shape = 'wide'

  protected name(): string {
    return this.t(`bulk.not.${this.action}`, { count: this.failed.length })
  }

  protected body(): TemplateResult {
    const { entity, action, done, failed, areSelected, app } = this
    return html`
      <form method="dialog">
        <h2>${this.name()}</h2>
        <p>${done > 0 ? this.t(`bulk.others.${action}`, { count: done }) : nothing} ${areSelected ? this.t('bulk.stillSelected') : nothing}</p>
        <ul class="failures">
          ${failed.map(
            ({ id, title, why }) => html`
              <li>
                <a href=${app.router.href(`c/${entity.slug}/${id}`)} target="_blank">${title}</a>
                <span>${why}</span>
              </li>
            `,
          )}
        </ul>
        <div class="foot"><button class="main" autofocus>${this.t('close')}</button></div>
      </form>
    `
  }
}

define('cms-bulk-report', CmsBulkReport)

export const showReport = (from: CmsElement, report: Report): Promise<void> =>
  ask(from, Object.assign(document.createElement('cms-bulk-report') as CmsBulkReport, report))
