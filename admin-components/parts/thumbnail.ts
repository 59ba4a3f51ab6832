/** A small image of a file, or an icon for its type. Tested by test/admin-components/pages.test.ts. */

import { html, type TemplateResult } from 'lit'
import type { Values } from '../app/doc.ts'
import { icon } from './icon.ts'

/** `least`: how many pixels wide the smallest size is that will do. */
export function thumbnail(file: Values, least = 80): TemplateResult {
  if (!file['mimeType']?.startsWith('image/') || !file['url']) return html`<span class="thumb">${icon(kindOf(file['mimeType']))}</span>`
  const smallest = Object.values<{ url?: string; width?: number }>(file['sizes'] ?? {})
    .filter(({ url, width }) => url && (width ?? 0) >= least)
    .sort((a, b) => (a.width ?? 0) - (b.width ?? 0))[0]
  return html`<span class="thumb"><img src=${smallest?.url ?? file['url']} alt="" loading="lazy" /></span>`
}

const kindOf = (mimeType = ''): string =>
  mimeType.startsWith('video/') ? 'video' : mimeType.startsWith('audio/') ? 'music' : /zip|tar/.test(mimeType) ? 'archive' : 'file-text'
