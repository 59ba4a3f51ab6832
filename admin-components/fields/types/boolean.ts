/** Yes or no. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { icon } from '../../parts/icon.ts'
import { describedBy, idOf, labelOf } from '../editing.ts'
import { fieldType } from '../field-type.ts'

export const boolean = fieldType({
  edit: (e) => html`
    <label class="inline">
      <input
        id=${idOf(e)}
        type="checkbox"
        .checked=${e.value === true}
        ?disabled=${e.isLocked}
        aria-describedby=${describedBy(e)}
        @change=${(event: Event) => e.set((event.target as HTMLInputElement).checked)} />
      ${labelOf(e.host, e.field)}
    </label>
  `,
  label: () => 'editor',
  cell: (host, _, value) =>
    value
      ? html`
          ${icon('check')}
          <span class="unseen">${host.t('yes')}</span>
        `
      : html`<span class="unseen">${host.t('no')}</span>`,
  inWords: (host, value) => host.t(value === true ? 'yes' : 'no'),
  operators: () => ['equals', 'exists'],
  filterInput: 'yesNo',
  fits: (value) => typeof value === 'boolean',
})
