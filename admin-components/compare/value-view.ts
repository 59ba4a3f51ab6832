/** Shows a value as people read it, outside of its editor: titles, pictures, labels, dates, formatted text.
 * Tested by test/admin-components/compare.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc, Values } from '../app/doc.ts'
import type { Field } from '../app/schema.ts'
import { fieldsOfRow, hasRows, isGroup, isRelation } from '../document/map-fields.ts'
import { nameOfRow } from '../document/row-names.ts'
import type { FieldValue } from '../document/values.ts'
import { typeOf } from '../fields/types.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { humanized } from '../texts/texts.ts'
import type { BlockChange } from './compare-blocks.ts'
import { blocksOf, jsonOf, linesOf } from './compare-fields.ts'
import type { Scene } from './scene.ts'

type View = TemplateResult | string | typeof nothing

export const isEmpty = (value: FieldValue): boolean => (value ?? '') === '' || (Array.isArray(value) && value.length === 0)

export function valueView(scene: Scene, field: Field, value: FieldValue): View {
  if (isEmpty(value)) return '—'
  if (isGroup(field)) return fieldsView(scene, field.fields ?? [], value)
  if (hasRows(field) && Array.isArray(value)) return rowsView(scene, field, value)
  const type = field.base ?? field.type
  if (type === 'richText') return textView(scene, field, blocksOf(value))
  if (type === 'json') return html`<pre dir="ltr">${jsonOf(value)}</pre>`
  if (Array.isArray(value)) return html`<ul class="entries">${value.map((one) => html`<li>${singleView(scene, field, one)}</li>`)}</ul>`
  return type === 'text' || type === 'textarea' ? textView(scene, field, linesOf(value)) : singleView(scene, field, value)
}

/** One entry of a list, or a value that is not a list. */
export function singleView(scene: Scene, field: Field, value: FieldValue): View {
  const { host, related } = scene
  if (isEmpty(value)) return '—'
  if (isRelation(field) && typeof value === 'number') {
    const slug = field.to ?? 'media'
    return slug === 'media' ? fileView(scene, value) : html`<span dir="auto">${related.title(host, slug, value)}</span>`
  }
  const { inWords, text } = typeOf(field)
  return html`<span dir="auto">${inWords ? inWords(host, value) : text(host, field, value)}</span>`
}

/** The fields that have a value, with their labels. */
export function fieldsView(scene: Scene, fields: readonly Field[], values: Values): View {
  return html`
    <dl class="inside-fields">
      ${fields
        .filter(({ name, writeOnly }) => !writeOnly && !isEmpty(values[name]))
        .map(
          (field) => html`
            <dt class="small muted">${scene.host.app.label(field.label, humanized(field.name))}</dt>
            <dd>${valueView(scene, field, values[field.name])}</dd>
          `,
        )}
    </dl>
  `
}

const rowsView = (scene: Scene, field: Field, rows: readonly Values[]): View => html`
  <ol class="entries">
    ${rows.map(
      (row, index) => html`
        <li class="card kind">
          <strong class="small" dir="auto">${nameOfRow(scene.host, field, row, index)}</strong>
          ${fieldsView(scene, fieldsOfRow(field, row), row)}
        </li>
      `,
    )}
  </ol>
`

function textView({ related }: Scene, field: Field, nodes: ReturnType<typeof linesOf>): View {
  const blocks = nodes.map((node): BlockChange => ({ state: 'same', node }))
  return html`<cms-changed-text .text=${{ blocks, field, related, isOneSide: true }}></cms-changed-text>`
}

/** A file by its picture and its name. */
export function fileView({ host, related }: Pick<Scene, 'host' | 'related'>, id: number): TemplateResult {
  const file = related.find('media', id, host)
  return html`<span class="file">${file ? thumbnail(file) : nothing}<span class="name">${related.title(host, 'media', id)}</span></span>`
}

/** A picture large enough to recognize what changed. */
export function pictureOf(file: Doc, alt: string): View {
  if (!String(file['mimeType'] ?? '').startsWith('image/') || !file['url']) return thumbnail(file)
  const sizes = Object.values<{ url?: string; width?: number }>(file['sizes'] ?? {})
  const [size] = sizes.filter(({ url, width = 0 }) => url && width >= LEAST).sort((a, b) => (a.width ?? 0) - (b.width ?? 0))
  return html`<img src=${size?.url ?? file['url']} alt=${alt} loading="lazy" />`
}

const LEAST = 320
