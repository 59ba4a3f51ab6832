/** A list as a table: sortable headings, and rows that can be selected, opened, reordered, and folded if they form a tree.
 * Tested by test/admin-components/content.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { icon } from '../parts/icon.ts'
import { grip } from '../parts/sorting.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'
import type { TreeRow } from './branches.ts'
import { type Column, cell, columnLabel, columnsOf } from './columns.ts'
import type { ListHost } from './list-host.ts'
import { moveBetween, mover } from './mover.ts'
import { showsOrder, showsTrash, sortIn } from './query.ts'
import { isCompact } from './tools.ts'
import { deletionOf } from './trashed.ts'
import { untranslatedMark } from './untranslated.ts'

export const tableLook = css`
  th button { border: 0; background: none; padding: 0; min-block-size: 32px; color: inherit; font-size: inherit; font-weight: inherit; }
  th button svg.icon { inline-size: 14px; block-size: 14px; }
  td a { color: var(--text); font-weight: 550; }
  td .branch { margin-inline-start: -6px; }
  td .changes { display: block; font-size: var(--t1); }
  td .leaf { display: inline-block; inline-size: 22px; }
  td[data-depth]:not([data-depth='0'])::before { content: ''; display: inline-block; }
  .list-table.compact :is(td, th) { block-size: 32px; font-size: var(--t2); }
  .list-table :is(td, th).first { min-inline-size: 15rem; }
  .list-table td .row { flex-wrap: nowrap; }
  td[data-depth='1']::before { inline-size: 24px; }
  td[data-depth='2']::before { inline-size: 48px; }
  td[data-depth='3']::before { inline-size: 72px; }
  td[data-depth='4']::before { inline-size: 96px; }
  td[data-depth='5']::before { inline-size: 120px; }
  td[data-depth='6']::before { inline-size: 144px; }
  td[data-depth='7']::before { inline-size: 168px; }
  td[data-depth='8']::before { inline-size: 192px; }
  @container (max-width: 640px) {
    .list-table table, .list-table tbody { display: block; }
    .list-table thead { display: none; }
    .list-table tr { display: flex; flex-wrap: wrap; gap: 2px var(--s3); padding: var(--s3); --tick: 18px; padding-inline-start: calc(2 * var(--s3) + var(--tick)); border-block-end: 1px solid var(--line); align-items: center; }
    .list-table td.tight:first-child { inline-size: var(--tick); margin-inline-start: calc(-1 * var(--tick) - var(--s3)); }
    .list-table td { display: block; border: 0; padding: 0; block-size: auto; inline-size: auto; font-size: var(--t2); color: var(--muted); }
    .list-table td.first { font-size: var(--t3); flex: 1 0 100%; min-inline-size: 0; }
    .list-table td:empty { display: none; }
  }
`

export function table(host: ListHost, entity: Entity, rows: readonly TreeRow[]): TemplateResult {
  const docs = rows.map(({ doc }) => doc)
  const shown = columnsOf(entity).filter(({ name }) => host.columns.includes(name))
  const title = shown.find(({ name }) => name === entity.title)
  const others = shown.filter((column) => column !== title && (title || column.name !== 'id'))
  const isOrdered = showsOrder(entity, host.query)
  const isTree = rows.some(({ branch }) => branch !== 'none')
  return html`
    <div
      class="table-frame list-table ${isCompact() ? 'compact' : ''}"
      role="region"
      tabindex="0"
      aria-label=${host.app.label(entity.labels.plural, humanized(entity.slug))}>
      <table>
        <thead>
          <tr>
            <th class="tight">
              <input
                type="checkbox"
                aria-label=${host.t('choose.all')}
                .checked=${docs.every(({ id }) => host.chosen.has(id))}
                @change=${(event: Event) => host.chooseAll(docs, (event.target as HTMLInputElement).checked)} />
            </th>
            ${heading(host, entity, title ?? { name: 'id', sorts: true }, 'first')}
            ${others.map((column) => heading(host, entity, column))}
            ${isOrdered ? html`<th class="tight"><span class="unseen">${host.t('order')}</span></th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr aria-selected=${host.chosen.has(row.doc.id)}>
                <td class="tight">
                  <input
                    type="checkbox"
                    aria-label=${host.t('choose', { title: titleOf(host, entity, row.doc) })}
                    .checked=${host.chosen.has(row.doc.id)}
                    @click=${(event: MouseEvent) => host.choose(row.doc.id, docs, event)} />
                </td>
                ${first(host, entity, row, isTree)}
                ${others.map((column) => html`<td class="clip">${cell(host, column, row.doc)}</td>`)}
                ${isOrdered ? html`<td class="tight">${order(host, entity, row, isTree)}</td>` : nothing}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

function heading(host: ListHost, entity: Entity, column: Column, look = ''): TemplateResult {
  const sort = sortIn(entity, host.query) ?? ''
  const isUp = sort === column.name
  const isDown = sort === `-${column.name}`
  const label = columnLabel(host, column)
  if (!column.sorts) return html`<th scope="col" class=${look}>${label}</th>`
  const next = isUp ? `-${column.name}` : column.name
  return html`
    <th scope="col" class=${look} aria-sort=${isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button @click=${() => host.go({ sort: next, page: undefined })}>
        ${label}${isUp ? icon('arrow-up') : isDown ? icon('arrow-down') : nothing}
      </button>
    </th>
  `
}

function first(host: ListHost, entity: Entity, { doc, depth, branch }: TreeRow, isTree: boolean): TemplateResult {
  const title = titleOf(host, entity, doc)
  if (showsTrash(entity, host.query))
    return html`
      <td class="first">
        <span class="row">
          ${title} ${deletionOf(host, doc)}
          <button class="small" @click=${() => host.recover(entity, doc.id)}>${icon('rotate-ccw')}${host.t('trash.recover')}</button>
        </span>
      </td>
    `
  const address = host.app.router.href(`c/${entity.slug}/${doc.id}`)
  return html`
    <td class="first" data-depth=${depth}>
      ${isTree || depth > 0 ? twig(host, doc, title, branch) : nothing}
      <a href=${address} @click=${(event: MouseEvent) => host.open(doc.id, event)}>${title}</a> ${untranslatedMark(host, doc)}
    </td>
  `
}

function twig(host: ListHost, { id }: Doc, title: string, branch: TreeRow['branch']): TemplateResult {
  if (branch === 'none') return html`<span class="leaf"></span>`
  const isOpen = branch === 'open'
  return html`
    <button
      class="plain small icon-only branch"
      aria-expanded=${isOpen}
      aria-label=${host.t('list.below', { title })}
      @click=${() => host.unfold(id)}>
      ${icon(isOpen ? 'chevron-down' : 'chevron-right')}
    </button>
  `
}

/** Rows of a tree are not adjacent to their siblings, so only flat lists can be reordered by dragging. */
function order(host: ListHost, entity: Entity, { doc, siblings }: TreeRow, isTree: boolean): TemplateResult {
  const moved = () => host.reload()
  const drag = grip(host, 'tr', (from, to) => moveBetween(host, entity, siblings, from, to, moved))
  return html`${isTree ? nothing : drag}${mover(host, entity, siblings, doc, moved)}`
}
