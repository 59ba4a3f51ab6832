/** Pagination: the total, and buttons for the previous, the next and other pages. Tested by test/admin-components/pages.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { CmsElement } from '../element.ts'
import { formatOf } from '../texts/formats.ts'
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
                <span class="small narrow-only">${host.t('pages.at', { page, pages: totalPages })}</span>
                ${pagesNear(page, totalPages).map((one) => (one === undefined ? html`<span class="muted wide-only">…</span>` : numbered(host, one, page, go)))}
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

/** The first and the last page, and those next to the current one; undefined where some are left out. */
function pagesNear(page: number, last: number): (number | undefined)[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last)
  const shown = [...new Set(near)].sort((a, b) => a - b)
  return shown.flatMap((one, index) => {
    const before = shown[index - 1] ?? 0
    // A gap of one page is as wide as the page.
    return one - before > 2 ? [undefined, one] : one - before === 2 ? [one - 1, one] : [one]
  })
}

function numbered(host: CmsElement, page: number, current: number, go: (page: number) => void): TemplateResult {
  const number = formatOf(Intl.NumberFormat, host.app.language).format(page)
  return html`
    <button
      class="plain small wide-only page-number"
      aria-label=${host.t('pages.number', { page: number })}
      aria-current=${page === current ? 'page' : nothing}
      @click=${() => go(page)}>
      ${number}
    </button>
  `
}
