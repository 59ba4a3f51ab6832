/** A list as a table: sortable headings, and rows that can be selected, opened, reordered, and folded if they form a tree.
 * Tested by test/admin-components/list-table.test.ts.
 */

import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { icon } from '../parts/icon.ts'
import { grip } from '../parts/sorting.ts'
import { watchWidth } from '../parts/table-width.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'
import type { TreeRow } from './branches.ts'
import { hasTick } from './bulk/bar.ts'
import { type Column, cell, columnLabel, columnsOf } from './columns.ts'
import { invitedMark } from './invited.ts'
import type { ListHost } from './list-host.ts'
import { moveBetween, mover } from './mover.ts'
import { openRow, pressRow } from './open-row.ts'
import { showsOrder, showsTrash, sortIn } from './query.ts'
import { isCompact } from './tools.ts'
import { deletionOf, stateInTrash } from './trashed.ts'
import { untranslatedMark } from './untranslated.ts'

export function table(host: ListHost, entity: Entity, rows: readonly TreeRow[]): TemplateResult {
  const docs = rows.map(({ doc }) => doc)
  const shown = columnsOf(entity).filter(({ name }) => host.columns.includes(name))
  const title = shown.find(({ name }) => name === entity.title)
  const others = shown.filter((column) => column !== title && (title || column.name !== 'id'))
  const isOrdered = showsOrder(entity, host.query)
  const isTree = rows.some(({ branch }) => branch !== 'none')
  const isTrash = showsTrash(entity, host.query)
  const ticked = docs.filter((doc) => hasTick(host, entity, doc))
  const hasTicks = ticked.length > 0
  return html`
    <div
      ${ref(watchWidth)}
      class="table-frame list-table ${isCompact() ? 'compact' : ''} ${hasTicks ? '' : 'unticked'}"
      role="region"
      tabindex="0"
      aria-label=${host.app.label(entity.labels.plural, humanized(entity.slug))}>
      <table @pointerover=${showWhole}>
        <thead>
          <tr>
            ${
              hasTicks
                ? html`
                    <th class="tight tick">
                      <input
                        type="checkbox"
                        aria-label=${host.t('choose.all')}
                        .checked=${ticked.every(({ id }) => host.chosen.has(id))}
                        @change=${(event: Event) => host.chooseAll(ticked, (event.target as HTMLInputElement).checked)} />
                    </th>
                  `
                : nothing
            }
            ${heading(host, entity, title ?? { name: 'id', sorts: true }, 'first')}
            ${isTrash ? deletionHeading(host, entity) : nothing}
            ${others.map((column) => heading(host, entity, column))}
            ${isOrdered ? html`<th scope="col" class="tight order">${host.t('order')}</th>` : nothing}
            ${isTrash && entity.may.update ? html`<th class="act"><span class="unseen">${host.t('trash.recover')}</span></th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr
                data-id=${row.doc.id}
                aria-selected=${host.chosen.has(row.doc.id)}
                @pointerdown=${pressRow}
                @click=${(event: MouseEvent) => openRow(host, entity, row.doc, event)}
                @auxclick=${(event: MouseEvent) => openRow(host, entity, row.doc, event)}>
                ${hasTicks ? html`<td class="tight tick">${ticked.includes(row.doc) ? tick(host, entity, row.doc, ticked) : nothing}</td>` : nothing}
                ${first(host, entity, row, isTree)}
                ${isTrash ? html`<td class="deletion" data-label=${host.t('trash.deleted')}>${deletionOf(host, row.doc)}</td>` : nothing}
                ${others.map((column) => html`<td class=${lookOf(column)} data-label=${columnLabel(host, column)}>${isTrash && column.name === 'status' ? stateInTrash(host, row.doc) : inOneLine(cell(host, column, row.doc))}</td>`)}
                ${isOrdered ? html`<td class="tight order">${order(host, entity, row, isTree)}</td>` : nothing}
                ${isTrash && entity.may.update ? html`<td class="act">${recovery(host, entity, row.doc)}</td>` : nothing}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

const tick = (host: ListHost, entity: Entity, doc: Doc, docs: readonly Doc[]): TemplateResult => html`
  <input
    type="checkbox"
    aria-label=${host.t('choose', { title: titleOf(host, entity, doc) })}
    .checked=${host.chosen.has(doc.id)}
    @click=${(event: MouseEvent) => host.choose(doc.id, docs, event)} />
`

/** Badges wrap; times are never cut; numbers are compared by their last digits. */
function lookOf(column: Column): string {
  if (column.name === 'status') return 'state'
  if (column.name === 'updatedAt' || column.name === 'createdAt') return 'when'
  return isNumber(column) ? 'clip end' : 'clip'
}

/** Words give way to those of other columns; pictures and times keep their width. */
const inOneLine = (content: ReturnType<typeof cell>) =>
  typeof content === 'string' ? html`<span class="value">${content}</span>` : content

const isNumber = ({ name, field }: Column): boolean => name === 'id' || field?.type === 'number'

function heading(host: ListHost, entity: Entity, column: Column, look = isNumber(column) ? 'end' : ''): TemplateResult {
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

/** The order of a trash that has no other: the last deletion first. */
function deletionHeading(host: ListHost, entity: Entity): TemplateResult {
  const isSorted = sortIn(entity, host.query) === undefined
  return html`
    <th scope="col" aria-sort=${isSorted ? 'descending' : 'none'}>
      <button @click=${() => host.go({ sort: undefined, page: undefined })}>${host.t('trash.deleted')}${isSorted ? icon('arrow-down') : nothing}</button>
    </th>
  `
}

function first(host: ListHost, entity: Entity, { doc, depth, branch }: TreeRow, isTree: boolean): TemplateResult {
  // Its column is that of the email address.
  const title = entity.slug === 'users' && doc['email'] ? String(doc['email']) : titleOf(host, entity, doc)
  const address = host.app.router.href(`c/${entity.slug}/${doc.id}`)
  return html`
    <td class="first" data-depth=${depth}>
      ${isTree || depth > 0 ? twig(host, doc, title, branch) : nothing}
      <a class="name" href=${address} @click=${(event: MouseEvent) => host.open(doc.id, event)}>${title}</a> ${untranslatedMark(host, doc)} ${invitedMark(host, doc)}
    </td>
  `
}

const recovery = (host: ListHost, entity: Entity, { id }: Doc): TemplateResult => html`
  <button class="small" @click=${() => host.recover(entity, id)}>${icon('rotate-ccw')}${host.t('trash.recover')}</button>
`

/** Pointing at a text that is cut off shows all of it. */
export function showWhole({ target }: Event): void {
  const cut = (target as Element).closest<HTMLElement>('.value, .clip, .name')
  if (!cut) return
  const isCut = cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight + 1
  const text = isCut ? (cut.textContent?.trim() ?? '') : ''
  if (text !== '' && !cut.querySelector('[title]')) cut.title = text
  else cut.removeAttribute('title')
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
