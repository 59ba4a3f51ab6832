/** The roles of the site's members, who have no use for the admin. Tested by test/admin-components/managed-views.test.ts. */
import type { App } from './app.ts'

/** They come from the configuration, but are none of those that a person of the admin can have. */
export const isOfMembers = ({ known }: App, { key, system }: { key: string; system: boolean }): boolean =>
  system && known.roles?.includes(key) === false
