/** How large a file is, and how wide and high a picture: in this order also in languages from right to left. Tested by test/admin-components/arranging.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { Values } from '../app/doc.ts'
import type { CmsElement } from '../element.ts'
import { bytes } from '../texts/texts.ts'

export function measures({ app }: CmsElement, file: Values): TemplateResult {
  const size = bytes(file['filesize'] ?? 0, app.language)
  return file['width'] ? html`${size} · <bdi dir="ltr" class="whole">${file['width']} × ${file['height']}</bdi>` : html`${size}`
}
