/** What needs attention, as on the dashboard and the status page: one note per problem, with a link to where it is dealt with.
 * Tested by test/admin-components/attention.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { ago, type Key } from '../texts/texts.ts'
import { failureText } from './failure-text.ts'

export interface Attention {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: the facts differ between kinds of entries
  [fact: string]: any
}

/** Where to deal with each kind of problem, by its id. */
const WHERE: Record<string, string> = {
  webhooks: 'system/deliveries?kind=webhook',
  emails: 'system/deliveries?kind=email',
  backups: 'system/backups',
  'no-email': 'system/email',
  jobs: 'system/status',
  'failed-logins': 'system/audit?action=login.failed',
  'audit-failures': 'system/audit',
  'audit-tampered': 'system/audit',
  roles: 'system/roles',
}

export function attentionNotes(host: CmsElement, attention: readonly Attention[]): TemplateResult[] {
  const { known, router } = host.app
  const here = router.place.path.join('/')
  return attention.map((entry) => {
    const where = WHERE[entry.id]
    const page = where?.split('?')[0]
    const isElsewhere = page !== undefined && page !== here && known.views.includes(page.slice('system/'.length))
    return html`
      <div class="note warn row apart" role="status">
        <span class="row about grow">${icon('circle-alert')}<span class="grow">${linesOf(host, entry).join(' ')}</span></span>
        ${where && isElsewhere ? link(host, where, host.t('attention.see')) : nothing}
      </div>
    `
  })
}

function linesOf(host: CmsElement, { id, ...facts }: Attention): string[] {
  const t: typeof host.t = (key, values) => host.t(key, values)
  const when = (iso: string) => ago(iso, host.app.language)
  if (id === 'jobs')
    return [
      ...(facts['hanging'] ?? []).map(({ name, since }: { name: string; since: string }) =>
        t('attention.jobs', { name, since: when(since) }),
      ),
      ...(facts['overdueSince'] ? [t('attention.jobs.overdue', { since: when(facts['overdueSince']) })] : []),
    ]
  if (id === 'backups' && facts['at'] === null) return [t('attention.backups.none')]
  const { failed, retrying = 0, overdue = 0, since, addresses = [] } = facts
  return [
    ...(failed === 0 ? [] : [t(`attention.${id}` as Key, { count: failed ?? facts['count'] ?? 0 })]),
    ...(retrying > 0 ? [t(`attention.${id}.retrying` as Key, { count: retrying })] : []),
    ...(overdue > 0 ? [t(`attention.${id}.overdue` as Key, { count: overdue, since: when(since) })] : []),
    ...addresses.map(({ address, failing, error }: { address: string; failing: number; error?: string }) =>
      t('attention.address', { address, count: failing, error: failureText(host, error ?? '') }),
    ),
  ]
}
