/** Repeatable rows of fields. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { fieldType } from '../field-type.ts'

export const array = fieldType({
  edit: (e) => html`<cms-rows .editing=${e}></cms-rows>`,
  label: () => 'group',
  column: 'none',
  operators: () => ['exists'],
})
