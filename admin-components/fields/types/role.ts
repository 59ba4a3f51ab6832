/** The role of a user where admins manage roles: a choice that says what each may do. Tested by test/admin-components/everyday.test.ts. */
import { html } from 'lit'
import { roleName } from '../../app/role-name.ts'
import type { FieldType } from '../field-type.ts'
import { loaded } from '../loaded.ts'
import { text } from './text.ts'

export const role: FieldType = {
  ...text,
  text: ({ app }, _field, value) => roleName(app, String(value)),
  edit: (e) => loaded('cms-role', () => import('../role.ts'), e, html`<cms-role .editing=${e}></cms-role>`),
}
