/** The role of a user where admins manage roles: a choice that says what each may do. Tested by test/admin-components/everyday.test.ts. */
import { html } from 'lit'
import { loaded } from '../loaded.ts'
import { text } from './text.ts'

export const role = {
  ...text,
  edit: (e: Parameters<typeof text.edit>[0]) =>
    loaded('cms-role', () => import('../role.ts'), e, html`<cms-role .editing=${e}></cms-role>`),
}
