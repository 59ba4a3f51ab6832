/** Any JSON, in a code editor. */
import { html } from 'lit'
import { fieldType } from '../field-type.ts'
import { loaded } from '../loaded.ts'

export const json = fieldType({
  edit: (e) => loaded('cms-json', () => import('../json.ts'), e, html`<cms-json .editing=${e}></cms-json>`),
  label: () => 'group',
  column: 'none',
  operators: () => [],
  holdsText: true,
})
