/** Which tenant's entries a context belongs to, as `audit.scope` says. Throws where it returns something else than a text, an id or null. */
import { scopeText } from '../../access/scope-text.ts'
import type { Settings } from '../../settings.ts'

export function scopeOf({ audit }: Settings, context: Record<string, unknown>): string | null {
  const scope = audit ? audit.scope : undefined
  if (!scope) return null
  const given: unknown = scope(context)
  // A promise is refused below; what it rejects with must not stop the process.
  if (given instanceof Promise) given.catch(() => undefined)
  return scopeText(given)
}
