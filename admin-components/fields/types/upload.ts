/** Files from the media library. Tested by test/field-types.test.ts. */
import { html } from 'lit'
import { fileName } from '../../parts/file-name.ts'
import { thumbnail } from '../../parts/thumbnail.ts'
import type { FieldType } from '../field-type.ts'
import { relationship } from './relationship.ts'

export const upload: FieldType = {
  ...relationship,
  text: (_host, _field, value) => (typeof value === 'object' && value !== null ? String(value.originalName ?? value.id) : String(value)),
  cell: (host, field, value) =>
    typeof value === 'object'
      ? html`
          <span class="row" title=${value.originalName}>
            ${thumbnail(value)}
            ${isImage(value) ? html`<span class="unseen">${value.originalName}</span>` : fileName(value.originalName, true)}
          </span>
        `
      : upload.text(host, field, value),
}

/** A picture says more than the name of its file, which takes the room of other columns. */
const isImage = ({ mimeType }: { mimeType?: string }): boolean => mimeType?.startsWith('image/') === true
