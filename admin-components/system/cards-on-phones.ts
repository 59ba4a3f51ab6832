/** Where a table of the system has no room, each row is a card: a line for each cell, with the heading of its column.
 * Tested by test/admin-components/system-pages.test.ts.
 */
import { css } from 'lit'

export const cardsOnPhones = css`
  @container (max-width: 640px) {
    table.as-cards, .as-cards tbody { display: block; }
    .as-cards thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .as-cards tr { display: grid; gap: var(--s2); padding: var(--s3) var(--s4); border-block-end: 1px solid var(--line); }
    .as-cards tr:last-child { border-block-end: 0; }
    .as-cards.as-cards tr > td { position: relative; display: flow-root; block-size: auto; inline-size: auto; max-inline-size: none; min-inline-size: 0; padding: 0; border: 0; white-space: normal; overflow: visible; overflow-wrap: anywhere; }
    .as-cards tr:has(> .tick) { position: relative; }
    /* The tick box takes the place of the first label. */
    .as-cards.as-cards tr > td.tick { position: absolute; z-index: 1; inset-block-start: var(--s3); inset-inline-start: var(--s4); }
    .as-cards.as-cards td.tick + td[data-label]::before { content: none; }
    .as-cards.as-cards tr > td.blank { display: none; }
    .as-cards.as-cards tr > td[data-label] { padding-inline-start: 6.5rem; min-block-size: 1.5em; }
    /* It floats next to the value, so that the cell is as high as the taller of them. */
    .as-cards.as-cards td[data-label]::before { content: attr(data-label); float: inline-start; inline-size: 6rem; margin-inline-start: -6.5rem; color: var(--muted); font-size: var(--t2); }
  }
`

/** Each cell knows the heading of its column, unless nothing is in it. */
export function labelCells(table: HTMLTableElement | null): void {
  const labels = [...(table?.tHead?.rows[0]?.cells ?? [])].map((heading) => (heading.scope === 'col' ? heading.textContent.trim() : ''))
  for (const row of table?.tBodies[0]?.rows ?? [])
    for (const [index, cell] of [...row.cells].entries()) {
      const isBlank = cell.textContent.trim() === '' && cell.childElementCount === 0
      cell.classList.toggle('blank', isBlank)
      const label = isBlank || cell.colSpan > 1 ? '' : labels[index]
      if (label) cell.dataset['label'] = label
      else delete cell.dataset['label']
    }
}
