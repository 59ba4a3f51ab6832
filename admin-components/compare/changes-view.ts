/** Shows the changes of fields: each with its label, groups and rows with their own fields inside. Tested by test/admin-components/compare.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Values } from '../app/doc.ts'
import type { Field } from '../app/schema.ts'
import { fieldsOfRow } from '../document/map-fields.ts'
import { nameOfRow } from '../document/row-names.ts'
import { humanized } from '../texts/texts.ts'
import type { Place } from './arranged.ts'
import type { FieldChange, Inside, RowChange } from './compare-fields.ts'
import { added, removed } from './inline-view.ts'
import type { Scene } from './scene.ts'
import { fieldsView, isEmpty, singleView } from './value-view.ts'

type View = TemplateResult | typeof nothing

export const changesView = (scene: Scene, changes: readonly FieldChange[]): TemplateResult => html`
  <dl class="changes">
    ${changes.map(
      (change) => html`
        <dt>${scene.host.app.label(change.field.label, humanized(change.field.name))}</dt>
        <dd>${insideView(scene, change)}</dd>
      `,
    )}
  </dl>
`

export function insideView(scene: Scene, { field, before, after, inside }: FieldChange): View {
  const { related, isOneSide } = scene
  const views: { [kind in Inside['kind']]: (inside: Extract<Inside, { kind: kind }>) => View } = {
    value: () => becomes(scene, field, before, after),
    text: ({ blocks, isCode }) =>
      isOneSide && isEmpty(after)
        ? html`—`
        : html`<cms-changed-text .text=${{ blocks, field, related, isOneSide, isCode }}></cms-changed-text>`,
    list: ({ places }) => html`<ul class="entries">${places.map((place) => html`${entryView(scene, field, place, before, after)}`)}</ul>`,
    fields: ({ changes }) => changesView(scene, changes),
    rows: ({ rows }) => rowsView(scene, field, rows, before ?? [], after ?? []),
  }
  const view = views[inside.kind] as (inside: Inside) => View
  return view(inside)
}

function becomes(scene: Scene, field: Field, before: unknown, after: unknown): View {
  if (scene.isOneSide) return isEmpty(after) ? html`—` : added(scene, singleView(scene, field, after))
  if (isEmpty(before)) return whole(scene, 'added', singleView(scene, field, after))
  if (isEmpty(after)) return whole(scene, 'removed', singleView(scene, field, before))
  return html`
    <p class="row">
      ${removed(scene, singleView(scene, field, before))}
      <span aria-hidden="true">→</span>
      ${added(scene, singleView(scene, field, after))}
    </p>
  `
}

/** As a block of a text that was not there, or isn't any more. */
const whole = (scene: Scene, state: 'added' | 'removed', view: View | string): View => html`
  <div class="prose">
    <div class="block is-${state}">
      <div class="row notes"><span class="badge ${state === 'added' ? 'good' : 'bad'}">${scene.host.t(`compare.${state}`)}</span></div>
      <p>${view}</p>
    </div>
  </div>
`

function entryView(scene: Scene, field: Field, place: Place, before: unknown, after: unknown): View {
  const [old, now] = [before, after] as [unknown[] | null, unknown[] | null]
  if (place.kind === 'removed')
    return scene.isOneSide ? nothing : html`<li>${removed(scene, singleView(scene, field, old?.[place.before]))}</li>`
  if (place.kind === 'left') return nothing
  const value = singleView(scene, field, now?.[place.after])
  if (place.kind === 'added') return html`<li>${added(scene, value)}</li>`
  return html`<li>${value} ${place.kind === 'moved' ? html`<span class="badge accent">${movedNote(scene, place.direction)}</span>` : nothing}</li>`
}

const movedNote = ({ host }: Scene, direction: 'up' | 'down'): string =>
  host.t(direction === 'up' ? 'compare.movedUp' : 'compare.movedDown')

function rowsView(scene: Scene, field: Field, rows: readonly RowChange[], before: readonly Values[], after: readonly Values[]): View {
  const views: View[] = []
  for (let at = 0; at < rows.length; at++) {
    const start = at
    while (isUnchanged(rows[at])) at++
    const same = rows.slice(start, at)
    if (same.length > 0) views.push(unchangedRows(scene, field, same, after))
    const row = rows[at]
    if (row) views.push(rowView(scene, field, row, before, after))
  }
  return html`<ol class="entries">${views}</ol>`
}

const isUnchanged = (row: RowChange | undefined): boolean => row?.kind === 'kept' && row.changes.length === 0

/** One line; several rows can be unfolded to their names. */
function unchangedRows(scene: Scene, field: Field, rows: readonly RowChange[], after: readonly Values[]): View {
  const { host } = scene
  const names = rows.map((row) => ('after' in row ? nameOfRow(host, field, after[row.after] ?? {}, row.after) : ''))
  const [name] = names
  if (names.length === 1) return html`<li class="small muted" dir="auto">${host.t('compare.sameRow', { name: name ?? '' })}</li>`
  return html`
    <li class="small muted">
      <details>
        <summary>${host.t('compare.same.rows', { count: names.length })}</summary>
        <ul>
          ${names.map((one) => html`<li dir="auto">${one}</li>`)}
        </ul>
      </details>
    </li>
  `
}

function rowView(scene: Scene, field: Field, row: RowChange, before: readonly Values[], after: readonly Values[]): View {
  const { host, isOneSide } = scene
  const isGone = row.kind === 'removed' || row.kind === 'left'
  if (isGone && isOneSide) return nothing
  const [values, index] = isGone ? [before[row.before] ?? {}, row.before] : [after[row.after] ?? {}, row.after]
  const name = nameOfRow(host, field, values, index)
  if (row.kind === 'left')
    return html`<li class="small muted">${host.t(row.direction === 'up' ? 'compare.wentUp' : 'compare.wentDown', { what: name })}</li>`
  const notes = {
    kept: () => nothing,
    moved: () => html`<span class="badge accent">${row.kind === 'moved' ? movedNote(scene, row.direction) : ''}</span>`,
    added: () => html`<span class="badge good">${host.t('compare.added')}</span>`,
    removed: () => html`<span class="badge bad">${host.t('compare.removed')}</span>`,
  }
  const isWhole = row.kind === 'added' || row.kind === 'removed'
  return html`
    <li class="card kind is-${row.kind}">
      <div class="row"><strong class="small" dir="auto">${name}</strong> ${isOneSide && row.kind === 'added' ? nothing : notes[row.kind]()}</div>
      ${isWhole ? fieldsView(scene, fieldsOfRow(field, values), values) : row.changes.length > 0 ? changesView(scene, row.changes) : nothing}
    </li>
  `
}
