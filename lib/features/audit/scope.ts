/** The tenant whose entries a context belongs to, according to `audit.scope`. Throws if it returns anything but a text, an id or null. */
import { scopeText } from '../../access/scope-text.ts'
import type { Settings } from '../../settings.ts'

export function auditScopeOf({ audit }: Settings, context: Record<string, unknown>): string | null {
  const scope = audit ? audit.scope : undefined
  if (!scope) return null
  const given: unknown = scope(context)
  // A promise is refused below; its rejection must not stop the process.
  if (given instanceof Promise) given.catch(() => undefined)
  return scopeText(given)
}
