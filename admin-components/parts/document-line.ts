/** A document where others refer to it: its picture, title, subtitle and state. Tested by test/admin-components/related-documents.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Query } from '../app/client.ts'
import type { Values } from '../app/doc.ts'
import type { Entity, Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { typeOf } from '../fields/types.ts'
import { stateOf, statusBadge } from '../list/state.ts'
import { fileName } from './file-name.ts'
import { icon } from './icon.ts'
import { thumbnail } from './thumbnail.ts'
import { titleOf } from './title.ts'

export const documentLineLook = css`
  .line-text { display: grid; min-inline-size: 0; flex: 1 1 0; text-align: start; line-height: 1.35; }
  .line-text ~ .badges { flex: 0 0 auto; flex-direction: column; align-items: flex-end; }
  .line-text .muted { font-weight: 400; font-size: var(--t2); }
`

const SUBTITLES = ['text', 'textarea', 'email']

/** The first other text that describes a document. */
const subtitleOf = ({ fields, title }: Entity): Field | undefined =>
  fields.find(
    ({ name, type, base, hasMany, writeOnly, admin }) =>
      name !== title && SUBTITLES.includes(base ?? type) && !hasMany && !writeOnly && admin?.column !== false,
  )

/** The image field that represents a document. */
export const coverOf = ({ fields }: Entity): Field | undefined => fields.find(({ type, hasMany }) => type === 'upload' && !hasMany)

/** The field that names the parent in a tree, unless this person may not read it. */
const parentFieldOf = ({ fields, admin }: Entity): string | undefined => fields.find(({ name }) => name === admin.list?.tree)?.name

/** Asks for what a line shows. Files are asked for as a whole. */
export function lineQuery(entity: Entity): Query {
  const draft = entity.drafts || undefined
  if (entity.slug === 'media') return { depth: 0, draft }
  const cover = coverOf(entity)
  const names = [entity.title, subtitleOf(entity)?.name, cover?.name, parentFieldOf(entity), entity.drafts ? 'status' : undefined].filter(
    Boolean,
  )
  return { depth: cover ? 1 : 0, draft, select: names.join(',') || 'id' }
}

/** Whether a document that came from elsewhere has all that its line shows. */
export const hasLine = (entity: Entity, doc: Values): boolean => typeof doc[coverOf(entity)?.name ?? ''] !== 'number'

interface LineOptions {
  /** Next to others with a picture, so that all texts begin at the same place. */
  hasPicture?: boolean
  /** Where the document belongs, which tells more than its subtitle. */
  path?: string
}

export function documentLine(
  host: CmsElement,
  entity: Entity,
  doc: Values,
  { hasPicture = false, path }: LineOptions = {},
): TemplateResult {
  const subtitle = path || subtitleText(host, entity, doc)
  return html`
    ${pictureOf(entity, doc, hasPicture)}
    <span class="line-text">
      ${entity.slug === 'media' ? fileName(titleOf(host, entity, doc)) : html`<span class="clip">${titleOf(host, entity, doc)}</span>`}
      ${subtitle ? html`<span class="clip muted">${subtitle}</span>` : nothing}
    </span>
    ${entity.drafts && doc['status'] ? statusBadge(host, stateOf(doc)) : nothing}
  `
}

function pictureOf(entity: Entity, doc: Values, hasPicture: boolean): TemplateResult | typeof nothing {
  if (entity.slug === 'media') return thumbnail(doc)
  const cover = coverOf(entity)
  if (!cover && !hasPicture) return nothing
  const file = cover && doc[cover.name]
  return typeof file === 'object' && file !== null ? thumbnail(file) : html`<span class="thumb">${icon(entity.icon)}</span>`
}

function subtitleText(host: CmsElement, entity: Entity, doc: Values): string {
  if (entity.slug === 'media') return doc['alt'] ?? ''
  if (entity.slug === 'users') return doc['name'] ? (doc['email'] ?? '') : ''
  const field = subtitleOf(entity)
  const value = field && doc[field.name]
  return field && value ? typeOf(field).text(host, field, value) : ''
}
