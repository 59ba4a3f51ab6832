/** A group of fields; each of them is shown, searched and compared separately. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { fieldType } from '../field-type.ts'

export const group = fieldType({
  edit: (e) => html`
    <div class="group-fields">
      ${e.fieldsIn(e.field.fields ?? [], e.value ?? {}, e.path, (name, value) => e.set({ ...e.value, [name]: value }))}
    </div>
  `,
  label: () => 'group',
  column: 'none',
  operators: () => [],
})
