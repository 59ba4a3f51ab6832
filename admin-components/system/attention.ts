/** Turns an entry of the status page's `attention` into text, one line per fact. Tested by test/admin-components/system.test.ts. */
import type { Key } from '../texts/texts.ts'

export interface Attention {
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: the facts differ between kinds of entries
  [fact: string]: any
}

type Translate = (key: Key, facts?: Record<string, string | number>) => string

export function linesOf({ id, ...facts }: Attention, t: Translate, when: (iso: string) => string): string[] {
  if (id === 'jobs')
    return [
      ...(facts['hanging'] ?? []).map(({ name, since }: { name: string; since: string }) =>
        t('attention.jobs', { name, since: when(since) }),
      ),
      ...(facts['overdueSince'] ? [t('attention.jobs.overdue', { since: when(facts['overdueSince']) })] : []),
    ]
  if (id === 'backups' && facts['at'] === null) return [t('attention.backups.none')]
  const { failed, overdue = 0, since, addresses = [] } = facts
  return [
    ...(failed === 0 ? [] : [t(`attention.${id}` as Key, { count: failed ?? facts['count'] ?? 0 })]),
    ...(overdue > 0 ? [t(`attention.${id}.overdue` as Key, { count: overdue, since: when(since) })] : []),
    ...addresses.map(({ address, failed, error }: { address: string; failed: number; error?: string }) =>
      t('attention.address', { address, count: failed, error: error ?? '' }),
    ),
  ]
}
