/** Pagination: the total, the current page, and the previous and next buttons. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { CmsElement } from '../element.ts'
import type { Key } from '../texts/texts.ts'
import { icon } from './icon.ts'

export function pager(
  host: CmsElement,
  found: Pick<Page<unknown>, 'page' | 'totalPages' | 'totalDocs'>,
  go: (page: number) => void,
  count: Key = 'pages.count',
): TemplateResult {
  const { page, totalPages, totalDocs } = found
  return html`
    <nav class="row apart" aria-label=${host.t('pages')}>
      <span class="muted small">${host.t(count, { count: totalDocs })}</span>
      ${
        totalPages > 1
          ? html`
              <span class="row">
                <button class="icon-only" aria-label=${host.t('pages.back')} ?disabled=${page <= 1} @click=${() => go(page - 1)}>
                  ${icon('chevron-left')}
                </button>
                <span class="small">${host.t('pages.at', { page, pages: totalPages })}</span>
                <button class="icon-only" aria-label=${host.t('pages.on')} ?disabled=${page >= totalPages} @click=${() => go(page + 1)}>
                  ${icon('chevron-right')}
                </button>
              </span>
            `
          : ''
      }
    </nav>
  `
}
