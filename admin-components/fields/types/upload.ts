/** Files from the media library. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { thumbnail } from '../../parts/thumbnail.ts'
import type { FieldType } from '../field-type.ts'
import { relationship } from './relationship.ts'

export const upload: FieldType = {
  ...relationship,
  cell: (host, field, value) =>
    typeof value === 'object'
      ? html`
          <span class="row">
            ${thumbnail(value)}
            <span class="clip">${value.originalName}</span>
          </span>
        `
      : relationship.text(host, field, value),
}
