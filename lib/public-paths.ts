/** Where browsers find the API and the admin: below the path at which the application mounts the CMS. Tested by test/mounted.test.ts. */
import type { Settings } from './settings.ts'

export const apiPath = ({ routes }: Pick<Settings, 'routes'>): string => (routes.mount ?? '') + routes.api

export const adminPath = ({ routes, admin }: Settings): string => (routes.mount ?? '') + admin.path
