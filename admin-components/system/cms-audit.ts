/** `<cms-audit>`: the audit log with filters, the changes of each entry, the integrity check and CSV export.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/audit.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { AuditEntry } from '../app/schema.ts'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import { ago, onDate } from '../texts/texts.ts'
import { SystemPage } from './system-page.ts'

const FILTERS = ['action', 'target', 'actor', 'from', 'to'] as const

const HEADINGS = ['audit.at', 'audit.actor', 'audit.action', 'audit.target', 'audit.changes'] as const

interface Verified {
  checked: number
  /** The ids of changed entries. */
  invalid: number[]
  gaps: number
  truncated: boolean
}

class CmsAudit extends SystemPage<Page<AuditEntry>> {
  protected readonly heading = 'area.audit'

  get #filter() {
    return Object.fromEntries(FILTERS.map((name) => [name, this.query(name)]))
  }

  protected ask(): Promise<Page<AuditEntry>> {
    return this.app.client.get('/admin/audit', { ...this.#filter, page: this.query('page') ?? 1 })
  }

  protected override acts(): TemplateResult {
    return html`
      <button ?disabled=${this.isBusy} @click=${this.#verify}>${icon('shield')}${this.t('audit.verify')}</button>
      <a class="button" href=${this.app.client.address('/admin/audit.csv', this.#filter)} download>${icon('download')}CSV</a>
    `
  }

  protected body(found: Page<AuditEntry>): TemplateResult {
    return html`
      <div class="tools">
        ${FILTERS.map(
          (name) => html`
            <label class="small">
              ${this.t(`audit.${name}`)}
              <input
                type=${name === 'from' || name === 'to' ? 'date' : 'search'}
                .value=${this.query(name) ?? ''}
                @change=${(event: Event) => this.go({ [name]: (event.target as HTMLInputElement).value, page: undefined })} />
            </label>
          `,
        )}
      </div>
      ${this.table(
        found.docs.map((entry) => this.#row(entry)),
        { headings: HEADINGS, acts: false, empty: 'list.nothing', face: 'history' },
      )}
      ${pager(this, found, (page) => this.go({ page: String(page) }))}
    `
  }

  #row({ at, action, target, formerTarget, doc, title, actor, changes, detail }: AuditEntry): TemplateResult {
    const { language } = this.app
    return html`
      <tr>
        <td><time datetime=${at} title=${onDate(at, language)}>${ago(at, language)}</time></td>
        <td class="clip" title=${actor.ip ?? ''}>
          ${actor.email ?? this.t('someone.system')}${actor.via !== 'user' ? html`<span class="badge">${actor.via}</span>` : nothing}
        </td>
        <td><span class="badge ${/failed|locked|delete/.test(action) ? 'bad' : ''}">${action}</span></td>
        <td class="clip">
          ${target}${doc === null ? '' : ` ${doc}`}${formerTarget ? ` ${this.t('audit.former', { target: formerTarget })}` : ''}${title ? html` · ${title}` : nothing}
        </td>
        <td>
          ${
            changes?.length || detail
              ? html`
                  <details>
                    <summary>${changes?.length ? changes.map(({ field }) => field).join(', ') : this.t('audit.detail')}</summary>
                    ${changes?.map(
                      (change) => html`
                        <p class="small">
                          <strong>${change.field}</strong>
                          ${
                            'before' in change || 'after' in change
                              ? html`
                                  <del>${text(change.before)}</del>
                                  →
                                  <ins>${text(change.after)}</ins>
                                `
                              : nothing
                          }
                        </p>
                      `,
                    )}${detail ? html`<pre class="small">${JSON.stringify(detail)}</pre>` : nothing}
                  </details>
                `
              : nothing
          }
        </td>
      </tr>
    `
  }

  readonly #verify = () =>
    this.attempt(async () => {
      const { checked, invalid, gaps, truncated } = await this.app.client.post<Verified>('/admin/audit/verify')
      const isWhole = invalid.length === 0 && gaps === 0 && !truncated
      this.app.say(
        isWhole
          ? this.t('audit.whole', { count: checked })
          : this.t('audit.broken', { invalid: invalid.slice(0, 10).join(', ') || '—', gaps }),
        isWhole ? 'good' : 'bad',
      )
    })
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)

define('cms-audit', CmsAudit)
