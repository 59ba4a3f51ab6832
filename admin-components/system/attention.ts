/** What needs attention, as on the dashboard and the status page: one note per problem, with a link to where it is dealt with.
 * Tested by test/admin-components/attention.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { sentence } from '../parts/sentence.ts'
import { ago, type Key } from '../texts/texts.ts'
import { failureCode, failureText } from './failure-text.ts'

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
  'printed-email': 'system/email',
  jobs: 'system/status',
  'failed-logins': 'system/audit?action=login.failed',
  'audit-failures': 'system/audit',
  'audit-tampered': 'system/audit',
  roles: 'system/roles',
  'slow-lists': 'system/status',
  'no-server-url': 'system/status',
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
        <span class="row about grow">${icon('circle-alert')}<span class="grow">${linesOf(host, entry).join(' ')}${here === 'system/status' ? remedyOf(host, entry) : nothing}</span></span>
        ${where && isElsewhere ? link(host, where, host.t('attention.see')) : nothing}
      </div>
    `
  })
}

/** In the words of those who look after the server, who find it on the status page. */
function remedyOf(host: CmsElement, { id, addresses = [] }: Attention): unknown {
  const command = id === 'slow-lists' ? 'npx galley doctor --queries' : id === 'no-server-url' ? 'serverURL' : undefined
  if (command) return [' ', ...sentence(host.t(`attention.${id}.remedy` as Key), { command: html`<code>${command}</code>` })]
  const codes = new Set<string>(addresses.flatMap(({ error = '' }: { error?: string }) => failureCode(error) ?? []))
  return [...codes].map((code) => html` <code>${code}</code>`)
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
    ...addresses.map(({ address, failing, error = '' }: { address: string; failing: number; error?: string }) => {
      const reason = failureText(host, error)
      // The sentence before has said how many.
      const isOnly = failing === (failed ?? 0) + retrying
      return isOnly ? `${address}: ${reason}` : t('attention.address', { address, count: failing, error: reason })
    }),
  ]
}
