/** `<cms-status>`: the components of the system, and problems that need attention.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/system.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import type { Key } from '../texts/texts.ts'
import { type Attention, attentionNotes } from './attention.ts'
import { SystemPage } from './system-page.ts'

interface Status {
  system: { version: string; database: string; storage: string; email: string | null; plugins: string[]; fieldTypes: string[] }
  attention: Attention[]
  /** By kind of delivery, if the user may see them. Those that have failed before are in `attention`. */
  waiting: { kind: 'webhook' | 'email'; pending: number }[]
}

class CmsStatus extends SystemPage<Status> {
  protected readonly heading = 'area.status'

  protected async ask(): Promise<Status> {
    const { client, known } = this.app
    const pendingOf = (kind: 'webhook' | 'email') =>
      client.get<{ counts: { pending: number } }>('/admin/deliveries', { kind }).then(
        ({ counts }) => ({ kind, pending: counts.pending }),
        // This kind is not set up.
        () => ({ kind, pending: 0 }),
      )
    const [status, waiting] = await Promise.all([
      client.get<Status>('/admin/status'),
      known.views.includes('deliveries') ? Promise.all([pendingOf('webhook'), pendingOf('email')]) : [],
    ])
    const retrying = (kind: 'webhook' | 'email') => status.attention.find(({ id }) => id === `${kind}s`)?.['retrying'] ?? 0
    const fresh = waiting.map(({ kind, pending }) => ({ kind, pending: pending - retrying(kind) }))
    return { ...status, waiting: fresh.filter(({ pending }) => pending > 0) }
  }

  protected body({ system, attention, waiting }: Status): TemplateResult {
    const fact = (key: Key, value: string) => html`
      <dt>${this.t(key)}</dt>
      <dd>${value || '—'}</dd>
    `
    return html`
      ${attention.length === 0 ? html`<p class="note good row">${icon('check')}${this.t('attention.none')}</p>` : nothing}
      ${waiting.map(
        ({ kind, pending }) =>
          html`<p class="note row">${icon('send')}${link(this, `system/deliveries?kind=${kind}&state=pending`, this.t(`status.waiting.${kind}`, { count: pending }))}</p>`,
      )}
      ${attentionNotes(this, attention)}
      <section class="card">
        <dl class="facts">
          ${fact('status.version', system.version)} ${fact('status.database', system.database)} ${fact('status.storage', system.storage)}
          ${fact('area.email', system.email ?? '')} ${fact('status.plugins', system.plugins.join(', '))}
          ${fact('status.fieldTypes', system.fieldTypes.join(', '))}
        </dl>
      </section>
    `
  }
}

define('cms-status', CmsStatus)
