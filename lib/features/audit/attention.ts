/** Audit problems that need attention: many failed sign-ins, entries that could not be signed, tampering. */

import type { Engine } from '../../engine.ts'
import type { Attention } from '../../feature-answers.ts'
import { atLeast, lessThan } from '../../store/conditions.ts'
import { entriesTable } from './table.ts'
import { isIntact, lastVerified } from './verify.ts'

const HOUR = 3600_000
/** Signing was tried more than once for any entry that is unsigned after this time. */
const LATE = 5 * 60_000

export async function attention(engine: Engine): Promise<Attention[]> {
  const { store, settings } = engine
  if (!settings.audit) return []
  const before = (milliseconds: number) => new Date(settings.clock.now().getTime() - milliseconds).toISOString()
  const rows = entriesTable.in(store)
  const failures = await rows.count({ action: 'login.failed', at: atLeast(before(HOUR)) })
  const unsigned = await rows.count({ seq: null, at: lessThan(before(LATE)) })
  const verified = await lastVerified(engine)
  return [
    ...(failures >= settings.audit.failedLogins ? [{ id: 'failed-logins', count: failures }] : []),
    ...(unsigned > 0 ? [{ id: 'audit-failures', count: unsigned }] : []),
    ...(verified && !isIntact(verified) ? [{ id: 'audit-tampered', ...verified }] : []),
  ]
}
