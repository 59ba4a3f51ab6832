/** The name of a role: the one that it was given, or one of the admin for the roles that every site has. Tested by test/admin-components/built-in-labels.test.ts. */
import { english, humanized, type Key } from '../texts/texts.ts'
import type { App } from './app.ts'

export function roleName(app: Pick<App, 't'>, key: string, name?: string | null): string {
  if (name && name !== key) return name
  const ours = `role.${key}`
  return Object.hasOwn(english, ours) ? app.t(ours as Key) : humanized(key)
}
